"""Short ways to set up, play and ask in the tests of this game."""

from typing import Any

import pytest

from engines.contract import IllegalAction, MetaAction, Seat
from engines.roses.actions import RosesAction
from engines.roses.board import CASTLES, ROWS
from engines.roses.conformance.position import read_position
from engines.roses.engine import ROSES
from engines.roses.notation import write_position
from engines.roses.state import RosesState

ENGINE = ROSES
WHITE, BLACK = 0, 1

START = "B/..../...../...../..../W w 44"
EXAMPLE_A = "B/.bb./...../..www/..../W w 00"
EXAMPLE_B = "B/.ww./b..../.bwwb/.b../W w 00"
SAMPLE_GAME = "@d3 @c5 @c2 @d5 @c3 @e6 @b3 @e5 c3-d4 e5-e4 d3xd5>d6 d6-b4 d4d5+w c5-d5 c4xb4* e6-d6 b3xb5#"
"""The sample game of section 8 of the rules, in display notation."""
SAMPLE = [
    *("@d3", "@c5", "@c2", "@d5", "@c3", "@e6", "@b3", "@e5", "c3-d4", "e5-e4"),
    *("d3xd5", "d6-b4", "d4d5+w", "c5-d5", "c4xb4", "e6-d6", "b3xb5"),
]
"""Its actions as people type them: every kind, and at the end White captures the castle."""


def load(position: str, **options: Any) -> RosesState:
    return read_position(position, ENGINE.options(options))


def start(**options: Any) -> RosesState:
    return ENGINE.start(ENGINE.options(options), 2, "0" * 64)


def board(white: tuple[str, ...], black: tuple[str, ...], turn: str = "w") -> str:
    """A position of the move phase from the soldiers' cells."""

    def symbol(cell: str) -> str:
        if cell in CASTLES:
            return "WB"[CASTLES.index(cell)]
        return "w" if cell in white else "b" if cell in black else "."

    rows = "/".join("".join(map(symbol, row)) for row in ROWS)
    return f"{rows} {turn} 00"


def play(state: RosesState, texts: str) -> RosesState:
    """Play texts separated by blanks, each by the side to move."""
    for text in texts.split():
        state = ENGINE.apply(state, state.turn, ENGINE.parse(state, state.turn, text)).state
    return state


def named(state: RosesState, text: str) -> RosesAction:
    """The action of the game that a text names."""
    action = ENGINE.parse(state, state.turn, text)
    assert not isinstance(action, MetaAction)
    return action


def act(state: RosesState, seat: Seat, text: str) -> RosesState:
    """The state after one action or meta action of this seat."""
    return ENGINE.apply(state, seat, ENGINE.parse(state, seat, text)).state


def legal(state: RosesState) -> set[str]:
    return {ENGINE.format(action) for action in ENGINE.legal(state, state.turn)}


def position(state: RosesState) -> str:
    return write_position(state)


def why(state: RosesState) -> str | None:
    outcome = ENGINE.outcome(state)
    return None if outcome is None else outcome.why


def winner(state: RosesState) -> Seat | None:
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    return None if outcome.drawn else outcome.winners[0]


def code(state: RosesState, text: str, seat: Seat | None = None) -> str:
    """The code with which a text is refused."""
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(state, state.turn if seat is None else seat, text)
    return caught.value.code


def sentence(state: RosesState, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(state, state.turn, text)
    return caught.value.sentence
