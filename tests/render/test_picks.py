"""Every place that a pick names is marked by the game's renderer, in positions of games played at random."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engines.contract import AnyEngine, Pick, Seat
from engines.registry import ENGINES
from render.contract import Frame
from render.registry import renderer_for

_POSITIONS = 12
_ACTIONS_BETWEEN = 7
_WITHOUT_BOARD = {"gods"}
"""Games whose picks are plans, not places."""


def levels(engine: AnyEngine, state: Any, seat: Seat, rng: random.Random) -> Iterator[list[Pick]]:
    """The picks made and those to choose from, last, down one way at random."""
    paths = [path for action in engine.legal(state, seat) for path in engine.offer(state, seat, action).paths]
    taken: list[Pick] = []
    while paths:
        depth = len(taken)
        choices = {path[depth].value: path[depth] for path in paths if len(path) > depth}
        if not choices:
            return
        yield [*taken, *choices.values()]
        chosen = rng.choice(list(choices.values()))
        taken.append(chosen)
        paths = [path for path in paths if len(path) > depth and path[depth].value == chosen.value]


@pytest.mark.parametrize("game", ENGINES)
def test_every_place_that_a_pick_names_is_marked(game: str) -> None:
    engine, rng = ENGINES[game], random.Random(5)
    renderer = renderer_for(game)
    seats = len(engine.info.seats)
    state = engine.start(engine.options({}), seats, "0" * 64)
    drawn = 0
    for step in range(1_000):
        if step >= _POSITIONS * _ACTIONS_BETWEEN and (drawn >= 5 or game in _WITHOUT_BOARD):
            break
        if engine.outcome(state) is not None:
            state = engine.start(engine.options({}), seats, f"{step:064x}")
        seat = rng.choice(engine.to_act(state))
        if step % _ACTIONS_BETWEEN == 0:
            for picks in levels(engine, state, seat, rng):
                places = tuple(dict.fromkeys(pick.at for pick in picks if pick.at))
                frame = Frame(
                    code="K7QX", players=("Ann",) * seats, choices=places, perspective=seat, width=100
                )
                renderer.draw(engine.view(state, seat), frame)
                drawn += bool(places)
                assert all(pick.label.startswith(pick.at) for pick in picks)
        state = engine.apply(state, seat, rng.choice(list(engine.legal(state, seat)))).state
    assert drawn >= 5 or game in _WITHOUT_BOARD, "few picks name a place (`Pick.at`)"
