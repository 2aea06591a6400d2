"""Short ways to set up, play and ask in the tests of this game."""

import random
from typing import Any

import pytest

from engines.contract import IllegalAction, Seat
from engines.reef.conformance.error_codes import rules_code
from engines.reef.conformance.position import read_position
from engines.reef.engine import REEF
from engines.reef.state import ReefState
from engines.reef.view import OwnView
from tests.engines.playouts import a_choice

ENGINE = REEF
RED, GREEN = 0, 1
"""The seats of positions, unless they say otherwise."""
SEED = "5eed" * 16


def polyps(text: str) -> dict[str, dict[str, str]]:
    """Polyps written like ``B2: W F4 E4, Y C3``, in the form of positions."""
    found: dict[str, dict[str, str]] = {}
    for part in filter(None, text.split(";")):
        board, _, groups = part.strip().partition(":")
        for group in groups.split(","):
            colour, *cells = group.split()
            found.setdefault(board, {}).update(dict.fromkeys(cells, colour))
    return found


def load(board: str = "", /, **position: Any) -> ReefState:
    """A position; ``red`` and ``green`` are parts of players."""
    colours = ("purple", "green", "red", "yellow")
    player = {colour: position.pop(colour) for colour in colours if colour in position}
    return read_position({"polyps": polyps(board), "player": player, **position}, ENGINE.options({}))


def start(seats: int = 2, seed: str = SEED, **options: Any) -> ReefState:
    return ENGINE.start(ENGINE.options(options), seats, seed)


def begun(seats: int = 2, seed: str = SEED, **options: Any) -> ReefState:
    """A game in which all have chosen."""
    state = start(seats, seed, **options)
    while state.phase == "setup":
        seat = ENGINE.to_act(state)[0]
        state = ENGINE.apply(state, seat, ENGINE.clock.on_timeout(state, seat)).state
    return state


def act(state: ReefState, seat: Seat, text: str) -> ReefState:
    """The state after one action or meta action of this seat."""
    return ENGINE.apply(state, seat, ENGINE.parse(state, seat, text)).state


def play(state: ReefState, texts: str) -> ReefState:
    """Play texts separated by semicolons, each by the seat to act."""
    for text in texts.split(";"):
        state = act(state, ENGINE.to_act(state)[0], text)
    return state


def refused(state: ReefState, text: str, seat: Seat | None = None) -> str:
    """The rules' code for the refusal of a text."""
    with pytest.raises(IllegalAction) as caught:
        ENGINE.parse(state, ENGINE.to_act(state)[0] if seat is None else seat, text)
    return rules_code(caught.value.code)


def own(state: ReefState, seat: Seat = RED) -> OwnView:
    view = ENGINE.view(state, seat)
    assert view.own is not None
    return view.own


def wander(state: ReefState, rng: random.Random, actions: int) -> list[ReefState]:
    """The states of a random game from here."""
    states = [state]
    for _ in range(actions):
        if not ENGINE.to_act(states[-1]):
            break
        seat, action = a_choice(ENGINE, states[-1], rng)
        states.append(ENGINE.apply(states[-1], seat, action).state)
    return states
