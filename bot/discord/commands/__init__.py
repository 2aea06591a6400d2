"""The slash commands: those common to all games, and those of one game from its engine's contract."""
