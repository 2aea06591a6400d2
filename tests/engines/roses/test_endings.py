"""Section 6 of the rules: how a game ends, and what happens at the table."""

import pytest

from engines.contract import Claim, Draw, Extend, IllegalAction, MetaAction, Resign, TimeUp
from engines.roses.state import RosesState
from tests.engines.roses.table import (
    BLACK,
    ENGINE,
    EXAMPLE_A,
    WHITE,
    act,
    board,
    code,
    load,
    play,
    position,
    start,
    why,
    winner,
)

TO_AND_FRO = "d3-c2 a3-a2 c2-d3 a2-a3"
QUIET = board(("d3", "f5"), ("a3", "d6"))


def listed(state: RosesState, seat: int) -> list[str]:
    return [ENGINE.format(action) for action in ENGINE.legal_meta(state, seat)]


def refusal(state: RosesState, seat: int, action: MetaAction) -> str:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(state, seat, action)
    return caught.value.code


def late(state: RosesState) -> RosesState:
    """The clock has run out for the side to move."""
    return ENGINE.apply(state, state.turn, ENGINE.clock.on_timeout(state, state.turn)).state


# -- ruling 13: wipe-out ---------------------------------------------------------------------------------


def test_ruling_13_who_loses_the_last_soldier_loses() -> None:
    state = play(load(board(("d3", "d4"), ("d5",))), "d3xd5>d6")
    assert why(state) is None
    state = play(load(board(("d5", "c4"), ("e6",))), "c4xe6*")
    assert (why(state), winner(state)) == ("wipe-out", WHITE)
    assert ENGINE.to_act(state) == ()


def test_ruling_13_in_a_loaded_position() -> None:
    state = load(board((), ("a3", "d6")))
    assert (why(state), winner(state)) == ("wipe-out", BLACK)
    state = load(board((), ("a3", "d6"), "b"))
    assert (why(state), winner(state)) == ("wipe-out", BLACK)


@pytest.mark.parametrize(("white", "black"), [((), ()), (("b3",), ()), ((), ("f5",)), (("b3",), ("f5",))])
def test_ruling_13_nobody_has_two(white: tuple[str, ...], black: tuple[str, ...]) -> None:
    state = load(board(white, black))
    assert (why(state), winner(state)) == ("dead", None)
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.text == "Draw: neither side has two soldiers left."


def test_one_against_two_plays_on() -> None:
    assert why(load(board(("b3",), ("f5", "d6")))) is None


# -- ruling 14: repetition -------------------------------------------------------------------------------


def test_ruling_14_third_occurrence() -> None:
    state = play(load(QUIET), TO_AND_FRO)
    state = play(state, "d3-c2 a3-a2 c2-d3")
    assert why(state) is None
    state = play(state, "a2-a3")
    assert (why(state), winner(state)) == ("repetition", None)


def test_ruling_14_the_position_before_ply_9_counts() -> None:
    state = play(start(), "@d3 @b4 @c2 @c5 @e4 @a3 @f5 @d6")
    before = position(state)
    for _ in range(2):
        assert why(state) is None
        state = play(state, "c2-b2 a3-a2 b2-c2 a2-a3")
        assert position(state) == before
    assert why(state) == "repetition"


def test_ruling_14_the_side_to_move_matters() -> None:
    """White loses a tempo by walking round a triangle: the same soldiers, but Black to move."""
    state = load(QUIET, repetition=2)
    state = play(state, "d3-d4 a3-a2 d4-e4 a2-a3 e4-d3")
    assert position(state).split()[0] == QUIET.split()[0]
    assert why(state) is None


@pytest.mark.parametrize("times", [2, 3, 5])
def test_option_repetition(times: int) -> None:
    state = load(QUIET, repetition=times)
    for _ in range(times - 1):
        assert why(state) is None
        state = play(state, TO_AND_FRO)
    assert why(state) == "repetition"


def test_option_repetition_off() -> None:
    state = load(QUIET, repetition=0)
    for _ in range(20):
        state = play(state, TO_AND_FRO)
    assert why(state) is None
    assert state.trail == ()


def test_positions_before_a_capture_are_forgotten() -> None:
    state = play(load(board(("d4", "e5", "c2"), ("f6", "a3", "b4"))), "c2-b2 a3-a2 b2-c2 a2-a3 d4xf6*")
    assert len(state.trail) == 1


# -- ruling 15: no progress ------------------------------------------------------------------------------


def test_ruling_15_a_hundred_quiet_plies() -> None:
    state = load(QUIET, repetition=0)
    for _ in range(24):
        state = play(state, TO_AND_FRO)
    state = play(state, "d3-c2 a3-a2 c2-d3")
    assert (state.quiet, why(state)) == (99, None)
    state = play(state, "a2-a3")
    assert (why(state), winner(state)) == ("quiet", None)


def test_option_quiet_limit() -> None:
    assert why(play(load(QUIET, quiet_limit=4), TO_AND_FRO)) == "quiet"
    state = load(QUIET, quiet_limit=0, repetition=0)
    for _ in range(60):
        state = play(state, TO_AND_FRO)
    assert why(state) is None


def test_a_capture_begins_the_count_anew_and_a_push_does_not() -> None:
    before = board(("d4", "e5", "c2"), ("f6", "a3", "b4"))
    assert play(load(before), "c2-b2 a3-a2 d4xf6*").quiet == 0
    before = board(("b2", "c3"), ("d4", "a3"))
    assert play(load(before), "b2xd4>e5").quiet == 1


def test_drops_are_not_counted_as_quiet() -> None:
    assert play(start(), "@d3 @b4 @c2 @c5 @e4 @a3 @f5 @d6").quiet == 0


def test_a_limit_of_one_is_told_in_the_singular() -> None:
    outcome = ENGINE.outcome(play(load(QUIET, quiet_limit=1), TO_AND_FRO.split(maxsplit=1)[0]))
    assert outcome is not None
    assert outcome.text == "Draw: 1 move in a row without a capture."


def test_the_order_of_the_tests() -> None:
    """A castle that falls on the last quiet ply wins; repetition is looked for before quiet plies."""
    state = load(board(("b3", "b4"), ("f5", "e4")), quiet_limit=1)
    assert why(play(state, "b3xb5#")) == "castle"
    assert why(play(load(QUIET, repetition=2, quiet_limit=4), TO_AND_FRO)) == "repetition"


# -- section 6, 5: giving up and agreeing ----------------------------------------------------------------


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_either_side_may_give_up_at_any_time(seat: int) -> None:
    state = act(load(EXAMPLE_A), seat, "resign")
    assert (why(state), winner(state)) == ("resignation", 1 - seat)
    assert ENGINE.to_act(state) == ()
    assert listed(state, seat) == []


def test_a_draw_is_offered_and_accepted() -> None:
    state = act(start(), BLACK, "draw offer")
    assert listed(state, BLACK) == ["draw withdraw", "resign"]
    assert listed(state, WHITE) == ["draw accept", "draw decline", "resign"]
    state = act(state, WHITE, "draw accept")
    assert (why(state), winner(state)) == ("agreement", None)


def test_an_offer_stands_while_the_other_side_plays() -> None:
    state = play(act(load(EXAMPLE_A), BLACK, "draw offer"), "d4-d5")
    assert why(act(state, WHITE, "draw accept")) == "agreement"


def test_an_offer_lapses_at_the_offerers_next_action() -> None:
    state = play(act(load(EXAMPLE_A), WHITE, "draw offer"), "d4-d5")
    assert refusal(state, BLACK, Draw("accept")) == "no_offer"
    state = play(act(load(EXAMPLE_A), BLACK, "draw offer"), "d4-d5 c5-c4")
    assert refusal(state, WHITE, Draw("accept")) == "no_offer"


def test_an_offer_is_declined_or_withdrawn() -> None:
    offered = act(start(), WHITE, "draw offer")
    for after in (act(offered, BLACK, "draw decline"), act(offered, WHITE, "draw withdraw")):
        assert listed(after, WHITE) == listed(after, BLACK) == ["draw offer", "resign"]
        assert refusal(after, BLACK, Draw("accept")) == "no_offer"
        assert after.turn == WHITE


def test_offers_out_of_place() -> None:
    offered = act(start(), WHITE, "draw offer")
    assert refusal(offered, WHITE, Draw("offer")) == "offer_stands"
    assert refusal(offered, BLACK, Draw("offer")) == "offer_stands"
    for seat, words in ((WHITE, "You have already offered"), (BLACK, "White has already offered")):
        with pytest.raises(IllegalAction, match=words):
            ENGINE.apply(offered, seat, Draw("offer"))
    assert refusal(offered, WHITE, Draw("accept")) == "no_offer"
    assert refusal(offered, BLACK, Draw("withdraw")) == "no_offer"
    assert refusal(offered, BLACK, Draw("perhaps")) == "no_offer"  # type: ignore[arg-type]


# -- ruling 16: absence ----------------------------------------------------------------------------------


def test_ruling_16_nothing_is_moved_for_a_late_player() -> None:
    state = late(load(EXAMPLE_A))
    assert position(state) == EXAMPLE_A
    assert ENGINE.to_act(state) == (WHITE,)
    assert listed(state, WHITE) == ["draw offer", "resign"]
    assert listed(state, BLACK) == ["draw offer", "claim", "extend", "resign"]


def test_ruling_16_the_opponent_may_claim_the_win() -> None:
    state = act(late(load(EXAMPLE_A)), BLACK, "claim")
    assert (why(state), winner(state)) == ("timeout", BLACK)


def test_ruling_16_the_opponent_may_give_more_time() -> None:
    state = act(late(load(EXAMPLE_A)), BLACK, "extend")
    assert refusal(state, BLACK, Claim()) == "not_late"
    assert listed(late(state), BLACK) == ["draw offer", "claim", "extend", "resign"]


def test_ruling_16_a_late_player_may_still_move() -> None:
    state = play(late(load(EXAMPLE_A)), "d4-d5")
    assert refusal(state, BLACK, Claim()) == "not_late"
    assert refusal(state, BLACK, Extend()) == "not_late"


def test_ruling_16_a_draw_offer_does_not_clear_the_lateness() -> None:
    state = act(late(load(EXAMPLE_A)), WHITE, "draw offer")
    assert why(act(state, BLACK, "claim")) == "timeout"
    declined = act(state, BLACK, "draw decline")
    assert why(act(declined, BLACK, "claim")) == "timeout"


def test_ruling_16_nobody_claims_out_of_place() -> None:
    state = load(EXAMPLE_A)
    assert refusal(state, BLACK, Claim()) == "not_late"
    assert refusal(late(state), WHITE, Claim()) == "not_late"
    assert refusal(late(state), WHITE, TimeUp()) == "not_late"
    assert refusal(state, BLACK, TimeUp()) == "not_late"


def test_nothing_happens_at_the_table_when_the_game_is_over() -> None:
    state = act(start(), WHITE, "resign")
    for action in (Resign(), Draw(), Draw("accept"), TimeUp(), Claim(), Extend()):
        assert refusal(state, WHITE, action) == "game_over"
        assert refusal(state, BLACK, action) == "game_over"
    assert code(state, "@d3", WHITE) == "game_over"


def test_meta_actions_need_a_seat_at_the_table() -> None:
    assert refusal(start(), 2, Resign()) == "not_seated"
    assert refusal(start(), -1, Draw()) == "not_seated"


def test_what_happens_at_the_table_is_told() -> None:
    state = start()
    found = []
    for seat, action in (
        (BLACK, Draw("offer")),
        (WHITE, Draw("decline")),
        (WHITE, TimeUp()),
        (BLACK, Extend()),
        (WHITE, TimeUp()),
        (BLACK, Claim()),
    ):
        step = ENGINE.apply(state, seat, action)
        state = step.state
        found += [ENGINE.narrate(event) for event in step.events]
    assert found == [
        "Black offers a draw",
        "White declines the draw",
        "White has missed the deadline",
        "Black gives White more time",
        "White has missed the deadline",
        "Black claims the win on time",
    ]
