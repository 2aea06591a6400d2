"""The rules of Flic Flac beside python-chess at comparable tasks."""

from collections.abc import Iterator
from functools import partial

import chess

from engines.flicflac.conformance.position import read_position
from engines.flicflac.engine import FLICFLAC
from engines.flicflac.legal_moves import reach
from engines.flicflac.phase_end import forecast
from engines.flicflac.pieces import NUMBER, SIDES
from tests.bench import Figure
from tests.bench._chess import KIWIPETE, applied, microseconds

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


def run() -> Iterator[Figure]:
    """Measure the healths of a full board, the reach of a side, legal actions, and playing one."""
    engine = FLICFLAC
    melee = read_position({"pieces": _MELEE}, engine.options({"size": 5}))
    spread = read_position({"pieces": _SPREAD}, engine.options({}))
    board, timed = chess.Board(KIWIPETE), partial(microseconds, times=_ROUNDS)

    attackers = timed(lambda: [board.attackers(chess.WHITE, square) for square in range(12)])
    value = timed(lambda: forecast(melee.board, melee.stands, 0).health)
    yield Figure(
        "health of a full board", value, "µs", attackers, "python-chess, attackers of 12 squares", "less", 50
    )

    generated = timed(lambda: list(board.legal_moves))
    numbers = [NUMBER[code] for code in SIDES[0]]
    value = timed(lambda: [reach(spread.board, spread.stands, number) for number in numbers])
    yield Figure("reach of all six pieces", value, "µs", generated, "python-chess, legal moves", "less", 300)

    value = timed(lambda: list(engine.legal(spread, 0)))
    yield Figure("legal actions of a full board", value, "µs", generated, "python-chess", "less")

    yield applied(engine, spread)
