"""A session whose statements cost less than SQLAlchemy's own.

Rows that are only appended are not tracked, statements of single rows are compiled once, and SQLite executes
what can wait together with the next statement.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, takewhile
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Select, Update
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session, SessionTransaction
from sqlalchemy.orm.attributes import instance_state
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.sql.dml import ReturningUpdate
from sqlalchemy.util import await_only

from bot.store.columns import Base
from bot.store.row_changes import Write, changed_values, key_of, only_values_changed, sorting_key, values_of
from bot.store.row_reading import by_key, reader_of
from bot.store.row_statements import (
    RowChange,
    RowStatement,
    in_one,
    insert_into,
    inserting,
    prepared,
    updating,
    writing,
)
from bot.store.sqlite_connection import SqliteConnection, begin

RowT = TypeVar("RowT", bound=Base)
Query: TypeAlias = Select[*tuple[Any, ...]] | ReturningUpdate[*tuple[Any, ...]]
"""A statement about columns alone that finds rows."""

_AT_ONCE = 8
"""Rows that one statement changes at most: each number of them is another statement."""
_statements = logging.getLogger("sqlalchemy.engine.Engine")
"""Where SQLAlchemy logs the statements that it executes. Those of single rows are logged alike, but without
their values.
"""


def _sqlite(connection: Connection) -> SqliteConnection | None:
    """The driver's connection to SQLite; None to another database."""
    driver = connection.connection.driver_connection
    return driver if isinstance(driver, SqliteConnection) else None


def fetched(
    connection: Connection, statement: RowStatement, given: Mapping[str, object]
) -> Sequence[Sequence[Any]]:
    """The rows that a statement finds; SQLAlchemy is bypassed. Raises the errors that it would raise."""
    _statements.info(statement.sql)
    driver, cursor, parameters = _sqlite(connection), None, statement.parameters(given)
    try:
        if driver is not None:
            return await_only(driver.fetch(statement.sql, parameters))
        cursor = connection.connection.cursor()
        cursor.execute(statement.sql, parameters)
        return cursor.fetchall()
    except BaseException as error:
        # SQLAlchemy translates the driver's errors alone.
        of_driver = isinstance(error, connection.dialect.loaded_dbapi.Error)
        connection._handle_dbapi_exception(error, statement.sql if of_driver else None, None, cursor, None)


class ReadAhead:
    """A query whose rows will be needed."""

    def __init__(
        self, session: "RowSession", query: Select[*tuple[Any, ...]], given: Mapping[str, object]
    ) -> None:
        self._session = session
        self.query = query
        self.given = given
        self.found: Sequence[Sequence[Any]] | None = None
        """Its rows, once they are read."""

    async def rows(self) -> Sequence[Sequence[Any]]:
        """Its rows; they are read now, if nothing has been asked since."""
        if self.found is None:
            # What is to be written can wait for what is written with it.
            with self._session.no_autoflush:
                self.found = await self._session.rows(self.query, self.given)
        return self.found


class _Appending(Session):
    """The synchronous session beneath `RowSession`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.appended: dict[type[Base], list[Base]] = {}

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """Write changed objects, and then appended rows, which may refer to them."""
        if not self._is_clean():
            self._change(self.connection())
        if not self._is_clean():
            with _postponing(_sqlite(self.connection())):
                super().flush(objects)
        for kind in tuple(self.appended):
            self.write(kind)

    def _change(self, connection: Connection) -> None:
        """Change the rows of changed objects, on SQLite with the next statement. Raises StaleDataError.

        Where there is more to write than values, all is left to the session's own flush.
        """
        changed = [instance_state(one) for one in self.dirty]
        if self._new or self._deleted or not all(map(only_values_changed, changed)):
            return
        # In the same order in all such flushes, or two would wait for each other.
        changed.sort(key=sorting_key)
        writes = [write for state in changed if (write := changed_values(state)) is not None]
        driver = _sqlite(connection)
        if driver is None:
            self._write_together(connection, writes)
        else:
            for change, given in writes:
                statement = updating(change)
                _statements.info(statement.sql)
                driver.postpone(statement.sql, [statement.parameters(given)])
        for state in changed:
            state._commit_all(state.dict, self.identity_map)

    def _write_together(self, connection: Connection, writes: list[Write]) -> None:
        """Change rows of PostgreSQL, and insert appended ones, in few statements. Raises StaleDataError.

        Rows are changed in this order.
        """
        while writes:
            some, writes = writes[:_AT_ONCE], writes[_AT_ONCE:]
            if not writes:
                some += self._single_rows()
            changes, given = zip(*some, strict=True)
            statement = writing(changes, connection.dialect)
            (found,) = fetched(connection, statement, in_one(given))
            if missed := [
                one.kind.__tablename__ for one, met in zip(changes, found, strict=False) if met != 1
            ]:
                raise StaleDataError(f"rows of {', '.join(missed)} are gone, or not as they were read")

    def _single_rows(self) -> list[Write]:
        """The next of the appended rows, as long as each is the only one of its table: of several, the order
        in which one statement inserts them would not be certain.
        """
        alone = [*takewhile(lambda rows: len(rows) == 1, self.appended.values())]
        values = [(type(row), values_of(row)) for (row,) in alone]
        for kind, _ in values:
            del self.appended[kind]
        return [(RowChange(kind, tuple(given)), given) for kind, given in values]

    def read(
        self, kind: type[RowT], statement: Query, given: Mapping[str, object]
    ) -> list[tuple[RowT, Sequence[Any]]]:
        """See `RowSession.read`."""
        reader = reader_of(kind)
        found = ((reader.read(self, row), row[reader.end :]) for row in self.rows(statement, given))
        return [(one, more) for one, more in found if one is not None]

    def rows(self, query: Query, given: Mapping[str, object], alike: int = 0) -> Sequence[tuple[Any, ...]]:
        """See `RowSession.rows`."""
        self._autoflush()
        connection = self.connection()
        statement = prepared(query, given, connection.dialect)
        found = enumerate(fetched(connection, statement, given))
        return [statement.values(row, alike if number else 0) for number, row in found]

    def write(self, kind: type[Base], *returned: str) -> list[tuple[Any, ...]]:
        """Insert the appended rows of a table; returns these columns of them, in any order."""
        found: list[tuple[Any, ...]] = []
        connection = self.connection()
        driver = None if returned else _sqlite(connection)
        rows = map(values_of, self.appended.pop(kind, ()))
        if driver is not None:
            # SQLite numbers those whose key is NULL; so they are written alike.
            rows = map(dict.fromkeys(key_of(kind)).__or__, rows)
        for names, group in groupby(rows, key=dict.keys):
            alike = [*group]
            if driver is None and len(alike) > 1:
                result = connection.execute(insert_into(kind, returned), alike)
                found += result.all() if returned else ()
                continue
            statement = inserting(kind, tuple(names), returned, connection.dialect)
            if driver is None:
                found += map(statement.values, fetched(connection, statement, *alike))
            else:
                _statements.info(statement.sql)
                driver.postpone(statement.sql, [*map(statement.parameters, alike)])
        return found

    def postpone(self, change: Update, given: Mapping[str, object]) -> None:
        """See `RowSession.postpone`."""
        connection = self.connection()
        driver = _sqlite(connection)
        statement = prepared(change, given, connection.dialect)
        if driver is None:
            fetched(connection, statement, given)
            return
        _statements.info(statement.sql)
        driver.postpone(statement.sql, [statement.parameters(given)], checks_rows=False)

    def read_ahead(self, ahead: ReadAhead) -> None:
        """See `RowSession.read_ahead`."""
        driver = _sqlite(self.connection())
        if driver is not None:
            statement = prepared(ahead.query)
            _statements.info(statement.sql)

            def tell(rows: list[Any]) -> None:
                ahead.found = [*map(statement.values, rows)]

            driver.read_ahead(statement.sql, statement.parameters(ahead.given), tell)

    def commit(self) -> None:
        """Flush, also where nothing but appended rows is to be written, and commit."""
        self.flush()
        super().commit()


@contextmanager
def _postponing(driver: SqliteConnection | None) -> Iterator[None]:
    """Let SQLite execute updates together with the next statement: their results are not read.

    The update of a changed object matches exactly one row.
    """
    if driver is None:
        yield
        return
    driver.postpones = "UPDATE"
    try:
        yield
    finally:
        driver.postpones = None


@sqlalchemy_event.listens_for(_Appending, "after_begin")
def _begin(_session: Session, _transaction: SessionTransaction, connection: Connection) -> None:
    begin(connection)


class RowSession(AsyncSession):
    """A session to which rows can be appended: they are inserted with the next flush and not tracked."""

    sync_session_class = _Appending
    sync_session: _Appending

    def append(self, row: Base) -> None:
        """Insert a row with the next flush. It may be changed until then."""
        self.sync_session.appended.setdefault(type(row), []).append(row)

    async def find(self, kind: type[RowT], *key: object) -> RowT | None:
        """The row with this primary key, as the session has it or as it is stored."""
        mapper = kind.__mapper__
        if mapper.identity_key_from_primary_key(key) in self.identity_map:
            return await self.get(kind, key)
        names = (f"key_{column.name}" for column in mapper.primary_key)
        found = await self.read(kind, by_key(kind), dict(zip(names, key, strict=True)))
        return next((row for row, _ in found), None)

    async def read(
        self, kind: type[RowT], statement: Query, given: Mapping[str, object]
    ) -> list[tuple[RowT, Sequence[Any]]]:
        """The rows that a statement finds whose first columns are those of `reader_of` their kind, each with
        the values of its further columns.
        """
        return await self.run_sync(lambda _: self.sync_session.read(kind, statement, given))

    async def rows(
        self, query: Query, given: Mapping[str, object], *, alike: int = 0
    ) -> Sequence[tuple[Any, ...]]:
        """The rows that a query finds, which is built once; lists are given as such.

        SQLAlchemy is bypassed: it takes longer than all else. `alike`: so many columns are the same in all
        rows, and are read in the first alone: in the others they are as the driver has them.
        """
        return await self.run_sync(lambda _: self.sync_session.rows(query, given, alike))

    async def postpone(self, change: Update, given: Mapping[str, object]) -> None:
        """Change any number of rows, on SQLite together with the next statement."""
        await self.run_sync(lambda _: self.sync_session.postpone(change, given))

    async def read_ahead(self, query: Select[*tuple[Any, ...]], given: Mapping[str, object]) -> ReadAhead:
        """Ask for the rows of a query that will be needed; SQLite reads them with the next statement.

        The query is compiled once, so it must have no lists, which differ in length.
        """
        ahead = ReadAhead(self, query, given)
        await self.run_sync(lambda _: self.sync_session.read_ahead(ahead))
        return ahead

    async def write(self, kind: type[Base], *returned: str) -> list[tuple[Any, ...]]:
        """Insert only the rows appended so far to a table; returns these columns of them."""
        return await self.run_sync(lambda _: self.sync_session.write(kind, *returned))
