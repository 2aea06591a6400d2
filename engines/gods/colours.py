"""The four gods by seat: letters and names."""

from collections.abc import Sequence

from engines.contract import Seat
from engines.wording import listed

LETTERS = "rbgo"
"""The order that is used everywhere (docs/rules/four-gods.md section 2)."""
NAMES = ("RED", "BLUE", "GREEN", "ORANGE")
SEATS: tuple[Seat, ...] = (0, 1, 2, 3)


def named(seats: Sequence[Seat], joint: str = "and") -> str:
    """Gods by their names: ``RED, BLUE and GREEN``."""
    return listed((NAMES[seat] for seat in seats), joint)
