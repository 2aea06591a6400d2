"""The numbered rulings of the rules, one by one (ruling 3 is the host's; 14 to 16 are in test_endings)."""

from typing import get_type_hints

import pytest
from msgspec.structs import replace

from engines.contract import IllegalAction, IllegalOptions
from engines.roses.actions import Phalanx
from engines.roses.board import CASTLES, CELLS, DIRECTIONS, HALF_TURN, RED_CELLS, ROWS, neighbour
from tests.engines.roses.table import (
    BLACK,
    ENGINE,
    EXAMPLE_B,
    START,
    WHITE,
    board,
    code,
    legal,
    load,
    play,
    position,
    start,
    why,
    winner,
)

PADDING = ("a4", "c6", "a1", "b1", "c1", "d2", "f4")


def test_ruling_1_cell_names() -> None:
    """All cells that the seed mentions carry the pieces that its text gives them: d3 may go to d4."""
    assert neighbour("d3", "ne") == "d4"
    assert "d3" not in RED_CELLS
    state = load("B/.bb./...../...../.w../W w 00")
    assert "d3-d4" in legal(state)


def test_section_2_names_are_coordinates() -> None:
    steps = {"e": (1, 1), "w": (-1, -1), "se": (1, 0), "nw": (-1, 0), "ne": (0, 1), "sw": (0, -1)}
    assert len(CELLS) == 20
    for cell in CELLS:
        letter, number = "abcdef".index(cell[0]) + 1, int(cell[1])
        for direction in DIRECTIONS:
            over, up = steps[direction]
            name = f"{' abcdef '[letter + over]}{number + up}"
            assert neighbour(cell, direction) == (name if name in CELLS else None)


def test_section_2_the_half_turn_keeps_the_board() -> None:
    for cell, opposite in HALF_TURN.items():
        letter, number = "abcdef".index(cell[0]) + 1, int(cell[1])
        assert opposite == f"{'abcdef'[6 - letter]}{8 - number}"
    assert HALF_TURN[CASTLES[0]] == CASTLES[1]
    assert {HALF_TURN[cell] for cell in RED_CELLS} == set(RED_CELLS)


@pytest.mark.parametrize("cell", PADDING)
def test_ruling_2_padding_is_no_board(cell: str) -> None:
    assert cell not in CELLS
    assert code(start(), f"@{cell}") == "no_such_cell"


@pytest.mark.parametrize(
    ("mover", "target", "helper"),
    [
        ("c4", "b4", "b3"),  # towards a4
        ("c4", "c5", "d5"),  # towards c6
        ("e6", "d6", "d5"),  # towards c6
        ("a3", "a2", "b3"),  # towards a1
        ("b3", "b2", "c3"),  # towards b1
        ("c3", "c2", "d3"),  # towards c1
        ("d4", "d3", "c3"),  # towards d2
        ("d4", "e4", "e5"),  # towards f4
        ("f6", "f5", "e5"),  # towards f4
    ],
)
def test_ruling_2_a_piece_pushed_towards_padding_is_off(mover: str, target: str, helper: str) -> None:
    state = load(board(white=(mover, helper), black=(target,)))
    step = ENGINE.apply(state, WHITE, ENGINE.parse(state, WHITE, f"{mover}x{target}"))
    assert step.notation == f"{mover}x{target}*"
    assert ENGINE.view(step.state, None).soldiers[BLACK] == ()


def test_ruling_4_a_drop_is_compulsory() -> None:
    state = load("B/.bb./...../...w./..w./W w 22")
    assert all(text.startswith("@") for text in legal(state))
    assert code(state, "e5-e6") == "wrong_phase"


def test_ruling_4_no_moving_before_all_are_down() -> None:
    state = load("B/.bb./.w.b./ww.../.w../W b 01")
    assert position(play(state, "@a3")) == "B/bbb./.w.b./ww.../.w../W w 00"


def test_ruling_4_without_a_legal_drop_the_turn_is_skipped() -> None:
    blocked = load("B/..../...../...../.bb./W w 12")
    assert legal(blocked) == {"pass"}
    assert ENGINE.forced(blocked) == (WHITE, next(iter(ENGINE.legal(blocked, WHITE))))
    after = play(blocked, "pass")
    assert position(after) == "B/..../...../...../.bb./W b 12"
    assert legal(after) != {"pass"}
    assert after.quiet == 0


def test_ruling_4_a_side_that_has_dropped_all_waits_for_the_other() -> None:
    assert legal(load("B/..b./...../...../.w../W w 01")) == {"pass"}


def test_ruling_4_where_nobody_can_ever_drop_the_game_is_dead() -> None:
    state = load("B/..../...../...../.bb./W w 10")
    assert (why(state), winner(state)) == ("dead", None)
    assert why(play(load("B/..../...../...../.bb./W b 11"), "@c2")) == "dead"


def test_red_cells_forbid_drops_only() -> None:
    state = load("B/.bb./...../...w./..w./W w 22")
    assert "@d4" not in legal(state)
    moved = play(load("B/.bb./...../..www/..../W w 00"), "d4-c4")
    assert ENGINE.view(moved, None).soldiers[WHITE] == ("c4", "e5", "f6")


def test_ruling_5_castles_are_obstacles_and_never_part_of_a_line() -> None:
    beside = load("B/.bb./...../...../.ww./W w 00")
    assert not {text for text in legal(beside) if "e3" in text}
    assert code(beside, "e3-e4") == "not_your_soldier"
    assert code(beside, "d3-e3") == "blocked"
    # White's d3 has the castle behind it: no phalanx of castle and soldier.
    state = load("B/..../...../..b../.w../W w 00")
    assert not {text for text in legal(state) if "x" in text}


def test_ruling_6_any_run_with_its_front_free_may_shift() -> None:
    state = load("B/.bb./...../..www/..../W w 00")
    assert position(play(state, "e5-c3")) == "B/.bb./...../.ww.w/..../W b 00"
    assert position(play(state, "f6-c3")) == "B/.bb./...../.www./..../W b 00"


def test_ruling_6_a_run_of_four() -> None:
    state = load("B/.b../wwww./...../..../W w 00")
    assert {"c4-e6", "b3-e6", "a2-e6"} <= legal(state)
    assert position(play(state, "a2-e6")) == "B/.b../.wwww/...../..../W b 00"


def test_ruling_7_a_translation_moves_two_the_same_way_and_not_along_their_line() -> None:
    texts = legal(load("B/bb../...../.ww../..../W w 00"))
    assert {text for text in texts if "+" in text} == {"c3d4+ne", "c3d4+nw", "c3d4+se", "c3d4+sw"}


def test_ruling_8_the_front_two_of_three_attack() -> None:
    state = load("B/..../...../wwwb./..../W w 00")
    assert {text for text in legal(state) if "x" in text} == {"c3xe5"}
    assert position(play(state, "c3xe5>f6")) == "B/..../...../w.wwb/..../W b 00"


def test_ruling_8_option_long_phalanx() -> None:
    state = load("B/..../...../wwwb./..../W w 00", long_phalanx=True)
    assert {text for text in legal(state) if "x" in text} == {"c3xe5", "b2xe5"}
    assert position(play(state, "b2xe5>f6")) == "B/..../...../.wwwb/..../W b 00"
    assert position(play(state, "b2c3d4+e")) == "B/..../...../.wwwb/..../W b 00"


def test_ruling_8_a_long_phalanx_is_the_whole_line() -> None:
    state = load("B/..../wwwwb/...../..../W w 00", long_phalanx=True)
    assert {text for text in legal(state) if "x" in text} == {"c4xe6", "a2xe6"}
    assert position(play(state, "a2xe6*")) == "B/..../.wwww/...../..../W b 00"
    assert code(state, "b3xe6") == "illegal"


def test_ruling_8_the_help_for_a_target_is_true_of_a_long_phalanx_too() -> None:
    """Its target is three or four cells from the rear soldier."""
    (help_text,) = get_type_hints(Phalanx, include_extras=True)["target"].__metadata__
    assert help_text.description == "The enemy soldier or castle in line right before the front one"


def test_ruling_8_a_long_phalanx_takes_the_castle() -> None:
    state = load("B/.w../.w.../w..b./..../W w 00", long_phalanx=True)
    assert winner(play(state, "b2xb5#")) == WHITE


@pytest.mark.parametrize(
    ("before", "text", "side"),
    [
        ("B/.w../.w.../...../..bb/W w 00", "b3xb5", WHITE),
        ("B/..w./...w./...../b.../W w 00", "d5xb5", WHITE),
        ("B/ww../...../.b.../.b../W b 00", "c3xe3", BLACK),
        ("B/ww../...../...b./..b./W b 00", "e5xe3", BLACK),
    ],
)
def test_ruling_9_the_approaches_to_the_castles(before: str, text: str, side: int) -> None:
    state = load(before)
    assert {move for move in legal(state) if move.endswith(("b5", "e3"))} == {text}
    taken = play(state, f"{text}#")
    assert (why(taken), winner(taken)) == ("castle", side)
    assert ENGINE.view(taken, None).castles == ((True, False) if side == WHITE else (False, True))
    assert position(taken)[0] == "B"


def test_ruling_10_the_two_of_a_support_attack_need_not_touch() -> None:
    before = "B/w.b./bw.../.bb../..w./W b 00"
    apart = {text for text in legal(load(before)) if text.endswith("xb3")}
    together = {text for text in legal(load(before, support_contiguous=True)) if text.endswith("xb3")}
    assert apart - together == {"a2xb3"}
    assert code(load(before, support_contiguous=True), "a2xb3") == "no_support"


def test_ruling_10_support_is_never_against_a_castle() -> None:
    assert code(load(EXAMPLE_B), "c5xb5") == "castle_needs_phalanx"


def test_ruling_11_a_captured_soldier_does_not_return() -> None:
    state = play(load(EXAMPLE_B), "d4xf6*")
    assert state.reserves == (0, 0)
    assert ENGINE.view(state, None).lost == (0, 1)


def test_ruling_12_no_voluntary_pass() -> None:
    assert code(load(EXAMPLE_B), "pass") == "illegal"
    assert code(start(), "pass") == "illegal"


def test_ruling_12_a_walled_in_soldier_passes() -> None:
    state = load("B/..../....b/...bw/..bb/W w 00")
    forced = ENGINE.forced(state)
    assert forced is not None
    step = ENGINE.apply(state, *forced)
    assert step.notation == "pass"
    assert [ENGINE.narrate(event) for event in step.events] == ["White has no legal action and passes"]
    assert position(step.state) == "B/..../....b/...bw/..bb/W b 00"
    assert step.state.quiet == 1
    assert ENGINE.view(state, None).prompt == "White has no legal action and passes"
    assert ENGINE.forced(step.state) is None


def test_two_enemies_in_a_row_cannot_be_pushed() -> None:
    state = load("B/..../...../wwbb./..../W w 00")
    assert code(state, "b2xd4") == "blocked"


def test_a_push_needs_an_empty_cell_of_either_colour() -> None:
    assert code(load("B/..../...../wwbw./..../W w 00"), "b2xd4") == "blocked"
    # North-west of c5 stands Black's own castle.
    assert code(load("B/..b./...w./...w./..../W w 00"), "e5xc5") == "blocked"


def test_a_part_of_a_long_phalanx_is_told_to_charge_as_a_whole() -> None:
    state = load("B/..../wwwwb/...../..../W w 00", long_phalanx=True)
    _, second, third, _, enemy = ROWS[2]
    assert f"{third}x{enemy}" in legal(state)
    with pytest.raises(IllegalAction, match="with its whole line"):
        ENGINE.parse(state, WHITE, f"{second}x{enemy}")


def test_options_are_checked() -> None:
    with pytest.raises(IllegalOptions, match="repetition"):
        start(repetition=1)
    with pytest.raises(IllegalOptions):
        start(repetition=-1)
    with pytest.raises(IllegalOptions):
        start(first="green")
    with pytest.raises(IllegalOptions, match="has no option"):
        start(castles=3)


def test_section_4_the_same_player_opens_the_move_phase() -> None:
    state = play(start(first="black"), "@b4 @d3 @c5 @e4 @a3 @c2 @d6 @f5")
    assert state.turn == BLACK
    assert not state.dropping
    assert position(load(START.replace(" w ", " b "))) == position(start(first="black"))


def test_defaults_are_those_of_the_rules() -> None:
    options = ENGINE.options({})
    assert (options.first, options.repetition, options.quiet_limit) == ("white", 3, 100)
    assert (options.long_phalanx, options.support_contiguous) == (False, False)


def test_an_only_move_is_made_by_itself() -> None:
    only = load("B/..../....b/...bw/.bb./W w 00")
    (move,) = ENGINE.legal(only, WHITE)
    assert ENGINE.forced(only) == (WHITE, move)
    assert ENGINE.forced(load(EXAMPLE_B)) is None


def test_an_only_move_is_left_to_players_whom_nothing_else_would_stop() -> None:
    only = load("B/..../....b/...bw/.bb./W w 00")
    endless = replace(only, options=replace(only.options, repetition=0, quiet_limit=0))
    assert ENGINE.forced(endless) is None
    walled_in = load("B/..../....b/...bw/..bb/W w 00")
    passing = replace(walled_in, options=endless.options)
    assert ENGINE.forced(passing) is not None
