"""People who use the bot, and their preferences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import NAME_LENGTH, CounterRow, PlayerRow


class Players:
    """Finding and remembering players."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def get(self, player_id: int) -> PlayerRow | None:
        """A player, if known."""
        return await self._session.get(PlayerRow, player_id)

    def add(self, row: PlayerRow) -> None:
        """A new player."""
        self._session.add(row)

    async def next_number(self) -> int:
        """A number for a person that nobody had before; who asks next waits until this transaction ends."""
        insert = postgresql.insert if self._session.get_bind().dialect.name == "postgresql" else sqlite.insert
        query = (
            insert(CounterRow)
            .values(name="persons", last=1)
            .on_conflict_do_update(index_elements=["name"], set_={"last": CounterRow.last + 1})
            .returning(CounterRow.last)
        )
        return (await self._session.scalars(query)).one()

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


def storable(name: str) -> str:
    """A name as every database can hold it: short, without NUL, a question mark for half a character."""
    return name.replace("\x00", "").encode(errors="replace").decode()[:NAME_LENGTH]
