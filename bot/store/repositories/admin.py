"""The acts of administrators: those that wait for their confirmation, and those on record."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, select, update

from bot.store.models import AuditRow, DraftRow, GameRow
from bot.store.repositories.repository import Repository


class Drafts(Repository):
    """Acts that wait for their confirmation, each taken out once."""

    async def get(self, draft_id: int, player_id: int) -> DraftRow | None:
        """The draft; None if it is another person's, or was taken before."""
        return await self._session.scalar(select(DraftRow).filter_by(id=draft_id, player_id=player_id))

    async def take(self, draft_id: int) -> bool:
        """Take a draft out; False if it was taken before."""
        query = delete(DraftRow).where(DraftRow.id == draft_id).returning(DraftRow.id)
        return await self._session.scalar(query) is not None

    async def purge(self, before: datetime) -> None:
        """Delete drafts that nobody confirmed in time."""
        await self._change(delete(DraftRow).where(DraftRow.created_at < before))


class Audits(Repository):
    """The acts of administrators on record."""

    async def has_done(self, game_id: int, actor: str, acts: Collection[str]) -> bool:
        """Whether an actor has done one of these acts on a game."""
        return await self._any(AuditRow.game_id == game_id, AuditRow.actor == actor, AuditRow.act.in_(acts))

    async def listed(
        self, *, game_id: int | None = None, guild_id: int | None = None, limit: int
    ) -> Sequence[tuple[AuditRow, str | None]]:
        """The newest acts about a game, or about a server and its games, with the codes of these."""
        query = (
            select(AuditRow, GameRow.code)
            .outerjoin(GameRow, GameRow.id == AuditRow.game_id)
            .order_by(AuditRow.id.desc())
            .limit(limit)
        )
        if game_id is not None:
            query = query.where(AuditRow.game_id == game_id)
        if guild_id is not None:
            # Owners act in one server on games of another.
            query = query.where(AuditRow.about_guild_id == guild_id)
        return await self._rows(query)

    async def move(self, game_id: int, guild_id: int | None) -> None:
        """Take the acts on a game to the server in which it goes on."""
        await self._change(
            update(AuditRow).where(AuditRow.game_id == game_id).values(about_guild_id=guild_id)
        )
