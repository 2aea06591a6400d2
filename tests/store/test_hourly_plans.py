"""What is looked for every hour is found by indexes, however many games are over."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import bindparam, text

from bot.service.facade import Service
from bot.store.database import Database
from bot.store.models import GameRow
from tests.plans import heard
from tests.service.actors import ANN, opened

_FILL = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
    INSERT INTO games (code, key, options, rules_version, status, min_seats, max_seats, ply, version, edition,
                       guild_id, threaded, host_id, created_at, started_at, finished_at)
    SELECT 'X' || n, 'roses', '{}', 1, 'finished', 2, 2, 40, 40, 40,
           n, :yes, :host, :then, :then, :then FROM numbers
"""
THEN = datetime(2025, 1, 1, tzinfo=UTC)


async def plan_of(database: Database, statement: str, parameters: Any) -> str:
    """How the database says that it would answer this."""
    postgres = database._engine.dialect.name == "postgresql"
    async with database._engine.connect() as connection:
        answer = await connection.exec_driver_sql(
            f"EXPLAIN {'' if postgres else 'QUERY PLAN '}{statement}", parameters
        )
        return "\n".join(str(row[-1]) for row in answer)


INDEXES = {"silent": "ix_games_waiting", "purge": "ix_games_called_off", "threads": "ix_games_quiet"}


@pytest.mark.parametrize("scan", INDEXES)
async def test_no_hourly_scan_reads_all_games(service: Service, database: Database, scan: str) -> None:
    await opened(service)
    async with database.transaction() as unit:
        values = {"host": ANN.id, "then": THEN, "yes": True}
        fill = text(_FILL).bindparams(bindparam("then", type_=GameRow.created_at.type))
        await unit._session.execute(fill, values)
    if database._engine.dialect.name == "postgresql":
        # PostgreSQL does so by itself; SQLite is never asked to.
        async with database._engine.connect() as connection:
            await connection.execute(text("ANALYZE"))
            await connection.commit()
    asked: list[tuple[str, Any]] = []

    def note(statement: str, parameters: Any) -> None:
        asked.append((statement, parameters))

    works = {
        "silent": service.lobby.silent,
        "purge": service.lobby.purge,
        "threads": service.places.reopen_threads,
    }
    with heard(database, note):
        await works[scan]()
    scans = [one for one in asked if one[0].startswith("SELECT") and "FROM games" in one[0]]
    assert scans
    for statement, parameters in scans:
        plan = await plan_of(database, statement, parameters)
        assert INDEXES[scan] in plan
        assert "Seq Scan on games" not in plan
        assert "SCAN games" not in plan
