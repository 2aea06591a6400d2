"""Resigning, drawing, the clock and the house rules: sections 9, 11 and 12, rulings 30 and 31."""

import pytest
from msgspec.structs import replace

from engines.contract import Claim, Draw, Extend, IllegalAction, Resign, TimeUp
from engines.flicflac.actions import End
from engines.flicflac.state import FlicFlacState
from engines.meta import MetaState
from tests.engines.flicflac.table import (
    BLOCKS,
    COMBAT_1,
    CYLINDERS,
    ENGINE,
    ONE_FALLS,
    act,
    load,
    mine,
    play,
    start,
    why,
)


def expire(state: FlicFlacState) -> FlicFlacState:
    """What the clock does when the deadline of the side in its phase passes."""
    return ENGINE.apply(state, state.side, ENGINE.clock.on_timeout(state, state.side)).state


def test_either_side_may_resign_at_any_time() -> None:
    for seat in (CYLINDERS, BLOCKS):
        state = act(start(), seat, "resign")
        outcome = ENGINE.outcome(state)
        assert outcome is not None
        assert outcome.why == "resignation"
        assert outcome.winners == (1 - seat,)
        assert ENGINE.to_act(state) == ()


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    for state, text in (
        (load(ONE_FALLS, target=1, lead=1), "Cylinders won by 1 capture to 0."),
        (start(idle_draw=1), "Draw: 1 main phase in a row without a move."),
    ):
        outcome = ENGINE.outcome(play(state, "end"))
        assert outcome is not None
        assert outcome.text == text


def test_what_was_staged_when_the_game_ends_has_not_happened() -> None:
    state = act(play(start(), "CB C1"), BLOCKS, "resign")
    for viewer in (None, CYLINDERS, BLOCKS):
        view = ENGINE.view(state, viewer)
        assert all(one.cell is None for one in view.pieces)
        assert view.staged == ()
        assert view.phase == "over"


def test_a_draw_by_agreement() -> None:
    state = act(act(start(), BLOCKS, "draw offer"), CYLINDERS, "draw accept")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.drawn
    assert outcome.why == "agreement"


def test_an_offer_lapses_when_its_maker_next_ends_a_phase() -> None:
    state = act(start(), CYLINDERS, "draw offer")
    state = play(state, "CB C1,CB retract")
    assert Draw("accept") in ENGINE.legal_meta(state, BLOCKS)
    state = act(state, CYLINDERS, "end")
    assert Draw("accept") not in ENGINE.legal_meta(state, BLOCKS)


def test_an_offer_outlasts_the_other_sides_phase() -> None:
    state = act(start(), BLOCKS, "draw offer")
    assert Draw("accept") in ENGINE.legal_meta(act(state, CYLINDERS, "end"), CYLINDERS)


def test_the_deadline_ends_the_phase_with_what_is_staged() -> None:
    staged = play(load(ONE_FALLS + " CB@A1"), "CB A2")
    assert ENGINE.clock.on_timeout(staged, CYLINDERS) == End()
    assert expire(staged) == act(staged, CYLINDERS, "end")
    assert expire(staged).score == (1, 0)
    assert mine(expire(staged)).phase == "extra"


def test_an_extra_phase_has_a_share_of_the_deadline() -> None:
    for extra_time in (50, 10, 100):
        state = load(ONE_FALLS, extra_time=extra_time)
        assert ENGINE.clock.factor(state) == 1
        assert ENGINE.clock.factor(act(state, CYLINDERS, "end")) == extra_time / 100


def test_a_deadline_covers_a_phase_whatever_is_staged() -> None:
    state = load(ONE_FALLS + " CB@A1")
    periods = [ENGINE.clock.period(state)]
    assert ENGINE.clock.period(play(state, "CB A2")) == periods[0]
    for _ in range(4):
        state = act(state, state.side, "end")
        periods.append(ENGINE.clock.period(state))
    assert periods == ["turn 1", "turn 1, extra 1", "turn 2", "turn 3", "turn 4"]


# -- house rules -------------------------------------------------------------------------------------------


def test_without_the_house_rule_nobody_can_claim() -> None:
    state = start()
    for _ in range(8):
        state = expire(state)
        assert not any(isinstance(one, Claim) for seat in (0, 1) for one in ENGINE.legal_meta(state, seat))


def test_a_claim_after_missed_deadlines_without_a_move() -> None:
    state = start(claim_after=2)
    assert ENGINE.clock.on_timeout(state, CYLINDERS) == TimeUp()
    state = act(expire(state), BLOCKS, "end")
    assert Claim() not in ENGINE.legal_meta(state, BLOCKS)
    state = expire(state)
    assert Claim() in ENGINE.legal_meta(state, BLOCKS)
    assert Claim() not in ENGINE.legal_meta(state, CYLINDERS)
    won = act(state, BLOCKS, "claim")
    assert why(won) == "timeout"
    assert ENGINE.outcome(won) is not None
    # Staging shows nothing to the other side, not even by what it may do.
    later = play(act(state, BLOCKS, "end"), "CB C1")
    assert Claim() in ENGINE.legal_meta(later, BLOCKS)
    assert Claim() not in ENGINE.legal_meta(act(later, CYLINDERS, "end"), BLOCKS)


def test_a_move_or_an_end_by_hand_breaks_the_run() -> None:
    state = act(expire(start(claim_after=2)), BLOCKS, "end")
    moved = expire(play(state, "CB C1"))
    assert Claim() not in ENGINE.legal_meta(moved, BLOCKS)
    by_hand = expire(act(act(state, CYLINDERS, "end"), BLOCKS, "end"))
    assert Claim() not in ENGINE.legal_meta(by_hand, BLOCKS)


def test_the_first_deadline_that_blocks_miss_is_one() -> None:
    state = expire(act(start(claim_after=2), CYLINDERS, "end"))
    assert Claim() not in ENGINE.legal_meta(state, CYLINDERS)
    state = expire(act(state, CYLINDERS, "end"))
    assert Claim() in ENGINE.legal_meta(state, CYLINDERS)


def test_the_opponent_may_give_more_time_instead() -> None:
    state = expire(act(expire(start(claim_after=2)), BLOCKS, "end"))
    assert Extend() in ENGINE.legal_meta(state, BLOCKS)
    state = act(act(state, BLOCKS, "extend"), BLOCKS, "end")
    assert Claim() not in ENGINE.legal_meta(expire(state), BLOCKS)


def test_the_clock_tells_in_the_history_that_it_was_the_clock() -> None:
    state = play(start(claim_after=3), "CB C1")
    step = ENGINE.apply(state, CYLINDERS, TimeUp())
    assert step.public_notation == "time up, CB C1, end"
    with pytest.raises(IllegalAction):
        ENGINE.apply(state, BLOCKS, TimeUp())


def test_a_draw_after_main_phases_without_a_move() -> None:
    state = start(idle_draw=3)
    state = play(state, "end,end")
    assert state.ending is None
    assert why(play(state, "CB C1,CB retract,end")) == "idle"
    moved = play(state, "CB C1,end,end,end")
    assert moved.ending is None
    ended = play(moved, "end")
    outcome = ENGINE.outcome(ended)
    assert outcome is not None
    assert outcome.drawn
    assert why(play(start(), "end,end,end,end,end,end,end")) is None


def test_nothing_goes_on_after_the_end() -> None:
    state = act(start(), BLOCKS, "resign")
    for seat in (CYLINDERS, BLOCKS):
        for action in (End(), Resign(), Draw(), TimeUp()):
            with pytest.raises(IllegalAction):
                ENGINE.apply(state, seat, action)


def test_defaults_are_those_of_the_rules() -> None:
    options = ENGINE.options({})
    assert (options.size, options.target, options.lead) == (8, 11, 2)
    assert (options.events, options.extra_time, options.claim_after, options.idle_draw) == (0, 50, 0, 0)


@pytest.mark.parametrize(("seat", "missed"), [(CYLINDERS, (2, 0)), (BLOCKS, (0, 3))])
def test_who_gives_more_time_forgives_what_the_other_has_missed(seat: int, missed: tuple[int, int]) -> None:
    state = replace(load(COMBAT_1), missed=(2, 3), meta=MetaState(overdue=(CYLINDERS, BLOCKS)))
    assert act(state, seat, "extend").missed == missed
