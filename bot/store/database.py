"""The connection to the database: transactions, what SQLite and PostgreSQL each need, and migrations."""

import asyncio
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool
from sqlalchemy.util import await_only
from tenacity import Retrying, retry_if_exception_message

from bot.errors import CannotStart, DatabaseDamaged, DatabaseUnavailable
from bot.observer import Progress, unwatched
from bot.retries import BEGIN_FILE
from bot.store import backup, ownership, schema
from bot.store.database_url import DEFAULT, parse_database_url, sqlite_file
from bot.store.models import EventRow
from bot.store.sqlite_connection import SqliteConnection, connect_sqlite
from bot.store.unit import Unit
from bot.supervision import UnderWay, run_to_completion

T = TypeVar("T")

log = structlog.get_logger(__name__)

CHANNEL = "turnpost"
"""On which processes tell each other on PostgreSQL that they have committed something."""
KINDS = ("outbox", "clocks", "jobs")
"""What they tell of: see `Database.on_outbox`, `on_clocks` and `on_jobs`."""
_BUSY_SECONDS = 15
"""How long a writer waits for another process to finish its transaction on a SQLite file."""
_FAREWELL_SECONDS = 5
"""How long closing waits for the units of work that are under way."""
_BEGIN = "turnpost_begin"


class Conflict(Exception):  # noqa: N818 -- the caller tries again, nothing is wrong
    """Another transaction was faster, and this one, which did not know, was rolled back."""


class _Rehearsed(Exception):  # noqa: N818 -- how a rehearsal ends
    """Rolls the transaction of a rehearsal back."""


_SERIALIZATION_CODES = frozenset({"40001", "40P01"})
"""PostgreSQL's words for: two transactions stood in each other's way, try again."""


def _troubles() -> tuple[type[Exception], ...]:
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


def _happened(unit: Unit) -> list[str]:
    """What a unit of work has brought, of `KINDS`."""
    brought = {"outbox": unit.outbox.added, "clocks": unit.clocks_set, "jobs": unit.jobs.added}
    return [kind for kind in KINDS if brought[kind]]


def _secretly(event: EventRow) -> bool:
    """Whether others may not know who acted: a seat did something that they are not told, or not of whom."""
    return event.seat is not None and (event.public_notation is None or event.data is not None)


def _sqlstate(error: BaseException) -> str:
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def _told(error: BaseException) -> BaseException:
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
        or _sqlstate(error).startswith(_POSTGRESQL_AWAY)
    ):
        return DatabaseUnavailable(reason)
    return error


class Database:
    """Everything that is stored, behind transactions."""

    def __init__(self, address: str | URL, *, pool: int = 20) -> None:
        """A database by its address (see `parse_database_url`). Raises ValueError; connects on first use.

        `pool`: connections to PostgreSQL that may be open at the same time; a few of them stay open.
        """
        self.url = parse_database_url(address) if isinstance(address, str) else address
        self.file = sqlite_file(self.url)
        """The file of a SQLite database; None for a server."""
        if self.file is not None:
            self._engine = _sqlite_engine(self.url, foreign_keys=True)
        else:
            self._engine = _engine(
                self.url, pool_pre_ping=True, pool_size=pool // 2, max_overflow=pool - pool // 2
            )
        self._readers = async_sessionmaker(self._engine, expire_on_commit=False)
        # On SQLite a transaction that means to write takes the lock at once: one that reads first and asks
        # for the lock later is refused, not queued, if another has written in between.
        writing = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        self._writers = async_sessionmaker(writing, expire_on_commit=False)
        self._turn: asyncio.Lock | None = asyncio.Lock() if self.file is not None else None
        sqlalchemy_event.listen(self._engine.sync_engine, "checkin", self._on_checkin)
        self._closed = False
        self._under_way = UnderWay()
        self._listeners: dict[str, list[Callable[[], None]]] = {kind: [] for kind in KINDS}
        self.name = secrets.token_hex(8)
        """Tells what this process notifies others of from what it is notified of."""

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self.url.get_backend_name()

    def on_outbox(self, listener: Callable[[], None]) -> None:
        """Call the listener after each commit that put deliveries into the outbox: of this process, and with
        `bot.store.listening` of those that have no outbox.
        """
        self._listeners["outbox"].append(listener)

    def on_clocks(self, listener: Callable[[], None]) -> None:
        """Call the listener after each commit that set the clock of a game, of the same processes."""
        self._listeners["clocks"].append(listener)

    def on_jobs(self, listener: Callable[[], None]) -> None:
        """Call the listener after each commit that gave a computer something to do: of this process, and with
        `bot.store.listening` of any.
        """
        self._listeners["jobs"].append(listener)

    def wake(self, kinds: Iterable[str]) -> None:
        """Call the listeners of these `KINDS`; others are passed over."""
        for kind in kinds:
            for listener in self._listeners.get(kind, ()):
                listener()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Unit]:
        """A unit of work: committed when the block ends, rolled back when it raises.

        Raises Conflict where another transaction was faster, DatabaseUnavailable and DatabaseDamaged.
        """
        # Writers of one process wait for each other here, in order, rather than poll SQLite's file lock.
        queue: AbstractAsyncContextManager[Any] = self._turn or nullcontext()
        with self._under_way.attended():
            async with queue:
                try:
                    async with self._writers() as session, session.begin():
                        unit = Unit(session)
                        yield unit
                        happened = _happened(unit)
                        # Who has an outbox delivers what it has put in; who thinks is often another.
                        for_others = [one for one in happened if one == "jobs" or not self._listeners[one]]
                        if for_others and self.file is None:
                            await unit.notify(CHANNEL, f"{self.name} {' '.join(for_others)}")
                except (StaleDataError, IntegrityError) as error:
                    raise Conflict from error
                except _troubles() as error:
                    if _sqlstate(error) in _SERIALIZATION_CODES:
                        raise Conflict from error
                    raise _told(error) from error
        for event in unit.events.added:
            # Never what was done: that may be secret. What asked for it is in the log's context.
            log.info(
                "event_stored",
                game_id=event.game_id,
                seq=event.seq,
                kind=event.kind,
                player=None if _secretly(event) else event.player_id,
            )
        self.wake(happened)

    @asynccontextmanager
    async def rehearsal(self) -> AsyncIterator[Unit]:
        """A unit of work that is rolled back when the block ends, to find out what it would do.

        Raises as `transaction` does.
        """
        with suppress(_Rehearsed):
            async with self.transaction() as unit:
                yield unit
                raise _Rehearsed

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Unit]:
        """A unit of work that changes nothing. Raises DatabaseUnavailable and DatabaseDamaged."""
        with self._under_way.attended():
            try:
                async with self._readers() as session:
                    yield Unit(session)
            except _troubles() as error:
                raise _told(error) from error

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
        return await self._with_connection(
            lambda connection: backup.write(connection, file, made_at, progress), reading=True
        )

    async def restore(self, file: IO[bytes], *, replace: bool = False, progress: Progress = unwatched) -> int:
        """Fill the database from such a file, all or nothing; how many rows. See `bot.store.backup.restore`.

        Nothing else may use the database meanwhile. Raises DatabaseUnavailable.
        """
        await self._find_folder()
        return await self._with_connection(
            lambda connection: backup.restore(connection, file, replace=replace, progress=progress)
        )

    async def close(self) -> None:
        """Close all connections, after what is under way; of what takes too long, when it ends."""
        try:
            if not await self._under_way.ended(_FAREWELL_SECONDS):
                log.warning("database_closed_in_use", units=self._under_way.count)
        finally:
            self._closed = True
            await run_to_completion(self._engine.dispose())

    def _on_checkin(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        if self._closed:
            record.close()

    async def _with_connection(self, work: Callable[[Connection], T], *, reading: bool = False) -> T:
        """Run it in a transaction of its own, on a connection that does not enforce references.

        SQLite changes a table by building it anew, which enforced references would not survive. What is only
        `reading` sees the database as it is at one moment and is in nobody's way. Raises DatabaseUnavailable
        and DatabaseDamaged.
        """
        if self.file is None:
            engine = _engine(self.url, poolclass=NullPool)
            if reading:
                engine = engine.execution_options(isolation_level="REPEATABLE READ")
        else:
            engine = _sqlite_engine(self.url, foreign_keys=False, poolclass=NullPool)
            if not reading:
                engine = engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        async with AsyncExitStack() as stack:
            stack.push_async_callback(engine.dispose)
            try:
                connection = await stack.enter_async_context(engine.begin())
            except _troubles() as error:
                if _sqlstate(error).startswith(_POSTGRESQL_REFUSES):
                    raise CannotStart(
                        f"PostgreSQL refuses DATABASE_URL: {getattr(error, 'orig', error)}."
                    ) from error
                raise _told(error) from error
            try:
                return await connection.run_sync(work)
            except DBAPIError as error:
                raise _told(error) from error


def _is_there(file: Path) -> bool:
    """Whether there is such a file. Raises DatabaseUnavailable where there cannot be one."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DatabaseUnavailable(str(error)) from error
    return True


def _engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine that shows in no log and no fault what the parameters of a statement were: secret moves."""
    return create_async_engine(url, hide_parameters=True, **options)


_WHEN_FREE = Retrying(
    retry=retry_if_exception_message(match=".*locked"),
    stop=BEGIN_FILE.stop,
    wait=BEGIN_FILE.wait,
    sleep=lambda seconds: await_only(asyncio.sleep(seconds)),
    reraise=True,
)


def _sqlite_engine(url: URL, *, foreign_keys: bool, **options: Any) -> AsyncEngine:
    """Durable write-ahead logging, references that hold, and transactions that begin when we say so."""
    connect_args = {"timeout": _BUSY_SECONDS, "async_creator_fn": connect_sqlite}
    engine = _engine(url, connect_args=connect_args, **options)

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
        driver.begin(connection.get_execution_options().get(_BEGIN, "BEGIN"))

    return engine
