"""Discord's gateway: the WebSocket on which the bot gets events."""
