"""Heartbeats of processes, and leases: rights that expire when their holder dies."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import delete, func, select, update

from bot.store.models import HeartbeatRow, LeaseRow
from bot.store.repositories.repository import Repository

_LOCK = 0x7475726E_6C656173
"""The key of the advisory lock under which PostgreSQL gives leases out."""


class Leases(Repository):
    """Rights that only one process may have at a time."""

    async def in_turn(self) -> None:
        """Serialize the assignment of leases until this transaction ends."""
        await self._in_turn(_LOCK)

    async def living(self, now: datetime) -> Sequence[LeaseRow]:
        """All leases that have not run out."""
        query = select(LeaseRow).where(LeaseRow.until > now).order_by(LeaseRow.name)
        return await self._all(query)

    async def take(self, names: Collection[str], holder: str, until: datetime) -> None:
        """Give leases out, whoever had them before; after `in_turn`, having seen that they are free."""
        await self._change(delete(LeaseRow).where(LeaseRow.name.in_(names)))
        self._session.add_all(LeaseRow(name=name, holder=holder, until=until) for name in names)

    async def renew(self, names: Collection[str], holder: str, until: datetime) -> bool:
        """Renew leases; False if this holder has lost any of them."""
        renewed = await self._session.scalars(
            update(LeaseRow)
            .where(LeaseRow.name.in_(names), LeaseRow.holder == holder)
            .values(until=until)
            .returning(LeaseRow.name)
        )
        return len(renewed.all()) == len(names)

    async def release(self, names: Collection[str], holder: str) -> None:
        """Give leases back, as far as they are this holder's."""
        await self._change(delete(LeaseRow).where(LeaseRow.name.in_(names), LeaseRow.holder == holder))


class Heartbeats(Repository):
    """The last heartbeat of each process."""

    async def heartbeat(self, process: str, at: datetime) -> None:
        """Note that this process is alive. Its name is its own, so that no two write the same row."""
        await self._session.merge(HeartbeatRow(process=process, at=at))

    async def last(self) -> datetime | None:
        """When any process was last alive; None if none ever was."""
        return await self._session.scalar(select(func.max(HeartbeatRow.at)))

    async def each(self) -> Mapping[str, datetime]:
        """When each process was last alive."""
        return dict(await self._rows(select(HeartbeatRow.process, HeartbeatRow.at)))
