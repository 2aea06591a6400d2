"""The connection to the database: transactions, and the notifications of their commits."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import structlog
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import IntegrityError, InvalidatePoolError
from sqlalchemy.ext.asyncio import async_sessionmaker
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors import DatabaseUnavailable
from bot.store.models import EventRow
from bot.store.session import RowSession
from bot.store.sqlite_connection import BEGIN
from bot.store.storage import Storage, driver_errors, new_engine, sqlite_engine, sqlstate, translated
from bot.store.unit import Unit
from bot.supervision import InFlight, run_to_completion

log = structlog.get_logger(__name__)

CHANNEL = "turnpost"
"""The PostgreSQL channel on which processes notify each other of commits."""
KINDS = ("outbox", "clocks", "jobs")
"""The notifications: see `Database.on_outbox`, `on_clocks` and `on_jobs`.

``clocks@`` is followed by the nearest alarm, in ISO 8601.
"""
_EARLIEST = datetime.min.replace(tzinfo=UTC)
"""The alarm to assume where a notification names none."""
_CLOSE_SECONDS = 5
"""How long closing waits for open units of work, at most."""
_IDLE_SECONDS = 5.0
"""How long a connection to PostgreSQL may be idle before it is pinged, which costs three statements.
A server that shuts down closes its connections; a silent one is noticed by the next statement.
"""
_STALLED = timedelta(seconds=30)
"""How long PostgreSQL waits for a transaction's next statement: a machine that is frozen or cut off would
keep its locks, for which all other processes wait, until TCP finds out.
"""
PATIENCE = timedelta(seconds=15)
"""How long a process that serves waits for PostgreSQL's answer to a statement. A server that is lost says
nothing, and what waits for its answer would neither go on nor end.
"""
_IDLE_SINCE = "idle_since"
"""The key of a pooled connection's info with the moment at which it was returned."""
_SERIALIZATION_CODES = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for a serialization failure and a deadlock: try again."""


class Conflict(Exception):  # noqa: N818 -- the caller tries again, nothing is wrong
    """A concurrent transaction was faster, and this one was rolled back."""


def is_transient(fault: BaseException) -> bool:
    """Whether a unit of work failed because of a concurrent one, or of a database that is unavailable now."""
    if not isinstance(fault, driver_errors()):
        return isinstance(fault, StaleDataError)
    return sqlstate(fault) in _SERIALIZATION_CODES or isinstance(translated(fault), DatabaseUnavailable)


class _DryRun(Exception):  # noqa: N818 -- how a dry run ends
    """Rolls back the transaction of a dry run."""


def _end_stalled_transactions(connection: Any, _record: ConnectionPoolEntry) -> None:
    """Let the server end transactions that wait for this process too long."""
    cursor = connection.cursor()
    limit = str(_STALLED // timedelta(milliseconds=1))
    cursor.execute("SELECT set_config('idle_in_transaction_session_timeout', $1, false)", (limit,))
    cursor.close()
    connection.commit()


def _connect_anew_after_migration(fault: ExceptionContext) -> None:
    """Discard a connection from before another process migrated: its statements would fail for ever."""
    driver = fault.dialect.loaded_dbapi
    useless = driver.InvalidCachedStatementError, driver.InternalServerError
    fault.is_disconnect = fault.is_disconnect or isinstance(fault.original_exception, useless)


def _notifications(unit: Unit) -> list[str]:
    """The notifications of a unit of work, each of one of the `KINDS`."""
    notifications = ["outbox"] if unit.outbox.added else []
    if unit.alarm is not None:
        notifications.append(f"clocks@{unit.alarm.isoformat()}")
    return [*notifications, "jobs"] if unit.jobs.added else notifications


def _has_secret_actor(event: EventRow) -> bool:
    """Whether the actor is secret: the act itself is, or the actor is anonymous."""
    return event.seat is not None and (event.public_notation is None or event.data is not None)


class Database(Storage):
    """Everything that is stored, behind transactions."""

    def __init__(self, address: str | URL, *, pool: int = 20, patience: timedelta | None = None) -> None:
        """A database by its address (see `parse_database_url`). Raises ValueError; connects on first use.

        `pool`: connections to PostgreSQL that may be open at the same time; a few of them stay open.
        `patience`: how long to wait for its answer to a statement; None: for ever.
        """
        super().__init__(address)
        if self.file is not None:
            self._engine = sqlite_engine(self.url, foreign_keys=True)
        else:
            stay_open = pool // 2
            self._engine = new_engine(
                self.url,
                pool_size=stay_open,
                max_overflow=pool - stay_open,
                connect_args={"command_timeout": patience and patience.total_seconds()},
            )
        self._readers = async_sessionmaker(self._engine, class_=RowSession)
        # PostgreSQL needs no transaction: in one, too, each statement sees what is committed when it begins.
        alone = {} if self.file is not None else {"isolation_level": "AUTOCOMMIT"}
        self._brief_readers = async_sessionmaker(self._engine.execution_options(**alone), class_=RowSession)
        # On SQLite a writing transaction takes the lock at once: one that reads first and asks for the lock
        # later is refused, not queued, if another has written in between.
        writing = self._engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"})
        self._writers = async_sessionmaker(writing, class_=RowSession, expire_on_commit=False)
        # Writers of one process wait for this lock, in order, rather than poll SQLite's file lock.
        self._lock: AbstractAsyncContextManager[Any] = nullcontext() if self.file is None else asyncio.Lock()
        sqlalchemy_event.listen(self._engine.sync_engine, "checkin", self._on_checkin)
        if self.file is None:
            sqlalchemy_event.listen(self._engine.sync_engine, "connect", _end_stalled_transactions)
            sqlalchemy_event.listen(self._engine.sync_engine, "checkout", self._on_checkout)
            sqlalchemy_event.listen(self._engine.sync_engine, "handle_error", _connect_anew_after_migration)
        else:
            check = partial(self._check_file, self.file)
            for moment in ("do_connect", "checkout"):
                sqlalchemy_event.listen(self._engine.sync_engine, moment, check)
        self._opened: os.stat_result | None = None
        """The SQLite file as it was when it was first opened."""
        self._closed = False
        self._in_flight = InFlight()
        self._listeners: dict[str, list[Callable[[str], None]]] = {kind: [] for kind in KINDS}
        self.name = secrets.token_hex()
        """Distinguishes this process's own notifications from those of others."""

    def on_outbox(self, listener: Callable[[Sequence[str]], None]) -> None:
        """Call the listener after each commit of this process that enqueued deliveries, with their nonces;
        with `bot.store.listening` also after those of processes without an outbox, with none.
        """
        self._listeners["outbox"].append(lambda nonces: listener(nonces.split()))

    def on_clocks(self, listener: Callable[[datetime], None]) -> None:
        """Call the listener, with the nearest alarm, after each commit that set alarms: of this process, and
        with `bot.store.listening` of those without a scheduler.
        """
        self._listeners["clocks"].append(lambda at: listener(datetime.fromisoformat(at) if at else _EARLIEST))

    def on_jobs(self, listener: Callable[[], None]) -> None:
        """Call the listener after each commit that enqueued jobs: of this process, and with
        `bot.store.listening` of any.
        """
        self._listeners["jobs"].append(lambda _: listener())

    def wake(self, notifications: Iterable[str]) -> None:
        """Call the listeners of these `KINDS`; unknown kinds are ignored."""
        for kind, _, what in (one.partition("@") for one in notifications):
            for listener in self._listeners.get(kind, ()):
                listener(what)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Unit]:
        """A unit of work: committed when the block ends, rolled back when it raises.

        Raises Conflict where another transaction was faster, DatabaseUnavailable and DatabaseDamaged.
        """
        with self._in_flight.counted():
            async with self._lock:
                try:
                    async with self._committed() as unit:
                        yield unit
                except (StaleDataError, IntegrityError) as error:
                    raise Conflict from error
                except driver_errors() as error:
                    if sqlstate(error) in _SERIALIZATION_CODES:
                        raise Conflict from error
                    raise translated(error) from error
        for event in unit.events.added:
            # Never the content: it may be secret. The request's id is in the log's context.
            log.info(
                "event_stored",
                game_id=event.game_id,
                seq=event.seq,
                kind=event.kind,
                player=None if _has_secret_actor(event) else event.player_id,
            )
        own = "outbox@" + " ".join(unit.outbox.nonces)
        self.wake(own if one == "outbox" else one for one in _notifications(unit))

    @asynccontextmanager
    async def _committed(self) -> AsyncIterator[Unit]:
        """A unit of work, committed when the block ends, and rolled back where that or the block raises."""
        session = self._writers()
        try:
            unit = Unit(session)
            yield unit
            # A process with an outbox delivers its own rows; jobs are often done by another process.
            for_others = [
                one
                for one in _notifications(unit)
                if one == "jobs" or not self._listeners[one.partition("@")[0]]
            ]
            if for_others and self.file is None:
                await unit.notify(CHANNEL, f"{self.name} {' '.join(for_others)}")
            await session.commit()
        except BaseException:
            await run_to_completion(session.close())
            raise

    @asynccontextmanager
    async def dry_run(self) -> AsyncIterator[Unit]:
        """A unit of work that is rolled back when the block ends, for a dry run.

        Raises as `transaction` does.
        """
        with suppress(_DryRun):
            async with self.transaction() as unit:
                yield unit
                raise _DryRun

    @asynccontextmanager
    async def reading(self, *, briefly: bool = False) -> AsyncIterator[Unit]:
        """A read-only unit of work. Raises DatabaseUnavailable and DatabaseDamaged.

        `briefly`: it streams nothing, so PostgreSQL needs no transaction, which would cost two statements.
        """
        with self._in_flight.counted():
            session = self._brief_readers() if briefly else self._readers()
            try:
                try:
                    yield Unit(session)
                    # The session's own context manager would make a task of closing it each time.
                    await session.close()
                except BaseException:
                    await run_to_completion(session.close())
                    raise
            except driver_errors() as error:
                raise translated(error) from error

    async def close(self) -> None:
        """Close all connections, after open units of work; a unit that takes too long closes its own."""
        try:
            if not await self._in_flight.ended(_CLOSE_SECONDS):
                log.warning("database_closed_in_use", units=self._in_flight.count)
        finally:
            self._closed = True
            await run_to_completion(self._engine.dispose())

    def _on_checkin(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        record.info[_IDLE_SINCE] = monotonic()
        if self._closed:
            record.close()

    def _check_file(self, file: Path, *_event: object) -> None:
        """Raises OSError for a deleted or replaced SQLite file: what is written there would be lost."""
        there = None
        with suppress(FileNotFoundError):
            there = file.stat()
        self._opened = opened = self._opened or there
        if opened is not None and (there is None or not os.path.samestat(there, opened)):
            raise OSError("the file was deleted or replaced")

    def _on_checkout(self, connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
        driver: Any = record.driver_connection
        if driver.is_closed():
            raise InvalidatePoolError
        if monotonic() - record.info.setdefault(_IDLE_SINCE, monotonic()) < _IDLE_SECONDS:
            return
        dialect = self._engine.dialect
        try:
            dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error
