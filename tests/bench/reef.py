"""The rules of Reef Encounter beside python-chess at comparable tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

from engines.reef.components import BOARDS, CORALS
from engines.reef.conformance.position import read_position
from engines.reef.engine import REEF
from tests.bench import Figure, best_seconds
from tests.engines.walks import a_choice

_KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
_ROUNDS = 50
_GAMES = 13.5
"""Whole random games of two players a second that search can count on."""


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
    games = best_seconds(lambda: _random_game(random.Random(1)))
    chess_games = best_seconds(lambda: _random_chess(random.Random(1)))
    yield Figure(
        "whole random games", 1 / games, "a second", 1 / chess_games, "python-chess", "more", wanted=_GAMES
    )


def _random_game(dice: random.Random) -> None:
    state = REEF.start(REEF.options({}), 2, "5eed" * 16)
    while REEF.to_act(state):
        state = REEF.apply(state, *a_choice(REEF, state, dice)).state


def _random_chess(dice: random.Random) -> None:
    board = chess.Board()
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))


def _milliseconds(task: object) -> float:
    assert callable(task)
    return best_seconds(lambda: [task() for _ in range(_ROUNDS)]) / _ROUNDS * 1000


def _push_all(board: chess.Board, moves: list[chess.Move]) -> None:
    for move in moves:
        board.is_legal(move)
        board.push(move)
        board.pop()
