"""The outbox's rows: put in, claimed lane by lane, closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from bot.store.models import GameRow, ParcelRow

SUPERSEDED = "superseded"
"""The note of a parcel that a newer one made pointless."""


def _free(now: datetime) -> ColumnElement[bool]:
    """Not in the hands of a living worker."""
    return or_(ParcelRow.leased_until.is_(None), ParcelRow.leased_until <= now)


def _first_of_lane() -> ColumnElement[bool]:
    earlier = aliased(ParcelRow)
    return ~exists().where(
        earlier.lane == ParcelRow.lane, earlier.status == "pending", earlier.id < ParcelRow.id
    )


class Parcels:
    """Parcels waiting, under way and delivered."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session
        self.added = 0
        """How many parcels this unit of work has put in."""

    def add(self, row: ParcelRow) -> None:
        """Put a parcel in; those of one unit of work are numbered in this order when it is flushed."""
        self._session.add(row)
        self.added += 1

    async def get(self, parcel_id: int) -> ParcelRow | None:
        """A parcel by its number."""
        return await self._session.get(ParcelRow, parcel_id)

    async def claim(self, now: datetime, limit: int, *, owner: str, until: datetime) -> Sequence[ParcelRow]:
        """The first parcels of up to `limit` lanes that are due, leased to the owner and counted as tried.

        Two processes never get the same one: a row that another is claiming is passed over.
        """
        query = (
            select(ParcelRow)
            .where(
                ParcelRow.status == "pending",
                ParcelRow.not_before <= now,
                _free(now),
                _first_of_lane(),
            )
            .order_by(ParcelRow.id)
            .limit(limit)
            .with_for_update(skip_locked=True, of=ParcelRow)
        )
        rows = (await self._session.scalars(query)).all()
        for row in rows:
            row.leased_by, row.leased_until = owner, until
            row.attempts += 1
        return rows

    async def anything_due(self, now: datetime) -> bool:
        """Whether a claim would find something."""
        query = select(ParcelRow.id).where(
            ParcelRow.status == "pending", ParcelRow.not_before <= now, _free(now), _first_of_lane()
        )
        return await self._session.scalar(query.limit(1)) is not None

    async def held(self, parcel_id: int, owner: str, attempt: int) -> ParcelRow | None:
        """A parcel, locked, if it is still this owner's at this attempt."""
        query = (
            select(ParcelRow)
            .where(
                ParcelRow.id == parcel_id,
                ParcelRow.status == "pending",
                ParcelRow.leased_by == owner,
                ParcelRow.attempts == attempt,
            )
            .with_for_update()
        )
        return (await self._session.scalars(query)).one_or_none()

    async def release(self, owner: str) -> None:
        """Take the owner's leases back."""
        await self._session.execute(
            update(ParcelRow)
            .where(ParcelRow.status == "pending", ParcelRow.leased_by == owner)
            .values(leased_by=None, leased_until=None)
        )

    async def waiting(self, lane: str, kind: str, *, after: int = 0) -> Sequence[ParcelRow]:
        """The pending parcels of a kind in a lane beyond a number, in their order."""
        query = (
            select(ParcelRow)
            .where(
                ParcelRow.lane == lane,
                ParcelRow.kind == kind,
                ParcelRow.status == "pending",
                ParcelRow.id > after,
            )
            .order_by(ParcelRow.id)
        )
        return (await self._session.scalars(query)).all()

    async def count_waiting(self, lane: str) -> int:
        """How many parcels of a lane are still to be delivered."""
        query = select(func.count()).where(ParcelRow.lane == lane, ParcelRow.status == "pending")
        return await self._session.scalar(query) or 0

    async def troubled(self, lane: str, *, limit: int) -> Sequence[ParcelRow]:
        """The newest parcels of a lane that were put off, or given up for another reason than a newer one."""
        query = (
            select(ParcelRow)
            .where(ParcelRow.lane == lane, ParcelRow.note.is_not(None), ParcelRow.status != "done")
            .where(ParcelRow.note != SUPERSEDED)
            .order_by(ParcelRow.id.desc())
            .limit(limit)
        )
        return (await self._session.scalars(query)).all()

    async def posted(
        self,
        lane: str,
        kind: str,
        *,
        up_to: int | None = None,
        after: int = 0,
        game_id: int | None = None,
    ) -> ParcelRow | None:
        """The newest parcel of a kind in a lane, within these numbers, that became a message.

        `game_id`: of that game, in a lane with parcels of several.
        """
        query = select(ParcelRow).where(
            ParcelRow.lane == lane,
            ParcelRow.kind == kind,
            ParcelRow.status == "done",
            ParcelRow.message_id.is_not(None),
            ParcelRow.id > after,
        )
        if up_to is not None:
            query = query.where(ParcelRow.id <= up_to)
        if game_id is not None:
            query = query.where(ParcelRow.game_id == game_id)
        return (await self._session.scalars(query.order_by(ParcelRow.id.desc()).limit(1))).one_or_none()

    async def sweep(self, before: datetime, *, limit: int) -> int:
        """Delete parcels, closed ones, of games that were over before this moment; how many there were."""
        old = (
            select(ParcelRow.id)
            .join(GameRow, GameRow.id == ParcelRow.game_id)
            .where(GameRow.finished_at < before, ParcelRow.status != "pending")
            .order_by(ParcelRow.id)
            .limit(limit)
        )
        gone = (await self._session.scalars(old)).all()
        if gone:
            await self._session.execute(delete(ParcelRow).where(ParcelRow.id.in_(gone)))
        return len(gone)

    async def next_due(self) -> datetime | None:
        """When the next parcel may be tried, whoever holds it now; None when nothing waits."""
        moment = func.coalesce(ParcelRow.leased_until, ParcelRow.not_before)
        return await self._session.scalar(
            select(func.min(moment)).where(ParcelRow.status == "pending", _first_of_lane())
        )
