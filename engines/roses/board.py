"""The board of docs/rules/guerre-des-deux-roses.md section 2: twenty cells, six directions, bit masks.

A cell is known by its name (``d4``) outside the engine and by its bit inside; bits follow the
alphabetical order of the names, so that a lower bit is an earlier name.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

Direction: TypeAlias = Literal["e", "w", "ne", "nw", "se", "sw"]

DIRECTIONS: tuple[Direction, ...] = ("e", "w", "ne", "nw", "se", "sw")
OPPOSITE: dict[Direction, Direction] = {"e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}
COMPASS: dict[Direction, str] = dict(
    zip(DIRECTIONS, ("east", "west", "north-east", "north-west", "south-east", "south-west"), strict=True)
)
"""Directions in words, as seen on the picture with Black on top."""

_DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "board.json").read_text("utf-8"))
_BY_NAME: dict[str, dict[str, Any]] = {cell["name"]: cell for cell in _DATA["cells"]}

ROWS: tuple[tuple[str, ...], ...] = tuple(tuple(row) for row in _DATA["fen_rows"])
"""The cells as they lie, from top to bottom and from left to right."""

PLACES: dict[str, tuple[int, int]] = {name: (cell["x2"], cell["row"]) for name, cell in _BY_NAME.items()}
"""How far right each cell lies, in half cell widths, and its row from the top."""

CELLS: tuple[str, ...] = tuple(sorted(_BY_NAME))
BIT: dict[str, int] = {name: 1 << index for index, name in enumerate(CELLS)}

CASTLES: tuple[str, str] = (_DATA["castles"]["white"], _DATA["castles"]["black"])
"""The cell of each seat's castle."""
CASTLE_BITS: tuple[int, int] = (BIT[CASTLES[0]], BIT[CASTLES[1]])
BOTH_CASTLES: int = CASTLE_BITS[0] | CASTLE_BITS[1]

RED_CELLS: tuple[str, ...] = tuple(_DATA["red_cells"])
"""The cells on which no soldier may be dropped."""

HALF_TURN: dict[str, str] = {name: cell["opposite"] for name, cell in _BY_NAME.items()}
"""The cell on which a cell comes to lie when the board is turned by half."""

NAMES = ("White", "Black")
SOLDIERS = 4
"""Soldiers of each side."""


def neighbour(cell: str, direction: Direction) -> str | None:
    """The next cell in this direction, or None where the board ends."""
    return cast("str | None", _BY_NAME[cell]["neighbours"].get(direction.upper()))


def ray(cell: str, direction: Direction) -> Iterator[str]:
    """The cells after this one in a straight line, up to the edge."""
    at = neighbour(cell, direction)
    while at is not None:
        yield at
        at = neighbour(at, direction)


def heading(origin: str, target: str) -> tuple[Direction, int] | None:
    """Direction and distance from one cell to another in line with it; None if they are not in line."""
    for direction in DIRECTIONS:
        for distance, cell in enumerate(ray(origin, direction), start=1):
            if cell == target:
                return direction, distance
    return None


def mask(cells: Iterator[str] | tuple[str, ...]) -> int:
    """The bit mask of these cells."""
    return sum(BIT[cell] for cell in cells)


def single_bits(mask: int) -> Iterator[int]:
    """The bits of a mask, one by one."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def names(bits: int) -> tuple[str, ...]:
    """The cells of a bit mask in alphabetical order."""
    return tuple(name for name, bit in BIT.items() if bits & bit)


TOUCHING: dict[int, int] = {
    BIT[name]: mask(tuple(n for d in DIRECTIONS if (n := neighbour(name, d)) is not None)) for name in CELLS
}
"""For each cell's bit the mask of its neighbours."""

RED_BITS: int = mask(RED_CELLS)
