"""Completed deliveries make no claim slower: a million of them beside none."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import quantiles

import structlog
from sqlalchemy import text

from bot.service.facade import Service
from bot.store.database import Database
from tests.bench import Figure
from tests.databases import Postgres, Sqlite, finish, postgres_server
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, running

_DELIVERED = 1_000_000
_ALLOWED = 1.1
_GAMES = 10
"""Games with deliveries that wait."""
_LIMIT = 8
_ROUNDS = 240
_LEASE = timedelta(minutes=1)
_FILL = text(
    """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :rows)
    INSERT INTO outbox (game_id, seq, lane, kind, payload, nonce, status, attempts, not_before,
                        channel_id, message_id, created_at, done_at)
    SELECT game_id, seq, lane, kind, '', 'over/' || n, 'done', 1, not_before, 1, n, created_at, created_at
    FROM numbers, (SELECT * FROM outbox ORDER BY id LIMIT 1) AS one
    """
)


def run() -> Iterator[Figure]:
    """Measure claims of `_LIMIT` deliveries, in turn beside none and a million: the lower quartiles."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for name, databases in (("SQLite", Sqlite(Path(folder))), ("PostgreSQL", Postgres(server))):
            with ExitStack() as stack:
                addresses = [stack.enter_context(databases.fresh()) for _ in range(2)]
                none, million = finish(_measured(*addresses))
            yield Figure(
                f"a claim beside {_DELIVERED:,} delivered, {name}",
                million,
                "ms",
                none,
                "beside none",
                "less",
                _ALLOWED * none,
            )


async def _measured(empty: str, full: str) -> tuple[float, float]:
    """The milliseconds of a claim on each database."""
    clock, databases = ManualClock(), (Database(empty), Database(full))
    for database in databases:
        service = Service(database, ALL, clock, Random(1))
        for _ in range(_GAMES):
            await running(service)
    async with databases[1].transaction() as unit:
        await unit._session.execute(_FILL, {"rows": _DELIVERED})
    if databases[1].dialect == "postgresql":
        # PostgreSQL does so by itself in time; SQLite never does.
        for database in databases:
            async with database.transaction() as unit:
                await unit._session.execute(text("ANALYZE"))
    found = [[await _claim(database, clock) for database in databases] for _ in range(_ROUNDS)]
    for database in databases:
        await database.close()
    none, million = (quantiles(took, n=4)[0] for took in zip(*found, strict=True))
    return none, million


async def _claim(database: Database, clock: ManualClock) -> float:
    now = clock.now()
    async with database.dry_run() as unit:
        begun = time.perf_counter()
        found = await unit.outbox.claimable(now, _LIMIT)
        claimed = await unit.outbox.claim([*found.first], now, owner="bench", until=now + _LEASE)
        took = time.perf_counter() - begun
    assert claimed
    return took * 1_000
