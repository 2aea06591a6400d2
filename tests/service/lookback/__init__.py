"""Earlier points of a game, and lines that are tried."""
