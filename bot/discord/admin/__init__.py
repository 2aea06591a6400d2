"""`/admin`: repairing games, for users who may manage the server and for the bot's owners."""
