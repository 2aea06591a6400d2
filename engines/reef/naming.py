"""Players, colours and numbers in words."""

from __future__ import annotations

from collections.abc import Iterable

from engines.reef.components import CORALS, WORDS, Coral, PlayerColour
from engines.reef.view import Counts


def name(player: PlayerColour) -> str:
    """A player as seats are named: ``Red``."""
    return player.capitalize()


def listed(words: Iterable[str], joint: str = "and") -> str:
    """``W, Y and O``."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def many(number: int, thing: str) -> str:
    """``1 tile``, ``3 tiles``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def colours(counts: Counts) -> str:
    """``2 white, 1 pink``, or ``nothing``."""
    parts = [f"{number} {WORDS[colour]}" for colour, number in zip(CORALS, counts, strict=True) if number]
    return ", ".join(parts) or "nothing"


def one(colour: Coral) -> str:
    """A colour's word with its article: ``an orange``."""
    return f"{'an' if colour == 'O' else 'a'} {WORDS[colour]}"
