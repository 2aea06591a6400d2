"""Discord's REST API, as far as a bot like ours uses it."""
