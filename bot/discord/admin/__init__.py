"""`/admin`: mending games, for who may manage the server and for the bot's owners."""
