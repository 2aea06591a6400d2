"""The map, which never changes, and sets of its cells: docs/rules/tae.md section 3.

A set of cells is an ``int`` whose bit number n represents cell n in reading order; unions, intersections and
neighbourhoods are integer arithmetic, so that regions cost microseconds.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from engines.contract import Value
from engines.tae.constants import CELLS, COLONY_TYPES, WIDTH, ColonyType, cell_number


class _Data(Value, frozen=True):
    about: str
    rows: tuple[str, ...]
    outer_artifacts: tuple[tuple[int, int], ...]
    monuments: tuple[tuple[ColonyType, ColonyType], ...]


_DATA: Final = msgspec.json.decode((Path(__file__).parent / "data" / "board.json").read_bytes(), type=_Data)
_MAP: Final = "".join(_DATA.rows)


def cells_of(found: int) -> Iterator[int]:
    """The cells of a set in reading order."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


@lru_cache(4096)
def cells_in(found: int) -> tuple[int, ...]:
    """`cells_of` with a cache, for recurring sets such as the edges of regions."""
    return tuple(cells_of(found))


def set_of(cells: Iterable[int]) -> int:
    """The set of these cells."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


ALL: Final = (1 << CELLS) - 1
_LEFT: Final = set_of(range(0, CELLS, WIDTH))
_NOT_LEFT: Final = ALL & ~_LEFT
_NOT_RIGHT: Final = ALL & ~(_LEFT << (WIDTH - 1))

UNINHABITABLE: Final = set_of(cell for cell in range(CELLS) if _MAP[cell] == "M")
START: Final = tuple(cell for cell in range(CELLS) if _MAP[cell] == "A")
"""The cells of the ten start colonies, each with an artifact."""
OUTER: Final = frozenset(cell_number(x, y) for x, y in _DATA.outer_artifacts)
"""The cells of the outer artifacts."""
MONUMENTS: Final = tuple((COLONY_TYPES.index(one), COLONY_TYPES.index(two)) for one, two in _DATA.monuments)
"""The two kinds of each monument, by its number."""


def around(found: int) -> int:
    """All neighbours of a set's cells; the cells themselves only where they are neighbours of each other."""
    return (
        ((found & _NOT_RIGHT) << 1) | ((found & _NOT_LEFT) >> 1) | ((found << WIDTH) & ALL) | (found >> WIDTH)
    )


surroundings = lru_cache(4096)(around)
"""`around` with a cache, for recurring sets such as regions."""

NEIGHBOURS: Final = tuple(around(1 << cell) for cell in range(CELLS))
"""The set of up to four neighbours of each cell."""
RINGS: Final = tuple(
    set_of(
        other
        for other in range(CELLS)
        if max(abs(other % WIDTH - cell % WIDTH), abs(other // WIDTH - cell // WIDTH)) == 1
    )
    for cell in range(CELLS)
)
"""The set of up to eight cells around each cell, diagonals included."""
SQUARES: Final = tuple(
    set_of((cell, cell + 1, cell + WIDTH, cell + WIDTH + 1))
    if cell % WIDTH < WIDTH - 1 and cell + WIDTH < CELLS
    else 0
    for cell in range(CELLS)
)
"""The 2 x 2 square of which each cell is the top left one; empty at the right and lower edges."""


def grown(seed: int, within: int) -> int:
    """All cells of ``within`` connected with the seed's, which must be among them."""
    left, edge = within ^ seed, seed
    while edge:
        edge = ((edge & _NOT_RIGHT) << 1 | (edge & _NOT_LEFT) >> 1 | edge << WIDTH | edge >> WIDTH) & left
        left ^= edge
    return within ^ left
