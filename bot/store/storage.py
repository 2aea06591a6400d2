"""A database as a whole: schema, owner, backups, and what SQLite and PostgreSQL each need.

Models are imported lazily: checking an up-to-date schema needs none.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeVar

import structlog
from sqlalchemy import Connection, inspect, text
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only
from tenacity import Retrying, retry_if_exception_message

from bot.errors import CannotStart, DatabaseDamaged, DatabaseUnavailable
from bot.observer import Progress, unwatched
from bot.retries import BEGIN_FILE
from bot.store import schema
from bot.store.database_url import DEFAULT, parse_database_url, sqlite_file
from bot.store.process_lock import ProcessLock
from bot.store.sqlite_connection import BEGIN, begin, connect_sqlite

T = TypeVar("T")

log = structlog.get_logger(__name__)

_BUSY_SECONDS = 15
"""How long a writer waits for another process to finish its transaction on a SQLite file."""


def driver_errors() -> tuple[type[Exception], ...]:
    """What the drivers raise for an unusable database or a wrong statement.

    PostgresError: a server that accepts no connection, because it is starting or has too many. Its driver is
    only imported where a server is used.
    """
    driver = sys.modules.get("asyncpg")
    return (DBAPIError, PoolTimeout, OSError, *([driver.PostgresError] if driver is not None else []))


_SQLITE_UNAVAILABLE = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN"),
    "SQLITE_PROTOCOL",
)
"""Prefixes of SQLite's error names that mean a temporarily unusable database."""
_SQLITE_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""The prefixes of errors that waiting does not resolve."""
_POSTGRESQL_UNAVAILABLE = ("08", "25006", "53", "55P03", "57", "58", "XX")
"""Prefixes of PostgreSQL's codes: connection, standby, resources, operator intervention, system, damage."""
_POSTGRESQL_REFUSES = ("28", "3D")
"""The prefixes of codes that waiting does not resolve: wrong user or password, no such database."""


def sqlstate(error: BaseException) -> str:
    """PostgreSQL's code of an error; empty for other errors."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def translated(error: BaseException) -> BaseException:
    """DatabaseUnavailable or DatabaseDamaged where that is the cause, with its reason; else the error."""
    if not isinstance(error, DBAPIError):
        return DatabaseUnavailable(str(error) or type(error).__name__)
    name = getattr(error.orig, "sqlite_errorname", None) or ""
    reason = (str(error.orig).strip().splitlines() or [name])[0]
    if name.startswith(_SQLITE_DAMAGED):
        log.error("database_damaged", reason=reason)
        return DatabaseDamaged(reason)
    if (
        error.connection_invalidated
        or isinstance(error, InterfaceError)
        or name.startswith(_SQLITE_UNAVAILABLE)
        or sqlstate(error).startswith(_POSTGRESQL_UNAVAILABLE)
    ):
        return DatabaseUnavailable(reason)
    return error


class Storage:
    """A database that is inspected, migrated, backed up and restored as a whole."""

    def __init__(self, address: str | URL) -> None:
        """A database by its address (see `parse_database_url`). Raises ValueError; connects on first use."""
        self.url = parse_database_url(address) if isinstance(address, str) else address
        self.file = sqlite_file(self.url)
        """The file of a SQLite database; None for a server."""

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self.url.get_backend_name()

    async def migrate(self, revision: str = "head") -> None:
        """Migrate the schema up (or down, to an older revision) and check that no reference is broken.

        All or nothing: a migration that fails leaves the schema as it was. Raises DatabaseUnavailable, and
        CannotStart for a SQLite file that a bot serves, whose version expects the schema that is there.
        """
        await self._find_folder()
        wanted = schema.head() if revision == "head" else revision
        if self.file is not None and await self.served() and await self.revision() != wanted:
            raise CannotStart(
                "Another process serves this SQLite database: stop it before its schema changes."
            )
        await self._with_connection(lambda connection: schema.migrate(connection, revision), reading=False)

    async def _find_folder(self, *, makes: bool = True) -> None:
        """Create the folder of the default SQLite file, if it `makes` any. Raises DatabaseUnavailable,
        CannotStart.

        Any other folder must exist: a typing error must not create a second database.
        """
        if self.file is None:
            return
        folder, default = self.file.parent, sqlite_file(parse_database_url(DEFAULT))
        try:
            if self.file == default:
                if makes:
                    await asyncio.to_thread(folder.mkdir, exist_ok=True)
            elif not await asyncio.to_thread(_is_there, folder):
                raise CannotStart(f"There is no folder {folder} for the database: make it, or name another.")
        except OSError as error:
            raise DatabaseUnavailable(str(error)) from error

    async def revision(self) -> str | None:
        """The schema's revision; None for an empty database. Raises DatabaseUnavailable.

        Creates no SQLite file. Raises CannotStart where its folder is not there.
        """
        if self.file is not None and not await asyncio.to_thread(_is_there, self.file):
            await self._find_folder(makes=False)
            return None
        return await self._with_connection(schema.current, reading=True)

    async def owner(self) -> str | None:
        """The application that owns the database; None for an empty one, `ownership.UNKNOWN` for an old one.

        Creates no SQLite file. Raises DatabaseUnavailable.
        """
        if self.file is not None and not await asyncio.to_thread(_is_there, self.file):
            return None
        from bot.store.repositories import ownership  # noqa: PLC0415

        return await self._with_connection(ownership.owner, reading=True)

    async def served(self) -> bool:
        """Whether a bot serves the database now. Creates no file. Raises DatabaseUnavailable."""
        if self.file is not None:
            try:
                return await ProcessLock(self.file).is_taken()
            except sqlite3.OperationalError as error:
                raise DatabaseUnavailable(str(error)) from error
        return await self._with_connection(_served, reading=True)

    async def examine(self, look: Callable[[Connection], T]) -> T:
        """What a function such as `schema.damage` finds in one snapshot. Raises DatabaseUnavailable."""
        return await self._with_connection(look, reading=True)

    async def back_up(self, file: IO[bytes], made_at: datetime, progress: Progress = unwatched) -> int:
        """Write a consistent snapshot to a file, while others go on writing; returns the number of rows.

        Raises DatabaseUnavailable.
        """
        from bot.store import backup  # noqa: PLC0415

        return await self._with_connection(
            lambda connection: backup.write(connection, file, made_at, progress), reading=True
        )

    async def restore(self, file: IO[bytes], *, replace: bool = False, progress: Progress = unwatched) -> int:
        """Restore a backup, all or nothing; returns the number of rows. See `bot.store.backup.restore`.

        Nothing else may use the database meanwhile. Raises DatabaseUnavailable.
        """
        from bot.store import backup  # noqa: PLC0415

        await self._find_folder()
        return await self._with_connection(
            lambda connection: backup.restore(connection, file, replace=replace, progress=progress),
            reading=False,
        )

    async def _with_connection(self, work: Callable[[Connection], T], *, reading: bool) -> T:
        """Run `work` in a separate transaction, on a connection that does not enforce references.

        SQLite changes a table by rebuilding it, which enforced references would not survive. `reading`: it
        sees one snapshot of the database and blocks nobody. Raises DatabaseUnavailable and DatabaseDamaged.
        """
        if self.file is None:
            engine = new_engine(self.url, poolclass=NullPool)
            if reading:
                engine = engine.execution_options(isolation_level="REPEATABLE READ")
        else:
            engine = sqlite_engine(self.url, foreign_keys=False, poolclass=NullPool)
            if not reading:
                engine = engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        async with AsyncExitStack() as stack:
            stack.push_async_callback(engine.dispose)
            try:
                connection = await stack.enter_async_context(engine.begin())
            except driver_errors() as error:
                if sqlstate(error).startswith(_POSTGRESQL_REFUSES):
                    raise CannotStart(
                        f"PostgreSQL refuses DATABASE_URL: {getattr(error, 'orig', error)}."
                    ) from error
                raise translated(error) from error
            try:
                await connection.run_sync(begin)
                return await connection.run_sync(work)
            except DBAPIError as error:
                raise translated(error) from error


def _served(connection: Connection) -> bool:
    """Whether a process has a lease of shards on PostgreSQL, by whose clock leases run."""
    if not inspect(connection).has_table("leases"):
        return False
    leased = "SELECT EXISTS (SELECT 1 FROM leases WHERE name LIKE 'shard:%' AND until > now())"
    return bool(connection.scalar(text(leased)))


def _is_there(file: Path) -> bool:
    """Whether the file exists. Raises DatabaseUnavailable if that is unknown."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error
    return True


def new_engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine that hides statement parameters, which may be secret moves, from logs and errors."""
    return create_async_engine(url, hide_parameters=True, **options)


_WHEN_FREE = Retrying(
    retry=retry_if_exception_message(match=".*locked"),
    stop=BEGIN_FILE.stop,
    wait=BEGIN_FILE.wait,
    sleep=lambda seconds: await_only(asyncio.sleep(seconds)),
    reraise=True,
)


def sqlite_engine(url: URL, *, foreign_keys: bool, **options: Any) -> AsyncEngine:
    """An engine with durable write-ahead logging, and without transactions of its own (`begin`)."""
    connect_args = {"timeout": _BUSY_SECONDS, "async_creator_fn": connect_sqlite}
    engine = new_engine(url, connect_args=connect_args, **options)

    @sqlalchemy_event.listens_for(engine.sync_engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        # The driver's implicit transactions would leave reads and DDL outside.
        connection.isolation_level = None
        cursor = connection.cursor()
        _WHEN_FREE(cursor.execute, "PRAGMA journal_mode = WAL")
        for pragma in (
            "synchronous = FULL",
            f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
            f"busy_timeout = {_BUSY_SECONDS * 1000}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
