"""Leases: rights that one process holds for a while, and that lapse by themselves when it dies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import LeaseRow

_LOCK = 0x7475726E_6C656173
"""The key of the advisory lock under which PostgreSQL gives leases out."""


class Leases:
    """Who may do what only one process may do."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def in_turn(self) -> None:
        """Let nobody else give leases out until this transaction ends.

        On SQLite a transaction that writes has that to itself anyway.
        """
        if self._session.get_bind().dialect.name == "postgresql":
            await self._session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

    async def living(self, now: datetime) -> Sequence[LeaseRow]:
        """All leases that have not run out."""
        query = select(LeaseRow).where(LeaseRow.until > now).order_by(LeaseRow.name)
        return (await self._session.scalars(query)).all()

    async def take(self, names: Collection[str], holder: str, until: datetime) -> None:
        """Give leases out, whoever had them before; after `in_turn`, having seen that they are free."""
        await self._session.execute(delete(LeaseRow).where(LeaseRow.name.in_(names)))
        self._session.add_all(LeaseRow(name=name, holder=holder, until=until) for name in names)

    async def renew(self, names: Collection[str], holder: str, until: datetime) -> bool:
        """Have leases last longer; False if not all are this holder's any more."""
        renewed = await self._session.scalars(
            update(LeaseRow)
            .where(LeaseRow.name.in_(names), LeaseRow.holder == holder)
            .values(until=until)
            .returning(LeaseRow.name)
        )
        return len(renewed.all()) == len(names)

    async def release(self, names: Collection[str], holder: str) -> None:
        """Give leases back, as far as they are this holder's."""
        await self._session.execute(
            delete(LeaseRow).where(LeaseRow.name.in_(names), LeaseRow.holder == holder)
        )
