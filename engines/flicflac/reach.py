"""Where a piece may go: rules/flic-flac.md section 6, on bit masks.

A cell's bit lies at column times height plus row. A column is one bit higher than the board, so that no
step leads from one column's end into the next.
"""

from collections.abc import Iterable
from functools import cache

from engines.flicflac.board import Board
from engines.flicflac.pieces import CODES
from engines.flicflac.state import Stands


class _Grid:
    """The masks of one board."""

    def __init__(self, ground: Board) -> None:
        left, top = min(cell.q for cell in ground.cells), min(cell.r for cell in ground.cells)
        self.height = 2 * ground.size
        self.place = {cell.name: (cell.q - left) * self.height + cell.r - top for cell in ground.cells}
        self.name = {place: name for name, place in self.place.items()}
        self.black = self.mask(cell.name for cell in ground.cells if cell.colour == "K")
        self.coloured = self.mask(cell.name for cell in ground.cells if cell.colour != "K")
        self.entry = tuple(self.mask(ground.entry[code]) for code in CODES)

    def mask(self, cells: Iterable[str]) -> int:
        return sum(1 << self.place[cell] for cell in cells)

    def around(self, cells: int) -> int:
        """All places that touch one of these cells."""
        across, aslant = self.height, self.height - 1
        return (
            cells << 1
            | cells >> 1
            | cells << across
            | cells >> across
            | cells << aslant
            | cells >> aslant
        )  # fmt: skip

    def cells(self, mask: int) -> tuple[str, ...]:
        """The names of a mask's cells, in the board's order."""
        names = []
        while mask:
            lowest = mask & -mask
            names.append(self.name[lowest.bit_length() - 1])
            mask ^= lowest
        return tuple(names)


_grid = cache(_Grid)


def reach(ground: Board, stands: Stands, number: int) -> tuple[str, ...]:
    """The cells that a piece may move to, of either side, even if it has moved in this phase."""
    grid = _grid(ground)
    place = grid.place
    taken = 0
    for stand in stands:
        if stand.cell is not None:
            taken |= 1 << place[stand.cell]
    cell = stands[number].cell
    if cell is None:
        return grid.cells(grid.entry[number] & ~taken)
    coloured = grid.coloured & ~taken
    beside = grid.around(1 << place[cell])
    # Coloured cells may be run over, three steps at the most; black ends a move at its first step.
    found = beside & coloured
    found |= grid.around(found) & coloured
    found |= grid.around(found) & coloured
    return grid.cells(found | (beside & grid.black & ~taken))
