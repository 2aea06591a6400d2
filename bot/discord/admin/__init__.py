"""`/admin`: repairing games, for managers of the server and for the bot's owners."""
