"""The time of the doctor for a game, which it plays again from its log."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import structlog

from bot.service.facade import Service
from bot.store.database import Database
from tests.bench import Figure
from tests.bench.random_games import chess_game
from tests.databases import finish, prepare
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, SAMPLE, play_through, running

_GAMES = 500
"""So many that work done once for a database counts little: comparing the schema takes as long as fifty."""
_ROUNDS = 4
_CHESS_GAMES = 40
_FIRST = 0.99
"""The time of the first doctor for one of these games, in random games of chess."""
_TIMES = 0.5


def run() -> Iterator[Figure]:
    """Measure processor milliseconds in one process; the command line divides the games among several."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        taken = finish(_examined(Path(folder)))
    floor = min(_chess() for _ in range(_ROUNDS))
    yield Figure(
        f"the doctor, a game of {len(SAMPLE)} plies",
        taken,
        "ms",
        floor,
        "a random game of python-chess",
        "less",
        _TIMES * _FIRST * floor,
    )


async def _examined(folder: Path) -> float:
    database = Database(f"sqlite:///{folder / 'bench.sqlite3'}")
    await prepare(database)
    service = Service(database, ALL, ManualClock(), Random(1))
    for _ in range(_GAMES):
        game = await running(service)
        await play_through(service, game.code, SAMPLE)
    taken = list[float]()
    for _ in range(_ROUNDS):
        begun = time.process_time()
        found = await service.doctor.everything()
        taken.append(time.process_time() - begun)
        assert found.sound
        assert found.games == _GAMES
    await database.close()
    return min(taken) / _GAMES * 1_000


def _chess() -> float:
    rng, begun = Random(1), time.process_time()
    for _ in range(_CHESS_GAMES):
        chess_game(rng)
    return (time.process_time() - begun) / _CHESS_GAMES * 1_000
