"""Acts that wait for their confirmation."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import DraftRow


class Drafts:
    """Drafts put down and taken up again, once each."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    def add(self, row: DraftRow) -> None:
        """A new draft."""
        self._session.add(row)

    async def take(self, draft_id: int, player_id: int) -> DraftRow | None:
        """The draft, which is gone with this; None if it is somebody else's, or was taken before."""
        query = (
            delete(DraftRow)
            .where(DraftRow.id == draft_id, DraftRow.player_id == player_id)
            .returning(DraftRow)
        )
        return (await self._session.scalars(query)).one_or_none()

    async def purge(self, before: datetime) -> None:
        """Forget those that nobody has confirmed in time."""
        await self._session.execute(delete(DraftRow).where(DraftRow.created_at < before))
