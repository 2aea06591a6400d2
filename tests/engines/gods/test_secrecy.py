"""Plans are their owner's alone until the round is settled (docs/rules/four-gods.md section 2, Ruling 6)."""

import random

import pytest

from engines.contract import Seat, Step
from engines.gods.state import GodsState
from tests.engines.gods.equal_views import pairs
from tests.engines.gods.table import (
    BLUE,
    ENGINE,
    GREEN,
    ORANGE,
    RED,
    act,
    do,
    last,
    plan,
    refusal,
    start,
    view,
)
from tests.engines.hidden import check_pair


@pytest.mark.parametrize("number", range(30))
def test_what_is_planned_makes_no_difference_to_others(number: int) -> None:
    count = 0
    for pair in pairs(ENGINE, random.Random(number)):
        count += 1
        check_pair(ENGINE, pair)
        for viewer in pair.viewers:
            if viewer is not None and viewer in pair.one.living:
                for text in ("Ar Ar", "Ar Ab Ag Ao", "xx"):
                    assert refused(pair.one, viewer, text) == refused(pair.other, viewer, text)
    assert count


def refused(state: GodsState, seat: Seat, text: str) -> str:
    return str(refusal(state, seat, text))


def test_the_owner_sees_the_plan_with_its_price() -> None:
    state = act(start(), RED, "Ab Ag Do")
    own = view(state, RED).own
    assert own is not None
    assert (own.saved, own.actions, own.price, own.left, own.most) == (True, ("Ab", "Ag", "Do"), 5, 55, 3)
    assert own.choices == ("Ab", "Ag", "Ao", "Db", "Dg", "Do")
    for viewer in (BLUE, GREEN, ORANGE, None):
        assert view(state, viewer) == view(start(), viewer)
    other = view(state, BLUE).own
    assert other is not None
    assert not other.saved


def test_nobody_learns_even_that_something_was_planned() -> None:
    state = start()
    shown_to_red = {
        "Ab": "Ab (price 2)",
        "Ag Do": "Ag Do (price 3)",
        "clear": "clear",
        "none": "none (price 0)",
    }
    for text, line in shown_to_red.items():
        step = do(state, RED, text)
        assert step.notation == line
        assert step.public_notation is None
        assert step.events == ()
        assert not step.reveals
        state = step.state


def public_parts(step: Step[GodsState]) -> tuple[str | None, list[str]]:
    """What everybody is told."""
    return step.public_notation, [ENGINE.narrate(one) for one in step.events if one.audience == "public"]


def test_ready_marks_are_shown_and_nothing_else() -> None:
    step = do(act(start(), RED, "Ab"), RED, "ready")
    assert public_parts(step) == ("ready", ["RED is ready"])
    assert view(step.state).to_act == (BLUE, GREEN, ORANGE)
    assert [god.ready for god in view(step.state).gods] == [True, False, False, False]
    assert view(step.state).prompt == "BLUE, GREEN and ORANGE choose in secret"
    assert public_parts(do(step.state, RED, "not ready")) == ("not ready", ["RED is not ready any more"])
    assert public_parts(do(start(), BLUE, "time up")) == (None, [])


def test_ready_marks_may_be_hidden() -> None:
    state = start(show_ready=False)
    for text in ("ready", "resign", "time up"):
        step = do(state, RED, text)
        assert public_parts(step) == (None, [])
        for viewer in (None, BLUE, GREEN, ORANGE):
            assert view(step.state, viewer) == view(state, viewer)
        assert view(step.state, RED).to_act == ()
        assert ENGINE.to_act(step.state) == (BLUE, GREEN, ORANGE)
    assert view(state, RED).to_act == (RED,)
    assert view(state).to_act == ()
    assert [god.ready for god in view(state).gods] == [None] * 4


def test_no_preview_tells_whether_the_others_are_ready() -> None:
    alone = start(show_ready=False)
    pending = act(act(act(alone, BLUE, "ready"), GREEN, "ready"), ORANGE, "ready")
    for text in ("ready", "resign"):
        assert do(alone, RED, text).reveals
        assert do(pending, RED, text).reveals


def test_a_resignation_looks_like_a_ready_mark() -> None:
    """It tells that nothing is chosen, which nobody may know before the settlement."""
    ready, resigned = do(start(), RED, "ready"), do(start(), RED, "resign")
    assert public_parts(ready) == public_parts(resigned)
    assert ENGINE.narrate(resigned.events[0]) == "RED resigns when the round is settled", "to RED alone"
    for viewer in (None, BLUE):
        assert view(ready.state, viewer) == view(resigned.state, viewer)
    assert public_parts(do(ready.state, RED, "resign")) == (None, [])
    own = view(resigned.state, RED).own
    assert own is not None
    assert own.resigning
    for state in (ready.state, resigned.state):
        asked = act(state, BLUE, "draw")
        listed = [ENGINE.format(one) for one in ENGINE.legal_meta(asked, RED)]
        assert listed[:2] == ["draw offer", "draw accept"]


def test_the_settlement_tells_everything() -> None:
    state = plan(start(), "R: Ab Ag Do; B: Dr; G: Ao Dr Db")
    for seat in (RED, BLUE, GREEN):
        state = act(state, seat, "ready")
    step = do(state, ORANGE, "ready")
    assert step.reveals
    public, happened = public_parts(step)
    assert public == "ready, round 1: R Ab Ag Do; B Dr; G Ao Dr Db; O none"
    assert happened == [
        "ORANGE is ready",
        "RED attacked BLUE and GREEN and defended against ORANGE",
        "BLUE defended against RED",
        "GREEN attacked ORANGE and defended against RED and BLUE",
        "ORANGE did nothing",
        "BLUE blocked RED",
        "GREEN blocked RED",
        "GREEN hit ORANGE",
        "RED 60−5=55 EP",
        "BLUE 60−1+1=60 EP",
        "GREEN 60−4+1=57 EP",
        "ORANGE 60−5=55 EP",
    ]
    assert last(step.state).gods[RED].actions == ("Ab", "Ag", "Do")


def test_with_hidden_marks_the_settlement_tells_no_mark() -> None:
    state = start(show_ready=False)
    for seat in (RED, BLUE, GREEN):
        state = act(state, seat, "ready")
    public, happened = public_parts(do(state, ORANGE, "ready"))
    assert public == "round 1: R none; B none; G none; O none"
    assert happened[0] == "RED did nothing"


def test_plans_stay_secret_when_a_draw_ends_the_game() -> None:
    state = plan(start(), "R: Ab; B: Ar")
    for seat in range(4):
        state = act(state, seat, "draw")
    blank = start()
    for seat in range(4):
        blank = act(blank, seat, "draw")
    for viewer in (None, *range(4)):
        assert view(state, viewer) == view(blank, viewer)


def test_the_prompt_names_those_who_choose() -> None:
    state = act(act(start(), 0, "ready"), 1, "ready")
    assert view(state).prompt == "GREEN and ORANGE choose in secret"
    assert view(act(state, 2, "ready")).prompt == "ORANGE chooses in secret"
