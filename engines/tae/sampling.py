"""One legal action drawn at random, without listing all."""

from collections.abc import Sequence
from random import Random

from engines.contract import Seat
from engines.search.picking import below, one_of
from engines.tae.actions import BOMBS, COLONIES, END, LEADERS, WITHDRAWALS, Swap, TaeAction
from engines.tae.constants import COLONY_TYPES
from engines.tae.legal_moves import legal
from engines.tae.obstacles import bomb_cells, colony_cells, leader_cells
from engines.tae.state import TaeState

_WAYS = 6


def sample(state: TaeState, seat: Seat, rng: Random) -> TaeAction:
    """A legal action of a seat that is to act: first what to do, each as likely, then with what and where."""
    if state.phase != "action":
        actions = list(legal(state, seat))
        return one_of(actions, rng)
    while True:
        action = _tried(state, seat, below(_WAYS, rng), rng)
        if action is not None:
            return action


def _tried(state: TaeState, seat: Seat, way: int, rng: Random) -> TaeAction | None:
    """A random legal action of this kind, or None if the drawn one is illegal."""
    kind = below(len(COLONY_TYPES), rng)
    if way == 0:
        return _any_of(LEADERS[kind].on(leader_cells(state, seat, kind)), rng)
    if way == 1:
        return _any_of(COLONIES[kind].on(colony_cells(state, seat, kind)), rng)
    if way == 2:
        return _any_of(BOMBS.on(bomb_cells(state, seat)), rng)
    if way == 3:
        return None if state.board.leaders[seat][kind] is None else WITHDRAWALS[kind]
    if way == 4:
        one, two, three, four = (below(held + 1, rng) for held in state.hands[seat])
        return Swap(one, two, three, four) if 0 < one + two + three + four <= len(state.bag) else None
    return END


def _any_of(actions: Sequence[TaeAction], rng: Random) -> TaeAction | None:
    return one_of(actions, rng) if actions else None
