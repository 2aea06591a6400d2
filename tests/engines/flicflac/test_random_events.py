"""Random events: section 10 of the rules."""

from collections.abc import Iterator

import pytest

from engines.chance import Chance
from engines.flicflac.actions import End
from engines.flicflac.board import board
from engines.flicflac.events import Happened
from engines.flicflac.pieces import BODY, CODES, OPPOSITES
from engines.flicflac.random_events import draw_random_event
from engines.flicflac.state import FlicFlacState, stand_of
from engines.flicflac.view import RandomEvent
from tests.engines.flicflac.table import (
    AFTERMATH,
    COMBAT_1,
    CYLINDERS,
    ENGINE,
    ONE_FALLS,
    SEED,
    act,
    load,
    play,
    start,
)

SPREAD = "CB@A1 CG@C3* CY@E7 CO@G4* CR@H12 CP@K3 BB@L9* BG@N2 BY@P6 BO@F13*"
"""Ten pieces of which no two touch, on hexes of several colours; CP and the rest at home."""


def seeded(state: FlicFlacState, number: int) -> FlicFlacState:
    return FlicFlacState(
        **{field: getattr(state, field) for field in state.__struct_fields__ if field != "chance"},
        chance=Chance(f"{number:064x}"),
    )


def outcomes(count: int = 60) -> Iterator[tuple[FlicFlacState, FlicFlacState, RandomEvent]]:
    """A position before and after each of many events."""
    state = load(SPREAD, events=100)
    for number in range(count):
        before = seeded(state, number)
        after, event = draw_random_event(before)
        assert event is not None
        yield before, after, event


def test_they_are_off_by_default_and_draw_nothing() -> None:
    state = play(start(), "end,end,end")
    assert state.chance.drawn == 0
    assert state.last is not None
    assert state.last.chance is None


def test_one_per_complete_turn() -> None:
    state = start(events=100)
    for turn in range(1, 9):
        state = act(state, state.side, "end")
        assert state.last is not None
        assert state.last.chance is not None
        assert state.turn == turn + 1


def test_so_many_of_a_hundred_draws_bring_one() -> None:
    for seed in range(20):
        drawn, _ = Chance(f"{seed:064x}").below(100)
        for chance, happens in ((drawn, False), (drawn + 1, True)):
            if chance:
                _, event = draw_random_event(seeded(load(SPREAD, events=chance), seed))
                assert (event is not None) == happens


def test_never_between_phases() -> None:
    state = act(load(ONE_FALLS, events=100), CYLINDERS, "end")
    assert state.extra == 1
    assert state.chance.drawn == 0
    assert state.last is not None
    assert state.last.chance is None
    assert act(state, CYLINDERS, "end").chance.drawn > 0


def test_never_when_the_game_is_over() -> None:
    state = act(load(ONE_FALLS, "B", score=(10, 0), events=100), 1, "end")
    assert state.ending is not None
    assert state.chance.drawn == 0


def test_the_chance_is_what_was_asked_for() -> None:
    for events in (1, 30):
        state = start(events=events)
        happened = sum(draw_random_event(seeded(state, number))[1] is not None for number in range(600))
        assert abs(happened - 6 * events) < 40


def test_all_kinds_and_parameters_come_up() -> None:
    seen = {(event.kind, event.colours, event.cells) for _, _, event in outcomes(200)}
    assert seen == {
        ("wind", None, None),
        ("slide", None, 3),
        ("slide", None, 6),
        *(("recall", pair, None) for pair in OPPOSITES),
        *(("sinkholes", pair, None) for pair in OPPOSITES),
    }


def test_a_tumbling_wind_flips_all_on_the_board() -> None:
    for before, after, event in outcomes():
        if event.kind == "wind":
            assert event.flipped == tuple(code for code in CODES if stand_of(before, code).cell)
            for code in CODES:
                old, new = stand_of(before, code), stand_of(after, code)
                assert new.cell == old.cell
                assert (new.flipped != old.flipped) == (old.cell is not None)


@pytest.mark.parametrize("kind", ["recall", "sinkholes"])
def test_who_is_called_home_or_swallowed(kind: str) -> None:
    for before, after, event in outcomes():
        if event.kind != kind:
            continue
        assert event.colours is not None
        gone = []
        for code in CODES:
            old, new = stand_of(before, code), stand_of(after, code)
            assert new.flipped == old.flipped
            if old.cell is None:
                assert new.cell is None
                continue
            colour = BODY[code] if kind == "recall" else before.board.cell[old.cell].colour
            assert new.cell == (None if colour in event.colours else old.cell)
            if new.cell is None:
                gone.append((code, old.cell))
        assert [(one.piece, one.cell) for one in event.gone] == gone
        assert after.score == before.score


def test_a_slide_moves_the_colours_and_nobody() -> None:
    for before, after, event in outcomes():
        if event.kind == "slide":
            assert event.cells is not None
            assert after.stands == before.stands
            assert after.slide == 2 * event.cells
            assert after.board == board(8, after.slide)


def test_slides_add_up() -> None:
    state = load("", events=100)
    seen = set()
    for number in range(400):
        state, _ = draw_random_event(seeded(state, number))
        seen.add(state.slide)
    assert seen == {0, 6, 12}


def test_an_event_makes_no_capture_until_the_next_phase_ends() -> None:
    """A wind over combat example 1 leaves somebody grey: no score, no captors, but the next end captures."""
    for number in range(40):
        state = seeded(load(COMBAT_1, events=100), number)
        after, event = draw_random_event(state)
        if event is not None and event.kind == "wind":
            assert after.score == (0, 0)
            assert after.free == state.free
            captives = [one.code for one in ENGINE.view(after, None).pieces if one.doomed]
            ended = ENGINE.apply(after, after.side, End()).state
            assert ended.last is not None
            assert [one.piece for one in ended.last.captures] == captives
            return
    raise AssertionError("no wind")


def test_the_same_seed_draws_the_same() -> None:
    texts = "CB A1,end,BB A8,end,CB B1,end,end,end,end,end,end"
    one = play(start(SEED, events=60), texts)
    assert one == play(start(SEED, events=60), texts)
    other = play(start("ab" * 32, events=60), texts)
    assert one.stands != other.stands or one.slide != other.slide


def test_the_history_tells_the_event_and_a_trial_does_not() -> None:
    step = ENGINE.apply(load(AFTERMATH, events=100), CYLINDERS, End())
    assert step.reveals
    assert step.public_notation is not None
    assert step.public_notation.startswith("end xCR ~")
    assert ENGINE.narrate(step.events[-1])
    for text in (step.public_notation, *map(ENGINE.narrate, step.events)):
        assert len(text) <= 120
    # Even that nothing happens would be foreknowledge.
    assert ENGINE.apply(load(AFTERMATH, events=1), CYLINDERS, End()).reveals
    assert not ENGINE.apply(load(AFTERMATH), CYLINDERS, End()).reveals
    assert not ENGINE.apply(load(ONE_FALLS, events=100), CYLINDERS, End()).reveals


def test_every_event_is_told_in_words() -> None:
    for _, _, event in outcomes():
        clause = ENGINE.narrate(Happened(event))
        assert 10 < len(clause) <= 120
        for one in event.gone:
            assert one.piece in clause
