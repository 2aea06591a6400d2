"""What every computer player keeps: it plays by the rules, from its view alone, and always the same."""

import random
from itertools import islice

import pytest

from engines.contract import Level
from engines.registry import ENGINES
from engines.thinking import Thought, task_for
from tests.engines.hidden_games import PAIRS
from tests.engines.thinking_process import answers, child
from tests.engines.thoughts import LISTS, PLAYED, TAKEN, Position, positions, recorded, thoughts

LEVELS = [
    Level.GENTLE,
    *(pytest.param(level, marks=pytest.mark.slow) for level in (Level.STEADY, Level.STRONG)),
]


def test_whoever_has_a_computer_player_can_imagine() -> None:
    assert PLAYED
    assert all(ENGINES[key].imagine is not None for key in PLAYED)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", PLAYED)
def test_what_it_chooses_is_legal(key: str, level: Level) -> None:
    for position in positions(key, TAKEN if level is Level.GENTLE else 4):
        engine, state, seat = position
        text = position.chosen(level)
        assert text is not None
        engine.apply(state, seat, engine.parse(state, seat, text))


@pytest.mark.parametrize("key", PLAYED)
def test_what_it_plans_begins_with_its_choice_and_is_legal_to_the_end(key: str) -> None:
    for position in positions(key):
        engine, state, seat = position
        view, chance = engine.view(state, seat), [random.Random(7), random.Random(7)]
        planned = position.player.planned(view, seat, Level.GENTLE, chance[0])
        assert planned[0] == position.player.choose(view, seat, Level.GENTLE, chance[1])
        for action in planned:
            state = engine.apply(state, seat, action).state


@pytest.mark.parametrize("key", PLAYED)
def test_what_it_thinks_is_written_down_and_the_same_everywhere(key: str) -> None:
    file = LISTS / f"{key}.txt"
    assert thoughts(key) == (file.read_text() if file.exists() else ""), (
        "does it play as well? `make arena` says so, and `python -m tests.engines.thoughts` writes it"
    )


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


@pytest.mark.parametrize("key", PLAYED)
def test_at_the_end_who_has_won_may_expect_all_of_it(key: str) -> None:
    engine = ENGINES[key]
    assert engine.computer is not None
    for *_, last in recorded(key):
        outcome = engine.outcome(last)
        if outcome is not None:
            first = [rank == 1 for rank in outcome.ranks]
            assert engine.computer.evaluate(last) == pytest.approx([won / sum(first) for won in first])


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


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("key", sorted(set(PAIRS).intersection(PLAYED)))
def test_what_the_seat_must_not_know_makes_no_difference(key: str, level: Level) -> None:
    engine = ENGINES[key]
    alike = [
        (pair, seat)
        for pair in islice(PAIRS[key](engine, random.Random(1)), 20)
        for seat in pair.viewers
        if seat is not None and seat in engine.to_act(pair.one) and seat in engine.to_act(pair.other)
    ]
    assert alike
    for pair, seat in alike if level is Level.GENTLE else alike[:2]:
        chosen = {Position(engine, state, seat).chosen(level) for state in (pair.one, pair.other)}
        assert len(chosen) == 1


@pytest.mark.slow
@pytest.mark.parametrize("key", PLAYED)
def test_it_plays_a_whole_game_against_itself(key: str) -> None:
    engine = ENGINES[key]
    seats = engine.info.min_seats
    state = engine.start(engine.options({}), seats, "5eed" * 16)
    for number in range(engine.info.playout_bound):
        if not engine.to_act(state):
            break
        forced = engine.forced(state)
        if forced is None:
            seat = engine.to_act(state)[0]
            text = Position(engine, state, seat).chosen(Level.GENTLE, f"{number}")
            assert text is not None
            forced = seat, engine.parse(state, seat, text)
        state = engine.apply(state, *forced).state
    assert engine.outcome(state) is not None
