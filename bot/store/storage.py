"""A database as a whole: its schema, its owner, its backups, and what SQLite and PostgreSQL each need.

What rows are is loaded where it is asked for: a schema that is up to date needs no model.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeVar

import structlog
from sqlalchemy import Connection
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
from bot.store.sqlite_connection import SqliteConnection, connect_sqlite

T = TypeVar("T")

log = structlog.get_logger(__name__)

BEGIN = "turnpost_begin"
"""The option of an engine that says how its transactions begin on SQLite."""
_BUSY_SECONDS = 15
"""How long a writer waits for another process to finish its transaction on a SQLite file."""


def troubles() -> tuple[type[Exception], ...]:
    """What the drivers raise where something is the matter with the database, or with what we ask of it.

    PostgresError: a server that takes no connection now, for it starts or has too many. Its driver is loaded
    where there is a server.
    """
    driver = sys.modules.get("asyncpg")
    return (DBAPIError, PoolTimeout, OSError, *([driver.PostgresError] if driver is not None else []))


_SQLITE_AWAY = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN"),
    "SQLITE_PROTOCOL",
)
"""How the names of SQLite's errors begin that are no fault of the statement."""
_SQLITE_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""And of those that no waiting mends."""
_POSTGRESQL_AWAY = ("08", "25006", "53", "55P03", "57", "58", "XX")
"""How PostgreSQL's begin: connection, standby, resources, operator's hand, system, damage."""
_POSTGRESQL_REFUSES = ("28", "3D")
"""How those begin that no waiting mends: user or password are wrong, there is no such database."""


def sqlstate(error: BaseException) -> str:
    """PostgreSQL's code of an error; empty where it is another's."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def told(error: BaseException) -> BaseException:
    """DatabaseUnavailable or DatabaseDamaged where that is the cause, with its reason; any other as it is."""
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
        or name.startswith(_SQLITE_AWAY)
        or sqlstate(error).startswith(_POSTGRESQL_AWAY)
    ):
        return DatabaseUnavailable(reason)
    return error


class Storage:
    """A database that is looked at, migrated, saved and filled as a whole."""

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
        """Bring the schema up (or, naming an older revision, down) and check that no reference was torn.

        All or nothing: a migration that fails leaves the schema as it was. Raises DatabaseUnavailable.
        """
        await self._find_folder()
        await self._with_connection(lambda connection: schema.migrate(connection, revision))

    async def _find_folder(self) -> None:
        """Make the folder of a SQLite file where it is the default. Raises DatabaseUnavailable, CannotStart.

        Another folder must be there: one that is made by a slip of the pen would hold a second database.
        """
        if self.file is None:
            return
        folder, default = self.file.parent, sqlite_file(parse_database_url(DEFAULT))
        try:
            if self.file == default:
                await asyncio.to_thread(folder.mkdir, exist_ok=True)
            elif not await asyncio.to_thread(_is_there, folder):
                raise CannotStart(f"There is no folder {folder} for the database: make it, or name another.")
        except OSError as error:
            raise DatabaseUnavailable(str(error)) from error

    async def revision(self) -> str | None:
        """The revision at which the schema stands; None for an empty database. Raises DatabaseUnavailable.

        To look makes no SQLite file where there is none.
        """
        if self.file is not None and not await asyncio.to_thread(_is_there, self.file):
            return None
        return await self._with_connection(schema.current, reading=True)

    async def owner(self) -> str | None:
        """The application to which it belongs; None for an empty one, `ownership.UNKNOWN` for an old one.

        To look makes no SQLite file where there is none. Raises DatabaseUnavailable.
        """
        if self.file is not None and not await asyncio.to_thread(_is_there, self.file):
            return None
        from bot.store import ownership  # noqa: PLC0415

        return await self._with_connection(ownership.owner, reading=True)

    async def differences(self) -> list[str]:
        """How the schema differs from the models, in words. Raises DatabaseUnavailable."""
        return await self._with_connection(schema.differences, reading=True)

    async def damage(self) -> list[str]:
        """What is torn in a SQLite file, in words; PostgreSQL sees to its own. Raises DatabaseUnavailable."""
        return await self._with_connection(schema.damage, reading=True)

    async def back_up(self, file: IO[bytes], made_at: datetime, progress: Progress = unwatched) -> int:
        """Write everything to a file, as it stands at one moment; how many rows. Others write on meanwhile.

        Raises DatabaseUnavailable.
        """
        from bot.store import backup  # noqa: PLC0415

        return await self._with_connection(
            lambda connection: backup.write(connection, file, made_at, progress), reading=True
        )

    async def restore(self, file: IO[bytes], *, replace: bool = False, progress: Progress = unwatched) -> int:
        """Fill the database from such a file, all or nothing; how many rows. See `bot.store.backup.restore`.

        Nothing else may use the database meanwhile. Raises DatabaseUnavailable.
        """
        from bot.store import backup  # noqa: PLC0415

        await self._find_folder()
        return await self._with_connection(
            lambda connection: backup.restore(connection, file, replace=replace, progress=progress)
        )

    async def _with_connection(self, work: Callable[[Connection], T], *, reading: bool = False) -> T:
        """Run it in a transaction of its own, on a connection that does not enforce references.

        SQLite changes a table by building it anew, which enforced references would not survive. What is only
        `reading` sees the database as it is at one moment and is in nobody's way. Raises DatabaseUnavailable
        and DatabaseDamaged.
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
            except troubles() as error:
                if sqlstate(error).startswith(_POSTGRESQL_REFUSES):
                    raise CannotStart(
                        f"PostgreSQL refuses DATABASE_URL: {getattr(error, 'orig', error)}."
                    ) from error
                raise told(error) from error
            try:
                return await connection.run_sync(work)
            except DBAPIError as error:
                raise told(error) from error


def _is_there(file: Path) -> bool:
    """Whether there is such a file. Raises DatabaseUnavailable where there cannot be one."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error
    return True


def new_engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine that shows in no log and no fault what the parameters of a statement were: secret moves."""
    return create_async_engine(url, hide_parameters=True, **options)


_WHEN_FREE = Retrying(
    retry=retry_if_exception_message(match=".*locked"),
    stop=BEGIN_FILE.stop,
    wait=BEGIN_FILE.wait,
    sleep=lambda seconds: await_only(asyncio.sleep(seconds)),
    reraise=True,
)


def sqlite_engine(url: URL, *, foreign_keys: bool, **options: Any) -> AsyncEngine:
    """Durable write-ahead logging, references that hold, and transactions that begin when we say so."""
    connect_args = {"timeout": _BUSY_SECONDS, "async_creator_fn": connect_sqlite}
    engine = new_engine(url, connect_args=connect_args, **options)

    @sqlalchemy_event.listens_for(engine.sync_engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        # The driver's own way of beginning transactions would leave reads and DDL outside them.
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

    @sqlalchemy_event.listens_for(engine.sync_engine, "begin")
    def _on_begin(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, SqliteConnection)  # noqa: S101 -- as `connect_sqlite` makes it
        driver.begin(connection.get_execution_options().get(BEGIN, "BEGIN"))

    return engine
