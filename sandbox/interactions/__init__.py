"""Interactions: from the person's click or command to the bot's answer."""
