"""The slash commands: those of every game by hand, those of one game from its engine's contract."""
