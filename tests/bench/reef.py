"""The rules of Reef Encounter beside python-chess at comparable tasks."""

from collections.abc import Iterator
from functools import partial

import chess

from engines.reef.components import BOARDS, CORALS
from engines.reef.conformance.position import read_position
from engines.reef.engine import REEF
from tests.bench import Figure
from tests.bench._chess import KIWIPETE, applied, microseconds

_ROUNDS = 50


def run() -> Iterator[Figure]:
    """Measure legal actions of a rich position, the public view, and applying an action."""
    engine = REEF
    # Four boards, two of three cells taken, everybody's shrimps on them.
    polyps = {
        name: {
            cell[3:]: CORALS[(number // 3) % 5] for number, cell in enumerate(board.cells) if number % 3 < 2
        }
        for name, board in BOARDS.items()
    }
    position = {
        "players": ["purple", "green", "red", "yellow"],
        "boards": list(BOARDS),
        "polyps": polyps,
        "shrimps": {"purple": [f"{name}:{next(iter(cells))}" for name, cells in polyps.items()]},
        "player": {"purple": {"hand": "WWYYOOPPGG", "front": "WYOPG", "cubes": "WYOPG"}},
    }
    options = engine.options({})
    state = read_position(position, options)
    state = engine.apply(state, 0, engine.parse(state, 0, "larva W")).state
    board, timed = chess.Board(KIWIPETE), partial(microseconds, times=_ROUNDS)

    floor = timed(lambda: list(board.legal_moves))
    value = timed(lambda: list(engine.legal(state, 0)))
    yield Figure("legal actions of four full boards", value, "µs", floor, "python-chess, legal moves", "less")
    value = timed(lambda: engine.view(state, None))
    yield Figure("the public view", value, "µs", floor, "python-chess, legal moves", "less")
    yield applied(engine, state)
