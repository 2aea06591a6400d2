"""What stands on the map, and what is derived from it: regions, support, squares (rules/tae.md 2, 5, 12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec.structs import replace

from engines.contract import Seat, Value
from engines.tae.board_masks import NEIGHBOURS, SQUARES, cells_of, grown, set_of
from engines.tae.constants import CELLS, LETTERS, SCIENTIST, SETTLER, WIDTH

EMPTY: Final = "."
DESTROYED: Final = "#"
MONUMENT: Final = "M"

_SIFTERS: Final = {
    wanted: str.maketrans({mark: "1" if mark in wanted else "0" for mark in ".#Mgrku"})
    for wanted in (*LETTERS, EMPTY, DESTROYED, MONUMENT, LETTERS + MONUMENT)
}

Leaders: TypeAlias = tuple[int | None, int | None, int | None, int | None]
"""Where a player's leaders of each kind stand; None: at home."""

AT_HOME: Final[Leaders] = (None, None, None, None)


class Monument(Value, frozen=True):
    """A monument and the top left cell of its square."""

    id: int
    square: int


class Board(Value, frozen=True):
    """The whole position on the map."""

    ground: str
    """A letter a cell in reading order: a colony's ``g r k u``, ``M`` monument, ``#`` destroyed, ``.``."""
    leaders: tuple[Leaders, ...]
    """By seat."""
    artifacts: tuple[int, ...] = ()
    """Their cells in reading order."""
    monuments: tuple[Monument, ...] = ()

    def marked(self, marks: str) -> int:
        """The cells that hold one of these."""
        return _marked(self.ground, marks)

    def colonies(self, kind: int) -> int:
        """The cells with a colony of this kind."""
        return self.marked(LETTERS[kind])

    def colony_counts(self, region: int) -> tuple[int, int, int, int]:
        """The number of colonies of each kind in a region."""
        one, two, three, four = ((self.colonies(kind) & region).bit_count() for kind in range(len(LETTERS)))
        return one, two, three, four

    @property
    def leader_cells(self) -> int:
        """The cells with a leader."""
        return _leader_cells(self.leaders)

    @property
    def occupied(self) -> int:
        """The cells that make up the regions: those with a colony, a monument or a leader."""
        return self.marked(LETTERS + MONUMENT) | self.leader_cells

    def standing(self) -> tuple[tuple[Seat, int, int], ...]:
        """Seat, kind and cell of every leader on the board."""
        return _standing(self.leaders)

    def with_ground(self, cells: Iterable[int], mark: str) -> Board:
        """The board with this mark on these cells."""
        ground = list(self.ground)
        for cell in cells:
            ground[cell] = mark
        return replace(self, ground="".join(ground))

    def with_leader(self, seat: Seat, kind: int, cell: int | None) -> Board:
        """The board with this leader elsewhere; None: at home."""
        one, two, three, four = (
            cell if number == kind else stands for number, stands in enumerate(self.leaders[seat])
        )
        changed = (*self.leaders[:seat], (one, two, three, four), *self.leaders[seat + 1 :])
        return Board(self.ground, changed, self.artifacts, self.monuments)


@lru_cache(maxsize=4096)
def _marked(ground: str, marks: str) -> int:
    return int(ground.translate(_SIFTERS[marks])[::-1], 2)


@lru_cache(maxsize=1024)
def _standing(leaders: tuple[Leaders, ...]) -> tuple[tuple[Seat, int, int], ...]:
    return tuple(
        (seat, kind, cell)
        for seat, own in enumerate(leaders)
        for kind, cell in enumerate(own)
        if cell is not None
    )


@lru_cache(maxsize=1024)
def _leader_cells(leaders: tuple[Leaders, ...]) -> int:
    return set_of(cell for _, _, cell in _standing(leaders))


def bare(seats: int) -> Board:
    """The map without anything on it."""
    return Board(EMPTY * CELLS, (AT_HOME,) * seats)


@lru_cache(maxsize=1024)
def regions(occupied: int) -> tuple[int, ...]:
    """The regions that these cells make up, in reading order of their first cells."""
    found = []
    while occupied:
        region = grown(occupied & -occupied, occupied)
        found.append(region)
        occupied ^= region
    return tuple(found)


def touching(cell: int, found: Iterable[int]) -> tuple[int, ...]:
    """Those regions that touch the cell."""
    near = NEIGHBOURS[cell]
    return tuple([region for region in found if region & near])


def leaders_in(board: Board, region: int) -> list[tuple[Seat, int, int]]:
    """Seat, kind and cell of every leader in a region."""
    return [leader for leader in board.standing() if region >> leader[2] & 1]


def scorer_in(board: Board, region: int, kind: int) -> Seat | None:
    """Who gets the point for a colony of this kind that extends a region (section 6); None: nobody."""
    owners: dict[int, Seat] = {}
    for seat, of, _ in leaders_in(board, region):
        owners.setdefault(of, seat)
    return owners.get(kind, owners.get(SETTLER))


def support(board: Board, cell: int) -> int:
    """The science colonies beside a cell."""
    return board.colonies(SCIENTIST) & NEIGHBOURS[cell]


def unsupported(board: Board) -> tuple[tuple[Seat, int, int], ...]:
    """Seat, kind and cell of the leaders that have no science colony beside them."""
    science = board.colonies(SCIENTIST)
    return tuple(leader for leader in board.standing() if not science & NEIGHBOURS[leader[2]])


def squares_with(board: Board, cell: int) -> tuple[int, ...]:
    """The top left cells of the squares of four like colonies to which the colony on a cell belongs."""
    mark = board.ground[cell]
    if mark not in LETTERS:
        return ()
    like = board.marked(mark)
    corners = (cell - WIDTH - 1, cell - WIDTH, cell - 1, cell)
    return tuple(
        corner
        for corner in corners
        if corner >= 0 and SQUARES[corner] >> cell & 1 and SQUARES[corner] & ~like == 0
    )


def square_cells(square: int) -> tuple[int, int, int, int]:
    """The four cells of a square in reading order."""
    one, two, three, four = cells_of(SQUARES[square])
    return one, two, three, four
