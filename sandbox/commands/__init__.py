"""Slash commands: what the bot may register, and what a person may fill in."""
