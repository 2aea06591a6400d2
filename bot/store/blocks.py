"""Who wants nothing to do with whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.models import BlockRow, PersonRow
from bot.store.repository import Repository


class Blocks(Repository):
    """The persons whom somebody has blocked."""

    async def add(self, player_id: int, blocked_id: int, at: datetime) -> None:
        """Block a person, if they are not blocked."""
        values = {"player_id": player_id, "blocked_id": blocked_id, "created_at": at}
        await self._session.execute(self._insert(BlockRow).values(values).on_conflict_do_nothing())

    async def remove(self, player_id: int, blocked_id: int) -> bool:
        """Unblock a person; whether they were blocked."""
        query = delete(BlockRow).where(BlockRow.player_id == player_id, BlockRow.blocked_id == blocked_id)
        return bool((await self._session.scalars(query.returning(BlockRow.blocked_id))).all())

    async def of(self, player_ids: Collection[int]) -> Sequence[BlockRow]:
        """All blocks by these persons."""
        return await self._all(select(BlockRow).where(BlockRow.player_id.in_(player_ids)))

    async def against(self, blocked_id: int) -> Sequence[BlockRow]:
        """All blocks of a person."""
        return await self._all(select(BlockRow).where(BlockRow.blocked_id == blocked_id))

    async def names(self, player_id: int) -> Sequence[PersonRow]:
        """Whom a person has blocked, the newest first."""
        query = (
            select(PersonRow)
            .join(BlockRow, BlockRow.blocked_id == PersonRow.id)
            .where(BlockRow.player_id == player_id)
            .order_by(BlockRow.created_at.desc(), BlockRow.blocked_id.desc())
        )
        return await self._all(query)
