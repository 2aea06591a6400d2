"""Vacations: planned, begun and ended; at most one of a person that has not ended."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm.attributes import set_committed_value

from bot.store.models import PersonRow, VacationRow
from bot.store.repositories.repository import Repository


class Vacations(Repository):
    """Finding vacations."""

    async def of(self, player_id: int) -> Sequence[VacationRow]:
        """All vacations of a person, the oldest first."""
        query = select(VacationRow).where(VacationRow.player_id == player_id)
        return await self._all(query.order_by(VacationRow.starts_at))

    async def present(self, player_id: int) -> VacationRow | None:
        """The vacation of a person that is planned or under way, locked."""
        query = select(VacationRow).where(VacationRow.player_id == player_id, VacationRow.ended_at.is_(None))
        return await self._session.scalar(query.with_for_update())

    async def load(self, person: PersonRow) -> None:
        """Load the vacation of a person who sits down, locked."""
        set_committed_value(person, "vacation", await self.present(person.id))

    async def due(self, now: datetime, *, limit: int) -> Sequence[int]:
        """The people whose vacation is due to begin or to end, the longest due first."""
        query = select(VacationRow.player_id).where(VacationRow.due_at <= now)
        return await self._all(query.order_by(VacationRow.due_at).limit(limit))

    async def next_due(self, after: datetime) -> datetime | None:
        """When the next vacation begins or ends after this moment."""
        query = select(VacationRow.due_at).where(VacationRow.due_at > after)
        return await self._first(query.order_by(VacationRow.due_at))
