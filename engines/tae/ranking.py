"""What a player most likely wants: greater numbers come first in a panel.

Rough and cheap, from the public board; legality does not depend on it. The best of every kind of action is
about 0, the next one -1 and so on: between kinds the player chooses.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Final, NamedTuple

from engines.contract import Seat
from engines.tae.actions import Bomb, Colony, Leader, Swap, TaeAction
from engines.tae.board import Board, leaders_in, scorer_in, support
from engines.tae.board_masks import ALL, NEIGHBOURS, around, cells_in, cells_of, set_of, surroundings
from engines.tae.constants import CELL_NAMES, COLONY_TYPES, HAND, MERCHANT, SCIENTIST, TYPE_NUMBERS
from engines.tae.obstacles import free_to_bombs, free_to_colonies, leader_cells
from engines.tae.state import TaeState

_POINT: Final = 10.0
"""The value of a point of one's own, the unit of all weights."""
_ROOM: Final = 10
"""How many free cells beside a cell weigh as much as 1; they decide between cells of equal worth."""
_FAR: Final = -200.0
"""The rank of a cell that has no advantage."""


class Clash(NamedTuple):
    """A combat that would follow if regions were joined."""

    kind: int
    sides: tuple[tuple[Seat, int], ...]
    """Player and strength before anybody reinforces, by seat."""


def rank(state: TaeState, seat: Seat, action: TaeAction) -> float:
    """How likely the player wants a legal action, beside others of its kind."""
    match action:
        case Colony():
            return _colonies(state.board, seat, action.type).get(action.to, _FAR)
        case Leader():
            return _leaders(state.board, seat, action.type).get(action.to, _FAR)
        case Bomb():
            return _bombs(state.board, seat).get(action.to, _FAR)
        case Swap(ships=ships):
            # Prefer to swap all ships of a kind, or none of it.
            broken = sum(0 < one < held for one, held in zip(ships, state.hands[seat], strict=True))
            return sum(ships) - HAND - broken * HAND
    return 0.0


def _placed(worth: dict[int, float]) -> dict[str, float]:
    """The rank of each cell, by its name: 0 for the cell of the greatest worth, -1 for the next and so on.
    Cells of negative worth have ranks from `_FAR` downwards.
    """
    # Cells of equal worth keep their order: sorting is stable, also in reverse.
    order = sorted(worth, key=worth.__getitem__, reverse=True)
    harmless = bisect_right(order, 0.0, key=lambda cell: -worth[cell])
    places = chain(range(0, -harmless, -1), count(_FAR - harmless, -1))
    return dict(zip(map(CELL_NAMES.__getitem__, order), places, strict=False))


@lru_cache(64)
def joinings(board: Board) -> dict[int, tuple[int, ...]]:
    """The vacant cells between regions in reading order, and the regions that touch each of them."""
    partition = board.partition
    return {cell: (*partition.beside(cell),) for cell in cells_of(partition.between & board.vacant)}


@lru_cache(1024)
def clashes(board: Board, near: tuple[int, ...]) -> tuple[Clash, ...]:
    """The combats that joining these regions would bring."""
    led = [(seat, kind, region) for region in near for seat, kind, _ in leaders_in(board, region)]
    if len(led) < 2:  # Nobody fights alone.
        return ()
    kinds = [kind for _, kind, _ in led]
    return tuple(
        Clash(
            kind,
            tuple(
                sorted(
                    (seat, (board.colonies(kind) & region).bit_count())
                    for seat, of, region in led
                    if of == kind
                )
            ),
        )
        for kind in range(len(COLONY_TYPES))
        if kinds.count(kind) > 1
    )


@lru_cache(64)
def _colonies(board: Board, seat: Seat, of: str) -> dict[str, float]:
    """Ranks of cells for a colony: points first, then won combats, then extended own regions."""
    kind = TYPE_NUMBERS[of]
    legal, own = free_to_colonies[kind](board), sum(_led_by(board, seat))
    like, free = board.colonies(kind), ALL & ~board.occupied
    ranks = dict.fromkeys(cells_in(around(around(own)) & legal), 0.5)
    for region in board.regions:
        worth = _extension(board, region, seat, kind)
        for cell in cells_in(surroundings(region) & legal):
            beside = NEIGHBOURS[cell]
            ranks[cell] = worth + (beside & like).bit_count() / 2 + (beside & free).bit_count() / _ROOM
    for cell, near in joinings(board).items():
        if legal >> cell & 1:
            ranks[cell] = _joining(board, near, seat)
    return _placed(ranks)


def _extension(board: Board, region: int, seat: Seat, kind: int) -> float:
    if not region & board.leader_cells:
        return 1.0
    scorer = scorer_in(board, region, kind)
    if scorer is None:
        return 2.0 if region in _led_by(board, seat) else 1.0
    return _POINT if scorer == seat else -_POINT / 2


@lru_cache(1024)
def _joining(board: Board, near: tuple[int, ...], seat: Seat) -> float:
    """What joining these regions is worth, with a colony of any kind."""
    fought = clashes(board, near)
    if not fought:
        united = sum(near)
        artifacts = (united & board.lying).bit_count()
        traders = [owner for owner, kind, _ in leaders_in(board, united) if kind == MERCHANT]
        gain = max(artifacts - 1, 0) * _POINT
        return 1.5 + (gain if seat in traders else -gain if traders else 0)
    return sum(_prospect(clash.sides, seat) for clash in fought)


def _prospect(sides: Sequence[tuple[Seat, int]], seat: Seat) -> float:
    """The worth of a combat to a player who loses ties."""
    own = next((strength for side, strength in sides if side == seat), None)
    if own is None:
        return 0.0
    others = [strength for side, strength in sides if side != seat]
    return sum(one + 1 for one in others) * _POINT if own > max(others) else -(own + 1) * _POINT


@lru_cache(64)
def _leaders(board: Board, seat: Seat, of: str) -> dict[str, float]:
    """Ranks of cells for a leader: places beside its colonies, safe places, challenges that it wins."""
    kind, beside = TYPE_NUMBERS[of], _beside(board)
    stands, lifted = board.leaders[seat][kind], board
    if stands is not None:
        lifted = board.with_leader(seat, kind, None)
        beside = beside | _found_beside(lifted, NEIGHBOURS[stands])
    legal, like, science = leader_cells(board, seat, kind), lifted.colonies(kind), lifted.colonies(SCIENTIST)
    alike = [cell for _, of_kind, cell in lifted.placed_leaders if of_kind == kind]
    held = set_of(alike)
    left = 0 if stands is None else NEIGHBOURS[stands]
    ranks: dict[int, float] = {}
    for region in lifted.regions:
        worth = 3.0 * (like & region).bit_count() + region.bit_count() / 4
        if kind == MERCHANT:
            worth += _POINT / 2 * (lifted.lying & region).bit_count()
        if left & region:
            worth -= _POINT
        worth *= _ROOM
        cells = cells_in(surroundings(region) & legal)
        if region & held:
            challenged = next(cell for cell in alike if region >> cell & 1)
            rival = (NEIGHBOURS[challenged] & science).bit_count()
            won, lost = worth + _POINT * _ROOM, worth - 2 * _POINT * _ROOM
            for cell in cells:
                stronger = (NEIGHBOURS[cell] & science).bit_count() > rival
                ranks[cell] = (won if stronger else lost) + beside[cell]
        else:
            for cell in cells:
                ranks[cell] = worth + beside[cell]
    return _placed(ranks)


@lru_cache(16)
def _beside(board: Board) -> dict[int, int]:
    """The values of `_found_beside` for the cells beside scientist colonies, as leaders go nowhere else."""
    return _found_beside(board, around(board.colonies(SCIENTIST)))


def _found_beside(board: Board, cells: int) -> dict[int, int]:
    """The worth of what is beside each empty one of these cells to any leader there, in tenths: support, then
    free cells.
    """
    science, free = board.colonies(SCIENTIST), ALL & ~board.occupied
    return {
        cell: (NEIGHBOURS[cell] & science).bit_count() * _ROOM + (NEIGHBOURS[cell] & free).bit_count()
        for cell in cells_of(cells & free)
    }


@lru_cache(16)
def _bombs(board: Board, seat: Seat) -> dict[str, float]:
    """Ranks of cells for a bomb: supports and links of others; empty cells that threaten own regions."""
    legal, unsupporting = free_to_bombs(board), _unsupporting(board, seat)
    ranks = {cell: _threat(board, near, seat) for cell, near in joinings(board).items() if legal >> cell & 1}
    for region in board.regions:
        owners = {owner for owner, _, _ in leaders_in(board, region)}
        hostile = (1.0 if owners else 0.0) if seat not in owners else -_POINT / 2
        for cell in cells_of(region & legal):
            links = hostile > 0 and board.partition.links(cell)
            ranks[cell] = hostile * (_POINT / 2 if links else 1) + unsupporting.get(cell, 0.0)
    return _placed(ranks)


def _threat(board: Board, near: tuple[int, ...], seat: Seat) -> float:
    fought = clashes(board, near)
    return _POINT / 4 if any(_prospect(clash.sides, seat) < 0 for clash in fought) else 0.0


def _unsupporting(board: Board, seat: Seat) -> dict[int, float]:
    """The worth of destroying science colonies that are a leader's only support, by cell."""
    worth: dict[int, float] = {}
    for owner, _, at in board.placed_leaders:
        supporting = support(board, at)
        if supporting.bit_count() == 1:
            cell = supporting.bit_length() - 1
            worth[cell] = worth.get(cell, 0.0) + (-2 * _POINT if owner == seat else _POINT)
    return worth


@lru_cache(64)
def _led_by(board: Board, seat: Seat) -> frozenset[int]:
    """The regions with a leader of this player."""
    own = set_of(cell for owner, _, cell in board.placed_leaders if owner == seat)
    return frozenset(region for region in board.regions if region & own)


def threatened(board: Board) -> Iterator[tuple[int, Clash]]:
    """The cells on which one colony would start a combat, in reading order, and each of its combats."""
    for cell, near in joinings(board).items():
        yield from ((cell, clash) for clash in clashes(board, near))
