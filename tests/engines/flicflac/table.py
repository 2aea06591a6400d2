"""Short ways to set up, play and ask in the tests of this game."""

from typing import Any

import pytest

from engines.contract import IllegalAction, Seat
from engines.flicflac.conformance.position import read_position
from engines.flicflac.engine import FLICFLAC
from engines.flicflac.state import FlicFlacState
from engines.flicflac.view import FlicFlacView, PieceView

ENGINE = FLICFLAC
CYLINDERS, BLOCKS = 0, 1
SEED = "5eed" * 16

COMBAT_1 = "BP@C2 CO@D2* CY@C4 BR@D5 BB@C6* CP@D7 BY@H5 CR@G5* BO@F7* BG@G7 CG@H9* CB@J8"
"""The position of section 14.1 of the rules."""
MOVEMENT = "CB@C1 CR@D2 BO@E1*"
"""The position of Movement1 to 5 in section 14.2 of the rules."""
BOTH_LOSE = "BB@D3 CY@E4* BO@F5*"
"""A position in which BB and CY fall, whichever side ends the phase; CY, or BB and BO, are then captors."""
ONE_FALLS = "CY@C4 BR@D5"
"""BR falls; CY is the captor if it is the cylinders' phase."""
AFTERMATH = "BY@D3 CO@D4* CR@E4"
"""CR falls to BY, and without its help BY is left below 0 by CO."""


def pieces(text: str) -> dict[str, str]:
    """Pieces written like ``CB@C1 CR@home*``, in the form of positions."""
    return dict(part.split("@") for part in text.split())


def load(text: str, side: str = "C", score: tuple[int, int] = (0, 0), **options: Any) -> FlicFlacState:
    position = {
        "pieces": pieces(text),
        "side": side,
        "score": {"C": score[0], "B": score[1]},
    }
    return read_position(position, ENGINE.options(options))


def start(seed: str = SEED, **options: Any) -> FlicFlacState:
    return ENGINE.start(ENGINE.options(options), 2, seed)


def play(state: FlicFlacState, texts: str) -> FlicFlacState:
    """Play texts separated by commas, each by the side whose phase it is."""
    for text in texts.split(","):
        state = act(state, state.side, text)
    return state


def act(state: FlicFlacState, seat: Seat, text: str) -> FlicFlacState:
    """The state after one action or meta action of this seat."""
    return ENGINE.apply(state, seat, ENGINE.parse(state, seat, text)).state


def legal(state: FlicFlacState) -> list[str]:
    return [ENGINE.format(action) for action in ENGINE.legal(state, state.side)]


def reach(state: FlicFlacState, piece: str) -> set[str]:
    """The cells that a piece can reach, by its legal moves."""
    parts = (text.split() for text in legal(state))
    return {part[1] for part in parts if part[0] == piece and part[1] != "retract"}


def mine(state: FlicFlacState) -> FlicFlacView:
    """The view of the side whose phase it is."""
    return ENGINE.view(state, state.side)


def piece(state: FlicFlacState, code: str) -> PieceView:
    return next(piece for piece in mine(state).pieces if piece.code == code)


def stand(state: FlicFlacState, code: str) -> str:
    one = piece(state, code)
    return f"{one.cell or 'home'}{'*' if one.flipped else ''}"


def healths(state: FlicFlacState) -> dict[str, int]:
    """The healths that are not 0."""
    return {one.code: one.health for one in mine(state).pieces if one.health}


def free(state: FlicFlacState) -> list[str]:
    return [one.code for one in mine(state).pieces if one.free]


def captured(state: FlicFlacState) -> list[str]:
    """The pieces that the last phase captured."""
    assert state.last is not None
    return [capture.piece for capture in state.last.captures]


def why(state: FlicFlacState) -> str | None:
    outcome = ENGINE.outcome(state)
    return None if outcome is None else outcome.why


def refusal(state: FlicFlacState, text: str, seat: Seat | None = None) -> IllegalAction:
    """The refusal of a text."""
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(state, state.side if seat is None else seat, text)
    return caught.value


def code(state: FlicFlacState, text: str, seat: Seat | None = None) -> str:
    return refusal(state, text, seat).code
