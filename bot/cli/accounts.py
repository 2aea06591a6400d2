"""Persons as the command line names them: by their Discord accounts, or by a mail address."""

from bot.service.people.doors import DISCORD, MAIL
from bot.service.values.request import Identity


def account(number: int, name: str = "") -> Identity:
    """A Discord account by its id."""
    return Identity(DISCORD, str(number), name)


def identity(typed: str) -> Identity:
    """A Discord account by its id, or a mail address."""
    return Identity(MAIL if "@" in typed else DISCORD, typed.strip().lower(), "")
