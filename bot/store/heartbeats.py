"""When the processes last attended to the clocks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import HeartbeatRow


class Heartbeats:
    """Signs of life, one a process."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def heartbeat(self, process: str, at: datetime) -> None:
        """Note that this process is alive. Its name is its own, so that no two write the same row."""
        await self._session.merge(HeartbeatRow(process=process, at=at))

    async def last(self) -> datetime | None:
        """When any process was last alive; None if none ever was."""
        return await self._session.scalar(select(func.max(HeartbeatRow.at)))

    async def each(self) -> Mapping[str, datetime]:
        """When each process was last alive."""
        rows = (await self._session.scalars(select(HeartbeatRow))).all()
        return {row.process: row.at for row in rows}
