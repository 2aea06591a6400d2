"""Who sits in a game, and who comes to a seat later."""
