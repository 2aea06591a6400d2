"""The computer player: the best turn that it finds in positions imagined from its seat's view.

Each action is searched again from the view, so that nothing is remembered in between. A turn is valued before
hands are refilled, since the draw is unknown.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from msgspec.structs import replace

from engines.contract import ComputerPlayer, Level, Seat
from engines.search.picking import below, happens, one_of
from engines.tae.actions import BOMBS, COLONIES, END, LEADERS, WITHDRAWALS, End, Reinforce, Swap, TaeAction
from engines.tae.apply import advance
from engines.tae.board import leaders_in
from engines.tae.board_masks import around
from engines.tae.combat import external, open_combat
from engines.tae.commitments import considered, likely
from engines.tae.constants import COLONY_TYPES, SCIENTIST, TYPE_NUMBERS
from engines.tae.evaluation import evaluate
from engines.tae.imagining import imagine
from engines.tae.legal_moves import legal, own_turn
from engines.tae.obstacles import bomb_cells, colony_cells, leader_cells
from engines.tae.state import Counts, TaeState
from engines.tae.view import TaeView


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much a level looks at."""

    noticed: float = 1.0
    """The part of the actions that are considered."""
    samples: int
    """How many positions are imagined, over which the results of combats and draws are averaged."""
    firsts: int
    """First actions of a turn that are combined with every second one; 0: each action is valued alone."""
    turns: int
    """How many of the best turns the next player's best reply is found to."""
    replies: int
    """In how many of the imagined positions that reply is found."""


EFFORTS: Final = {
    Level.GENTLE: Effort(noticed=0.1, samples=1, firsts=0, turns=0, replies=0),
    Level.STEADY: Effort(samples=3, firsts=0, turns=0, replies=0),
    Level.STRONG: Effort(samples=6, firsts=24, turns=10, replies=4),
}
_COMBAT_SAMPLES: Final = 24
"""Positions imagined for the question how many ships to commit."""
_WAYS: Final = 6
"""How many kinds of action a random action is drawn from."""


class Turn(NamedTuple):
    """One or two actions, and what share of a win they promise."""

    value: float
    actions: tuple[TaeAction, ...]


def choose(view: TaeView, seat: Seat, level: Level, rng: Random) -> TaeAction:
    """The action that this level finds best."""
    effort = EFFORTS[level]
    if view.phase == "reinforce":
        return Reinforce(_committed(view, seat, level, rng))
    states = [imagine(view, rng) for _ in range(effort.samples)]
    if view.phase != "action":
        # The choice of the next combat, or of the monument to build: few enough actions to compare all.
        return max(legal(states[0], seat), key=lambda action: _value(states, seat, action))
    if view.actions_left > 1 and effort.firsts:
        turns = _pairs(states, seat, effort.firsts)
    else:
        noticed = [
            action
            for action in candidates(states[0], seat)
            if isinstance(action, End) or happens(effort.noticed, rng)
        ]
        turns = _singles([_prolonged(state) for state in states], seat, noticed)
    if effort.turns:
        kept = [_replied(states[: effort.replies], seat, turn) for turn in turns[: effort.turns]]
        turns = sorted(kept, key=_by_value)
    return turns[0].actions[0]


def _committed(view: TaeView, seat: Seat, level: Level, rng: Random) -> int:
    if level == Level.GENTLE:
        return likely(imagine(view, rng), seat)
    return considered([imagine(view, rng) for _ in range(_COMBAT_SAMPLES)], seat, rng)


def _singles(begun: Sequence[TaeState], seat: Seat, actions: Iterable[TaeAction]) -> list[Turn]:
    """Turns of one action each in positions with an action to spare, the best first."""
    turns = [Turn(_value(begun, seat, action), (action,)) for action in actions]
    return sorted(turns, key=_by_value)


def _pairs(states: Sequence[TaeState], seat: Seat, firsts: int) -> list[Turn]:
    """The best first actions, each with the best that can follow it; the best first."""
    begun = [_prolonged(state) for state in states]
    turns = []
    # The ships drawn in a swap are unknown when one plans how to use them.
    singles = [
        turn
        for turn in _singles(begun, seat, candidates(begun[0], seat))
        if not isinstance(turn.actions[0], Swap)
    ]
    for _, (first,) in singles[:firsts]:
        if isinstance(first, End):
            turns.append(Turn(evaluate(begun[0])[seat], (first,)))
            continue
        after = [_resolved(advance(state, seat, first)) for state in begun]
        first_board, *other_boards = (state.board for state in after)
        if all(board == first_board for board in other_boards):
            second = _best(after, seat)
            turns.append(Turn(second.value, (first, *second.actions)))
        else:
            # The result of the combat is known before the turn goes on.
            values = [_best((state,), seat).value for state in after]
            turns.append(Turn(fmean(values), (first,)))
    return sorted(turns, key=_by_value)


def _by_value(turn: Turn) -> float:
    return -turn.value


def _best(states: Sequence[TaeState], seat: Seat) -> Turn:
    """The best single action in positions with an action to spare."""
    values = [Turn(_value(states, seat, action), (action,)) for action in candidates(states[0], seat)]
    return min(values, key=_by_value)


def _replied(states: Sequence[TaeState], seat: Seat, turn: Turn) -> Turn:
    """The same turn, valued after the next player's best answer in these positions. No hand is refilled: the
    draw says nothing about the turn.
    """
    total = 0.0
    for state in states:
        after = _prolonged(state)
        for action in turn.actions:
            if isinstance(action, End):
                break
            after = _resolved(advance(after, seat, action))
        else:
            if after.actions_left > 1:
                after = _played_on(after, seat)
        following = own_turn(after, next(other for other in (*after.playing, seat) if other != seat))
        total += evaluate(after if following is None else _answered(following))[seat]
    return Turn(total / len(states), turn.actions)


def _answered(state: TaeState) -> TaeState:
    """The state after the active player's best actions, one after the other; the turn has not ended."""
    after = _prolonged(state)
    for _ in range(state.actions_left):
        after = _played_on(after, state.active)
    return after


def _played_on(state: TaeState, seat: Seat) -> TaeState:
    """The state after the best single action."""
    action = _best((state,), seat).actions[0]
    return state if isinstance(action, End) else _resolved(advance(state, seat, action))


def _prolonged(state: TaeState) -> TaeState:
    """The position with an action to spare, so that the turn does not end and no hand is filled up."""
    return replace(state, actions_left=state.actions_left + 1)


def _value(states: Sequence[TaeState], seat: Seat, action: TaeAction) -> float:
    """An action's value; where ships are drawn or fought over, the average over all positions."""
    if isinstance(action, End):
        return evaluate(states[0])[seat]
    after = advance(states[0], seat, action)
    if after.phase == "action" and not isinstance(action, Swap):
        return evaluate(after)[seat]
    total = evaluate(_resolved(after))[seat]
    for state in states[1:]:
        total += evaluate(_resolved(advance(state, seat, action)))[seat]
    return total / len(states)


def _resolved(state: TaeState) -> TaeState:
    """The state after the open combats and monument, with everybody's likely choices."""
    while state.phase not in ("action", "over"):
        if state.phase == "reinforce":
            waiting = next(side.seat for side in open_combat(state).sides if side.ships is None)
            state = advance(state, waiting, Reinforce(likely(state, waiting)))
        elif state.phase == "choose_combat":
            state = advance(state, state.active, _likely_combat(state))
        else:
            state = advance(state, state.active, next(iter(legal(state, state.active))))
    return state


def _likely_combat(state: TaeState) -> TaeAction:
    """The combat in which the active player is strongest."""

    def ahead(action: TaeAction) -> int:
        sides = dict(external(state, TYPE_NUMBERS[getattr(action, "type", "")]).initial)
        own = sides.pop(state.active, 0)
        return own - max(sides.values())

    return max(legal(state, state.active), key=ahead)


def candidates(state: TaeState, seat: Seat) -> Iterator[TaeAction]:
    """The legal actions that are worth valuing, in a fixed order; the last one ends the turn."""
    board = state.board
    for kind in range(len(COLONY_TYPES)):
        yield from LEADERS[kind].on(leader_cells(board, seat, kind))
    near = around(board.occupied)
    for kind in range(len(COLONY_TYPES)):
        yield from COLONIES[kind].on(colony_cells(state, seat, kind) & near)
    yield from BOMBS.on(bomb_cells(state, seat) & _targets(state, seat))
    for withdrawal, cell in zip(WITHDRAWALS, board.leaders[seat], strict=True):
        if cell is not None:
            yield withdrawal
    yield from _swaps(state.hands[seat], len(state.bag))
    yield END


def _targets(state: TaeState, seat: Seat) -> int:
    """The colonies of regions that others lead alone, and all that supports leaders of others."""
    board, cells = state.board, 0
    for region in board.regions:
        owners = [owner for owner, _, _ in leaders_in(board, region)]
        if owners and seat not in owners:
            cells |= region
    for owner, _, cell in board.placed_leaders:
        if owner != seat:
            cells |= board.colonies(SCIENTIST) & around(1 << cell)
    return cells & ~board.leader_cells


def _swaps(hand: Counts, bag: int) -> Iterator[TaeAction]:
    """The swaps of all ships, of all except one kind's, and of all of one kind."""
    found: list[tuple[int, ...]] = [hand]
    for kind in range(len(hand)):
        found.append(tuple([held if number == kind else 0 for number, held in enumerate(hand)]))
        found.append(tuple([0 if number == kind else held for number, held in enumerate(hand)]))
    return (Swap(*ships) for ships in dict.fromkeys(found) if 0 < sum(ships) <= bag)


def sample(state: TaeState, seat: Seat, rng: Random) -> TaeAction:
    """A legal action of a seat that is to act, without a list of all: a kind of action, each as likely, then
    the rest.
    """
    if state.phase != "action":
        return one_of(list(legal(state, seat)), rng)
    while True:
        if (action := _tried(state, seat, rng)) is not None:
            return action


def _tried(state: TaeState, seat: Seat, rng: Random) -> TaeAction | None:
    """A random action of a turn, or None if the drawn one is illegal."""
    way, kind = below(_WAYS, rng), below(len(COLONY_TYPES), rng)
    if way == 0:
        return _any_of(LEADERS[kind].on(leader_cells(state.board, seat, kind)), rng)
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


COMPUTER: Final = ComputerPlayer[TaeState, TaeAction, TaeView](
    choose=choose, sample=sample, evaluate=lambda state: evaluate(_resolved(state))
)
"""The computer player of TaE."""
