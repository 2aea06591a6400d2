"""The sides, pieces, cells and healths in words."""

from engines.flicflac.pieces import COLOUR_WORDS, flying
from engines.flicflac.state import Stand
from engines.wording import listed

NAMES = ("Cylinders", "Blocks")
"""The sides as seats are named."""


def colours(piece: str, stand: Stand) -> str:
    """What a piece flies: ``green and yellow``."""
    return listed(COLOUR_WORDS[colour] for colour in flying(piece, stand.flipped))


def place(cell: str | None) -> str:
    """Where a piece stands: ``on C1`` or ``at home``."""
    return "at home" if cell is None else f"on {cell}"


def target(cell: str | None) -> str:
    """Where a piece goes: ``to C1`` or ``home``."""
    return "home" if cell is None else f"to {cell}"
