"""The event log: append, and read in order."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import EventRow
from bot.store.repository import Repository


class Events(Repository):
    """The events of games."""

    def __init__(self, session: AsyncSession) -> None:
        super().__init__(session)
        self.added: list[EventRow] = []
        """What this unit of work has appended."""

    def append(self, row: EventRow) -> None:
        """A new event."""
        self._session.add(row)
        self.added.append(row)

    async def of_game(self, game_id: int) -> Sequence[EventRow]:
        """All events of a game in their order."""
        query = select(EventRow).where(EventRow.game_id == game_id).order_by(EventRow.seq)
        return await self._all(query)

    async def by_cause(self, cause: str) -> EventRow | None:
        """The first event of a request, if it was carried out before."""
        return await self._session.scalar(select(EventRow).where(EventRow.cause == cause))

    async def of_request(self, first: EventRow) -> Sequence[EventRow]:
        """The event and those that the same request brought about, in their order."""
        query = (
            select(EventRow)
            .where(EventRow.game_id == first.game_id, EventRow.first_seq == first.first_seq)
            .order_by(EventRow.seq)
        )
        return await self._all(query)
