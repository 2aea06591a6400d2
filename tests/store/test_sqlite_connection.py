"""A statement visits the thread of a SQLite connection once, and loses none of what it gives."""

from __future__ import annotations

from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text

from bot.store.database import Database
from tests.databases import Sqlite

_MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i FROM n"


async def test_a_look_takes_a_visit_to_ask_and_one_to_end(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits, execute = 0, aiosqlite.Connection._execute

    async def counting(self: aiosqlite.Connection, *arguments: Any, **options: Any) -> Any:
        nonlocal visits
        visits += 1
        return await execute(self, *arguments, **options)  # type: ignore[no-untyped-call]

    with sqlite.fresh() as address:
        database = Database(address)
        for _ in range(2):
            monkeypatch.setattr(aiosqlite.Connection, "_execute", counting)
            visits = 0
            async with database.reading() as unit:
                await unit.games.by_code("K7QX")
        assert visits == 2, "after the first, which opens the connection"
        await database.close()


async def test_what_is_long_comes_whole_and_by_and_by(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        database = Database(address)
        async with database.reading() as unit:
            whole = (await unit._session.scalars(text(_MANY))).all()
            stream = await unit._session.stream_scalars(text(_MANY))
            parts = [list(part) async for part in stream.partitions(50)]
        await database.close()
    assert whole == list(range(1, 301))
    assert [number for part in parts for number in part] == whole
    assert {len(part) for part in parts} == {50}
