"""What the queries about every kind of row share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar, TypeVarTuple

from sqlalchemy import ColumnElement, Select, case, delete, exists, func, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.dml import UpdateBase

from bot.store.columns import Base
from bot.store.models import CounterRow
from bot.store.session import RowSession

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

AT_ONCE: Final = 500
"""Rows that one transaction deletes of a table."""


class Repository:
    """Queries within one transaction."""

    def __init__(self, session: RowSession) -> None:
        self._session = session

    @property
    def _dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._session.get_bind().dialect.name

    def _insert(self, table: type[Base]) -> "postgresql.Insert | sqlite.Insert":
        """An insert with a conflict clause."""
        if self._dialect == "sqlite":
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415 -- loaded where there is a server

        return postgresql.insert(table)

    async def _insert_if_new(self, table: type[Base], **values: object) -> None:
        """Insert a row unless one with its key is there."""
        await self._change(self._insert(table).values(values).on_conflict_do_nothing())

    async def _in_turn(self, key: int) -> None:
        """Wait for other transactions with this key, and let others wait until this one ends.

        On SQLite a writing transaction is exclusive anyway.
        """
        if self._dialect == "postgresql":
            await self._session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})

    async def _all(self, query: Select[T]) -> Sequence[T]:
        return (await self._session.scalars(query)).all()

    async def _first(self, query: Select[T]) -> T | None:
        """The first of what a query finds; None if that is nothing."""
        return await self._session.scalar(query.limit(1))

    async def _rows(self, query: Select[*Ts]) -> Sequence[tuple[*Ts]]:
        """As `_all`, for a query of several columns."""
        return (await self._session.execute(query)).all()

    async def _count(self, *which: ColumnElement[bool]) -> int:
        return await self._session.scalar(select(func.count()).where(*which)) or 0

    async def _any(self, *which: ColumnElement[bool]) -> bool:
        return bool(await self._session.scalar(select(exists().where(*which))))

    async def _change(self, *statements: UpdateBase) -> None:
        for statement in statements:
            await self._session.execute(statement)

    async def _delete(self, key: InstrumentedAttribute[T], which: Select[T], limit: int) -> int:
        """Delete these rows, `limit` at most, as other writers wait meanwhile; return how many."""
        gone = await self._all(which.limit(limit))
        if gone:
            await self._change(delete(key.class_).where(key.in_(gone)))
        return len(gone)

    async def _next_number(self, counter: str, *, least: int = 1) -> int:
        """A new number, `least` or more; concurrent callers wait until this transaction ends."""
        following = CounterRow.last + 1
        query = (
            self._insert(CounterRow)
            .values(name=counter, last=least)
            .on_conflict_do_update(
                index_elements=["name"], set_={"last": case((following > least, following), else_=least)}
            )
            .returning(CounterRow.last)
        )
        return (await self._session.scalars(query)).one()
