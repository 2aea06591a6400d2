"""Words that the sentences of all games share."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``. There is at least one word."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def counted(number: int, thing: str) -> str:
    """``1 soldier``, ``2 soldiers``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"
