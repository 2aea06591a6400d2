"""Short ways to set up, play and ask in the tests of this game."""

from typing import Any

import pytest

from engines.contract import IllegalAction, Seat, Step
from engines.gods.colours import LETTERS
from engines.gods.conformance.position import read_position
from engines.gods.engine import GODS
from engines.gods.state import GodsState
from engines.gods.view import GodsView, RoundView

ENGINE = GODS
RED, BLUE, GREEN, ORANGE = range(4)
SEED = "5eed" * 16


def start(**options: Any) -> GodsState:
    return ENGINE.start(ENGINE.options(options), 4, SEED)


def load(energy: str, quiet: int = 0, options: dict[str, Any] | None = None, **rest: Any) -> GodsState:
    """The position of ``60 60 60 out``: energies in the order of seats; a god that is out has 0."""
    words = energy.split()
    position = {
        "ep": {
            letter: 0 if word == "out" else int(word) for letter, word in zip(LETTERS, words, strict=True)
        },
        "alive": "".join(letter for letter, word in zip(LETTERS, words, strict=True) if word != "out"),
        "quiet": quiet,
        "round": 9,
        **rest,
    }
    return read_position(position, ENGINE.options(options or {}))


def do(state: GodsState, seat: Seat, text: str) -> Step[GodsState]:
    """The step of one action or meta action of this seat."""
    return ENGINE.apply(state, seat, ENGINE.parse(state, seat, text))


def act(state: GodsState, seat: Seat, *texts: str) -> GodsState:
    for text in texts:
        state = do(state, seat, text).state
    return state


def plan(state: GodsState, plans: str) -> GodsState:
    """Save plans as the rules write them: ``R: Ab Ag; B: Dr; G: –``. Gods that are not named save nothing."""
    for part in plans.split(";"):
        if part.strip():
            letter, text = part.split(":")
            state = act(state, seat_of(letter), text.strip().replace("–", "none"))
    return state


def play_round(state: GodsState, plans: str = "") -> GodsState:
    """Save plans, then mark all pending gods ready."""
    state = plan(state, plans)
    for seat in ENGINE.to_act(state):
        state = act(state, seat, "ready")
    return state


def seat_of(letter: str) -> Seat:
    return LETTERS.index(letter.strip().lower())


def energies(state: GodsState) -> list[int]:
    return [god.ep for god in view(state).gods]


def view(state: GodsState, seat: Seat | None = None) -> GodsView:
    return ENGINE.view(state, seat)


def last(state: GodsState) -> RoundView:
    shown = view(state).shown
    assert shown is not None
    return shown


def fallen(state: GodsState) -> str:
    """The letters of the gods that fell in the last round."""
    return "".join(LETTERS[god.seat] for god in last(state).gods if god.fell)


def result(state: GodsState) -> tuple[str, str] | None:
    """Why the game is over, and the winners' letters."""
    outcome = ENGINE.outcome(state)
    if outcome is None:
        return None
    return outcome.why, "".join(LETTERS[seat] for seat in outcome.winners)


def refusal(state: GodsState, seat: Seat, text: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        act(state, seat, text)
    return caught.value


def code(state: GodsState, seat: Seat, text: str) -> str:
    return refusal(state, seat, text).code
