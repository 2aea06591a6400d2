"""The floor of the rules of a game: python-chess in the position known as Kiwipete."""

from collections.abc import Callable
from typing import Any, Final

import chess

from engines.contract import AnyEngine
from tests.bench import Figure, best_seconds

KIWIPETE: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def microseconds(task: Callable[[], object], times: int) -> float:
    """The microseconds that a task takes, as the mean of `times` runs."""
    return best_seconds(lambda: [task() for _ in range(times)]) / times * 1e6


def applied(engine: AnyEngine, state: Any, times: int = 1) -> Figure:
    """The time to apply an action of the first seat, beside that of a move of chess."""
    actions, board = list(engine.legal(state, 0)), chess.Board(KIWIPETE)
    moves = list(board.legal_moves)
    value = microseconds(lambda: [engine.apply(state, 0, action) for action in actions], times)
    floor = microseconds(lambda: [_push(board, move) for move in moves], times)
    value, floor = value / len(actions), floor / len(moves)
    return Figure("an action applied, checked, told", value, "µs", floor, "python-chess, a move", "less")


def _push(board: chess.Board, move: chess.Move) -> chess.Move:
    board.is_legal(move)
    board.push(move)
    return board.pop()
