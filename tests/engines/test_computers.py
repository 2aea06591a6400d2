"""What every computer player keeps: it plays by the rules, from its view alone, and always the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pytest

from engines.contract import AnyEngine, ComputerPlayer, Level, Seat, Value
from engines.registry import ENGINES
from engines.thinking import Thought, task_for, think
from tests.engines.hidden_games import PAIRS
from tests.engines.test_thinking import answers, child
from tests.engines.walks import a_choice

LONGEST = 300
"""Actions of a random game from which positions are taken."""
TAKEN = 12
"""Positions of such a game."""

PLAYED = sorted(key for key, engine in ENGINES.items() if engine.computer is not None)
LEVELS = [
    Level.GENTLE,
    *(pytest.param(level, marks=pytest.mark.slow) for level in (Level.STEADY, Level.STRONG)),
]


class Position(NamedTuple):
    """A moment of a random game, and a seat that has a choice in it."""

    engine: AnyEngine
    state: Any
    seat: Seat

    @property
    def player(self) -> ComputerPlayer[Any, Any, Any]:
        assert self.engine.computer is not None
        return self.engine.computer

    def chosen(self, level: Level, seed: str = "seed") -> str | None:
        task = task_for(self.engine, self.engine.view(self.state, self.seat), self.seat, level, seed)
        thought = think(task)
        assert thought.error is None
        return thought.action


def positions(key: str, count: int = TAKEN) -> Iterator[Position]:
    """Of two random games, with the fewest seats and the most."""
    engine = ENGINES[key]
    for seats in sorted({engine.info.min_seats, len(engine.info.seats)}):
        rng = random.Random(f"{key} {seats}")
        state = engine.start(engine.options({}), seats, f"{rng.getrandbits(256):064x}")
        states: list[Value] = []
        while engine.to_act(state) and len(states) < LONGEST:
            forced = engine.automatic(state)
            if forced is None:
                states.append(state)
            state = engine.apply(state, *(forced or a_choice(engine, state, rng))).state
        for one in states[:: 1 + len(states) // count]:
            yield Position(engine, one, rng.choice(engine.to_act(one)))


def test_whoever_has_a_computer_player_can_imagine() -> None:
    assert PLAYED
    assert all(ENGINES[key].imagine is not None for key in PLAYED)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", PLAYED)
def test_what_it_chooses_is_legal_and_the_same_again(key: str, level: Level) -> None:
    for position in positions(key, TAKEN if level is Level.GENTLE else 4):
        engine, state, seat = position
        text = position.chosen(level)
        assert text is not None
        engine.apply(state, seat, engine.parse(state, seat, text))
        assert position.chosen(level) == text


@pytest.mark.parametrize("key", PLAYED)
def test_samples_are_legal_and_expectations_are_shares(key: str) -> None:
    for position in positions(key, 2 * TAKEN):
        engine, state, seat = position
        rng = random.Random(1)
        for _ in range(5):
            engine.apply(state, seat, position.player.sample(state, seat, rng))
        expected = position.player.evaluate(state)
        assert len(expected) == len(engine.view(state, None).chips)
        assert all(0 <= one <= 1 for one in expected)
        assert sum(expected) == pytest.approx(1)


def test_a_process_with_nothing_but_the_task_chooses_the_same() -> None:
    some = [one for key in PLAYED for one in islice(positions(key, 4), 4)]
    tasks = [
        task_for(one.engine, one.engine.view(one.state, one.seat), one.seat, Level.GENTLE, f"seed {number}")
        for number, one in enumerate(some)
    ]
    # One process for all games, within its usual limits.
    assert answers(child(*tasks)) == [
        Thought(action=one.chosen(Level.GENTLE, f"seed {number}")) for number, one in enumerate(some)
    ]


@pytest.mark.parametrize("key", sorted(set(PAIRS).intersection(PLAYED)))
def test_what_the_seat_must_not_know_makes_no_difference(key: str) -> None:
    engine = ENGINES[key]
    compared = 0
    for pair in islice(PAIRS[key](engine, random.Random(1)), 20):
        for seat in pair.viewers:
            if seat is None or seat not in engine.to_act(pair.one) or seat not in engine.to_act(pair.other):
                continue
            chosen = {Position(engine, state, seat).chosen(Level.GENTLE) for state in (pair.one, pair.other)}
            assert len(chosen) == 1
            compared += 1
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("key", PLAYED)
def test_it_plays_a_whole_game_against_itself(key: str) -> None:
    engine = ENGINES[key]
    seats = engine.info.min_seats
    state = engine.start(engine.options({}), seats, "5eed" * 16)
    for number in range(engine.info.playout_bound):
        if not engine.to_act(state):
            break
        forced = engine.automatic(state)
        if forced is None:
            seat = engine.to_act(state)[0]
            text = Position(engine, state, seat).chosen(Level.GENTLE, f"{number}")
            assert text is not None
            forced = seat, engine.parse(state, seat, text)
        state = engine.apply(state, *forced).state
    assert engine.outcome(state) is not None
