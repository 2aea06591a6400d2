"""Texts and positions are read and written as section 15 of the rules writes them."""

import pytest

from engines.flicflac.actions import End, Move, Reset, Retract
from engines.flicflac.conformance.position import read_position, write_position
from engines.flicflac.state import FlicFlacState
from tests.engines.flicflac.table import (
    BLOCKS,
    BOTH_LOSE,
    CYLINDERS,
    ENGINE,
    ONE_FALLS,
    act,
    code,
    load,
    play,
    refusal,
    start,
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("CB C1", "CB C1"),
        ("  cb   c1 ", "CB C1"),
        ("CB-C1", "CB C1"),
        ("cb@c1", "CB C1"),
        ("CBC1", "CB C1"),
        ("END", "end"),
        ("end", "end"),
        ("CG retract", "CG retract"),
        ("cg RETRACT", "CG retract"),
        ("Reset", "reset"),
        ("Resign", "resign"),
        ("draw", "draw offer"),
        ("time up", "time up"),
    ],
)
def test_what_is_read(text: str, canonical: str) -> None:
    state = play(start(), "CG K13")
    action = ENGINE.parse(state, CYLINDERS, text)
    assert ENGINE.format(action) == canonical
    assert ENGINE.parse(state, CYLINDERS, canonical) == action


def test_actions_are_written_in_one_way_however_their_fields_are_spelt() -> None:
    assert ENGINE.format(Move(" cb", "c1 ")) == "CB C1"
    assert ENGINE.format(Move("cb", "HOME")) == "CB home"
    assert ENGINE.format(Retract("cb")) == "CB retract"
    assert ENGINE.format(Reset()) == "reset"
    assert ENGINE.format(End()) == "end"
    state = start()
    assert ENGINE.apply(state, 0, Move("cb", " c1")) == ENGINE.apply(state, 0, Move("CB", "C1"))


@pytest.mark.parametrize("text", ["end xBR", "end ×BR", "END XBR", "endxbr"])
def test_an_end_may_say_what_it_captures(text: str) -> None:
    assert ENGINE.parse(load(ONE_FALLS), CYLINDERS, text) == End()


@pytest.mark.parametrize("text", ["end xBB", "end xBR xBB", "end xBR xBR", "end xCY"])
def test_what_an_end_does_not_capture_is_refused(text: str) -> None:
    refused = refusal(load(ONE_FALLS), text)
    assert refused.code == "bad_suffix"
    assert "end xBR" in refused.sentence


# -- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "syntax"),
        ("CB", "syntax"),
        ("CB CG", "syntax"),
        ("CB C1 D1", "syntax"),
        ("CB C1*", "syntax"),
        ("reset CB", "syntax"),
        ("CB C123", "syntax"),
        ("XB C1", "no_such_piece"),
        ("CK retract", "no_such_piece"),
        ("CB I1", "no_such_cell"),
        ("CB Z1", "no_such_cell"),
        ("CB Q9", "no_such_cell"),
        ("CB A0", "no_such_cell"),
        ("CB A01", "no_such_cell"),
        ("BB A8", "not_your_piece"),
        ("BB retract", "not_your_piece"),
        ("CY C2", "has_moved"),
        ("CB home", "not_home"),
        ("CB A1", "occupied"),
        ("CB C2", "out_of_reach"),
        ("CB retract", "not_moved"),
    ],
)
def test_codes(text: str, expected: str) -> None:
    state = play(start(), "CY A1")
    assert code(state, text) == expected


def test_codes_of_other_moments() -> None:
    assert code(start(), "reset") == "nothing_moved"
    assert code(start(), "end", BLOCKS) == "not_your_turn"
    assert code(start(), "nonsense", BLOCKS) == "not_your_turn"
    assert code(act(load(ONE_FALLS), CYLINDERS, "end"), "CB A1") == "frozen"
    assert code(act(start(), CYLINDERS, "resign"), "end") == "game_over"
    assert code(play(load("CB@C1 CR@D2"), "CB B1,CR C1"), "CB retract") == "start_occupied"


@pytest.mark.parametrize(
    ("state", "text", "parts"),
    [
        (start(), "CB D2", ["D2", "A1, B1, C1", "or H1"]),
        (start(), "BB A8", ["CB, CG, CY, CO, CR and CP"]),
        (start(), "CB Q9", ["Q1 to Q8"]),
        (start(), "CB I1", ["A, B, C, D, E, F, G, H, J"]),
        (act(load(BOTH_LOSE), 0, "end"), "CB A1", ["only CY"]),
        (play(load("CB@C1"), "CB B1"), "CB A1", ["CB retract"]),
        (play(load("CB@C1 CR@D2"), "CB B1,CR C1"), "CB retract", ["C1", "CR"]),
        (load("CB@A1 CR@B1 CG@A2"), "CB C1", ["CB", "B2"]),
    ],
)
def test_a_refusal_says_what_is_legal(state: FlicFlacState, text: str, parts: list[str]) -> None:
    sentence = refusal(state, text).sentence
    assert sentence.endswith(".")
    for part in parts:
        assert part in sentence


# -- positions ---------------------------------------------------------------------------------------------


def test_a_position_in_full() -> None:
    state = play(load("CB@C1* CR@D2 BO@home*", score=(3, 4)), "CB B1,CG K13")
    assert write_position(state) == {
        "pieces": {"CB": "B1*", "CG": "K13*", "CR": "D2", "BO": "home*"},
        "score": {"C": 3, "B": 4},
        "side": "C",
        "phase": "main",
        "free": ["CB", "CG", "CY", "CO", "CR", "CP"],
        "moved": [["CB", "C1*"], ["CG", "home"]],
        "slide": 0,
    }
    loaded = read_position(write_position(state), state.options)
    assert play(loaded, "CG retract,CB retract").stands == load("CB@C1* CR@D2 BO@home*").stands


def test_a_position_of_an_extra_phase_on_slid_colours() -> None:
    position = {"pieces": {"CB": "A1"}, "phase": "extra", "free": ["CY", "CB"], "slide": 6}
    state = read_position(position, ENGINE.options({}))
    assert state.board.slide == 6
    assert state.free == ("CB", "CY")
    assert read_position(write_position(state), state.options) == state


@pytest.mark.parametrize(
    "position",
    [
        None,
        [],
        "CB@A1",
        {"pieces": {"XX": "A1"}},
        {"pieces": {"CB": "I1"}},
        {"pieces": {"CB": "A9"}},
        {"pieces": {"CB": "a1"}},
        {"pieces": {"CB": "A1**"}},
        {"pieces": {"CB": 1}},
        {"pieces": {"CB": "A1", "CG": "A1*"}},
        {"score": {"C": -1, "B": 0}},
        {"score": {"C": 1, "X": 0}},
        {"side": "cylinders"},
        {"phase": "over"},
        {"phase": "extra"},
        {"phase": "extra", "free": []},
        {"phase": "extra", "free": ["BB"]},
        {"phase": "extra", "free": ["CB", "CB"]},
        {"phase": "main", "free": ["CB"]},
        {"slide": 3},
        {"board": 8},
        {"moved": [["CB", "home"]]},
        {"pieces": {"CB": "A1"}, "moved": [["CB", "A1"]]},
        {"pieces": {"CB": "A1"}, "moved": [["CB", "home"], ["CB", "home"]]},
        {"pieces": {"BB": "A8"}, "moved": [["BB", "home"]]},
        {"pieces": {"CB": "A1"}, "moved": [["CX", "home"]]},
        {"pieces": {"CB": "A1", "CG": "B1"}, "moved": [["CB", "B1"]]},
    ],
)
def test_a_position_that_cannot_be(position: object) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        read_position(position, ENGINE.options({}))


@pytest.mark.parametrize(
    ("cell", "instead"), [("A9", "its column A runs from A1 to A8"), ("Z1", "its columns are A, B, C, ")]
)
def test_a_cell_that_is_none_is_told_what_there_is(cell: str, instead: str) -> None:
    assert instead in refusal(start(), f"CB {cell}").sentence
