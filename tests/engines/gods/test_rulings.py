"""Planning, readiness, deadlines, leaving: sections 3 and 10 of docs/rules/four-gods.md, ruling by ruling."""

import pytest

from engines.contract import Claim, Draw, Extend, IllegalAction, Resign, TimeUp
from engines.gods.actions import Ready
from engines.gods.state import GodsState
from tests.engines.gods.table import (
    BLUE,
    ENGINE,
    GREEN,
    ORANGE,
    RED,
    act,
    code,
    do,
    energies,
    fallen,
    last,
    load,
    plan,
    play_round,
    result,
    start,
    view,
)


def test_only_the_living_are_waited_for() -> None:
    """Ruling 5."""
    state = load("6 5 7 out")
    assert ENGINE.to_act(state) == (RED, BLUE, GREEN)
    assert list(ENGINE.legal(state, ORANGE)) == []
    assert list(ENGINE.legal_meta(state, ORANGE)) == []
    for text in ("Ab", "ready", "clear", "resign", "draw"):
        assert code(state, ORANGE, text) == "eliminated"


def test_a_plan_changed_after_the_ready_mark_keeps_it() -> None:
    state = act(start(), RED, "Ab", "ready", "Ag", "clear", "Ao Dg")
    assert state.stances[RED].edits == 4
    assert ENGINE.to_act(state) == (BLUE, GREEN, ORANGE)
    own = view(state, RED).own
    assert own is not None
    assert own.ready
    assert own.actions == ("Ao", "Dg")


def test_a_ready_mark_can_be_taken_back() -> None:
    state = act(start(), RED, "ready", "not ready")
    assert RED in ENGINE.to_act(state)
    assert code(state, RED, "not ready") == "not_ready"
    assert code(act(state, RED, "ready"), RED, "ready") == "ready_already"


def test_the_same_plan_may_be_saved_again() -> None:
    state = act(start(), RED, "Ab", "Ab")
    own = view(state, RED).own
    assert own is not None
    assert own.actions == ("Ab",)


def test_the_last_saved_plan_counts_at_the_deadline() -> None:
    """Ruling 4: ready or not; who saved nothing plays nothing."""
    state = plan(start(), "R: Ab; B: Dg")
    state = act(state, BLUE, "ready", "Dr")
    state = plan(state, "G: Ar")
    state = act(state, GREEN, "clear")
    for seat in (RED, GREEN, ORANGE):
        assert view(state).round == 1
        state = ENGINE.apply(state, seat, ENGINE.clock.on_timeout(state, seat)).state
    assert view(state).round == 2
    assert energies(state) == [58, 60, 60, 60]
    assert [god.actions for god in last(state).gods] == [("Ab",), ("Dr",), (), ()]


def test_whoever_is_late_may_still_plan_while_others_are_waited_for() -> None:
    state = act(start(), RED, "time up", "Ab", "ready", "not ready")
    assert ENGINE.to_act(state) == (BLUE, GREEN, ORANGE)
    assert code(state, RED, "time up") == "not_late"


def test_time_does_not_run_out_for_those_who_are_ready() -> None:
    assert code(act(start(), RED, "ready"), RED, "time up") == "not_late"


def test_a_deadline_covers_a_round() -> None:
    state = act(start(), RED, "Ab", "ready")
    assert ENGINE.clock.period(state) == "round 1"
    assert ENGINE.clock.period(play_round(state)) == "round 2"


@pytest.mark.parametrize("action", [Claim(), Extend()])
def test_nobody_is_claimed_out(action: Claim | Extend) -> None:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(start(), RED, action)
    assert caught.value.code == "not_here"


# -- drawing -----------------------------------------------------------------------------------------------


def test_a_draw_needs_all_living_gods_in_the_same_round() -> None:
    """Ruling 15: nothing is settled then."""
    state = plan(load("6 5 7 out"), "R: Ab; B: Ag")
    state = act(act(state, RED, "draw"), BLUE, "draw accept")
    assert [god.asks_draw for god in view(state).gods] == [True, True, False, False]
    state = act(state, GREEN, "draw")
    assert result(state) == ("consent", "rbg")
    assert energies(state) == [6, 5, 7, 0]
    assert view(state).history == ()
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (1, 1, 1, 4)
    assert outcome.text == "RED, BLUE and GREEN agree on a draw."


def test_requests_for_a_draw_lapse_with_the_round() -> None:
    state = start()
    for seat in (RED, BLUE, GREEN):
        state = act(state, seat, "draw offer")
    state = act(play_round(state), ORANGE, "draw offer")
    assert result(state) is None
    assert [god.asks_draw for god in view(state).gods] == [False, False, False, True]


def test_a_request_for_a_draw_can_be_taken_back() -> None:
    state = act(start(), RED, "draw")
    for text in ("draw", "draw accept", "draw decline"):
        assert code(state, RED, text) == "offer_stands"
    state = act(state, RED, "draw withdraw")
    assert code(state, RED, "draw withdraw") == "no_offer"
    assert code(state, BLUE, "draw accept") == "no_offer"
    assert code(state, BLUE, "draw decline") == "no_offer"
    for seat in (BLUE, GREEN, ORANGE):
        state = act(state, seat, "draw")
    assert result(state) is None


def test_who_declines_a_draw_is_not_asked_again_in_the_round_and_may_still_join() -> None:
    asked = act(act(start(), RED, "draw"), BLUE, "draw accept")
    step = do(asked, GREEN, "draw decline")
    assert step.public_notation == "draw decline"
    assert [ENGINE.narrate(event) for event in step.events] == ["GREEN declines the draw"]
    assert step.state.asking == (RED, BLUE)
    assert list(ENGINE.legal_meta(step.state, GREEN)) == [Draw("offer"), Resign()]
    assert {code(step.state, GREEN, f"draw {answer}") for answer in ("accept", "decline")} == {"no_offer"}
    assert Draw("accept") in set(ENGINE.legal_meta(step.state, ORANGE))
    state = act(act(step.state, ORANGE, "draw accept"), GREEN, "draw")
    assert result(state) == ("consent", "rbgo")
    changed = act(step.state, GREEN, "draw", "draw withdraw")
    assert Draw("decline") in set(ENGINE.legal_meta(changed, GREEN)), "who has changed their mind since"


def test_a_position_is_stored_as_before_draws_could_be_declined() -> None:
    """The doctor compares the stored text of a game with that of its history."""
    asked = act(start(), RED, "draw")
    assert b"declines" not in ENGINE.codec.encode(asked)
    declined = act(asked, BLUE, "draw decline")
    assert ENGINE.codec.decode_state(ENGINE.codec.encode(declined)) == declined != asked


def test_an_answer_is_offered_where_somebody_asks() -> None:
    state = act(start(), RED, "draw")
    assert list(ENGINE.legal_meta(state, RED)) == [Draw("withdraw"), Resign()]
    assert list(ENGINE.legal_meta(state, BLUE)) == [
        *(Draw("offer"), Draw("accept"), Draw("decline")),
        Resign(),
    ]


def test_a_request_for_a_draw_is_told() -> None:
    step = do(start(), RED, "draw")
    assert step.public_notation == "draw offer"
    assert ENGINE.narrate(step.events[0]) == "RED asks for a draw (1 of 4 living gods do)"
    step = do(step.state, RED, "draw withdraw")
    assert ENGINE.narrate(step.events[0]) == "RED asks for a draw no more"


# -- resigning ---------------------------------------------------------------------------------------------


def test_a_resignation_waits_for_the_settlement() -> None:
    """Ruling 16: nothing is chosen, attacks count, and then the god is out whatever its energy."""
    state = act(plan(start(), "R: Ab Ag; B: Ar Dr"), RED, "resign")
    assert view(state).gods[RED].alive
    assert ENGINE.to_act(state) == (BLUE, GREEN, ORANGE)
    state = play_round(state)
    assert energies(state) == [55, 57, 60, 60]
    assert fallen(state) == "r"
    god = view(state).gods[RED]
    assert (god.alive, god.resigned, god.fell_in_round) == (False, True, 1)
    assert ENGINE.to_act(state) == (BLUE, GREEN, ORANGE)
    assert code(state, BLUE, "Ar") == "target_eliminated"


def test_whoever_resigned_has_nothing_more_to_choose() -> None:
    state = act(start(), RED, "Ab", "resign")
    assert list(ENGINE.legal(state, RED)) == []
    for text in ("Ab", "clear", "ready", "not ready", "resign"):
        assert code(state, RED, text) == "resigned"


def test_the_last_one_left_by_resignations_wins() -> None:
    state = load("6 5 7 out")
    for seat in (RED, GREEN):
        state = act(state, seat, "resign")
    state = play_round(state, "B: Ar")
    assert result(state) == ("last_standing", "b")
    assert energies(state) == [1, 3, 7, 0]


def test_whoever_resigned_does_not_win_by_highest_total() -> None:
    state = play_round(act(load("60 1 out out"), RED, "resign"), "B: Dr")
    assert energies(state)[:2] == [60, 0]
    assert result(state) == ("highest_of_fallen", "b")


def test_when_all_resign_nobody_wins() -> None:
    state = load("6 5 7 out")
    for seat in (RED, BLUE, GREEN):
        state = act(state, seat, "resign")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert (outcome.why, outcome.ranks) == ("none", (1, 1, 1, 1))
    assert outcome.text == "Everybody left has resigned; the game ends without a winner."


# -- absence -----------------------------------------------------------------------------------------------


def late(state: GodsState, *texts: str) -> GodsState:
    """A round in which RED does only this, and the others are ready."""
    for text in texts:
        state = act(state, RED, text)
    for seat in ENGINE.to_act(state):
        state = ENGINE.apply(state, seat, TimeUp() if seat == RED else Ready()).state
    return state


def test_absence_costs_nothing_unless_it_is_agreed() -> None:
    """Ruling 17."""
    state = start()
    for _ in range(4):
        state = late(state)
    assert view(state).gods[RED].alive


@pytest.mark.parametrize("sign", ["none", "Ab", "ready"])
def test_a_god_that_is_absent_too_often_resigns(sign: str) -> None:
    state = start(afk_out=2)
    state = late(late(late(state), sign))
    assert view(state).gods[RED].alive, "an explicit none, or a ready mark, is no absence"
    own = view(state, RED).own
    assert own is not None
    assert own.missed == 1
    state = late(state)
    god = view(state).gods[RED]
    assert (god.alive, god.resigned, god.ep) == (False, True, 60 - (2 if sign == "Ab" else 0))


def test_whoever_would_be_absent_too_often_is_warned() -> None:
    for state, warned in (
        (start(), False),
        (start(afk_out=2), False),
        (late(start(afk_out=2)), True),
        (act(late(start(afk_out=2)), RED, "none"), False),
        (act(late(start(afk_out=2)), RED, "ready"), False),
    ):
        panel = ENGINE.panel.staged(state, RED)
        assert panel is not None
        assert ("you resign when this round is settled" in panel.text) is warned


def test_a_plan_that_was_taken_back_is_not_saved() -> None:
    state = late(start(afk_out=1), "Ab", "clear")
    assert not view(state).gods[RED].alive


def test_when_all_are_absent_too_long_nobody_wins() -> None:
    state = start(afk_out=1)
    for seat in range(4):
        state = act(state, seat, "time up")
    assert result(state) == ("none", "rbgo")
