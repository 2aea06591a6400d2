"""The four boards (docs/rules/flic-flac.md section 3): cells, names, colours, neighbours, homes, entry edges.

Flat-topped hexes in cube coordinates; on paper a cell lies at x = q, y = q + 2r, where a step of x is 1.5
edge lengths, a step of y half a hex height, and y grows downwards.
"""

from functools import cache, cached_property
from typing import NamedTuple, cast

from engines.flicflac.pieces import HexColour

SIZES = (5, 6, 7, 8)
"""Cells along an edge, from the fewest to the most."""

STEPS: dict[str, tuple[int, int]] = {
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
}
"""What each direction adds to q and r."""

SLIDES = (0, 6, 12)
"""How far the colour pattern may have slid along the columns, in half cells (section 10)."""

_LETTERS = "ABCDEFGHJKLMNPQ"
_GROUPS = (("CB", "CR", "CY"), ("CO", "CG", "CP"), ("BB", "BR", "BY"), ("BO", "BG", "BP"))
"""The pieces by their home lines: upper left, lower right, lower left, upper right (section 3.5)."""
_PATTERN = ("RYR", "OOP", "KKK", "YYB", "GOG", "KKK", "BRB", "PPG", "KKK",
            "RRY", "OPO", "KKK", "YBY", "GGO", "KKK", "BBR", "PGP", "KKK")  # fmt: skip
"""Colours by row and column group (section 3.3)."""


class Cell(NamedTuple):
    """A hex of the board, or a home cell."""

    name: str
    """Column and number; of a home cell the code of its piece."""
    q: int
    r: int
    colour: HexColour

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def steps_to(self, other: "Cell") -> int:
        """How many steps away another cell is."""
        return max(abs(self.q - other.q), abs(self.r - other.r), abs(self.s - other.s))

    @property
    def y(self) -> int:
        """How far down the cell lies, in half hex heights."""
        return self.q + 2 * self.r


class _Layout(NamedTuple):
    """What the author fixed for a board of one size."""

    centre: tuple[int, int]
    row_phase: int
    group_phase: int
    homes: dict[str, tuple[int, int]]


def _homes(text: str) -> dict[str, tuple[int, int]]:
    codes = [code for group in _GROUPS for code in group]
    places = [tuple(map(int, pair.split(","))) for pair in text.split()]
    return {code: (q, r) for code, (q, r) in zip(codes, places, strict=True)}


_LAYOUTS: dict[int, _Layout] = {
    5: _Layout((9, 2), 10, 1, _homes("5,0 6,-1 7,-2 11,6 12,5 13,4 5,8 6,8 7,8 11,-4 12,-4 13,-4")),
    6: _Layout((8, 3), 0, 0, _homes("4,0 5,-1 6,-2 10,8 11,7 12,6 4,10 5,10 6,10 10,-4 11,-4 12,-4")),
    7: _Layout((9, 3), 8, 1, _homes("4,0 5,-1 6,-2 12,8 13,7 14,6 4,11 5,11 6,11 12,-5 13,-5 14,-5")),
    8: _Layout((8, 4), 16, 0, _homes("2,1 3,0 4,-1 12,9 13,8 14,7 2,13 3,13 4,13 12,-5 13,-5 14,-5")),
}


class Board:
    """A board of one size with its pattern at one slide. Get it from `board`; it never changes."""

    def __init__(self, size: int, slide: int) -> None:
        layout = _LAYOUTS[size]
        self.size = size
        self.slide = slide
        self.cells: tuple[Cell, ...] = tuple(_cells(size, slide, layout))
        """Column by column from the left, each from the top."""
        self.cell: dict[str, Cell] = {cell.name: cell for cell in self.cells}
        self.at: dict[tuple[int, int], Cell] = {(cell.q, cell.r): cell for cell in self.cells}
        """The cell at q, r."""
        self.centre: Cell = self.at[layout.centre]
        self.homes: dict[str, Cell] = {
            code: Cell(code, q, r, cast("HexColour", code[1])) for code, (q, r) in layout.homes.items()
        }
        """For each piece its home cell, outside the hexagon."""
        self.neighbours: dict[str, tuple[str, ...]] = {
            cell.name: tuple(
                near.name
                for dq, dr in STEPS.values()
                if (near := self.at.get((cell.q + dq, cell.r + dr))) is not None
            )
            for cell in self.cells
        }
        """For each cell the names of those that touch it, clockwise from the north."""

    def flips(self, cell: str) -> bool:
        """Whether a piece that lands there flips."""
        return self.cell[cell].colour == "K"

    @cached_property
    def entry(self) -> dict[str, tuple[str, ...]]:
        """For each piece the cells of its entry edge (section 3.5)."""
        left, right = max(cell.s for cell in self.cells), min(cell.s for cell in self.cells)
        bottom, top = max(cell.r for cell in self.cells), min(cell.r for cell in self.cells)
        edges = (
            tuple(cell.name for cell in self.cells if cell.s == left),
            tuple(cell.name for cell in self.cells if cell.s == right),
            tuple(cell.name for cell in self.cells if cell.r == bottom),
            tuple(cell.name for cell in self.cells if cell.r == top),
        )
        return {code: edge for group, edge in zip(_GROUPS, edges, strict=True) for code in group}


def _cells(size: int, slide: int, layout: _Layout) -> list[Cell]:
    reach = size - 1
    q0, r0 = layout.centre
    cells = []
    for dq in range(-reach, reach + 1):
        column = range(max(-reach, -dq - reach), min(reach, reach - dq) + 1)
        for number, dr in enumerate(column, start=1):
            q, r = q0 + dq, r0 + dr
            row = (q + 2 * r + layout.row_phase + slide) % len(_PATTERN)
            colour = _PATTERN[row][(q // 2 + layout.group_phase) % 3]
            cells.append(Cell(f"{_LETTERS[dq + reach]}{number}", q, r, cast("HexColour", colour)))
    return cells


@cache
def board(size: int, slide: int = 0) -> Board:
    """The board of this size, its pattern slid by `slide` half cells. Raises KeyError for an unknown size."""
    return Board(size, slide)
