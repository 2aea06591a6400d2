"""The rules of Reef Encounter beside python-chess at comparable tasks."""

from collections.abc import Iterator

import chess

from engines.reef.components import BOARDS, CORALS
from engines.reef.conformance.position import read_position
from engines.reef.engine import REEF
from tests.bench import Figure, best_seconds

_KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
_ROUNDS = 50


def run() -> Iterator[Figure]:
    """Legal actions of a rich position, the public view, and an action applied."""
    engine = REEF
    # Four boards, two cells of three taken, everybody's shrimps out.
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
    board = chess.Board(_KIWIPETE)
    moves = list(board.legal_moves)

    floor = _milliseconds(lambda: list(board.legal_moves))
    value = _milliseconds(lambda: list(engine.legal(state, 0)))
    yield Figure("legal actions of four full boards", value, "ms", floor, "python-chess, legal moves", "less")
    value = _milliseconds(lambda: engine.view(state, None))
    yield Figure("the public view", value, "ms", floor, "python-chess, legal moves", "less")
    actions = list(engine.legal(state, 0))
    value = best_seconds(lambda: [engine.apply(state, 0, action) for action in actions]) / len(actions)
    push = best_seconds(lambda: _push_all(board, moves)) / len(moves)
    yield Figure(
        "an action applied, checked, told", value * 1000, "ms", push * 1000, "python-chess, push", "less"
    )


def _milliseconds(task: object) -> float:
    assert callable(task)
    return best_seconds(lambda: [task() for _ in range(_ROUNDS)]) / _ROUNDS * 1000


def _push_all(board: chess.Board, moves: list[chess.Move]) -> None:
    for move in moves:
        board.is_legal(move)
        board.push(move)
        board.pop()
