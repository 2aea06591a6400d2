"""A session with cheap inserts: rows that are only appended are not tracked."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Insert, Row, Update, insert
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session, SessionTransaction

from bot.store.columns import Base, table_of
from bot.store.sqlite_connection import SqliteConnection, begin


@cache
def _columns(kind: type[Base]) -> Mapping[str, str]:
    """A table's columns by the names of their attributes."""
    return {one.key: one.columns[0].key for one in kind.__mapper__.column_attrs}


@cache
def _insert(kind: type[Base], *returned: str) -> Insert:
    table = table_of(kind)
    return insert(table).returning(*(table.c[name] for name in returned))


def _values(row: Base) -> dict[str, Any]:
    """The attributes that were set; the table has defaults for the rest."""
    columns = _columns(type(row))
    return {columns[name]: value for name, value in vars(row).items() if name in columns}


class _Appending(Session):
    """The synchronous session beneath `RowSession`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.appended: dict[type[Base], list[Base]] = {}

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """Write changed objects, and then appended rows, which may refer to them."""
        if not self._is_clean():
            with self._postponing("UPDATE"):
                super().flush(objects)
        for kind in tuple(self.appended):
            self.write(kind)

    def write(self, kind: type[Base], *returned: str) -> list[Row[Any]]:
        """Insert the appended rows of a table; returns these columns of them, in any order."""
        found: list[Row[Any]] = []
        with self._postponing(None if returned else "INSERT"):
            for _, alike in groupby(map(_values, self.appended.pop(kind, ())), key=dict.keys):
                result = self.connection().execute(_insert(kind, *returned), list(alike))
                found += result.all() if returned else ()
        return found

    def postpone(self, change: Update, given: Mapping[str, object]) -> None:
        """See `RowSession.postpone`."""
        with self._postponing("UPDATE", checks_rows=False):
            self.connection().execute(change, given)

    @contextmanager
    def _postponing(self, statements: str | None, *, checks_rows: bool = True) -> Iterator[None]:
        """Let SQLite execute statements of this kind together with the next one: their results are not read.

        The UPDATE of a changed object matches exactly one row.
        """
        driver = self.connection().connection.driver_connection
        if not isinstance(driver, SqliteConnection):
            yield
            return
        driver.postpones, driver.checks_rows = statements, checks_rows
        try:
            yield
        finally:
            driver.postpones = None

    def commit(self) -> None:
        """The default flush; also writes appended rows if nothing else has changed."""
        self.flush()
        super().commit()


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

    async def postpone(self, change: Update, given: Mapping[str, object]) -> None:
        """Change any number of rows, on SQLite together with the next statement."""
        await self.run_sync(lambda _: self.sync_session.postpone(change, given))

    async def write(self, kind: type[Base], *returned: str) -> list[Row[Any]]:
        """Insert only the rows appended so far to a table; returns these columns of them."""
        return await self.run_sync(lambda _: self.sync_session.write(kind, *returned))
