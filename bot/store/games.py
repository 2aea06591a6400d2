"""Games and their seats."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import aliased, defer, joinedload, selectinload

from bot.store.models import (
    PENDING,
    AuditRow,
    ChatPreferenceRow,
    EventRow,
    FollowerRow,
    GameRow,
    InvitationRow,
    MailInvitationRow,
    MuteRow,
    NoteRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    RefusalRow,
    SeatRow,
)
from bot.store.partitions import GAME
from bot.store.repository import Repository

_SEATS = selectinload(GameRow.seats).joinedload(SeatRow.player).joinedload(PersonRow.vacation)
_ONE = select(GameRow).options(
    joinedload(GameRow.host),
    joinedload(GameRow.seats).joinedload(SeatRow.player).joinedload(PersonRow.vacation),
)
"""A game to be read, whole, in one statement."""
_BY_CODE = _ONE.where(GameRow.code == bindparam("code"))
_BY_ID = _ONE.where(GameRow.id == bindparam("id"))
_LOCK = select(GameRow.id).where(GameRow.code == bindparam("code")).with_for_update()
"""What each request asks for is built once."""


def _whole() -> Select[GameRow]:
    """Games with their host, their seats and the people in them.

    People are looked up: to join them to many seats PostgreSQL would read all that there are.
    """
    people = selectinload(GameRow.seats).selectinload(SeatRow.player).joinedload(PersonRow.vacation)
    return select(GameRow).options(joinedload(GameRow.host), people)


def _given(**wanted: object) -> dict[str, object]:
    """The conditions that are given: those with a value."""
    return {column: value for column, value in wanted.items() if value is not None}


def _seats(player_id: int) -> ColumnElement[bool]:
    """Whether a player has a seat: the player's games, which are few, are looked up first."""
    return GameRow.id.in_(select(SeatRow.game_id).where(SeatRow.player_id == player_id))


def _newest(
    statuses: Collection[str],
    limit: int,
    *others: ColumnElement[bool],
    prefix: str = "",
    guild_id: int | None = None,
    key: str | None = None,
) -> ColumnElement[bool]:
    """Whether a game is one of these that may be among the newest: a few index steps, however many there are.

    Codes that begin with two given letters are few, and looked up. Otherwise the newest of each status are:
    the newest of all are among them.
    """
    coded = [GameRow.code.startswith(prefix, autoescape=True)] if prefix else []
    if len(prefix) > 1:
        # Sums hide from the planner that there are indexes of these, which find far more.
        of_server = [] if guild_id is None else [GameRow.guild_id + 0 == guild_id]
        of_kind = [] if key is None else [GameRow.key == key]
        among = GameRow.code.between(prefix, f"{prefix}ZZZZZZZZ"), GameRow.status.concat("").in_(statuses)
        return and_(*among, *coded, *of_server, *of_kind, *others)
    of_each = (
        select(GameRow.id)
        .where(GameRow.status == status, *coded, *others)
        .filter_by(**_given(guild_id=guild_id, key=key))
        .order_by(GameRow.id.desc())
        .limit(limit)
        for status in statuses
    )
    return GameRow.id.in_(union_all(*(select(one.subquery().c.id) for one in of_each)))


_HAS_COMPUTER = exists().where(
    SeatRow.game_id == GameRow.id, SeatRow.player_id == PersonRow.id, PersonRow.level.is_not(None)
)


class Around(NamedTuple):
    """What few games have, and every move asks for."""

    orders: bool
    """Standing orders."""
    followers: bool
    kept: bool
    """Deliveries to its place that were put off."""
    refused: bool
    """Something is refused in its server."""
    repeated: bool
    """The request was carried out before."""


_AROUND = (
    exists().where(OrderRow.game_id == GameRow.id),
    exists().where(FollowerRow.game_id == GameRow.id),
    exists().where(
        OutboxRow.status == PENDING,
        OutboxRow.partition_key == literal(GAME).concat(cast(GameRow.id, String)),
        or_(OutboxRow.blocked_at.is_not(None), OutboxRow.kind == "refresh"),
    ),
    exists().where(RefusalRow.guild_id == GameRow.guild_id),
    exists().where(EventRow.cause == bindparam("cause")),
)
_WITH_AROUND = _BY_CODE.add_columns(*_AROUND)
_AROUND_ALONE = select(*_AROUND).where(GameRow.id == bindparam("game"))


class NamedGame(NamedTuple):
    """The game that a code names."""

    code: str
    key: str
    """The engine's key."""
    guild_id: int | None
    playing: bool
    """Whether the asking person has a seat."""


_NAMED = select(
    GameRow.code,
    GameRow.key,
    GameRow.guild_id,
    exists().where(SeatRow.game_id == GameRow.id, SeatRow.player_id == bindparam("player")),
)
_NAMED_BY_CODE = _NAMED.where(GameRow.code == bindparam("code"))
_IN_THREAD = and_(GameRow.guild_id == bindparam("guild"), GameRow.thread_id == bindparam("thread"))
_NAMED_BY_THREAD = _NAMED.where(_IN_THREAD).order_by(GameRow.id.desc()).limit(1)
_LOCKING = {which: which.with_for_update(of=GameRow) for which in (_NAMED_BY_CODE, _NAMED_BY_THREAD)}
_CODE_BY_THREAD = select(GameRow.code).where(_IN_THREAD).order_by(GameRow.id.desc()).limit(1)


class Games(Repository):
    """Finding, adding and locking games."""

    async def by_code(self, code: str, *, lock: bool = False) -> GameRow | None:
        """The game with this code. With `lock` no other transaction changes it until this one ends."""
        if lock:
            await self.lock(code)
        return await self._read(_BY_CODE, {"code": code})

    async def named(self, code: str, player_id: int, *, lock: bool = False) -> NamedGame | None:
        """The game with this code, for the asking person; with `lock` as `by_code`."""
        return await self._named(_NAMED_BY_CODE, lock, {"code": code, "player": player_id})

    async def named_by_thread(
        self, guild_id: int, thread_id: int, player_id: int, *, lock: bool = False
    ) -> NamedGame | None:
        """The newest game of this thread, for the asking person; with `lock` as `by_code`."""
        given = {"guild": guild_id, "thread": thread_id, "player": player_id}
        return await self._named(_NAMED_BY_THREAD, lock, given)

    async def _named(
        self, which: Select[str, str, int | None, bool], lock: bool, given: Mapping[str, object]
    ) -> NamedGame | None:
        if lock and self._dialect != "sqlite":
            which = _LOCKING[which]
        row = (await self._session.execute(which, given)).one_or_none()
        return None if row is None else NamedGame(*row)

    async def locked_with_around(self, code: str, cause: str) -> tuple[GameRow, Around] | None:
        """The game with this code, which is locked, with what there is about it; `cause`: of the request."""
        found = await self._session.execute(_WITH_AROUND, {"code": code, "cause": cause})
        row = found.unique().one_or_none()
        return None if row is None else (row[0], Around(*row[1:]))

    async def lock(self, code: str) -> None:
        """Lock the game until this transaction ends.

        It is read afterwards: a statement that waits for the lock may see an old row.
        """
        if self._dialect != "sqlite":  # A writer of SQLite has all of it locked.
            await self._session.execute(_LOCK, {"code": code})

    async def _read(self, which: Select[GameRow], given: Mapping[str, object]) -> GameRow | None:
        return (await self._session.scalars(which, given)).unique().one_or_none()

    async def around(self, game: GameRow, cause: str) -> Around:
        """What there is about a game, as it was flushed last, and whether a request was carried out."""
        with self._session.no_autoflush:
            found = await self._session.execute(_AROUND_ALONE, {"game": game.id, "cause": cause})
            return Around(*found.one())

    async def lock_if_free(self, code: str) -> bool:
        """Lock a game for this transaction; False where another one holds it, or where there is none."""
        query = select(GameRow.id).where(GameRow.code == code).with_for_update(skip_locked=True)
        return await self._session.scalar(query) is not None

    async def by_id(self, game_id: int) -> GameRow | None:
        """The game with this number."""
        return await self._read(_BY_ID, {"id": game_id})

    async def bare(self, game_id: int) -> GameRow | None:
        """The game with this number, without host and seats."""
        return await self._session.get(GameRow, game_id)

    async def locked(self, game_id: int) -> GameRow | None:
        """The game with this number, locked and as it is now, without host and seats."""
        query = select(GameRow).where(GameRow.id == game_id).with_for_update()
        return await self._session.scalar(query.execution_options(populate_existing=True))

    async def awaiting_card(self, outbox_id: int) -> GameRow | None:
        """The game, locked, whose clock waits for this delivery's card to be posted."""
        query = select(GameRow).where(GameRow.clock_card_id == outbox_id).with_for_update()
        return await self._session.scalar(query)

    async def code_taken(self, code: str) -> bool:
        """Whether a game bears this code."""
        return await self._session.scalar(select(GameRow.id).where(GameRow.code == code)) is not None

    async def listed(
        self,
        *,
        statuses: Collection[str],
        guild_id: int | None = None,
        player_id: int | None = None,
        key: str | None = None,
        prefix: str = "",
        limit: int | None = None,
    ) -> Sequence[GameRow]:
        """Games of a server, of a player, of a kind, with codes that begin so, or all; the newest first."""
        query = _whole().order_by(GameRow.id.desc()).limit(limit)
        if player_id is None and limit is not None:
            of_these = _newest(statuses, limit, prefix=prefix, guild_id=guild_id, key=key)
            return await self._all(query.where(of_these))
        query = query.where(GameRow.status.in_(statuses), GameRow.code.startswith(prefix, autoescape=True))
        if player_id is not None:
            query = query.where(_seats(player_id))
        return await self._all(query.filter_by(**_given(guild_id=guild_id, key=key)))

    async def places(self, *, statuses: Collection[str], guild_id: int | None) -> Sequence[tuple[int, int]]:
        """Every channel or thread in which such games are played, as (one of its games, the place)."""
        place = func.coalesce(GameRow.thread_id, GameRow.channel_id)
        query = (
            select(func.max(GameRow.id), place)
            .where(GameRow.status.in_(statuses), place.is_not(None))
            .filter_by(**_given(guild_id=guild_id))
            .group_by(place)
        )
        return [(game, where) for game, where in await self._session.execute(query)]

    async def offered(
        self,
        player_id: int,
        guild_id: int | None,
        *,
        prefix: str,
        statuses: Collection[str],
        unseated: bool,
        first: Collection[str],
        limit: int,
    ) -> Sequence[GameRow]:
        """A player's and a server's games whose code begins so, without their states.

        Those in a `first` status come first, then the player's own, then the newest. `unseated`: only those
        in which the player has no seat.
        """
        own = _seats(player_id)
        mine = and_(own, GameRow.status.in_(statuses), GameRow.code.startswith(prefix, autoescape=True))
        found = [] if unseated else [mine]
        if guild_id is not None:
            others = [~own] if unseated else []
            found.append(_newest(statuses, limit, *others, prefix=prefix, guild_id=guild_id))
        if not found:
            return ()
        query = (
            _whole()
            .options(defer(GameRow.state, raiseload=True))
            .where(GameRow.id.in_(union_all(*(select(GameRow.id).where(one) for one in found))))
            .order_by(
                case((GameRow.status.in_(first), 0), else_=1), case((own, 0), else_=1), GameRow.id.desc()
            )
            .limit(limit)
        )
        return await self._all(query)

    async def codes(
        self,
        *,
        statuses: Collection[str],
        guild_id: int | None = None,
        channel_id: int | None = None,
        player_id: int | None = None,
        without_id: int | None = None,
        key: str | None = None,
        limit: int,
    ) -> Sequence[str]:
        """Codes of games of a channel, of a player or kind, or without one at the table; the newest first."""
        query = (
            select(GameRow.code)
            .where(GameRow.status.in_(statuses))
            .filter_by(**_given(guild_id=guild_id, channel_id=channel_id, key=key))
            .order_by(GameRow.id.desc())
            .limit(limit)
        )
        if player_id is not None:
            query = query.where(_seats(player_id))
        if without_id is not None:
            query = query.where(~_seats(without_id))
        return await self._all(query)

    async def of_thread(self, guild_id: int, thread_id: int) -> str | None:
        """The code of the game whose thread this is, whatever has become of it."""
        return await self._session.scalar(_CODE_BY_THREAD, {"guild": guild_id, "thread": thread_id})

    async def quiet_threads(self, since: datetime, now: datetime, *, limit: int) -> Sequence[str]:
        """Codes of games with a thread whose clock runs and in which nothing has happened since this moment.

        Except those whose thread was checked since.
        """
        looked_after = exists().where(
            OutboxRow.game_id == GameRow.id, OutboxRow.kind == "reopen", OutboxRow.created_at > since
        )
        query = select(GameRow.code).where(
            GameRow.status == "active",
            GameRow.thread_id.is_not(None),
            GameRow.deadline_at > now,
            GameRow.clock_stopped_at.is_(None),
            GameRow.moved_at < since,
            ~looked_after,
        )
        return await self._all(query.order_by(GameRow.id).limit(limit))

    async def without_thread(self, guild_id: int, statuses: Collection[str]) -> Sequence[tuple[str, int]]:
        """Code and channel of the games of a server whose thread is gone."""
        gone = exists().where(
            RefusalRow.guild_id == guild_id,
            RefusalRow.place_id == GameRow.thread_id,
            RefusalRow.probe_at.is_(None),
        )
        query = select(GameRow.code, GameRow.channel_id).where(
            GameRow.guild_id == guild_id,
            GameRow.status.in_(statuses),
            gone,
        )
        found = await self._session.execute(query)
        return [(code, channel) for code, channel in found if channel is not None]

    async def count(
        self,
        statuses: Collection[str],
        *,
        host_id: int | None = None,
        channel_id: int | None = None,
        guild_id: int | None = None,
    ) -> int:
        """How many games in these states a person hosts (hosts have a seat), or a channel or server has."""
        given = _given(host_id=host_id, channel_id=channel_id, guild_id=guild_id)
        query = select(func.count(GameRow.id)).where(GameRow.status.in_(statuses)).filter_by(**given)
        if host_id is not None:
            query = query.where(_seats(host_id))
        return await self._session.scalar(query) or 0

    async def count_played(
        self,
        statuses: Collection[str],
        player_id: int,
        guild_id: int | None = None,
        *,
        key: str | None = None,
    ) -> int:
        """In how many games in these states, of one server or of one kind or of all, a person has a seat."""
        query = select(func.count(GameRow.id)).where(GameRow.status.in_(statuses), _seats(player_id))
        return await self._session.scalar(query.filter_by(**_given(guild_id=guild_id, key=key))) or 0

    async def count_against_computers(self, statuses: Collection[str], player_id: int, besides: int) -> int:
        """In how many games in these states but this a person has a seat, and a computer another one."""
        query = select(func.count(GameRow.id)).where(
            GameRow.status.in_(statuses), GameRow.id != besides, _seats(player_id), _HAS_COMPUTER
        )
        return await self._session.scalar(query) or 0

    async def with_computers(self, *, limit: int) -> Sequence[str]:
        """Codes of running games in which computers play, the newest first."""
        query = select(GameRow.code).where(GameRow.status == "active", _HAS_COMPUTER)
        return await self._all(query.order_by(GameRow.id.desc()).limit(limit))

    async def silent_lobbies(self, since: datetime, *, limit: int, code: str | None = None) -> Sequence[str]:
        """Codes of games without enough players, for which nothing has happened since this moment.

        They have not started, or were paused until their seats are taken. `code`: only this game.
        """
        happened = exists().where(EventRow.game_id == GameRow.id, EventRow.at > since)
        asked = exists().where(
            InvitationRow.game_id == GameRow.id,
            or_(InvitationRow.status == "open", InvitationRow.closed_at > since),
        )
        paused, resumed = aliased(EventRow), aliased(EventRow)
        went_on = exists().where(
            resumed.game_id == paused.game_id, resumed.kind == "resumed", resumed.seq > paused.seq
        )
        # The data of a pause names the seats that it waits for.
        vacant = exists().where(
            paused.game_id == GameRow.id, paused.kind == "paused", paused.data.is_not(None), ~went_on
        )
        waits = or_(GameRow.status == "lobby", and_(GameRow.status == "paused", vacant))
        query = select(GameRow.code).where(waits, ~happened, ~asked).filter_by(**_given(code=code))
        return await self._all(query.order_by(GameRow.id).limit(limit))

    async def pause_asked(self, before: datetime, *, limit: int) -> Sequence[str]:
        """Codes of games with an open pause request from before this moment."""
        later = exists().where(
            EventRow.game_id == GameRow.id, EventRow.kind == "pausing", EventRow.at >= before
        )
        waits = GameRow.status.in_(("active", "paused")), GameRow.clock.contains('"pausing":{')
        query = select(GameRow.code).where(*waits, ~later)
        return await self._all(query.order_by(GameRow.id).limit(limit))

    async def undo_asked(self, before: datetime, *, limit: int) -> Sequence[str]:
        """Codes of running games with an open undo request from before this moment."""
        later = exists().where(
            EventRow.game_id == GameRow.id, EventRow.kind == "undo_asked", EventRow.at >= before
        )
        query = select(GameRow.code).where(GameRow.status == "active", GameRow.undo.is_not(None), ~later)
        return await self._all(query.order_by(GameRow.id).limit(limit))

    async def purge_unstarted(self, before: datetime, *, limit: int) -> int:
        """Delete games that were called off unstarted before this moment; returns their number.

        Games with an act of an administrator stay, for the audit refers to them, and those with a declined
        invitation, which must not be repeated.
        """
        declined = exists().where(InvitationRow.game_id == GameRow.id, InvitationRow.status == "declined")
        waits = and_(OutboxRow.status == PENDING, OutboxRow.blocked_at.is_(None))
        query = (
            select(GameRow.id)
            .where(GameRow.status == "abandoned", GameRow.started_at.is_(None), GameRow.finished_at < before)
            .where(~exists().where(AuditRow.game_id == GameRow.id), ~declined)
            .where(~exists().where(OutboxRow.game_id == GameRow.id, waits))
            .order_by(GameRow.id)
            .limit(limit)
        )
        gone = await self._all(query)
        if gone:
            # That they were invited stays: they are not to be invited again.
            invited = update(MailInvitationRow).where(MailInvitationRow.game_id.in_(gone))
            await self._session.execute(invited.values(game_id=None))
        private = (ChatPreferenceRow, FollowerRow, InvitationRow, MuteRow, NoteRow)
        tables = (*private, OutboxRow, EventRow, SeatRow)
        for table in tables if gone else ():
            await self._session.execute(delete(table).where(table.game_id.in_(gone)))
        await self._session.execute(delete(GameRow).where(GameRow.id.in_(gone)))
        return len(gone)

    async def rematch(
        self,
        channel_id: int | None,
        created: str,
        *,
        statuses: Collection[str],
        player_id: int | None = None,
    ) -> str | None:
        """The code of the newest game of a channel in such a state that was created with this data.

        `player_id`: only one in which this person has a seat.
        """
        query = (
            select(GameRow.code)
            .join(EventRow, EventRow.game_id == GameRow.id)
            .where(GameRow.channel_id == channel_id, GameRow.status.in_(statuses))
            .where(EventRow.seq == 1, EventRow.data == created)
        )
        if player_id is not None:
            query = query.where(_seats(player_id))
        return await self._session.scalar(query.order_by(GameRow.id.desc()).limit(1))

    async def due(self, now: datetime, *, limit: int) -> Sequence[str]:
        """Codes of games with an alarm or a notice that is due, the longest due first.

        Only running games have such: asked for, their status would be looked up in place of the moments.
        """
        due = list[tuple[datetime, str]]()
        for moment in (GameRow.alarm_at, SeatRow.notice_at):
            query = select(moment, GameRow.code).where(moment <= now)
            if moment is SeatRow.notice_at:
                query = query.join(SeatRow, SeatRow.game_id == GameRow.id)
            found = await self._session.execute(query.order_by(moment).limit(limit))
            due += [(at, code) for at, code in found if at is not None]
        return list(dict.fromkeys(code for _, code in sorted(due)))[:limit]

    async def ending(self, before: datetime) -> Sequence[str]:
        """Codes of running games whose deadline is not later than this, the earliest first."""
        # An alarm is never later than its deadline, and it is what the index knows.
        query = (
            select(GameRow.code)
            .where(GameRow.alarm_at <= before, GameRow.deadline_at <= before)
            .order_by(GameRow.deadline_at)
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

    async def sitting(self, game_id: int, player_id: int) -> SeatRow | None:
        """A player's seat in a game, with the person."""
        query = select(SeatRow).options(joinedload(SeatRow.player))
        return await self._session.scalar(query.filter_by(game_id=game_id, player_id=player_id))

    async def sittings(self, game_id: int) -> Sequence[SeatRow]:
        """The seats of a game with the persons in them."""
        query = select(SeatRow).options(joinedload(SeatRow.player)).where(SeatRow.game_id == game_id)
        return await self._all(query)

    async def decide_notices(self, game_id: int, now: datetime) -> None:
        """Schedule new decisions on the notices to the players of a running game."""
        await self._session.execute(update(SeatRow).filter_by(game_id=game_id).values(notice_at=now))

    async def decide_notices_of(self, player_id: int, now: datetime) -> None:
        """Schedule new decisions on the notices to a person in running games."""
        running = exists().where(GameRow.id == SeatRow.game_id, GameRow.status == "active")
        await self._session.execute(
            update(SeatRow).where(SeatRow.player_id == player_id, running).values(notice_at=now)
        )

    async def seat(self, game_id: int, player_id: int) -> SeatRow | None:
        """A player's seat in a game."""
        return await self._session.get(SeatRow, (game_id, player_id))

    async def remember(self, game_id: int, **facts: Any) -> None:
        """Store where a game's messages are. That is no event: it neither needs nor increments `last_seq`."""
        await self._session.execute(update(GameRow).where(GameRow.id == game_id).values(**facts))
