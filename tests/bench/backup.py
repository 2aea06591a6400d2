"""The time of a backup beside the plainest way to write the same rows."""

import gzip
import json
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import structlog
from sqlalchemy import text

from bot.service.facade import Service
from bot.store.database import Database
from bot.store.models import GameRow
from tests.bench import Figure
from tests.databases import finish, prepare
from tests.manual_clock import ManualClock
from tests.many_games import fill
from tests.service.actors import ALL

_GAMES, _EVENTS = 1_000, 100
_ALLOWED = 1.0
_ROUNDS = 3
_FILE = "bench.sqlite3"
_EVENTS_OF_ALL = text(
    """
    WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < :events)
    INSERT INTO events (game_id, seq, first_seq, kind, seat, player_id, action, notation, public_notation,
                        reveals, cause, at)
    SELECT games.id, 1000 + n, 1000 + n, 'action', n % 2, one.player_id, one.action, one.notation,
           one.public_notation, one.reveals, 'cause/' || games.id || '/' || n, one.at
    FROM games, numbers, (SELECT * FROM events WHERE action IS NOT NULL LIMIT 1) AS one
    """
)


def run() -> Iterator[Figure]:
    """Measure the processor seconds for all rows of a database of games with long logs."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        taken, rows = finish(_backed_up(Path(folder)))
        floor = min(_plainly(Path(folder)) for _ in range(_ROUNDS))
    floor_name = "sqlite3, json and gzip by themselves"
    yield Figure(f"a backup of {rows:,} rows", taken, "s", floor, floor_name, "less", _ALLOWED * floor)


def _plainly(folder: Path) -> float:
    begun = time.process_time()
    with (
        closing(sqlite3.connect(folder / _FILE)) as connection,
        gzip.open(folder / "plain.gz", "wt", encoding="utf-8") as packed,
    ):
        for table in GameRow.metadata.sorted_tables:
            for row in connection.execute(f"SELECT * FROM {table.name}"):
                packed.write(json.dumps(row) + "\n")
    return time.process_time() - begun


async def _backed_up(folder: Path) -> tuple[float, int]:
    """The least processor seconds of several backups, and the number of rows."""
    database = Database(f"sqlite:///{folder / _FILE}")
    await prepare(database)
    await fill(Service(database, ALL, ManualClock(), Random(1)), database, _GAMES)
    async with database.transaction() as unit:
        await unit._session.execute(_EVENTS_OF_ALL, {"events": _EVENTS})
    taken, rows = list[float](), 0
    for _ in range(_ROUNDS):
        with (folder / "bench.backup").open("wb") as file:
            begun = time.process_time()
            rows = await database.back_up(file, ManualClock().now())
            taken.append(time.process_time() - begun)
    await database.close()
    return min(taken), rows
