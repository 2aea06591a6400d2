"""Whole random games of every game, beside random games of python-chess."""

import gc
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import chess

from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.bench import Figure

_SECONDS = 1.5
"""The least processor seconds of a round."""
_ROUNDS = 3
_CHESS_PLIES = 200
_FIRST = {"reef": 0.0088, "tae": 0.116}
"""Random games in the time of one of python-chess under a game's first implementation, where searches need
speed.
"""
_FASTER = 5


def run() -> Iterator[Figure]:
    """Measure random games beside those of python-chess, which have two hundred plies at most."""
    floor = games_a_second(chess_game)
    for key, engine in ENGINES.items():
        value = games_a_second(partial(random_game, engine))
        yield Figure(f"{key}: random games", value, "a second", floor, "python-chess", "more")
        if key in _FIRST:
            first = _FIRST[key]
            what, unit = f"{key}: random games", "in the time of one of python-chess"
            yield Figure(what, value / floor, unit, first, "the first rules", "more", _FASTER * first)


def games_a_second(play: Callable[[random.Random], object]) -> float:
    """Games in a second of processor time: the best of several equal rounds."""
    best = 0.0
    for _ in range(_ROUNDS):
        rng, games = random.Random(1), 0
        gc.collect()
        begun = time.process_time()
        while (taken := time.process_time() - begun) < _SECONDS:
            play(rng)
            games += 1
        best = max(best, games / taken)
    return best


def random_game(engine: AnyEngine, rng: random.Random) -> int:
    """Play a game to its end with random legal actions, and return how many they were."""
    state = engine.start(engine.options({}), engine.info.min_seats, f"{rng.getrandbits(256):064x}")
    actions = 0
    while seats := engine.to_act(state):
        seat = seats[0]
        state = engine.apply(state, seat, rng.choice(list(engine.legal(state, seat)))).state
        actions += 1
    return actions


def chess_game(rng: random.Random) -> int:
    """Play a game of chess with random legal moves, and return how many they were."""
    board = chess.Board()
    while board.ply() < _CHESS_PLIES and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
    return board.ply()
