"""Arguments that several commands take."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from bot.service.summaries import Person


def person(text: str) -> Person:
    """Somebody as ``ID:NAME``. Raises ArgumentTypeError."""
    found = re.fullmatch(r"(\d{1,20}):(.{1,100})", text)
    if found is None:
        raise ArgumentTypeError("a player is written ID:NAME, such as 123456789:Ann")
    return Person(int(found[1]), found[2])
