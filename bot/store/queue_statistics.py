"""What waits: deliveries to be carried, deadlines to take effect."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import GameRow, OutboxRow


@dataclass(frozen=True)
class QueueStatistics:
    """How much waits."""

    deliveries: int
    """Deliveries that are not delivered."""
    delivery_age: float
    """Seconds since the oldest of them was promised."""
    overdue: int
    """Running games whose deadline has passed."""


async def queue_statistics(session: AsyncSession, now: datetime) -> QueueStatistics:
    """What waits at this moment."""
    waiting = select(func.count(), func.min(OutboxRow.created_at)).where(OutboxRow.status == "pending")
    deliveries, oldest = (await session.execute(waiting)).one()
    passed = select(func.count()).where(GameRow.status == "active", GameRow.deadline_at <= now)
    overdue = await session.scalar(passed)
    age = max((now - oldest).total_seconds(), 0.0) if deliveries else 0.0
    return QueueStatistics(deliveries, age, overdue or 0)
