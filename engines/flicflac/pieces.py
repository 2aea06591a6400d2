"""The twelve pieces and their two faces: docs/rules/flic-flac.md section 2.

A piece is known by its code: shape (``C`` cylinder, ``B`` block) and body colour, as in ``CO``.
"""

from typing import Literal, TypeAlias, get_args

from engines.contract import Seat
from engines.wording import listed

Colour: TypeAlias = Literal["B", "G", "Y", "O", "R", "P"]
HexColour: TypeAlias = Literal["B", "G", "Y", "O", "R", "P", "K"]
"""A piece's colour, or black."""

RING: tuple[Colour, ...] = ("B", "G", "Y", "O", "R", "P")
"""The colour ring; three steps along it lies the opposite colour."""
OPPOSITES: tuple[tuple[Colour, Colour], ...] = (("B", "O"), ("G", "R"), ("Y", "P"))
COLOUR_WORDS: dict[HexColour, str] = dict(
    zip(get_args(HexColour), ("blue", "green", "yellow", "orange", "red", "purple", "black"), strict=True)
)

NAMES = ("Cylinders", "Blocks")
"""The sides as seats are named."""
SHAPES = "CB"
"""The letter of each seat's shape: cylinders sit in seat 0, blocks in seat 1."""
SHAPE_WORDS = ("cylinder", "block")

CODES: tuple[str, ...] = tuple(shape + colour for shape in SHAPES for colour in RING)
"""All pieces: the cylinders, then the blocks."""
NUMBER: dict[str, int] = {code: number for number, code in enumerate(CODES)}
SIDES: tuple[tuple[str, ...], tuple[str, ...]] = (CODES[:6], CODES[6:])
"""Each seat's pieces."""
BODY: dict[str, Colour] = {shape + colour: colour for shape in SHAPES for colour in RING}
OWNER: dict[str, Seat] = {code: SHAPES.index(code[0]) for code in CODES}


def _along(colour: Colour, steps: int) -> Colour:
    return RING[(RING.index(colour) + steps) % len(RING)]


FACES: dict[Colour, tuple[tuple[Colour, Colour], tuple[Colour, Colour]]] = {
    colour: ((_along(colour, 1), _along(colour, 2)), (_along(colour, 4), _along(colour, 5)))
    for colour in RING
}
"""For each body the two colours that it flies when normal and when flipped."""


def flying(code: str, flipped: bool) -> tuple[Colour, Colour]:
    """The colours of the face that is up."""
    return FACES[BODY[code]][flipped]


def colours(code: str, flipped: bool) -> str:
    """The colours of the face that is up, in words: ``green and yellow``."""
    return listed(COLOUR_WORDS[colour] for colour in flying(code, flipped))


def name(code: str) -> str:
    """The piece in words: ``blue cylinder``."""
    return f"{COLOUR_WORDS[BODY[code]]} {SHAPE_WORDS[OWNER[code]]}"


def place(cell: str | None) -> str:
    """Where a piece stands: ``on C1`` or ``at home``."""
    return "at home" if cell is None else f"on {cell}"


def target(cell: str | None) -> str:
    """Where a piece goes: ``to C1`` or ``home``."""
    return "home" if cell is None else f"to {cell}"
