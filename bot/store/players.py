"""People who use the bot, and their preferences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import PlayerRow


class Players:
    """Finding and remembering players."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def get(self, player_id: int) -> PlayerRow | None:
        """A player, if known."""
        return await self._session.get(PlayerRow, player_id)

    def add(self, row: PlayerRow) -> None:
        """A player who is nobody yet."""
        self._session.add(row)

    async def seen(self, player_id: int, name: str, at: datetime) -> PlayerRow:
        """The player, who has just used the bot under this name."""
        name = _storable(name)[:100]
        known = await self.get(player_id)
        if known is None:
            await self._insert(player_id, name, at)
            known = await self.get(player_id)
            assert known is not None  # noqa: S101 -- just inserted, or there before
        if known.name != name:
            known.name = name
        return known

    async def _insert(self, player_id: int, name: str, at: datetime) -> None:
        """Insert unless another transaction has."""
        values = {
            "id": player_id,
            "name": name,
            "theme": "dark",
            "dm_turns": False,
            "dm_reminders": True,
            "dm_hands": True,
            "created_at": at,
        }
        if self._session.get_bind().dialect.name == "postgresql":
            await self._session.execute(postgresql.insert(PlayerRow).values(values).on_conflict_do_nothing())
        else:
            await self._session.execute(sqlite.insert(PlayerRow).values(values).on_conflict_do_nothing())

    async def close_dms(self, player_id: int, at: datetime) -> None:
        """Remember that the player takes no direct messages."""
        await self._session.execute(
            update(PlayerRow).where(PlayerRow.id == player_id).values(dms_closed_at=at)
        )

    async def open_dms(self, player_id: int) -> None:
        """Try direct messages to the player again."""
        await self._session.execute(
            update(PlayerRow)
            .where(PlayerRow.id == player_id, PlayerRow.dms_closed_at.is_not(None))
            .values(dms_closed_at=None)
        )

    async def dms_closed(self, player_id: int) -> bool:
        """Whether a direct message to the player was refused since they last asked for such."""
        closed = await self._session.scalar(select(PlayerRow.dms_closed_at).where(PlayerRow.id == player_id))
        return closed is not None

    async def prefer(self, player_id: int, preferences: Mapping[str, Any]) -> None:
        """Store preferences of a known player."""
        if preferences:
            await self._session.execute(
                update(PlayerRow).where(PlayerRow.id == player_id).values(**preferences)
            )


def _storable(name: str) -> str:
    """A name as every database can hold it: without NUL, and with question marks for halves of characters."""
    return name.replace("\x00", "").encode(errors="replace").decode()
