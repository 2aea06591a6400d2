"""Phases, captures, extra phases and the rulings of section 13 about them."""

import random

import pytest
from msgspec.structs import replace

from engines.contract import IllegalAction
from engines.flicflac.actions import End, Move, Reset, Retract
from engines.flicflac.conformance.position import read_position
from engines.flicflac.pieces import OWNER, SIDES
from engines.flicflac.state import FlicFlacState
from tests.engines.flicflac.table import (
    AFTERMATH,
    BLOCKS,
    BOTH_LOSE,
    COMBAT_1,
    CYLINDERS,
    ENGINE,
    ONE_FALLS,
    act,
    captured,
    code,
    free,
    healths,
    legal,
    load,
    mine,
    piece,
    play,
    reach,
    stand,
    start,
)

FIVE_PHASES = (
    "CB@B1 CG@G6 CY@D1* CO@E2* CR@E3 CP@F5 BB@G3* BG@J1* BO@H1* BR@E4*",
    "BO G1,BG J2,BY B6,BP F1,BR E5,BB E4,end",
    "BR C2,BB F3,end",
    "BR C1,end",
    "BR D2,end",
)
"""A turn of the blocks on the smallest board in which phase after phase captures."""


def test_ruling_1_the_cylinders_begin() -> None:
    assert start().side == CYLINDERS
    assert free(start()) == list(SIDES[CYLINDERS])


def test_ruling_3_black_is_only_ever_a_whole_move() -> None:
    """From B1 (red): C1, black, lies beside it, and so does no other black hex within three steps."""
    state = load("CB@B1")
    blacks = {cell for cell in reach(state, "CB") if state.board.cell[cell].colour == "K"}
    assert blacks == {name for name in state.board.neighbours["B1"] if state.board.cell[name].colour == "K"}


def test_ruling_4_leaving_black_flips_nothing() -> None:
    state = load("CB@H8*")
    assert all(piece(act(state, CYLINDERS, f"CB {cell}"), "CB").flipped for cell in reach(state, "CB"))


def test_ruling_5_an_entry_edge_is_reached_at_any_distance_past_others() -> None:
    state = load("CG@B1 CO@A1 CP@C1")
    assert reach(state, "CB") == set(state.board.entry["CB"]) - {"A1", "B1", "C1"}


def test_ruling_6_nobody_goes_home_by_itself() -> None:
    assert code(load("CB@A1"), "CB home") == "not_home"
    assert code(start(), "CB home") == "not_home"


def test_ruling_7_nobody_flips_in_place() -> None:
    state = load("CB@H8")
    assert "H8" not in reach(state, "CB")
    assert code(state, "CB H8") == "occupied"


def test_ruling_8_a_retraction_brings_cell_face_and_move_back() -> None:
    before = load("CB@B1*")
    after = play(before, "CB C1,CB retract")
    assert after == before
    home = play(start(), "CB C1,CB retract")
    assert home == start()


def test_ruling_8_a_retraction_is_blocked_while_the_cell_is_taken() -> None:
    state = play(load("CB@C1 CR@D2"), "CB B1,CR C1")
    assert code(state, "CB retract") == "start_occupied"
    assert "CB retract" not in legal(state)
    assert stand(play(state, "CR retract,CB retract"), "CB") == "C1"


def test_ruling_9_a_moved_piece_is_not_sent_elsewhere() -> None:
    state = play(load("CB@C1"), "CB B1")
    assert code(state, "CB A1") == "has_moved"
    assert reach(state, "CB") == set()


def test_ruling_10_pieces_of_both_sides_block_grey_ones_too() -> None:
    state = load("CY@C4 BR@D5 CB@D4")
    assert piece(state, "BR").doomed
    assert "D5" not in reach(state, "CY")
    assert "D4" not in reach(state, "CY")
    assert code(state, "CY D5") == "occupied"


def test_ruling_12_an_attacker_gains_though_nobody_attacks_it() -> None:
    assert healths(load(ONE_FALLS)) == {"CY": 1, "BR": -21}


def test_ruling_13_defence_counts_once() -> None:
    """BY and CR of combat example 1: each flies the other's colour, CR is empowered."""
    assert healths(load("BY@H5 CR@G5*")) == {"BY": -1, "CR": 1}


def test_ruling_14_twenty_for_each_unanswered_attacker() -> None:
    single = healths(load(ONE_FALLS))["BR"]
    second = healths(load("BR@D5 CO@D6"))
    assert single == -21
    assert second == {"BR": -21, "CO": 1}
    both = load("CY@C4 BR@D5 CO@D6")
    assert healths(both)["BR"] == -42


def test_ruling_15_a_supporter_gains_nothing_and_support_does_not_save() -> None:
    state = load("BO@F7* BG@G7 CR@E6*")
    assert healths(load("BO@F7* BG@G7"))["BO"] == 2
    assert healths(load("BO@F7* BG@G7"))["BG"] == 1
    assert healths(state)["BO"] == 2 - 21
    assert piece(state, "BO").doomed


def test_ruling_16_a_grey_piece_acts_in_full_and_may_recover() -> None:
    state = load(BOTH_LOSE)
    assert healths(state) == {"CY": -21, "BB": -1, "BO": 2}
    away = act(state, CYLINDERS, "CY G4")
    assert healths(away) == {}
    assert healths(act(away, CYLINDERS, "CY retract")) == healths(state)


def test_ruling_18_a_phase_without_a_move_is_resolved_too() -> None:
    state = act(load(AFTERMATH), CYLINDERS, "end")
    assert captured(state) == ["CR"]
    assert state.side == BLOCKS
    assert healths(state)["BY"] == -1
    state = act(state, BLOCKS, "end")
    assert captured(state) == ["BY"]
    assert state.score == (1, 1)


def test_ruling_21_captives_are_found_together() -> None:
    """In the aftermath BY is left below 0, but not in the same resolution."""
    assert captured(act(load(AFTERMATH), CYLINDERS, "end")) == ["CR"]
    assert set(captured(act(load(BOTH_LOSE), CYLINDERS, "end"))) == {"BB", "CY"}


def test_ruling_22_captives_keep_their_face() -> None:
    state = act(load(BOTH_LOSE), CYLINDERS, "end")
    assert (stand(state, "CY"), stand(state, "BB")) == ("home*", "home")


def test_ruling_23_only_those_who_attack_the_captive_are_captors() -> None:
    state = load("CY@C4 CG@C5 BR@D5")
    assert healths(state) == {"CY": 3, "BR": -21}, "CG touches both, supports CY and does not fly red"
    after = act(state, CYLINDERS, "end")
    assert captured(after) == ["BR"]
    assert free(after) == ["CY"]


def test_ruling_24_only_the_side_in_its_phase_gets_captors() -> None:
    state = act(load(ONE_FALLS, "B"), BLOCKS, "end")
    assert state.score == (1, 0)
    assert (state.side, mine(state).phase) == (CYLINDERS, "main")


def test_ruling_25_all_but_the_captors_are_frozen_even_for_a_retraction() -> None:
    state = play(load(ONE_FALLS + " CB@A1"), "CB A2,end")
    assert free(state) == ["CY"]
    assert code(state, "CB retract") == "frozen"
    assert code(state, "CB A1") == "frozen"
    assert {text.split()[0] for text in legal(state)} == {"CY", "end"}


def test_ruling_26_each_extra_phase_finds_its_captors_afresh() -> None:
    position, *phases = FIVE_PHASES
    state = load(position, "B", size=5, target=100)
    for number, phase in enumerate(phases, start=1):
        state = play(state, phase)
        assert mine(state).phase == "extra"
        assert state.extra == number
        assert state.side == BLOCKS
        assert state.turn == 1
        assert captured(state)
    state = play(state, "end")
    assert (state.side, state.turn, state.extra) == (CYLINDERS, 2, 0)


def test_ruling_27_the_game_is_won_in_the_middle_of_a_turn() -> None:
    state = act(load(COMBAT_1, score=(9, 0)), CYLINDERS, "end")
    assert state.score == (11, 0)
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert (outcome.why, outcome.ranks, outcome.scores) == ("captures", (1, 2), (11, 0))
    assert ENGINE.forced(state) is None


def test_ruling_27_the_other_side_may_win_in_ones_own_phase() -> None:
    state = act(load(ONE_FALLS, "B", score=(10, 3)), BLOCKS, "end")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.winners == (CYLINDERS,)


def test_ruling_28_target_and_lead_are_options() -> None:
    assert act(load(ONE_FALLS, score=(1, 1), target=2, lead=1), 0, "end").ending is not None
    assert act(load(ONE_FALLS, score=(1, 1), target=2, lead=2), 0, "end").ending is None


def test_ruling_32_a_pass_costs_nothing() -> None:
    state = act(start(), CYLINDERS, "end")
    assert state.score == (0, 0)
    assert act(state, BLOCKS, "end").side == CYLINDERS


def test_ruling_33_healths_are_shown_at_all_times() -> None:
    state = act(load(AFTERMATH), CYLINDERS, "end")
    assert piece(state, "BY").doomed


def test_stepping_out_of_the_way_and_back_leaves_the_move() -> None:
    """Section 5: what happens to crossed cells later does not matter."""
    state = play(load("BY@C1* BP@D1 CP@D2*", "B"), "BP E2,BY E1,BP retract,BP E2")
    assert (stand(state, "BY"), stand(state, "BP")) == ("E1*", "E2*")


def test_a_reset_is_some_order_of_retractions() -> None:
    rng = random.Random(4)
    for _ in range(60):
        begun = state = load("CB@C1 CR@D2 CG@C2* CP@D1 BO@E1*")
        for _ in range(rng.randrange(1, 12)):
            moves = [text for text in legal(state) if "end" not in text and "reset" not in text]
            state = act(state, CYLINDERS, rng.choice(moves))
        if state.staged:
            assert act(state, CYLINDERS, "reset") == begun
        while state.staged:
            back = next(text for text in legal(state) if text.endswith("retract"))
            state = act(state, CYLINDERS, back)
        assert state == begun


def test_a_phase_in_which_no_captor_can_move_ends_by_itself() -> None:
    """CB is captured with its prey, and its edge is full."""
    edge = ["A1", "B1", "C1", "D1", "E1"]
    blockers = ["CR", "CY", "BG", "BO", "BP"]
    crowd = " ".join(f"{one}@{cell}" for one, cell in zip(blockers, edge, strict=True))
    stuck = read_position(
        {
            "pieces": dict(part.split("@") for part in crowd.split()),
            "phase": "extra",
            "free": ["CB"],
        },
        ENGINE.options({"size": 5}),
    )
    assert reach(stuck, "CB") == set()
    assert ENGINE.forced(stuck) == (CYLINDERS, End())
    assert legal(stuck) == ["end"]
    main = replace(stuck, extra=0)
    assert legal(main) == ["end"]
    assert ENGINE.forced(main) is None
    assert act(stuck, CYLINDERS, "end").ply == 1
    assert ENGINE.forced(start()) is None
    assert ENGINE.forced(act(load(ONE_FALLS), CYLINDERS, "end")) is None


def test_a_main_phase_never_ends_by_itself() -> None:
    edge = " ".join(
        f"{one}@{cell}"
        for one, cell in zip(["CR", "CY", "BG", "BO", "BP"], ["A1", "B1", "C1", "D1", "E1"], strict=True)
    )
    assert ENGINE.forced(load(edge, size=5)) is None


def random_phase(state: FlicFlacState, rng: random.Random) -> FlicFlacState:
    for _ in range(rng.randrange(8)):
        state = ENGINE.apply(
            state, state.side, rng.choice(list(ENGINE.legal(state, state.side))[:-1] or [End()])
        ).state
    return ENGINE.apply(state, state.side, End()).state


@pytest.mark.parametrize("seed", range(6))
def test_laws_of_random_play(seed: int) -> None:
    """At most six extra phases in a turn; scores count what fell; nobody shares a cell."""
    rng = random.Random(seed)
    state = start(size=5, target=100, lead=1)
    fallen = [0, 0]
    while state.ending is None and state.ply < 120:
        before = state
        state = random_phase(before, rng)
        for capture in captured(state):
            fallen[1 - OWNER[capture]] += 1
        assert state.score == tuple(fallen)
        assert state.extra <= 6
        if state.ending is not None:
            break
        assert state.extra in (0, before.extra + 1)
        assert (state.extra > 0) == any(OWNER[one] != before.side for one in captured(state))
        assert (state.turn, state.side) == (
            (before.turn, before.side) if state.extra else (before.turn + 1, 1 - before.side)
        )
        cells = [one.cell for one in mine(state).pieces if one.cell]
        assert len(set(cells)) == len(cells)
    assert sum(fallen) > 3


def test_every_order_of_actions_is_listed() -> None:
    state = play(load("CB@C1 CR@D2"), "CB B1")
    kinds = [type(action) for action in ENGINE.legal(state, CYLINDERS)]
    assert kinds == sorted(kinds, key=[Move, Retract, Reset, End].index)
    assert legal(state)[-3:] == ["CB retract", "reset", "end"]


def test_the_other_side_has_nothing_to_do() -> None:
    state = start()
    assert list(ENGINE.legal(state, BLOCKS)) == []
    with pytest.raises(IllegalAction):
        ENGINE.apply(state, BLOCKS, End())
