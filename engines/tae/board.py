"""The map's contents, and what follows from them: leaders, support, squares (docs/rules/tae.md 2, 5, 12)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias, cast

from msgspec.structs import replace

from engines.contract import Seat, Value
from engines.tae.board_masks import ALL, NEIGHBOURS, SQUARES, cells_of, set_of
from engines.tae.constants import CELLS, LETTERS, SCIENTIST, SETTLER, WIDTH
from engines.tae.partition import Partition, partition_of

EMPTY: Final = "."
DESTROYED: Final = "#"
MONUMENT: Final = "M"
_MARKS: Final = (EMPTY, DESTROYED, MONUMENT, *LETTERS)

Leaders: TypeAlias = tuple[int | None, int | None, int | None, int | None]
"""The cells of a player's leaders of each kind; None: at home."""

AT_HOME: Final[Leaders] = (None, None, None, None)


class Monument(Value, frozen=True):
    """A monument and the top left cell of its square."""

    id: int
    square: int


class Board(Value, frozen=True, dict=True, cache_hash=True):
    """The whole position on the map. Derived facts are computed on first access, and cached.

    A board made from another takes over the facts that are the same on both.
    """

    ground: str
    """A letter a cell in reading order: a colony's ``g r k u``, ``M`` monument, ``#`` destroyed, ``.``."""
    leaders: tuple[Leaders, ...]
    """Each seat's leaders."""
    artifacts: tuple[int, ...] = ()
    """The cells of the artifacts in reading order."""
    monuments: tuple[Monument, ...] = ()

    @cached_property
    def marks(self) -> dict[str, int]:
        """The cells that hold each of the ground's letters."""
        marks = dict.fromkeys(_MARKS, 0)
        for cell, mark in enumerate(self.ground):
            marks[mark] |= 1 << cell
        return marks

    def colonies(self, kind: int) -> int:
        """The cells with a colony of this kind."""
        return self.marks[LETTERS[kind]]

    def colony_counts(self, region: int) -> list[int]:
        """The number of colonies of each kind in a region."""
        return [(self.marks[letter] & region).bit_count() for letter in LETTERS]

    @cached_property
    def leader_cells(self) -> int:
        """The cells with a leader."""
        return set_of(cell for _, _, cell in self.placed_leaders)

    @cached_property
    def lying(self) -> int:
        """The cells with an artifact."""
        return set_of(self.artifacts)

    @cached_property
    def occupied(self) -> int:
        """The cells that make up the regions: those with a colony, a monument or a leader."""
        marks = self.marks
        return ALL & ~marks[EMPTY] & ~marks[DESTROYED] | self.leader_cells

    @property
    def vacant(self) -> int:
        """The cells on which something may be founded: those without anything, and not destroyed."""
        return self.marks[EMPTY] & ~self.leader_cells

    @cached_property
    def partition(self) -> Partition:
        """The regions, and the empty cells between them."""
        before: Board | None = self.__dict__.pop("_before", None)
        return partition_of(self.occupied) if before is None else before.partition.of(self.occupied)

    @property
    def regions(self) -> tuple[int, ...]:
        """The regions in reading order of their first cells."""
        return self.partition.regions

    @cached_property
    def placed_leaders(self) -> tuple[tuple[Seat, int, int], ...]:
        """Seat, kind and cell of every leader on the board."""
        return _placed_leaders(self.leaders)

    def with_ground(self, cells: Iterable[int], mark: str) -> Board:
        """The board with this mark on these cells."""
        ground, marks = self.ground, dict(self.marks)
        for cell in cells:
            marks[ground[cell]] ^= 1 << cell
            marks[mark] |= 1 << cell
            ground = f"{ground[:cell]}{mark}{ground[cell + 1 :]}"
        occupied = ALL & ~marks[EMPTY] & ~marks[DESTROYED] | self.leader_cells
        board = Board(ground, self.leaders, self.artifacts, self.monuments)
        return board._after(self, marks=marks, occupied=occupied)

    def with_leader(self, seat: Seat, kind: int, cell: int | None) -> Board:
        """The board with this leader elsewhere; None: at home."""
        own = self.leaders[seat]
        leaders, stood = self.leader_cells, own[kind]
        if stood is not None:
            leaders &= ~(1 << stood)
        if cell is not None:
            leaders |= 1 << cell
        occupied = self.occupied & ~self.leader_cells | leaders
        changed = (*self.leaders[:seat], (*own[:kind], cell, *own[kind + 1 :]), *self.leaders[seat + 1 :])
        board = Board(self.ground, cast("tuple[Leaders, ...]", changed), self.artifacts, self.monuments)
        return board._after(self, leader_cells=leaders, occupied=occupied)

    def having(self, **changes: Any) -> Board:
        """The board with other leaders, artifacts or monuments."""
        return replace(self, **changes)._after(self)

    def _after(self, before: Board, **known: object) -> Board:
        """Take over, from the board that this one was made from, the facts that are the same; return it."""
        kept = before.__dict__
        # The regions are derived, when they are asked for, from those of an earlier board that knows them.
        known["_before"] = before if "partition" in kept else kept.get("_before")
        if self.ground is before.ground:
            known["marks"] = before.marks
        if self.leaders is before.leaders:
            known["placed_leaders"] = before.placed_leaders
            known["leader_cells"] = before.leader_cells
        if self.artifacts is before.artifacts:
            known["lying"] = before.lying
        self.__dict__.update(known)
        return self


@lru_cache(maxsize=1024)
def _placed_leaders(leaders: tuple[Leaders, ...]) -> tuple[tuple[Seat, int, int], ...]:
    return tuple(
        (seat, kind, cell)
        for seat, own in enumerate(leaders)
        for kind, cell in enumerate(own)
        if cell is not None
    )


def bare(seats: int) -> Board:
    """The map without anything on it."""
    return Board(EMPTY * CELLS, (AT_HOME,) * seats)


def leaders_in(board: Board, region: int) -> list[tuple[Seat, int, int]]:
    """Seat, kind and cell of every leader in a region; most regions have none."""
    if not region & board.leader_cells:
        return []
    return [leader for leader in board.placed_leaders if region >> leader[2] & 1]


def scorer_in(board: Board, region: int, kind: int) -> Seat | None:
    """The player who gets the point for a colony of this kind that extends a region (section 6); None:
    nobody.
    """
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
    return tuple(leader for leader in board.placed_leaders if not science & NEIGHBOURS[leader[2]])


def squares_with(board: Board, cell: int) -> tuple[int, ...]:
    """The top left cells of the squares of four like colonies to which the colony on a cell belongs."""
    mark = board.ground[cell]
    if mark not in LETTERS:
        return ()
    like = board.marks[mark]
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
