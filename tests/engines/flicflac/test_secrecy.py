"""A phase is its mover's secret until it ends."""

import random

import pytest

from engines.contract import IllegalAction, Seat
from engines.flicflac.actions import End
from engines.flicflac.pieces import CODES
from engines.flicflac.questions import AskHealth, AskReach
from engines.flicflac.state import FlicFlacState
from tests.engines.flicflac.equal_views import pairs
from tests.engines.flicflac.table import BLOCKS, CYLINDERS, ENGINE, act, load, play, start


@pytest.mark.parametrize(
    "number", [*range(6), *(pytest.param(number, marks=pytest.mark.slow) for number in range(6, 15))]
)
def test_what_is_staged_makes_no_difference_to_answers(number: int) -> None:
    """Nor to anything else that others are shown: `tests/engines/test_hidden.py`."""
    rng = random.Random(number)
    for pair in pairs(ENGINE, rng):
        code = rng.choice(CODES)
        for viewer in pair.viewers:
            for question in (AskHealth(code), AskReach(code)):
                states = (pair.one, pair.other)
                answers = [ENGINE.questions.answer(state, viewer, question) for state in states]
                assert answers[0] == answers[1]
        for seat in (0, 1):
            if seat in pair.viewers and seat != pair.one.side:
                assert refused(pair.one, seat) == refused(pair.other, seat)


def refused(state: FlicFlacState, seat: Seat) -> str:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(state, seat, "end")
    return str(caught.value)


def test_the_mover_sees_what_is_staged_and_nobody_else() -> None:
    state = play(start(), "CB C1,CG K13,CB retract")
    own = ENGINE.view(state, CYLINDERS)
    assert [(move.piece, move.origin, move.target, move.flipped) for move in own.staged] == [
        ("CG", None, "K13", True)
    ]
    assert [one.code for one in own.pieces if one.moved] == ["CG"]
    for viewer in (BLOCKS, None):
        seen = ENGINE.view(state, viewer)
        assert seen.staged == ()
        assert not any(one.moved or one.cell for one in seen.pieces)


def test_nobody_learns_even_that_something_was_staged() -> None:
    state = start()
    for text in ("CB C1", "CG K13", "CB retract", "reset"):
        step = ENGINE.apply(state, CYLINDERS, ENGINE.parse(state, CYLINDERS, text))
        assert step.notation == text
        assert step.public_notation is None
        assert step.events == ()
        assert not step.reveals
        state = step.state


def test_the_end_tells_the_moves_that_stand_in_their_order() -> None:
    state = play(start(), "CG K13,CB C1,CY A1,CG retract,CG J14")
    step = ENGINE.apply(state, CYLINDERS, End())
    assert step.notation == "end"
    assert step.public_notation == "CB C1, CY A1, CG J14, end"
    assert ENGINE.narrate(step.events[0]) == "Cylinders moved CB to C1, CY to A1 and CG to J14"
    for viewer in (None, CYLINDERS, BLOCKS):
        last = ENGINE.view(step.state, viewer).last
        assert last is not None
        assert [move.piece for move in last.moves] == ["CB", "CY", "CG"]


def test_the_end_tells_the_captures() -> None:
    state = load("CY@C4 BR@D5 CB@A1")
    step = ENGINE.apply(play(state, "CB A2"), CYLINDERS, End())
    assert step.public_notation == "CB A2, end xBR"
    assert [ENGINE.narrate(event) for event in step.events] == [
        "Cylinders moved CB to A2",
        "BR was captured on D5 and went home",
        "CY may strike again",
    ]


def test_a_long_phase_fits_a_line() -> None:
    state = play(start(), "CB C1,CR D1,CY E1,CG K13,CO L12,CP M11")
    step = ENGINE.apply(state, CYLINDERS, End())
    assert step.public_notation is not None
    assert len(step.public_notation) <= 200
    assert all(len(ENGINE.narrate(event)) <= 120 for event in step.events)


def test_retractions_are_not_shown() -> None:
    step = ENGINE.apply(play(start(), "CB C1,CB retract"), CYLINDERS, End())
    assert step.public_notation == "end"
    assert act(start(), CYLINDERS, "end") == step.state
