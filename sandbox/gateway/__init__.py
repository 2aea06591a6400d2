"""Discord's gateway: the WebSocket on which the bot hears what happens."""
