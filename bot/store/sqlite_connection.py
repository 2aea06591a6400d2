"""A connection to an SQLite file: a thread executes the statements, with as few round trips as possible."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection

T = TypeVar("T")

BEGIN = "turnpost_begin"
"""The engine option with the statement that begins transactions on SQLite."""
_READ_AT_ONCE = 128
"""Rows that come with a statement's first round trip."""


class StaleRow(sqlite3.IntegrityError):
    """A row to be changed is gone, or no longer as it was read."""


class SqliteCursor:
    """A cursor that executes a statement and fetches its first rows in one round trip to the thread.

    The library's own cursor makes one to open, to execute, to fetch and to close, and a round trip costs more
    than most statements.
    """

    arraysize = 1
    rowcount = -1
    lastrowid: int | None = None
    description: Any = None

    def __init__(self, connection: "SqliteConnection") -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        """The driver's cursor while it has rows left."""
        self._rows: list[Any] = []

    async def __aenter__(self) -> "SqliteCursor":
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> "SqliteCursor":
        """Execute a statement and fetch its first rows."""
        if not self._postpones(sql, [parameters]):
            await self._connection.round_trip(self._run, "execute", sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> "SqliteCursor":
        """Execute a statement that returns no row, once for each of these parameters."""
        if not self._postpones(sql, parameters):
            await self._connection.round_trip(self._run, "executemany", sql, parameters)
        return self

    def _postpones(self, sql: str, parameters: Sequence[Sequence[Any]]) -> bool:
        """Postpone a statement that changes one row for each of these parameters, if it is of that kind."""
        kind = self._connection.postpones
        postpones = kind is not None and sql.startswith(kind)
        if postpones:
            self.rowcount = len(parameters)
            self._connection.postpone(sql, parameters)
        return postpones

    def _run(self, method: str, sql: str, parameters: Any) -> None:
        """Runs in the connection's thread.

        A cursor that is needed no more is closed here: the garbage collector would do so in the event loop's
        thread, which would wait until this one's next statement has ended, or has got its lock.
        """
        cursor, self._cursor = self._connection._conn.cursor(), None
        try:
            getattr(cursor, method)(sql, parameters)
            self.description = cursor.description
            self._rows = cursor.fetchmany(_READ_AT_ONCE) if cursor.description else []
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
            if len(self._rows) == _READ_AT_ONCE:
                self._cursor = cursor
        finally:
            if self._cursor is None:
                cursor.close()

    async def fetchall(self) -> list[Any]:
        """All remaining rows."""
        rows, self._rows = self._rows, []
        if self._cursor is not None:
            rows += await self._connection.round_trip(self._cursor.fetchall)
        return rows

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows."""
        size = self.arraysize if size is None else size
        if len(self._rows) < size and self._cursor is not None:
            self._rows += await self._connection.round_trip(self._cursor.fetchmany, size)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def fetchone(self) -> Any:
        """The next row, if there is one."""
        return next(iter(await self.fetchmany(1)), None)

    async def close(self) -> None:
        """Discard the remaining rows."""
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            await self._connection.round_trip(cursor.close)


class SqliteConnection(aiosqlite.Connection):
    """A connection that postpones statements, and that can be closed twice at the same time.

    When the task that closes a connection is cancelled, SQLAlchemy stops the connection's thread. The rest of
    the closing stops it again, and would wait for ever for the answer of a thread that has ended.
    """

    _stopped: asyncio.Future[Any] | None = None
    _idle = True
    """Whether every round trip has ended: no abandoned statement is running."""
    _writes: bool
    """Whether the open transaction may write; set where one begins."""
    _rolls_back: bool
    """Whether the thread has been told to roll that transaction back; set where one begins."""
    postpones: str | None = None
    """The first word of statements to postpone: one round trip executes them all, with the next other one."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._opened: list[sqlite3.Connection] = []
        """The connections that the thread has opened, even where the asking task was cancelled."""
        super().__init__(partial(_open, connect, self._opened), iter_chunk_size=_READ_AT_ONCE)
        self._begins: str | None = None
        """The statement with which the next round trip begins a transaction."""
        self._postponed: list[Callable[[], object]] = []
        """The calls that the next round trip executes right after that."""

    def begin(self, how: str) -> None:
        """Begin a transaction together with the next statement."""
        self._begins, self._writes, self._rolls_back = how, how != "BEGIN", False

    def postpone(self, sql: str, parameters: Sequence[Sequence[Any]], *, checks_rows: bool = True) -> None:
        """Execute a statement together with the next one or the commit, which raises its error.

        With `checks_rows` it must change one row for each of these parameters, or that raises StaleRow.
        """

        def execute() -> None:
            cursor = self._conn.executemany(sql, parameters)
            if checks_rows and cursor.rowcount != len(parameters):
                raise StaleRow(f"{cursor.rowcount} rows changed, not {len(parameters)}")

        self._postponed.append(execute)

    def read_ahead(self, sql: str, parameters: Sequence[Any], tell: Callable[[list[Any]], None]) -> None:
        """Read together with the next statement; `tell` is called with the rows, in the thread."""
        self._postponed.append(lambda: tell(self._conn.execute(sql, parameters).fetchall()))

    async def fetch(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """The rows that a statement finds."""
        return await self.round_trip(self._fetch, sql, parameters)

    def _fetch(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """Runs in the thread, and closes the cursor there, as those of `SqliteCursor` are."""
        with closing(self._conn.execute(sql, parameters)) as cursor:
            return cursor.fetchall()

    def cursor(self) -> SqliteCursor:  # type: ignore[override]
        """A cursor with few round trips."""
        return SqliteCursor(self)

    async def round_trip(self, work: Callable[..., T], *arguments: Any, ends: bool = False) -> T:
        """Let the thread execute the postponed statements, then call `work`; returns its result.

        `ends`: `work` ends the transaction, which is rolled back if anything fails.
        """
        begins, postponed = self._begins, self._postponed
        self._discard_postponed()

        def run() -> T:
            try:
                if begins is not None:
                    self._conn.execute(begins)
                for earlier in postponed:
                    earlier()
                return work(*arguments)
            except BaseException:
                if ends:
                    self._conn.rollback()
                raise

        self._idle = False
        result: T = await self._execute(run)  # type: ignore[no-untyped-call]
        self._idle = True
        return result

    def _discard_postponed(self) -> None:
        self._begins, self._postponed = None, []

    async def commit(self) -> None:
        """Commit the open transaction, if there is one."""
        if self.in_transaction or self._postponed or not self._idle:
            await self.round_trip(self._conn.commit, ends=True)
        self._discard_postponed()

    async def rollback(self) -> None:
        """Roll back the open transaction, if there is one.

        After reads there is no need to wait for the thread: it executes calls in order.
        """
        self._discard_postponed()
        if self.in_transaction and self._idle and not self._writes:
            if not self._rolls_back:
                self._tx.put_nowait((None, self._conn.rollback))
                self._rolls_back = True
        elif self.in_transaction or not self._idle:
            await super().rollback()
            self._idle = True

    def stop(self) -> asyncio.Future[Any] | None:
        """Close the connection and stop the thread, once."""
        if self._stopped is None:
            self._tx.put_nowait((None, partial(_close, self._opened)))
            self._stopped = super().stop()
        return self._stopped


def _open(connect: Callable[[], sqlite3.Connection], opened: list[sqlite3.Connection]) -> sqlite3.Connection:
    connection = connect()
    opened.append(connection)
    return connection


def _close(opened: list[sqlite3.Connection]) -> None:
    for connection in opened:
        connection.close()


def connect_sqlite(*arguments: Any, **options: Any) -> SqliteConnection:
    """A connection that is opened when it is awaited."""
    connection = SqliteConnection(partial(sqlite3.connect, *arguments, **options))
    # A lost connection must not keep the process alive.
    connection._thread.daemon = True
    return connection


def begin(connection: Connection) -> None:
    """Begin a transaction on SQLite; the driver of PostgreSQL does that by itself.

    This is no listener of the engine: an engine that has any asks for all of them at every statement.
    """
    driver = connection.connection.driver_connection
    if isinstance(driver, SqliteConnection):
        driver.begin(connection.get_execution_options().get(BEGIN, "BEGIN"))
