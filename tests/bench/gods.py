"""The rules of the Four Gods beside python-chess at comparable tasks."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import chess

from engines.contract import AnyEngine
from engines.gods.actions import Plan, Ready
from engines.gods.engine import GODS
from engines.gods.rounds import resolve_round
from tests.bench import Figure
from tests.bench._chess import microseconds

_TIMES = 300
_PLANS = ("Ab Ag Do", "Dr Dg Do", "Ao Dr Db", "Ar Ab Ag")


def run() -> Iterator[Figure]:
    """Measure listing legal plans, settling a round, building a view, saving a plan, storing a long game."""
    engine = GODS
    state = _planned(engine, engine.start(engine.options({}), 4, "5eed" * 16))
    board, timed = chess.Board(), partial(microseconds, times=_TIMES)

    generated = timed(lambda: list(board.legal_moves))
    legal = timed(lambda: list(engine.legal(state, 0)))
    yield Figure("legal actions of a god", legal, "µs", generated, "python-chess, legal moves", "less")

    pushed = timed(lambda: _pushed(board))
    saved = timed(lambda: engine.apply(state, 0, Plan("attack blue green defend orange")))
    yield Figure("a plan read, checked, saved", saved, "µs", pushed, "python-chess, a move", "less")
    settled = timed(lambda: resolve_round(state))
    yield Figure("a round settled", settled, "µs", pushed, "python-chess, a move", "less")

    for _ in range(60):
        state = _idle(engine, state)
    seen = timed(lambda: engine.view(state, 0))
    yield Figure("a view after 60 rounds", seen, "µs", generated, "python-chess, legal moves", "less")
    stored = timed(lambda: engine.codec.decode_state(engine.codec.encode(state)))
    yield Figure("a game of 60 rounds stored and read", stored, "µs", generated, "python-chess", "less")


def _planned(engine: AnyEngine, state: Any) -> Any:
    for seat, text in enumerate(_PLANS):
        state = engine.apply(state, seat, Plan(text)).state
    return state


def _idle(engine: AnyEngine, state: Any) -> Any:
    for seat in engine.to_act(state):
        state = engine.apply(state, seat, Ready()).state
    return state


def _pushed(board: chess.Board) -> None:
    move = chess.Move.from_uci("g1f3")
    board.is_legal(move)
    board.push(move)
    board.pop()
