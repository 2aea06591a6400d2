"""One legal action drawn at random, without listing all."""

from collections.abc import Iterator
from random import Random

from engines.contract import Seat
from engines.tae.actions import BOMBS, COLONIES, LEADERS, End, Swap, TaeAction, Withdraw
from engines.tae.board_masks import cells_of
from engines.tae.constants import COLONY_TYPES
from engines.tae.legal_moves import legal
from engines.tae.obstacles import bomb_cells, colony_cells, leader_cells
from engines.tae.state import TaeState

_WAYS = 6


def sample(state: TaeState, seat: Seat, rng: Random) -> TaeAction:
    """A legal action of a seat that is to act: first what to do, each as likely, then with what and where."""
    if state.phase != "action":
        actions = list(legal(state, seat))
        return actions[_below(len(actions), rng)]
    while True:
        action = _tried(state, seat, _below(_WAYS, rng), rng)
        if action is not None:
            return action


def _tried(state: TaeState, seat: Seat, way: int, rng: Random) -> TaeAction | None:
    """A legal action of this kind, or None where chance falls on one that is illegal."""
    kind = _below(len(COLONY_TYPES), rng)
    if way == 0:
        return _on(leader_cells(state, seat, kind), LEADERS[kind], rng)
    if way == 1:
        return _on(colony_cells(state, seat, kind), COLONIES[kind], rng)
    if way == 2:
        return _on(bomb_cells(state, seat), BOMBS, rng)
    if way == 3:
        return None if state.board.leaders[seat][kind] is None else Withdraw(COLONY_TYPES[kind])
    if way == 4:
        one, two, three, four = (_below(held + 1, rng) for held in state.hands[seat])
        return Swap(one, two, three, four) if 0 < one + two + three + four <= len(state.bag) else None
    return End()


def _on(cells: int, actions: tuple[TaeAction, ...], rng: Random) -> TaeAction | None:
    """The action on one of these cells."""
    if not cells:
        return None
    found: Iterator[int] = cells_of(cells)
    for _ in range(_below(cells.bit_count(), rng)):
        next(found)
    return actions[next(found)]


def _below(bound: int, rng: Random) -> int:
    return int(rng.random() * bound)
