"""The worked examples and figures of sections 8 and 9 of the rules."""

from itertools import combinations

from engines.conformance.perft import perft
from engines.roses.board import BIT, CASTLE_BITS, CASTLES, CELLS, SOLDIERS
from engines.roses.moves import moves
from engines.roses.state import RosesState
from tests.engines.roses.table import (
    BLACK,
    ENGINE,
    EXAMPLE_A,
    EXAMPLE_B,
    SAMPLE_GAME,
    START,
    WHITE,
    legal,
    load,
    play,
    position,
    start,
    why,
    winner,
)

EXAMPLE_A_BLACK = EXAMPLE_A.replace("W w", "W b")
EXAMPLE_B_BLACK = EXAMPLE_B.replace("W w", "W b")


def test_a_game_starts_with_the_castles_alone() -> None:
    assert position(start()) == START
    assert ENGINE.codec.encode(start()) == ENGINE.codec.encode(load(START))


def test_first_drops() -> None:
    assert legal(start()) == {"@d3", "@e4"}
    assert legal(start(first="black")) == {"@b4", "@c5"}


def test_example_a_white() -> None:
    texts = legal(load(EXAMPLE_A))
    assert len(texts) == 19
    assert {"e5-c3", "f6-c3"} <= texts
    translations = {text for text in texts if "+" in text}
    assert translations == {"d4e5+nw", "d4e5+ne", "d4e5+sw", "d4e5+se", "e5f6+nw", "e5f6+sw"}


def test_example_a_black() -> None:
    texts = legal(load(EXAMPLE_A_BLACK))
    assert len(texts) == 10
    assert {"c5-a3", "b4-d6", "b4c5+sw", "b4c5+se"} <= texts


def test_example_b_white() -> None:
    texts = legal(load(EXAMPLE_B))
    assert len(texts) == 22
    assert not any(text.endswith("xb5") for text in texts)
    assert position(play(load(EXAMPLE_B), "d4xf6*")) == "B/.ww./b..../.b.ww/.b../W b 00"
    assert position(play(load(EXAMPLE_B), "e5xc3>b2")) == "B/.ww./b..../bww.b/.b../W b 00"


def test_example_b_white_has_one_winning_move() -> None:
    state = load(EXAMPLE_B)
    winning = [
        ENGINE.format(action)
        for action in ENGINE.legal(state, WHITE)
        if loses(ENGINE.apply(state, WHITE, action).state, plies=4)
    ]
    assert winning == ["e5xc3"]


def test_example_b_black_takes_the_castle_at_once() -> None:
    state = play(load(EXAMPLE_B_BLACK), "c3xe3#")
    assert why(state) == "castle"
    assert winner(state) == BLACK


def test_example_b_white_answers_the_support_attack_at_the_castle() -> None:
    assert len(legal(load(EXAMPLE_B_BLACK))) == 15
    state = play(load(EXAMPLE_B_BLACK), "d3xd4>d5")
    assert winner(play(state, "d5xb5#")) == WHITE


def test_the_sample_game() -> None:
    state = play(start(), SAMPLE_GAME)
    assert why(state) == "castle"
    assert winner(state) == WHITE
    assert state.ply == 17
    assert state.lost == (0, 1)


def test_counts_of_drop_sequences() -> None:
    """Section 9: 7,869 ways to drop all soldiers lead to 610 positions."""
    assert perft(ENGINE, start(), 8) == 7_869
    level = {start()}
    for _ in range(8):
        level = {
            ENGINE.apply(state, state.turn, action).state
            for state in level
            for action in ENGINE.legal(state, state.turn)
        }
        level = {load(position(state)) for state in level}
    assert len(level) == 610


def test_positions_of_a_walled_in_soldier() -> None:
    """Ruling 12: 96 positions in which a lone soldier cannot move."""
    cells = [BIT[cell] for cell in CELLS if cell not in CASTLES]
    stuck = [
        soldier
        for soldier in cells
        for count in range(SOLDIERS + 1)
        for wall in combinations([cell for cell in cells if cell != soldier], count)
        if not moves(soldier, sum(wall), CASTLE_BITS[BLACK])
    ]
    assert len(stuck) == 96


def loses(state: RosesState, plies: int) -> bool:
    """Whether the side to move is lost within so many plies, whatever it does."""
    if state.ending is not None:
        return state.ending.winner == 1 - state.turn
    return plies >= 2 and all(
        wins(ENGINE.apply(state, state.turn, action).state, plies - 1)
        for action in ENGINE.legal(state, state.turn)
    )


def wins(state: RosesState, plies: int) -> bool:
    """Whether the side to move can force a win within so many plies."""
    return state.ending is None and any(
        loses(ENGINE.apply(state, state.turn, action).state, plies - 1)
        for action in ENGINE.legal(state, state.turn)
    )
