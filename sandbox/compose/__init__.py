"""Turns what a bot sends as a message or modal into what is shown, by Discord's rules."""
