"""How files are opened, and what an unusable database is said to be."""

import asyncio
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from asyncpg import PostgresError  # type: ignore[import-untyped]
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, InterfaceError

from bot.errors import CannotStart, DatabaseDamaged, DatabaseUnavailable
from bot.store import schema
from bot.store.database import Database
from bot.store.database_url import DEFAULT
from bot.store.process_lock import ProcessLock
from bot.store.storage import Storage, _served, driver_errors, translated
from tests.databases import Sqlite

_PRAGMAS = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")


def _settings(connection: Connection) -> list[object]:
    return [connection.scalar(text(f"PRAGMA {pragma}")) for pragma in _PRAGMAS]


async def test_files_are_written_durably_and_waited_for(sqlite: Sqlite) -> None:
    """References are enforced but where tables are rebuilt."""
    with sqlite.fresh() as address:
        database = Database(address)
        async with database.reading() as unit:
            connection = await unit._session.connection()
            assert await connection.run_sync(_settings) == ["wal", 2, 1, 15_000]
        for reading in (True, False):
            assert await database._with_connection(_settings, reading=reading) == ["wal", 2, 0, 15_000]
        await database.close()


async def test_an_error_holds_no_value_of_a_statement(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        database = Database(address)
        async with database.reading() as unit:
            with pytest.raises(DBAPIError) as failed:
                await unit._session.execute(text("SELECT nothing WHERE :secret = 1"), {"secret": "hush"})
        assert "hush" not in str(failed.value)
        await database.close()


async def test_only_the_folder_of_the_default_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        await Storage(DEFAULT)._find_folder()
    await Storage("sqlite:///data/another.sqlite3")._find_folder()
    with pytest.raises(CannotStart):
        await Storage("sqlite:///date/turnpost.sqlite3")._find_folder()


async def test_no_schema_changes_under_a_process_that_serves_the_file(sqlite: Sqlite) -> None:
    with sqlite.empty() as address:
        storage = Storage(address)
        assert storage.file is not None
        await storage.migrate("0035")
        serving = ProcessLock(storage.file)
        assert await serving.claim()
        with pytest.raises(CannotStart, match="stop it before its schema changes"):
            await storage.migrate()
        assert await storage.revision() == "0035"
        # To the process that serves it this changes nothing.
        await storage.migrate("0035")
        serving.release()
        await storage.migrate()
        assert await storage.examine(schema.differences) == []


def _there(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_many_may_look_at_once_whether_a_file_is_served(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "x.sqlite3")
    assert not await lock.is_taken()
    assert not _there(tmp_path)
    assert await lock.claim()
    assert await ProcessLock(tmp_path / "x.sqlite3").is_taken()
    lock.release()
    looks = [ProcessLock(tmp_path / "x.sqlite3") for _ in range(20)]
    for _ in range(20):
        assert not any(await asyncio.gather(*(look.is_taken() for look in looks)))


async def test_what_a_cancelled_claim_takes_is_released(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "x.sqlite3")
    claiming = asyncio.create_task(lock.claim())
    await asyncio.sleep(0)
    claiming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await claiming
    lock.release()
    again = ProcessLock(tmp_path / "x.sqlite3")
    assert await again.claim()
    again.release()


def _sqlite(name: str, reason: str = "why\nand more") -> sqlite3.Error:
    error = sqlite3.OperationalError(reason)
    error.sqlite_errorname = name
    return error


class _Postgres(Exception):  # noqa: N818 -- what a driver raises
    def __init__(self, code: str) -> None:
        super().__init__("why")
        self.sqlstate = code


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        (DBAPIError("", None, _sqlite("SQLITE_FULL")), DatabaseUnavailable, "why"),
        (
            DBAPIError("", None, _sqlite("SQLITE_BUSY_SNAPSHOT", "")),
            DatabaseUnavailable,
            "SQLITE_BUSY_SNAPSHOT",
        ),
        (DBAPIError("", None, _sqlite("SQLITE_CORRUPT")), DatabaseDamaged, "why"),
        (DBAPIError("", None, _Postgres("08006")), DatabaseUnavailable, "why"),
        (InterfaceError("", None, Exception("why")), DatabaseUnavailable, "why"),
        (DBAPIError("", None, Exception("why"), connection_invalidated=True), DatabaseUnavailable, "why"),
        (OSError("why"), DatabaseUnavailable, "why"),
        (OSError(), DatabaseUnavailable, "OSError"),
    ],
)
def test_an_unusable_database_is_said_to_be_with_the_reason(
    fault: Exception, kind: type[Exception], reason: str
) -> None:
    result = translated(fault)
    assert (type(result), str(result)) == (kind, reason)


@pytest.mark.parametrize("cause", [_sqlite("SQLITE_ERROR"), _Postgres("42P01")])
def test_a_statement_that_is_wrong_is_no_unusable_database(cause: Any) -> None:
    fault = DBAPIError("", None, cause)
    assert translated(fault) is fault


def test_what_a_server_raises_is_known_where_its_driver_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert PostgresError in driver_errors()
    monkeypatch.delitem(sys.modules, "asyncpg")
    assert PostgresError not in driver_errors()


async def test_nobody_serves_what_has_no_tables(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path}/empty.sqlite3")
    assert not await storage._with_connection(_served, reading=True)
