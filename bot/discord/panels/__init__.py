"""Private panels of buttons and selects: moves, plans, questions, the opening of a game."""
