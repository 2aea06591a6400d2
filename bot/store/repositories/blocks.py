"""Blocks and mutes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.models import BlockRow, MuteRow, PersonRow
from bot.store.repositories.repository import Repository


class Blocks(Repository):
    """The people whom a person has blocked, or muted in a game."""

    async def add(self, player_id: int, blocked_id: int, at: datetime) -> None:
        """Block a person, if they are not blocked."""
        await self._insert_if_new(BlockRow, player_id=player_id, blocked_id=blocked_id, created_at=at)

    async def remove(self, player_id: int, block_id: int) -> bool:
        """Lift a block; whether there was one with this id by this person."""
        query = delete(BlockRow).filter_by(id=block_id, player_id=player_id).returning(BlockRow.id)
        return await self._session.scalar(query) is not None

    async def of(self, player_ids: Collection[int]) -> Sequence[BlockRow]:
        """All blocks by these persons."""
        return await self._all(select(BlockRow).where(BlockRow.player_id.in_(player_ids)))

    async def against(self, blocked_id: int) -> Sequence[BlockRow]:
        """All blocks against a person."""
        return await self._all(select(BlockRow).where(BlockRow.blocked_id == blocked_id))

    async def named(self, player_id: int) -> Sequence[tuple[int, PersonRow | None]]:
        """The blocks by a person, the newest first, each with the blocked person, unless forgotten since."""
        query = (
            select(BlockRow.id, PersonRow)
            .join(PersonRow, BlockRow.blocked_id == PersonRow.id, isouter=True)
            .where(BlockRow.player_id == player_id)
            .order_by(BlockRow.id.desc())
        )
        return await self._rows(query)

    async def mute(self, player_id: int, game_id: int, muted_id: int, at: datetime) -> None:
        """Mute a person in a game, if they are not muted there."""
        who = {"player_id": player_id, "muted_id": muted_id}
        await self._insert_if_new(MuteRow, game_id=game_id, created_at=at, **who)

    async def unmute(self, player_id: int, game_id: int, muted_id: int) -> None:
        """Unmute a person."""
        await self._change(delete(MuteRow).filter_by(player_id=player_id, game_id=game_id, muted_id=muted_id))

    async def unheard(self, player_id: int, game_id: int) -> set[int]:
        """The people whose messages in a game a person does not get: muted there, or blocked."""
        muted = select(MuteRow.muted_id).where(MuteRow.player_id == player_id, MuteRow.game_id == game_id)
        blocked = select(BlockRow.blocked_id).where(
            BlockRow.player_id == player_id, BlockRow.blocked_id.is_not(None)
        )
        return set((await self._session.scalars(muted.union(blocked))).all())
