"""The four gods by seat: letters, names, and lists of them in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.contract import Seat

LETTERS = "rbgo"
"""The order that is used everywhere (rules/four-gods.md section 2)."""
NAMES = ("RED", "BLUE", "GREEN", "ORANGE")
SEATS: tuple[Seat, ...] = (0, 1, 2, 3)


def listed(words: Iterable[str], link: str = "and") -> str:
    """Words with commas and a last ``and``."""
    *most, last = words
    return f"{', '.join(most)} {link} {last}" if most else last


def named(seats: Sequence[Seat], link: str = "and") -> str:
    """Gods by their names: ``RED, BLUE and GREEN``."""
    return listed((NAMES[seat] for seat in seats), link)
