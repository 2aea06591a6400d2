"""Persons as the command line names them: by their Discord accounts."""

from bot.service.summaries import Identity

DISCORD = "discord"
"""The kind of identity by which the command line names persons."""


def account(number: int, name: str = "") -> Identity:
    """A Discord account by its id."""
    return Identity(DISCORD, str(number), name)
