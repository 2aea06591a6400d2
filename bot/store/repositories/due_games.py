"""Games in which something is to be done: a clock is due, a request has expired, nobody came."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import and_, delete, exists, or_, select, update

from bot.store.models import (
    CALLED_OFF,
    MAY_BE_QUIET,
    PENDING,
    WAITING,
    WITH_COMPUTERS,
    AuditRow,
    ChatPreferenceRow,
    EventRow,
    FollowerRow,
    GameRow,
    InvitationRow,
    MailInvitationRow,
    MuteRow,
    NoteRow,
    OutboxRow,
    RefusalRow,
    SeatRow,
)
from bot.store.repositories.repository import Repository

_STATUS = GameRow.status.concat("")
"""The concatenation keeps planners from using the index of the status, which finds far more rows."""


class DueGames(Repository):
    """Finds games by what is due in them."""

    async def due(self, now: datetime, *, limit: int) -> Sequence[str]:
        """Codes of games with an alarm or a notice that is due, the longest due first.

        Only running games have one. The status is no condition: it would be looked up instead of the moments.
        """
        due = list[tuple[datetime, str]]()
        for moment in (GameRow.alarm_at, SeatRow.notice_at):
            query = select(moment, GameRow.code).where(moment <= now)
            if moment is SeatRow.notice_at:
                query = query.join(SeatRow, SeatRow.game_id == GameRow.id)
            found = await self._rows(query.order_by(moment).limit(limit))
            due += [(at, code) for at, code in found if at is not None]
        return list(dict.fromkeys(code for _, code in sorted(due)))[:limit]

    async def ending(self, before: datetime) -> Sequence[str]:
        """Codes of games whose deadline, or alarm while the clock is stopped, is not later than this, the
        earliest first.
        """
        # The alarm of a clock that runs is never later than its deadline, and it is what the index knows.
        query = (
            select(GameRow.code)
            .where(
                GameRow.alarm_at <= before,
                or_(GameRow.deadline_at <= before, GameRow.clock_stopped_at.is_not(None)),
            )
            .order_by(GameRow.deadline_at)
        )
        return await self._all(query)

    async def ending_in(self, guild_id: int, before: datetime) -> Sequence[str]:
        """Codes of a server's running games whose deadline is not later than this."""
        query = select(GameRow.code).where(
            GameRow.guild_id == guild_id, GameRow.status == "active", GameRow.deadline_at <= before
        )
        return await self._all(query)

    async def next_alarm(self, after: datetime) -> datetime | None:
        """The nearest alarm or notice of a running game later than this moment: an index look-up each."""
        alarm = select(GameRow.alarm_at).where(GameRow.alarm_at > after)
        notice = select(SeatRow.notice_at).where(SeatRow.notice_at > after).order_by(SeatRow.notice_at)
        alarm = alarm.order_by(GameRow.alarm_at)
        nearest = select(alarm.limit(1).scalar_subquery(), notice.limit(1).scalar_subquery())
        moments = (await self._session.execute(nearest)).one()
        return min((moment for moment in moments if moment is not None), default=None)

    async def silent_lobbies(
        self, since: datetime, *, limit: int, offset: int = 0, code: str | None = None
    ) -> Sequence[str]:
        """Codes of games without enough players, for which nothing has happened since this moment.

        They have not started, or were paused until their seats are taken. `code`: only this game.
        """
        happened = exists().where(EventRow.game_id == GameRow.id, EventRow.at > since)
        asked = exists().where(
            InvitationRow.game_id == GameRow.id,
            or_(InvitationRow.status == "open", InvitationRow.closed_at > since),
        )
        # A game's opening is its first event: games opened later are not even looked at.
        waits = or_(_STATUS == "lobby", and_(_STATUS == "paused", GameRow.waits_for_players))
        query = select(GameRow.code).where(WAITING, waits, GameRow.created_at <= since, ~happened, ~asked)
        if code is not None:
            query = query.where(GameRow.code == code)
        return await self._all(query.order_by(GameRow.created_at, GameRow.id).limit(limit).offset(offset))

    async def quiet_threads(
        self, since: datetime, now: datetime, *, limit: int, offset: int = 0
    ) -> Sequence[str]:
        """Codes of games with a thread whose clock runs and in which nothing has happened since this moment.

        Games are left out whose thread was checked since, or is to be.
        """
        of_game = OutboxRow.game_id == GameRow.id, OutboxRow.kind == "reopen"
        looked_after = exists().where(
            *of_game, or_(OutboxRow.created_at > since, OutboxRow.status == PENDING)
        )
        query = select(GameRow.code).where(
            MAY_BE_QUIET,
            _STATUS == "active",
            GameRow.deadline_at > now,
            GameRow.moved_at < since,
            ~looked_after,
        )
        return await self._all(query.order_by(GameRow.moved_at, GameRow.id).limit(limit).offset(offset))

    async def without_thread(self, guild_id: int, statuses: Collection[str]) -> Sequence[tuple[str, int]]:
        """Code and channel of the games of a server whose thread is gone while the channel is there."""
        gone = exists().where(RefusalRow.guild_id == guild_id, RefusalRow.probe_at.is_(None))
        query = select(GameRow.code, GameRow.channel_id).where(
            GameRow.guild_id == guild_id,
            GameRow.status.in_(statuses),
            gone.where(RefusalRow.place_id == GameRow.thread_id),
            ~gone.where(RefusalRow.place_id == GameRow.channel_id),
        )
        return [(code, channel) for code, channel in await self._rows(query) if channel is not None]

    async def pause_asked(self, before: datetime, *, limit: int, offset: int = 0) -> Sequence[str]:
        """Codes of games with an open pause request from before this moment."""
        query = select(GameRow.code).where(GameRow.pause_asked_at < before, GameRow.finished_at.is_(None))
        return await self._all(query.order_by(GameRow.pause_asked_at).limit(limit).offset(offset))

    async def undo_asked(
        self, before: datetime, *, limit: int, offset: int = 0, code: str | None = None
    ) -> Sequence[str]:
        """Codes of running games with an open undo request from before this moment. `code`: only this one."""
        asked = GameRow.undo_asked_at < before, GameRow.finished_at.is_(None)
        # With “equal to active” SQLite would read all running games instead.
        query = select(GameRow.code).where(*asked, GameRow.status != "paused")
        if code is not None:
            query = query.where(GameRow.code == code)
        return await self._all(query.order_by(GameRow.undo_asked_at).limit(limit).offset(offset))

    async def with_computers(self, *, limit: int) -> Sequence[str]:
        """Codes of running games in which computers play, the newest first."""
        query = select(GameRow.code).where(WITH_COMPUTERS, _STATUS == "active")
        return await self._all(query.order_by(GameRow.id.desc()).limit(limit))

    async def purge_unstarted(self, before: datetime, *, limit: int) -> int:
        """Delete games that were called off unstarted before this moment; returns their number.

        Games with an act of an administrator stay, for the audit refers to them, and those with a declined
        invitation, which must not be repeated.
        """
        declined = exists().where(InvitationRow.game_id == GameRow.id, InvitationRow.status == "declined")
        waits = and_(OutboxRow.status == PENDING, OutboxRow.blocked_at.is_(None))
        query = (
            select(GameRow.id)
            .where(CALLED_OFF, _STATUS == "abandoned", GameRow.finished_at < before)
            .where(~exists().where(AuditRow.game_id == GameRow.id), ~declined)
            .where(~exists().where(OutboxRow.game_id == GameRow.id, waits))
            .order_by(GameRow.finished_at)
            .limit(limit)
        )
        gone = await self._all(query)
        if gone:
            # The invitations stay, without their game: these people are not to be invited again.
            invited = update(MailInvitationRow).where(MailInvitationRow.game_id.in_(gone))
            private = (ChatPreferenceRow, FollowerRow, InvitationRow, MuteRow, NoteRow)
            tables = (*private, OutboxRow, EventRow, SeatRow)
            await self._change(
                invited.values(game_id=None),
                *(delete(table).where(table.game_id.in_(gone)) for table in tables),
                delete(GameRow).where(GameRow.id.in_(gone)),
            )
        return len(gone)
