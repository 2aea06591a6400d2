"""The databases of PostgreSQL that tests empty and use again."""

from __future__ import annotations

from random import Random

from sqlalchemy import text

from bot.service.facade import Service
from bot.store.database import Database
from tests.databases import Postgres
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, running

_SIZES = text(
    "SELECT relname, relpages, reltuples, pg_relation_size(oid) = 0 FROM pg_class"
    " WHERE relname IN ('games', 'seats', 'events', 'players') ORDER BY 1"
)


async def test_a_database_that_is_used_again_has_the_plans_of_a_new_one(postgres: Postgres) -> None:
    """The vacuum noted that tables are empty, and small ones were read from one end to the other."""
    for _ in range(2):
        with postgres.fresh() as address:
            database = Database(address)
            async with database.transaction() as unit:
                sizes = list(map(tuple, await unit._session.execute(_SIZES)))
            empty = [(table, 0, -1, True) for table in ("events", "games", "seats")]
            assert sizes == sorted([*empty, ("players", 0, -1, False)])
            await running(Service(database, ALL, ManualClock(), Random(1)))
            await database.close()
