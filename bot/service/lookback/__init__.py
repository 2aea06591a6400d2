"""Earlier points of a game, and lines tried from them."""
