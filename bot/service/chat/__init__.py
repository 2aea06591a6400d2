"""Messages of a game, public and private."""
