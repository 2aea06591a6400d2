"""What the queries about every kind of row share."""

from collections.abc import Sequence
from typing import TypeVar

from sqlalchemy import Select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.columns import Base

T = TypeVar("T")


class Repository:
    """Queries within one transaction."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    @property
    def _dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._session.get_bind().dialect.name

    def _insert(self, table: type[Base]) -> postgresql.Insert | sqlite.Insert:
        """An insert that can say what is done about a conflict."""
        return postgresql.insert(table) if self._dialect == "postgresql" else sqlite.insert(table)

    async def _all(self, query: Select[T]) -> Sequence[T]:
        return (await self._session.scalars(query)).all()
