"""What the queries about every kind of row share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Select, case, text
from sqlalchemy.dialects import sqlite

from bot.store.columns import Base
from bot.store.models import CounterRow
from bot.store.session import RowSession

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

T = TypeVar("T")


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

    async def _in_turn(self, key: int) -> None:
        """Wait for other transactions with this key, and let others wait until this one ends.

        On SQLite a writing transaction is exclusive anyway.
        """
        if self._dialect == "postgresql":
            await self._session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})

    async def _all(self, query: Select[T]) -> Sequence[T]:
        return (await self._session.scalars(query)).all()

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
