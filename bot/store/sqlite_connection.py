"""The connection to a SQLite file: a thread does the work, and is asked once for each statement."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")

_CHUNK = 128
"""Rows that come with the answer to a statement; only who wants more asks again."""


class StaleRow(sqlite3.IntegrityError):
    """A row that was to be changed is not there, or no longer as it was read."""


class SqliteCursor:
    """A cursor whose statement and first rows take one visit to the connection's thread.

    The library's own takes one to open, to execute, to fetch and to close, and visits are what a statement
    costs: more than SQLite needs for it.
    """

    arraysize = 1
    rowcount = -1
    lastrowid: int | None = None
    description: Any = None

    def __init__(self, connection: "SqliteConnection") -> None:
        self._connection = connection
        self._cursor: sqlite3.Cursor | None = None
        """The statement's, while there are rows left in it."""
        self._rows: list[Any] = []

    async def __aenter__(self) -> "SqliteCursor":
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> "SqliteCursor":
        """Execute a statement, and keep the first of its rows."""
        if not self._postpones(sql, [parameters]):
            await self._connection.visit(self._run, "execute", sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Sequence[Sequence[Any]]) -> "SqliteCursor":
        """Execute a statement that returns no row, once for each of these parameters."""
        if not self._postpones(sql, parameters):
            await self._connection.visit(self._run, "executemany", sql, parameters)
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
        """In the connection's thread."""
        self._cursor = cursor = self._connection._conn.cursor()
        getattr(cursor, method)(sql, parameters)
        self.description = cursor.description
        self._rows = cursor.fetchmany(_CHUNK) if cursor.description else []
        self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        if len(self._rows) < _CHUNK:
            cursor.close()
            self._cursor = None

    async def fetchall(self) -> list[Any]:
        """All rows that are left."""
        rows, self._rows = self._rows, []
        if self._cursor is not None:
            rows += await self._connection.visit(self._cursor.fetchall)
        return rows

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows."""
        size = self.arraysize if size is None else size
        if len(self._rows) < size and self._cursor is not None:
            self._rows += await self._connection.visit(self._cursor.fetchmany, size)
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def fetchone(self) -> Any:
        """The next row, if there is one."""
        rows = await self.fetchmany(1)
        return rows[0] if rows else None

    async def close(self) -> None:
        """Give up the rows that are left."""
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            await self._connection.visit(cursor.close)


class SqliteConnection(aiosqlite.Connection):
    """A connection that can be closed twice at the same time.

    Where the task that closes a connection is cancelled, SQLAlchemy stops the connection's thread. What is
    left of closing stops it as well, and would wait for ever for the answer of a thread that has ended.
    """

    _stopped: asyncio.Future[Any] | None = None
    _settled = True
    """Whether every visit has come back with an answer: nothing is under way that was given up."""
    _writes = False
    """Whether the transaction that is under way may write."""
    postpones: str | None = None
    """How the statements begin that are postponed: one visit executes them all, with the next that is not."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._begins: str | None = None
        """What the next visit begins a transaction with."""
        self._postponed: list[Callable[[], object]] = []
        """What the next visit does after that, before anything else."""

    def begin(self, how: str) -> None:
        """Begin a transaction with the next statement: it costs no visit of its own."""
        self._begins, self._writes = how, how != "BEGIN"

    def postpone(self, sql: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Execute a statement with the next one, or before the commit, which fails where it fails.

        It is to change one row for each of these parameters: raises StaleRow (then) where it does not.
        """

        def execute() -> None:
            cursor = self._conn.executemany(sql, parameters)
            if cursor.rowcount != len(parameters):
                raise StaleRow(f"{cursor.rowcount} rows changed, not {len(parameters)}")

        self._postponed.append(execute)

    def cursor(self) -> SqliteCursor:  # type: ignore[override]
        """A cursor that visits the thread no more often than it must."""
        return SqliteCursor(self)

    async def visit(self, work: Callable[..., T], *arguments: Any, ends: bool = False) -> T:
        """Have the thread do what was postponed, and then this; its result.

        `ends`: it ends the transaction, which is rolled back where anything fails.
        """
        begins, postponed = self._begins, self._postponed
        self._give_up()

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

        self._settled = False
        result: T = await self._execute(run)  # type: ignore[no-untyped-call]
        self._settled = True
        return result

    def _give_up(self) -> None:
        """Forget what was left to the next visit."""
        self._begins, self._postponed = None, []

    async def commit(self) -> None:
        """Commit what is under way, if there is anything."""
        if self.in_transaction or self._postponed or not self._settled:
            await self.visit(self._conn.commit, ends=True)
        self._give_up()

    async def rollback(self) -> None:
        """Roll back what is under way, if there is anything.

        After a transaction that only reads nobody waits for the thread: whatever it does next comes later.
        """
        self._give_up()
        if self.in_transaction and self._settled and not self._writes:
            self._tx.put_nowait((None, self._conn.rollback))
        elif self.in_transaction or not self._settled:
            await super().rollback()
            self._settled = True

    def stop(self) -> asyncio.Future[Any] | None:
        """End the thread, once."""
        self._stopped = self._stopped or super().stop()
        return self._stopped


def connect_sqlite(*arguments: Any, **options: Any) -> SqliteConnection:
    """A connection that is opened when it is awaited."""
    connection = SqliteConnection(partial(sqlite3.connect, *arguments, **options), iter_chunk_size=64)
    # A connection that was lost must not hold up the end of the process.
    connection._thread.daemon = True
    return connection
