"""Section 7 of the rules: the forms in which an action may be written."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Draw
from engines.roses.conformance.position import read_position
from engines.roses.moves import BY_ACTION
from tests.engines.roses.table import BLACK, ENGINE, EXAMPLE_A, EXAMPLE_B, WHITE, load, play, position, start
from tests.examples import examples


def canonical(board: str, text: str) -> str:
    state = load(board)
    return ENGINE.format(ENGINE.parse(state, state.turn, text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d4xf6", "d4xf6"),
        ("D4 x F6", "d4xf6"),
        ("d4:f6", "d4xf6"),
        ("d4×f6", "d4xf6"),
        ("D4×F6*", "d4xf6"),
        (" d4\txf6\n", "d4xf6"),
        ("b4-d6", "b4-d6"),
        ("C5B4+SW", "b4c5+sw"),
        ("d4e5+e", "d4xf6"),
        ("e5d4+e", "d4xf6"),
        ("b4+w", "b4-a3"),
        ("b4c5+e", "b4-d6"),
        ("e5+ne", "e5-e6"),
        ("e5d4+nw", "d4e5+nw"),
    ],
)
def test_forms_in_example_b(text: str, expected: str) -> None:
    assert canonical(EXAMPLE_B, text) == expected


def test_a_group_may_be_a_support_attack() -> None:
    black = EXAMPLE_B.replace("W w", "W b")
    assert canonical(black, "d3+ne") == "d3xd4"
    assert canonical(black, "c3d3+se") == "c3xe3"


def test_a_group_is_exactly_the_soldiers_that_move() -> None:
    assert canonical(EXAMPLE_A, "e5d4+w") == "e5-c3"
    assert canonical(EXAMPLE_A, "d4f6e5+w") == "f6-c3"


def test_bare_cells_are_drops() -> None:
    state = start()
    assert ENGINE.format(ENGINE.parse(state, WHITE, "D3")) == "@d3"
    assert ENGINE.format(ENGINE.parse(state, WHITE, " @ e4")) == "@e4"


def test_the_forced_pass_is_read() -> None:
    state = load("B/..../....b/...bw/..bb/W w 00")
    assert ENGINE.format(ENGINE.parse(state, WHITE, "Pass")) == "pass"


def test_meta_actions_are_read_out_of_turn() -> None:
    assert ENGINE.parse(start(), BLACK, "Draw  Offer") == Draw("offer")


def test_history_tells_what_happened() -> None:
    state = load(EXAMPLE_B)
    for text, shown in (("e5xc3", "e5xc3>b2"), ("d4xf6", "d4xf6*"), ("b4-a3", "b4-a3")):
        assert ENGINE.apply(state, WHITE, ENGINE.parse(state, WHITE, text)).notation == shown
    state = load(EXAMPLE_B.replace("W w", "W b"))
    assert ENGINE.apply(state, BLACK, ENGINE.parse(state, BLACK, "c3xe3")).notation == "c3xe3#"


def test_a_text_names_at_most_one_action() -> None:
    texts = [stroke.text for stroke in BY_ACTION.values()]
    assert len(set(texts)) == len(texts)


@given(st.integers(0, 1 << 32))
@settings(max_examples=examples(40))
def test_two_legal_texts_never_lead_to_the_same_position(seed: int) -> None:
    rng = random.Random(seed)
    state = start(long_phalanx=rng.random() < 0.5, support_contiguous=rng.random() < 0.5)
    while state.ending is None:
        actions = list(ENGINE.legal(state, state.turn))
        assert len(actions) <= 34
        after = [ENGINE.apply(state, state.turn, action).state for action in actions]
        assert len({(one.soldiers, one.ending) for one in after}) == len(after)
        state = rng.choice(after)


@pytest.mark.slow
@given(st.integers(0, 1 << 32))
@settings(max_examples=25)
def test_display_and_group_forms_of_every_legal_action_are_read_back(seed: int) -> None:
    rng = random.Random(seed)
    state = start()
    while state.ending is None:
        for action in ENGINE.legal(state, state.turn):
            shown = ENGINE.apply(state, state.turn, action).notation
            assert ENGINE.parse(state, state.turn, shown.upper()) == action
            stroke = BY_ACTION[action]
            if stroke.moved:
                cells = [origin for origin, _ in stroke.moved]
                rng.shuffle(cells)
                assert ENGINE.parse(state, state.turn, f"{''.join(cells)}+{stroke.direction}") == action
        state = play(state, ENGINE.format(rng.choice(list(ENGINE.legal(state, state.turn)))))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "B/..../...../...../..../W w",
        "B/..../...../...../..../W x 44",
        "B/..../...../...../..../W w 45",
        "b/..../...../...../..../W w 44",
        "B/..../...../...../..../B w 44",
        "B/..../...../...../W w 44",
        "B/...../..../...../..../W w 44",
        "B/.w../...../...../..../W w 44",
        "B/W.../...../...../..../W w 44",
        "w/..../...../...../..../W w 44",
        "B/wwww/w..../...../..../W w 00",
        "B/..../...../...../..../W w 44\n",
        None,
        7,
        {},
    ],
)
def test_positions_that_are_none(text: object) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        read_position(text, ENGINE.options({}))


def test_positions_are_written_as_they_are_read() -> None:
    for text in (EXAMPLE_A, EXAMPLE_B, "B/.bb./.w.b./ww.../.w../W b 01"):
        assert position(load(text)) == text
