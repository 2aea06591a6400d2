"""The rules of Guerre des Deux Roses beside python-chess at the same tasks."""

from collections.abc import Iterator
from functools import partial

import chess

from engines.conformance.perft import perft
from engines.roses.conformance.position import read_position
from engines.roses.engine import ROSES
from tests.bench import Figure, best_seconds
from tests.bench._chess import KIWIPETE, applied

# A position in the middle of each game: all soldiers in contact, and the one known as Kiwipete.
_MIDDLE = "B/.ww./b..../.bwwb/.b../W w 00"


def run() -> Iterator[Figure]:
    """Measure perft, legal actions of a position, and playing an action."""
    engine = ROSES
    options = engine.options({})
    start = engine.start(options, 2, "0" * 64)
    middle = read_position(_MIDDLE, options)
    kiwipete = chess.Board(KIWIPETE)

    chess_rate = _chess_perft(chess.Board(), 4) / best_seconds(lambda: _chess_perft(chess.Board(), 4), 3)
    for what, state, depth in (("perft from the start", start, 10), ("perft in the middle game", middle, 5)):
        rate = perft(engine, state, depth) / best_seconds(partial(perft, engine, state, depth), 3)
        yield Figure(what, rate, "nodes/s", chess_rate, "python-chess", "more", wanted=150_000)

    legal = best_seconds(lambda: [list(engine.legal(middle, 0)) for _ in range(500)]) / 500 * 1000
    floor = best_seconds(lambda: [list(kiwipete.legal_moves) for _ in range(500)]) / 500 * 1000
    yield Figure("legal actions of a middle game", legal, "ms", floor, "python-chess", "less", wanted=0.2)

    yield applied(engine, middle, 50)


def _chess_perft(board: chess.Board, depth: int) -> int:
    # As in the engine's perft, the last ply is counted and not played.
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _chess_perft(board, depth - 1)
        board.pop()
    return total
