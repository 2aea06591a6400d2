"""Every error code of section 7 of the rules, and that the first that applies is the one reported."""

import pytest

from engines.contract import IllegalAction
from engines.roses.actions import Drop, Pass, Phalanx, Shift, SingleStep, Support, Translate
from tests.engines.roses.table import (
    BLACK,
    ENGINE,
    EXAMPLE_A,
    EXAMPLE_B,
    SAMPLE_GAME,
    WHITE,
    board,
    code,
    load,
    play,
    sentence,
    start,
)

OVER = play(start(), SAMPLE_GAME)
DROPPING = "B/.bb./...../...w./..w./W w 22"
DROPS = load(DROPPING)


@pytest.mark.parametrize("text", ["d4-d5", "@d3", "nonsense", "a4-a5", ""])
def test_game_over_comes_first(text: str) -> None:
    assert code(OVER, text, WHITE) == "game_over"
    assert code(OVER, text, BLACK) == "game_over"


@pytest.mark.parametrize("text", ["c5-c4", "@d3", "nonsense", "a4-a5", "pass"])
def test_not_your_turn_comes_second(text: str) -> None:
    assert code(load(EXAMPLE_A), text, BLACK) == "not_your_turn"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "d4d5",
        "d4-",
        "-d4",
        "d4--d5",
        "d4xf6**",
        "d4xf6>",
        "d4-d5>d6",
        "@d3*",
        "d4+n",
        "d4e5f6c3c4+e",
        "d4d4+e",
        "g1-g2",
        "d0-d1",
        "d4-d7",
        "d4 to d5",
        "d4-d5 d4-d5",
    ],
)
def test_syntax(text: str) -> None:
    assert code(load(EXAMPLE_A), text) == "syntax"


@pytest.mark.parametrize("text", ["a4-b5", "@a1", "d4-d2", "f4xe4", "d4xf6>f4", "a1a2+e", "d2+ne"])
def test_no_such_cell_comes_before_the_phase(text: str) -> None:
    assert code(load(EXAMPLE_A), text) == "no_such_cell"
    assert code(DROPS, text) == "no_such_cell"


def test_a_cell_is_not_looked_for_in_words() -> None:
    assert sentence(load(EXAMPLE_A), "I play 12, thanks").startswith("That cannot be read.")
    for text in ("d4-h9", "d4xh9", "h9"):
        assert sentence(load(EXAMPLE_A), text).startswith("There is no cell h9.")


@pytest.mark.parametrize("text", ["e5-d5", "c5-c4", "e5e4+w", "e4+ne", "e5xd5", "e4xe6"])
def test_wrong_phase_while_soldiers_are_dropped(text: str) -> None:
    assert code(DROPS, text) == "wrong_phase"


@pytest.mark.parametrize("text", ["@d3", "d3", "@d4", "@c4"])
def test_wrong_phase_when_all_are_down(text: str) -> None:
    assert code(load(EXAMPLE_A), text) == "wrong_phase"


@pytest.mark.parametrize(
    "text",
    [
        "d3-c2",  # nobody there
        "c5-d6",  # an enemy
        "e3-d3",  # the castle
        "d3-c3",
        "d4d3+ne",  # one of the pair
        "d3xe4",
        "f6-b2",  # a gap in the run
        "e5xc5",  # nobody between
        "d3+ne",
        "d4e5c5+nw",
    ],
)
def test_not_your_soldier(text: str) -> None:
    assert code(load(EXAMPLE_A), text) == "not_your_soldier"


def test_not_your_soldier_says_where_yours_are() -> None:
    assert sentence(load(EXAMPLE_A), "d3-c2") == ("No soldier of yours is on d3; yours are on d4, e5 and f6.")


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (EXAMPLE_A, "d4-e5"),  # a step onto an own soldier
        (EXAMPLE_A, "f6+e"),  # over the edge
        (EXAMPLE_A, "d4e5f6+e"),  # a run over the edge
        (EXAMPLE_A, "e5f6+se"),  # one of a pair over the edge
        (EXAMPLE_A, "e5f6+ne"),
        (board(("d4", "e5"), ("c3", "a2")), "e5-c3"),  # a run against an enemy without phalanx notation
        (board(("d4", "e5"), ("d5", "a2")), "d4e5+ne"),  # a pair against an enemy
        (board(("b2", "c3"), ("d4", "e5")), "b2xd4"),  # two enemies in a row
        (board(("b2", "c3", "e5"), ("d4",)), "b2xd4"),  # an own soldier behind the enemy
        (board(("d4", "e6"), ("d5", "d6")), "d4xd5"),  # support against two in a row
        (board(("e5", "d5"), ("e4", "f6")), "e5xe4"),  # White's own castle behind the enemy
    ],
)
def test_blocked(position: str, text: str) -> None:
    assert code(load(position), text) == "blocked"


def test_no_support() -> None:
    state = load(board(("d3", "f6"), ("d4", "a2")))
    assert code(state, "d3xd4") == "no_support"
    assert code(state, "d3+ne") == "no_support"
    assert "touches d4" in sentence(state, "d3xd4")


def test_castle_needs_phalanx() -> None:
    assert code(load(EXAMPLE_B), "c5xb5") == "castle_needs_phalanx"
    assert code(load(EXAMPLE_B), "b4xb5") == "castle_needs_phalanx"
    assert code(load(EXAMPLE_B), "c5+nw") == "castle_needs_phalanx"


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (EXAMPLE_A, "d4-d4"),
        (EXAMPLE_A, "d4-b3"),  # not in line
        (EXAMPLE_A, "d4xe6"),
        (EXAMPLE_A, "d4f6+ne"),  # not next to each other
        (EXAMPLE_A, "d4xd5"),  # nobody to attack
        (EXAMPLE_A, "f6xd4"),  # an own soldier to attack
        (EXAMPLE_A, "f6xc3"),  # nobody to charge at
        (EXAMPLE_A, "d4e5f6+nw"),  # three abreast
        (EXAMPLE_A, "pass"),
        (board(("b2", "c3", "d4"), ("e5",)), "b2xe5"),  # a long phalanx by the default rules
        (board(("b2", "c3", "d4"), ("e5",)), "b2c3d4+e"),
        (DROPPING, "@d4"),  # red
        (DROPPING, "@c4"),
        (DROPPING, "@a2"),  # touches nothing
    ],
)
def test_illegal(position: str, text: str) -> None:
    assert code(load(position), text) == "illegal"


def test_a_drop_on_a_piece_is_blocked() -> None:
    for cell in ("e4", "e5", "b4", "e3", "b5"):
        assert code(DROPS, f"@{cell}") == "blocked"
    assert sentence(DROPS, "@e4") == "e4 is occupied: yours may go to d3, d5, e6, f5 or f6."


@pytest.mark.parametrize(
    ("text", "suffixes"),
    [
        ("d4xf6", {"": True, "*": True, "#": False, ">e6": False, ">f6": False}),
        ("e5xc3", {"": True, ">b2": True, ">b3": False, "*": False, "#": False}),
    ],
)
def test_bad_suffix(text: str, suffixes: dict[str, bool]) -> None:
    state = load(EXAMPLE_B)
    for suffix, true in suffixes.items():
        if true:
            assert ENGINE.format(ENGINE.parse(state, WHITE, text + suffix)) == text
        else:
            assert code(state, text + suffix) == "bad_suffix"


def test_bad_suffix_on_a_castle() -> None:
    state = load(EXAMPLE_B.replace("W w", "W b"))
    assert ENGINE.format(ENGINE.parse(state, BLACK, "c3xe3#")) == "c3xe3"
    assert code(state, "c3xe3*") == "bad_suffix"


def test_a_suffix_is_judged_after_the_move() -> None:
    assert code(load(EXAMPLE_A), "d3xe4*") == "not_your_soldier"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (SingleStep("f6", "c3"), "illegal"),  # a line shift given as a step
        (Shift("d4", "d5"), "illegal"),  # a step given as a line shift
        (Shift("d4", "c3"), "illegal"),
        (Phalanx("d4", "e5"), "illegal"),
        (Support("d4", "f6"), "illegal"),
        (Support("d4", "b3"), "illegal"),
        (Translate("d4", "e5", "e"), "illegal"),
        (Translate("d4", "d4", "e"), "illegal"),
        (SingleStep("D9", "c3"), "syntax"),
        (SingleStep("a4", "c3"), "no_such_cell"),
        (Translate("d4", "e5", "north"), "syntax"),  # type: ignore[arg-type]
        (Drop("d3"), "wrong_phase"),
        (Pass(), "illegal"),
    ],
)
def test_actions_by_their_fields(action: SingleStep, expected: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(load(EXAMPLE_A), WHITE, action)
    assert caught.value.code == expected


def test_a_line_shift_of_one_is_told_that_it_is_a_step() -> None:
    with pytest.raises(IllegalAction, match="one alone steps"):
        ENGINE.apply(load(EXAMPLE_A), WHITE, Shift("d4", "d5"))
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(load(EXAMPLE_A), WHITE, Shift("d4", "f2"))
    assert "one alone steps" not in caught.value.sentence


def test_fields_may_be_written_carelessly() -> None:
    state = load(EXAMPLE_A)
    for action in (SingleStep(" D4", "d5 "), Translate("e5", "d4", "NE")):  # type: ignore[arg-type]
        step = ENGINE.apply(state, WHITE, action)
        text = ENGINE.format(action)
        assert ENGINE.apply(state, WHITE, ENGINE.parse(state, WHITE, text)) == step
        assert step.notation == text
