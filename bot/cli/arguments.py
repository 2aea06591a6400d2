"""Arguments that several commands take."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from bot.service.summaries import Identity, Person

DISCORD = "discord"
"""The kind of identity by which the command line names people."""


def account(number: int, name: str = "") -> Identity:
    """A Discord account by its id."""
    return Identity(DISCORD, str(number), name)


def person(text: str) -> Person:
    """Somebody as ``ID:NAME``, by their Discord account. Raises ArgumentTypeError."""
    found = re.fullmatch(r"(\d{1,20}):(.{1,100})", text)
    if found is None:
        raise ArgumentTypeError("a player is written ID:NAME, such as 123456789:Ann")
    return Person.of(account(int(found[1]), found[2]))
