"""What administrators have done: put on record, and read again."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import AuditRow, GameRow


class Audits:
    """The acts of administrators."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    def add(self, row: AuditRow) -> None:
        """Put an act on record."""
        self._session.add(row)

    async def by_cause(self, cause: str | None) -> AuditRow | None:
        """The act of a request, if it was carried out before."""
        if cause is None:
            return None
        query = select(AuditRow).where(AuditRow.cause == cause)
        return (await self._session.scalars(query)).one_or_none()

    async def listed(
        self, *, game_id: int | None = None, guild_id: int | None = None, limit: int
    ) -> Sequence[tuple[AuditRow, str | None]]:
        """The newest acts about a game, or in and about a server, with the codes of their games."""
        query = (
            select(AuditRow, GameRow.code)
            .outerjoin(GameRow, GameRow.id == AuditRow.game_id)
            .order_by(AuditRow.id.desc())
            .limit(limit)
        )
        if game_id is not None:
            query = query.where(AuditRow.game_id == game_id)
        if guild_id is not None:
            query = query.where(or_(AuditRow.guild_id == guild_id, GameRow.guild_id == guild_id))
        return [(row, code) for row, code in (await self._session.execute(query)).all()]

    async def by_actor(self, actor: str) -> Sequence[AuditRow]:
        """Everything that somebody has done, the oldest first."""
        query = select(AuditRow).where(AuditRow.actor == actor).order_by(AuditRow.id)
        return (await self._session.scalars(query)).all()
