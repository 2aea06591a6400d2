"""Private messages that their readers have reported to the server's managers."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload

from bot.store.models import ChatMessageRow, ChatReaderRow, GameRow, ReportRow, SeatRow
from bot.store.repositories.repository import Repository


def _whole() -> Select[ReportRow]:
    """Reports with their game and its seats, the message, and the people."""
    return select(ReportRow).options(
        joinedload(ReportRow.game).selectinload(GameRow.seats).joinedload(SeatRow.player),
        joinedload(ReportRow.game).joinedload(GameRow.host),
        joinedload(ReportRow.message).selectinload(ChatMessageRow.readers).joinedload(ChatReaderRow.player),
        joinedload(ReportRow.message).joinedload(ChatMessageRow.player),
        joinedload(ReportRow.reporter),
        joinedload(ReportRow.reported),
    )


class Reports(Repository):
    """Adding, counting and reading reports."""

    async def get(self, report_id: int) -> ReportRow | None:
        """A report with everything that belongs to it."""
        return await self._session.scalar(_whole().where(ReportRow.id == report_id))

    async def by(self, reporter_id: int, chat_message_id: int) -> ReportRow | None:
        """The report that a person has made of a message."""
        query = select(ReportRow).filter_by(reporter_id=reporter_id, chat_message_id=chat_message_id)
        return await self._session.scalar(query)

    async def count(self, reporter_id: int, since: datetime) -> int:
        """How many reports a person has made since a moment."""
        return await self._count(ReportRow.reporter_id == reporter_id, ReportRow.created_at > since)

    async def of_server(self, guild_id: int, *, limit: int) -> Sequence[ReportRow]:
        """The newest reports of a server."""
        query = _whole().where(ReportRow.guild_id == guild_id).order_by(ReportRow.id.desc()).limit(limit)
        return await self._all(query)
