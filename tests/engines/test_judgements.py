"""What players compute on their way to a choice, in the mean of some positions: no part of it changes unseen.

Whoever changes a player on purpose sees by `make arena` how it plays, and writes here what comes out now.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from statistics import fmean
from typing import Any

import pytest

from engines.contract import Seat
from engines.flicflac import player as flicflac
from engines.gods import duel
from engines.gods import player as gods
from engines.gods.one_round import OneRound
from engines.reef import player as reef
from engines.reef import turn_plans
from engines.reef.components import CORALS, NEIGHBOURS
from engines.roses import player as roses
from engines.roses.legal_moves import legal_moves
from engines.roses.moves import in_order
from engines.roses.solution import table_for
from engines.search.regret import mixed_strategies
from engines.tae import commitments
from engines.tae import player as tae
from tests.engines.thoughts import Position, from_records, positions, recorded


def judged_by_tae(position: Position, state: Any, seat: Seat) -> Iterator[float]:
    """Turns of one or two actions, before and after they are answered."""
    if state.phase == "action" and seat == state.active:
        states = [imagined(position, 1)]
        turns = tae._pairs(states, seat, 2)
        yield from (turn.value for turn in turns)
        yield tae._replied(states, seat, turns[0]).value


def judged_by_flicflac(_: Position, state: Any, seat: Seat) -> Iterator[float]:
    """The best placements with their answers, and how many were looked at."""
    if seat == state.side:
        search = flicflac.Search(10**6)
        yield search.value(flicflac.turn_of(state), 3, 2)
        yield search._nodes


def judged_by_reef(position: Position, state: Any, seat: Seat) -> Iterator[float]:
    """Plans of a turn, before and after the others have answered."""
    if state.phase == "turn":
        seen = imagined(position, 1)
        found = turn_plans.plans(seen, seat, 2, 5, most=3)
        yield from (plan.worth for plan in found)
        yield from (reef._answered(seen, seat, plan, reef._Search(1, 2)) for plan in found[:2])
        yield from (turn_plans._promise(seen, seat, cell, colour) for cell in NEIGHBOURS for colour in CORALS)


def judged_by_gods(position: Position, state: Any, seat: Seat) -> Iterator[float]:
    """What plans are worth against others, and how likely each is after some rounds of learning."""
    if seat in state.living:
        game = OneRound(state, gods._shares(state, duel.shipped(state.options)))
        rng, choices = Random(len(state.history)), [len(some) for some in game.selections]
        for _ in range(3):
            profile = [rng.randrange(count) for count in choices]
            yield from (one for player in range(len(choices)) for one in game.payoffs(player, profile))
        view = position.engine.view(state, seat)
        habits = [None if one == seat else gods._habit(view, game, one) for one in game.seats]
        for strategy in mixed_strategies(choices, game.payoffs, 10, rng, habits):
            yield from (number * part for number, part in enumerate(strategy))
        if len(state.living) == 2 and (duels := duel.shipped(state.options)) is not None:
            yield from gods._duel_strategy(state, seat, duels)


def judged_by_roses(_: Position, state: Any, __: Seat) -> Iterator[float]:
    """What moves lead to, and which of them are best as far as one sees."""
    table = table_for(state.options)
    after = [roses._after(table, state, move) for move in sorted(legal_moves(state), key=in_order)]
    yield from (one.value for one in after)
    for sees in (3, 9):
        yield from map(after.index, roses._best(after, sees))
    best = roses._best(after, 255)
    yield from map(after.index, best)
    yield from map(after.index, roses._perfect(table, state, after, best))


def imagined(position: Position, seed: int) -> Any:
    engine, state, seat = position
    assert engine.imagine is not None
    return engine.imagine(engine.view(state, seat), Random(seed))


def test_what_is_committed_to_combats_is_written_down() -> None:
    states: Iterator[Any] = chain.from_iterable(recorded("tae"))
    fought = [state for state in states if state.combat is not None]
    figures = list[float]()
    for state in fought[::5]:
        sides = [side.seat for side in state.combat.sides]
        for seat, other in (sides[:2], sides[1::-1]):
            figures += chain.from_iterable(commitments._row(state, seat, 1, other, 3))
            figures.append(commitments.considered([state], seat, Random(len(figures))))
    assert (len(figures), round(fmean(figures), 9)) == (180, 0.430440211)


Judgement = Callable[[Position, Any, Seat], Iterator[float]]


@pytest.mark.parametrize(
    ("game", "judged", "count", "expected"),
    [
        ("tae", judged_by_tae, 1, (24, 0.518696942)),
        ("flicflac", judged_by_flicflac, 6, (40, 499478.85)),
        ("reef", judged_by_reef, 3, (2654, 1.183214318)),
        ("gods", judged_by_gods, 12, (19848, 0.308444171)),
        ("roses", judged_by_roses, 12, (1111, 4.216921692)),
    ],
)
def test_what_players_compute_is_written_down(
    game: str, judged: Judgement, count: int, expected: tuple[int, float]
) -> None:
    found = list(chain(positions(game, count), from_records(game, 1 + count // 4)))
    figures = [figure for one in found for figure in judged(one, one.state, one.seat)]
    assert (len(figures), round(fmean(figures), 9)) == expected
