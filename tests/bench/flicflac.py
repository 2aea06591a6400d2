"""The rules of Flic Flac beside python-chess at comparable tasks."""

from collections.abc import Callable, Iterator

import chess

from engines.flicflac.conformance.position import read_position
from engines.flicflac.engine import FLICFLAC
from engines.flicflac.legal_moves import reach
from engines.flicflac.phase_end import forecast
from engines.flicflac.pieces import NUMBER, SIDES
from tests.bench import Figure, best_seconds

_ROUNDS = 500

_MELEE = {
    "CB": "G3", "CG": "H3*", "CY": "H1*", "CO": "F1", "CR": "E3", "CP": "E2*",
    "BB": "G1*", "BG": "D1*", "BY": "F2", "BO": "G2*", "BR": "F3", "BP": "E4*",
}  # fmt: skip
"""All twelve pieces in one knot on the smallest board."""
_SPREAD = {
    "CB": "C1", "CG": "H9*", "CY": "C4", "CO": "D2*", "CR": "G5*", "CP": "D7",
    "BB": "C6*", "BG": "G7", "BY": "H5", "BO": "F7*", "BR": "D5", "BP": "C2",
}  # fmt: skip
"""All twelve pieces on the largest board."""
_KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def run() -> Iterator[Figure]:
    """Health of a full board, reach of a side, legal actions, and playing one."""
    engine = FLICFLAC
    melee = read_position({"pieces": _MELEE}, engine.options({"size": 5}))
    spread = read_position({"pieces": _SPREAD}, engine.options({}))
    board = chess.Board(_KIWIPETE)
    moves = list(board.legal_moves)

    attackers = _microseconds(lambda: [board.attackers(chess.WHITE, square) for square in range(12)])
    value = _microseconds(lambda: forecast(melee.board, melee.stands, 0).health)
    yield Figure(
        "health of a full board", value, "µs", attackers, "python-chess, attackers of 12 squares", "less", 50
    )

    generated = _microseconds(lambda: list(board.legal_moves))
    numbers = [NUMBER[code] for code in SIDES[0]]
    value = _microseconds(lambda: [reach(spread.board, spread.stands, number) for number in numbers])
    yield Figure("reach of all six pieces", value, "µs", generated, "python-chess, legal moves", "less", 300)

    value = _microseconds(lambda: list(engine.legal(spread, 0)))
    yield Figure("legal actions of a full board", value, "µs", generated, "python-chess", "less")

    actions = list(engine.legal(spread, 0))
    seconds = best_seconds(lambda: [engine.apply(spread, 0, action) for action in actions])
    floor = best_seconds(lambda: _push_all(board, moves))
    yield Figure(
        "an action applied, checked, told",
        seconds / len(actions) * 1e6,
        "µs",
        floor / len(moves) * 1e6,
        "python-chess",
        "less",
    )


def _microseconds(task: Callable[[], object]) -> float:
    return best_seconds(lambda: [task() for _ in range(_ROUNDS)]) / _ROUNDS * 1e6


def _push_all(board: chess.Board, moves: list[chess.Move]) -> None:
    for move in moves:
        board.is_legal(move)
        board.push(move)
        board.pop()
