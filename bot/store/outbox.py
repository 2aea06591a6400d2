"""The rows of the outbox: enqueued, claimed partition by partition, closed."""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.orm import aliased
from sqlalchemy.sql.dml import ReturningUpdate

from bot.store.mails import address_hash
from bot.store.models import PENDING, PERSONAL, RECEIPT, GameRow, OutboxRow, RefusalRow
from bot.store.repository import Repository
from bot.store.session import RowSession

SUPERSEDED = "superseded"
"""The note of a delivery that a newer one made pointless."""


def gathered_note(row: OutboxRow) -> str:
    """The note of a delivery that was gathered into this one."""
    return f"told with {row.id}"


STRIPS = ":strip"
"""Suffix of the partition that removes buttons from a game's old cards."""
FOLLOWED = ":follow"
"""Suffix of a person's partition for followed games."""
NOTICES = ":notices"
"""Suffix of a person's partition for notices."""
LATER = ":later"
"""Suffix of a person's partition for deliveries that wait for the end of quiet time and hold up no other."""
WORDS = ":words"
"""Suffix of a person's partition for public messages that are gathered into one mail."""
DAILY_WORDS = ":daily"
"""Suffix of a person's partition for public messages that are gathered into a daily digest."""


def mail_partition(address: str) -> str:
    """The partition of mails to an address, whoever owns it."""
    return f"mail:{address_hash(address)[:24]}"


GAME: Final = "game:"
"""Prefix of a game's partition, before the game's number."""


def game_partition(game_id: int) -> str:
    """The partition of a game's posts."""
    return f"{GAME}{game_id}"


_DECORATIVE = ("lobby", "refresh", "strip", "hand_away", "reopen", "follow")
"""Kinds that only change existing posts, or that are not urgent."""
CAN_WAIT = ("strip", "reopen")
"""Kinds that wait until there is capacity; no other kinds are in their partitions."""


def _is_among(row: type[OutboxRow], kinds: Collection[str]) -> ColumnElement[bool]:
    """Whether a delivery is of one of these kinds, compared one by one.

    An IN list would be expanded into the statement at each execution.
    """
    return or_(*(row.kind == kind for kind in kinds))


_urgency = case((_is_among(OutboxRow, _DECORATIVE), 1), else_=0)


_NOW: BindParameter[datetime] = bindparam("now", type_=OutboxRow.leased_until.type)
"""A parameter, so that the long statements are built and compiled once."""
_LIMIT: BindParameter[int] = bindparam("limit", type_=Integer)


def _free(row: type[OutboxRow]) -> ColumnElement[bool]:
    """Pending and without a valid lease."""
    return and_(row.status == PENDING, or_(row.leased_until.is_(None), row.leased_until <= _NOW))


_FREE = _free(OutboxRow)


def _place(row: type[OutboxRow], game: type[GameRow]) -> ColumnElement[str]:
    """The person, thread or channel of a delivery; its partition where it belongs to no game."""
    in_channel = _is_among(row, ("lobby", "thread"))
    channel = case((in_channel, game.channel_id), else_=func.coalesce(game.thread_id, game.channel_id))
    direct = or_(row.partition_key.startswith("user:"), _is_among(row, ("report", "managers")))
    person = func.replace(func.replace(row.partition_key, NOTICES, ""), LATER, "")
    return case((direct, person), else_=func.coalesce(cast(channel, String), row.partition_key))


@cache
def _in_line() -> Select[int, datetime, int]:
    """The first deliveries of their partitions, for places where none is under way.

    With the moment when each may be attempted, and its rank in its place: urgent ones first, then the oldest.
    """
    busy, game = aliased(OutboxRow), aliased(GameRow)
    under_way = (
        select(_place(busy, game))
        .outerjoin(game, game.id == busy.game_id)
        .where(busy.status == PENDING, busy.leased_until > _NOW)
    )
    # Edits have their own rate limits: a waiting edit holds up other edits only.
    posting = under_way.where(~_only_edits(busy, game))
    place = _place(OutboxRow, GameRow)
    rank = func.row_number().over(partition_by=place, order_by=(_urgency, OutboxRow.id))
    return (
        select(OutboxRow.id, OutboxRow.not_before, rank.label("rank"))
        .outerjoin(GameRow, GameRow.id == OutboxRow.game_id)
        .where(_FREE, _first_of_partition(), place.not_in(posting))
        .where(or_(~_only_edits(OutboxRow, GameRow), place.not_in(under_way)))
    )


def _only_edits(row: type[OutboxRow], game: type[GameRow]) -> ColumnElement[bool]:
    """Whether a delivery only edits an existing message."""
    edits = _is_among(row, ("strip", "refresh", "hand_away"))
    return or_(edits, and_(row.kind == "lobby", func.coalesce(game.lobby_message_id, 0) != 0))


_SAME_MESSAGE = {"lobby": ("lobby",), "refresh": ("refresh", "card"), "hand_away": ("hand", "hand_away")}
"""For each kind of edit the kinds that must not overtake it."""


def _first_of_partition() -> ColumnElement[bool]:
    """No delivery waits before it in its partition; nor, before the removal of buttons, a card of its game.

    An attempted edit, which may wait for its rate limit, holds up only those of the same message.
    """
    earlier, card = aliased(OutboxRow), aliased(OutboxRow)
    same = or_(
        *(and_(earlier.kind == edit, _is_among(OutboxRow, kinds)) for edit, kinds in _SAME_MESSAGE.items())
    )
    first = ~exists().where(
        earlier.partition_key == OutboxRow.partition_key,
        earlier.status == PENDING,
        earlier.id < OutboxRow.id,
        or_(~_only_edits(earlier, GameRow), earlier.kind == "strip", earlier.attempts == 0, same),
    )
    carded = ~exists().where(
        card.partition_key == func.replace(OutboxRow.partition_key, STRIPS, ""),
        card.kind == "card",
        card.status == PENDING,
        card.id < OutboxRow.id,
    )
    return and_(first, or_(OutboxRow.kind != "strip", carded))


@cache
def _claimable() -> Select[int, str, bool]:
    """Ids and kinds of the first due deliveries, and whether anything is refused in their servers."""
    due = _in_line().where(OutboxRow.not_before <= _NOW).subquery()
    settled: BindParameter[datetime] = bindparam("settled", type_=OutboxRow.created_at.type)
    own = OutboxRow.nonce.in_(bindparam("own", expanding=True))
    return (
        select(OutboxRow.id, OutboxRow.kind, exists().where(RefusalRow.guild_id == GameRow.guild_id))
        .outerjoin(GameRow, GameRow.id == OutboxRow.game_id)
        .where(OutboxRow.id.in_(select(due.c.id).where(due.c.rank == 1)))
        .where(or_(settled.is_(None), OutboxRow.created_at <= settled, own))
        .order_by(_urgency, OutboxRow.id)
        .limit(_LIMIT)
    )


@cache
def _claimed() -> ReturningUpdate[OutboxRow]:
    """Lease those of these deliveries that no other process has leased meanwhile or is leasing."""
    free = aliased(OutboxRow)
    chosen = free.id.in_(bindparam("ids", expanding=True))
    still = select(free.id).where(chosen, _free(free)).with_for_update(skip_locked=True)
    return (
        update(OutboxRow)
        .where(OutboxRow.id.in_(still))
        .values(
            attempts=OutboxRow.attempts + 1,
            leased_by=bindparam("owner"),
            leased_until=bindparam("until", type_=OutboxRow.leased_until.type),
        )
        .returning(OutboxRow)
        .execution_options(synchronize_session=False, populate_existing=True)
    )


_HELD = (
    select(
        OutboxRow,
        exists().where(
            RefusalRow.guild_id == bindparam("guild"),
            RefusalRow.place_id.in_(bindparam("places", expanding=True)),
        ),
        func.coalesce(GameRow.clock_stopped_at.is_not(None), False),
    )
    .outerjoin(GameRow, GameRow.id == OutboxRow.game_id)
    .where(
        OutboxRow.id == bindparam("id"),
        OutboxRow.status == PENDING,
        OutboxRow.leased_by == bindparam("owner"),
        OutboxRow.attempts == bindparam("attempt"),
    )
    .with_for_update(of=OutboxRow)
)


@cache
def _posted_card() -> Select[OutboxRow, bool, int | None]:
    """The newest posted card up to an id, whether a newer one was posted, and which was stripped last."""
    card, newer, strip = aliased(OutboxRow), aliased(OutboxRow), aliased(OutboxRow)
    number = (
        select(card.id)
        .where(*_was_posted(card, "cards", "card"), card.id <= bindparam("up_to"))
        .order_by(card.id.desc())
        .limit(1)
    )
    stripped = (
        select(strip.message_id)
        .where(*_was_posted(strip, "strips", "strip"))
        .order_by(strip.id.desc())
        .limit(1)
    )
    later = exists().where(*_was_posted(newer, "cards", "card"), newer.id > OutboxRow.id)
    return select(OutboxRow, later, stripped.scalar_subquery()).where(
        OutboxRow.id == number.scalar_subquery()
    )


def _was_posted(row: type[OutboxRow], partition: str, kind: str) -> tuple[ColumnElement[bool], ...]:
    """A game's posted deliveries of a kind; `partition`: the name of the parameter with theirs."""
    return (
        row.game_id == bindparam("game"),
        row.partition_key == bindparam(partition),
        row.kind == kind,
        row.status == "done",
        row.message_id.is_not(None),
    )


_RETIRED = (
    update(OutboxRow)
    .where(OutboxRow.game_id == bindparam("game"), OutboxRow.partition_key == bindparam("partition"))
    .where(OutboxRow.kind == bindparam("of_kind"), OutboxRow.id < bindparam("before"))
    .where(OutboxRow.status != "pending")
    .values(payload="")
    .execution_options(synchronize_session=False)
)
_FORWARD = (
    update(OutboxRow)
    .where(OutboxRow.partition_key == bindparam("partition"), OutboxRow.status == PENDING)
    .values(not_before=_NOW)
    .execution_options(synchronize_session=False)
)
_PUT_BACK = (
    update(OutboxRow)
    .where(PERSONAL, OutboxRow.partition_key.in_(bindparam("partitions", expanding=True)))
    .where(OutboxRow.status == "dropped", OutboxRow.note == bindparam("of_note"))
    .values(status=PENDING, not_before=_NOW, done_at=None, note=None)
    .execution_options(synchronize_session=False)
)


@cache
def _next_due(*, urgent_only: bool, scarce: bool) -> Select[datetime]:
    """When the first delivery may be tried: any, an urgent one, or one that cannot wait."""
    which: ColumnElement[bool] = true()
    if urgent_only:
        which = _urgency == 0
    elif scarce:
        which = ~_is_among(OutboxRow, CAN_WAIT)
    return select(func.min(_in_line().where(which).subquery().c.not_before))


def _of_games(guild_id: int | None, channel_id: int | None) -> ColumnElement[bool]:
    """Whether a delivery's game is in a server, or in a channel or thread of it."""
    games = exists().where(GameRow.id == OutboxRow.game_id)
    if guild_id is not None:
        games = games.where(GameRow.guild_id == guild_id)
    if channel_id is not None:
        games = games.where(or_(GameRow.channel_id == channel_id, GameRow.thread_id == channel_id))
    return games


class Claimable(NamedTuple):
    """A due delivery, as it was found."""

    kind: str
    refused: bool
    """Whether anything is refused in the server of its game."""


class Held(NamedTuple):
    """A leased delivery, to be closed by its owner."""

    row: OutboxRow
    refused: bool
    """Whether anything is refused in its place."""
    stands: bool
    """Whether its game's clock is stopped."""


class OutboxRows(Repository):
    """The outbox table: pending, leased and closed deliveries."""

    def __init__(self, session: RowSession) -> None:
        super().__init__(session)
        self.added = 0
        """The number of deliveries that this unit of work enqueued."""
        self.nonces: list[str] = []
        """The nonces of the new ones."""

    def add(self, row: OutboxRow) -> None:
        """Enqueue a delivery; ids follow this order when the unit of work is flushed."""
        self._session.append(row)
        self.nonces.append(row.nonce)
        self.added += 1

    async def number(self, rows: Sequence[OutboxRow]) -> int:
        """Enqueue deliveries after earlier ones, without flushing anything else; the id of the first."""
        for one in rows:
            self.add(one)
        numbers = {row.nonce: row.id for row in await self._session.write(OutboxRow, "id", "nonce")}
        return int(numbers[rows[0].nonce])

    def add_again(self, row: OutboxRow, nonce: str, now: datetime) -> None:
        """Enqueue a delivered row again, because its message is gone."""
        row.status, row.nonce, row.attempts, row.not_before = "pending", nonce, 0, now
        row.channel_id = row.message_id = row.done_at = row.blocked_at = None
        self.added += 1

    async def get(self, outbox_id: int) -> OutboxRow | None:
        """A delivery by its id."""
        return await self._session.get(OutboxRow, outbox_id)

    async def claimable(
        self,
        now: datetime,
        limit: int,
        *,
        urgent_only: int = 0,
        settled: datetime | None = None,
        own: Collection[str] = (),
    ) -> dict[int, Claimable]:
        """The next due deliveries by their ids.

        `urgent_only`: how much of the limit is reserved for urgent ones. `settled`: younger ones only if
        their nonces are among `own`; None: all.

        Each is the first of its partition, and the only one under way to its channel or person; urgent ones
        come before decorative ones, then the oldest.
        """
        given = {"now": now, "limit": limit, "settled": settled, "own": list(own)}
        found = await self._session.execute(_claimable(), given)
        return {
            outbox_id: Claimable(kind, refused)
            for number, (outbox_id, kind, refused) in enumerate(found)
            if kind not in _DECORATIVE or number < limit - urgent_only
        }

    async def claim(
        self, ids: Sequence[int], now: datetime, *, owner: str, until: datetime
    ) -> Sequence[OutboxRow]:
        """Those of the `claimable` deliveries that are still free, leased to the owner and counted as tried.

        Two processes never get the same one: a row that another is claiming is passed over.
        """
        given = {"ids": ids, "now": now, "owner": owner, "until": until}
        found = (await self._session.scalars(_claimed(), given)).all()
        return sorted(found, key=lambda row: ids.index(row.id))

    async def held(
        self,
        outbox_id: int,
        owner: str,
        attempt: int,
        guild_id: int | None = None,
        places: Sequence[int] = (),
    ) -> Held | None:
        """A delivery, locked, if it is still this owner's at this attempt.

        `guild_id` and `places`: where it was posted.
        """
        given = {"id": outbox_id, "owner": owner, "attempt": attempt, "guild": guild_id, "places": places}
        found = (await self._session.execute(_HELD, given)).one_or_none()
        return None if found is None else Held(*found)

    async def posted_card(
        self, game_id: int, partition_key: str, *, up_to: int
    ) -> tuple[OutboxRow, bool, int | None] | None:
        """A game's newest card up to a number that was posted, whether a newer one was, and which message
        was stripped of its buttons last.
        """
        strips = f"{partition_key}{STRIPS}"
        given = {"game": game_id, "cards": partition_key, "strips": strips, "up_to": up_to}
        found = (await self._session.execute(_posted_card(), given)).one_or_none()
        if found is None:
            return None
        card, newer, stripped = found
        return card, newer, stripped

    async def release(self, owner: str) -> None:
        """Take the owner's leases back."""
        await self._session.execute(
            update(OutboxRow)
            .where(OutboxRow.status == PENDING, OutboxRow.leased_by == owner)
            .values(leased_by=None, leased_until=None)
        )

    async def anything_blocked(self, guild_id: int) -> bool:
        """Whether anything is kept for games of a server."""
        # Held deliveries are few: scanning them is cheaper than all games of the server.
        query = select(OutboxRow.id).where(
            OutboxRow.status == PENDING,
            OutboxRow.blocked_at.is_not(None),
            exists().where(GameRow.id == OutboxRow.game_id, GameRow.guild_id == guild_id),
        )
        return await self._session.scalar(query.limit(1)) is not None

    async def reschedule_blocked(
        self,
        moment: datetime,
        *,
        partition_key: str | None = None,
        guild_id: int | None = None,
        channel_id: int | None = None,
    ) -> int:
        """Reschedule held deliveries to this moment; returns their number.

        Those of a server, of a channel or thread in it, or of a partition; there also postponed edits of an
        older card, which a new card supersedes when they are attempted.
        """
        kept = OutboxRow.blocked_at.is_not(None)
        if partition_key is None:
            wanted = and_(kept, _of_games(guild_id, channel_id))
        else:
            wanted = and_(or_(kept, OutboxRow.kind == "refresh"), OutboxRow.partition_key == partition_key)
        blocked = select(OutboxRow).where(OutboxRow.status == PENDING, wanted)
        rows = await self._all(blocked.with_for_update(skip_locked=True))
        for row in rows:
            row.not_before = moment
        self.added += len(rows)
        return len(rows)

    async def hold_back(self, until: datetime, now: datetime, guild_id: int, channel_id: int | None) -> None:
        """Do not attempt held deliveries for games of a server, or of a channel or thread in it, before
        `until`.
        """
        await self._session.execute(
            update(OutboxRow)
            .where(OutboxRow.blocked_at.is_not(None), OutboxRow.not_before < until, _FREE)
            .where(_of_games(guild_id, channel_id))
            .values(not_before=until)
            .execution_options(synchronize_session=False),
            {"now": now},
        )

    async def untried(self, guild_id: int) -> bool:
        """Whether there are held deliveries for a channel of a server that has refused nothing so far."""
        refused = exists().where(RefusalRow.guild_id == guild_id, RefusalRow.place_id == GameRow.channel_id)
        of_others = exists().where(GameRow.id == OutboxRow.game_id, GameRow.guild_id == guild_id, ~refused)
        query = select(OutboxRow.id).where(
            OutboxRow.status == PENDING, OutboxRow.blocked_at.is_not(None), of_others
        )
        return await self._session.scalar(query.limit(1)) is not None

    async def noticed(self, game_id: int, since: int) -> set[str]:
        """The partitions of the people who got a notice about a game, enqueued with this event or later."""
        query = select(OutboxRow.partition_key).where(
            OutboxRow.game_id == game_id,
            OutboxRow.kind == "notice",
            OutboxRow.status == "done",
            OutboxRow.seq >= since,
        )
        return {key.removesuffix(NOTICES) for key in await self._all(query)}

    async def bring_forward(self, partition_key: str, now: datetime) -> None:
        """Let no pending delivery of a partition wait for another one."""
        with self._session.no_autoflush:
            await self._session.execute(_FORWARD, {"partition": partition_key, "now": now})

    async def fresh(
        self, partition_keys: Sequence[str], kind: str, game_id: int, *, limit: int
    ) -> Sequence[OutboxRow]:
        """The first unattempted delivery of a kind and a game in these partitions, locked."""
        query = (
            select(OutboxRow)
            .filter_by(kind=kind, status=PENDING, game_id=game_id, attempts=0)
            .where(OutboxRow.partition_key.in_(partition_keys))
            .order_by(OutboxRow.id)
            .limit(limit)
        )
        return await self._all(query.with_for_update(skip_locked=True))

    async def put_back(self, partition_keys: Sequence[str], row: OutboxRow, now: datetime) -> None:
        """Let be delivered by themselves those of these partitions of which a delivery was to tell."""
        given = {"partitions": partition_keys, "of_note": gathered_note(row), "now": now}
        with self._session.no_autoflush:
            await self._session.execute(_PUT_BACK, given)

    async def waiting(self, partition_key: str, kind: str, *, after: int = 0) -> Sequence[OutboxRow]:
        """The pending deliveries of a kind in a partition beyond a number, in their order."""
        query = (
            select(OutboxRow)
            .filter_by(partition_key=partition_key, kind=kind, status=PENDING)
            .where(OutboxRow.id > after)
            .order_by(OutboxRow.id)
        )
        return await self._all(query)

    async def count_waiting(self, partition_key: str) -> int:
        """How many deliveries of a partition are still to be delivered."""
        query = select(func.count()).where(
            OutboxRow.partition_key == partition_key, OutboxRow.status == PENDING
        )
        return await self._session.scalar(query) or 0

    async def troubled(self, game_id: int, partition_key: str, *, limit: int) -> Sequence[OutboxRow]:
        """The newest of a game's deliveries in a partition that were put off, or given up: not superseded."""
        query = (
            select(OutboxRow)
            .where(
                OutboxRow.game_id == game_id,
                OutboxRow.partition_key == partition_key,
                OutboxRow.status != "done",
                OutboxRow.note != SUPERSEDED,
            )
            .order_by(OutboxRow.id.desc())
            .limit(limit)
        )
        return await self._all(query)

    async def posted(
        self, game_id: int, partition_key: str, kind: str, *, up_to: int | None = None, after: int = 0
    ) -> OutboxRow | None:
        """The newest of a game's deliveries of a kind in a partition, in these numbers, that was posted."""
        query = (
            select(OutboxRow)
            .filter_by(game_id=game_id, partition_key=partition_key, kind=kind, status="done")
            .where(OutboxRow.message_id.is_not(None), OutboxRow.id > after)
        )
        if up_to is not None:
            query = query.where(OutboxRow.id <= up_to)
        return await self._session.scalar(query.order_by(OutboxRow.id.desc()).limit(1))

    async def lobby_shown(self, game_id: int, seq: int) -> bool:
        """Whether a game's lobby card was posted, or brought up to date, since this event."""
        query = select(OutboxRow.id).filter_by(game_id=game_id, kind="lobby", status="done")
        return await self._session.scalar(query.where(OutboxRow.seq >= seq).limit(1)) is not None

    async def delivered_as(self, partition_key: str, message_id: int) -> OutboxRow | None:
        """The delivery of a partition that became this message."""
        query = select(OutboxRow).filter_by(message_id=message_id, partition_key=partition_key)
        return await self._session.scalar(query.order_by(OutboxRow.id.desc()).limit(1))

    async def cards(self, message_ids: Collection[int]) -> Sequence[tuple[str, int]]:
        """The games of whose cards these are the messages, each by its code with the card's delivery."""
        query = (
            select(GameRow.code, OutboxRow.id)
            .join(GameRow, GameRow.id == OutboxRow.game_id)
            .where(OutboxRow.message_id.in_(message_ids), OutboxRow.kind == "card")
        )
        return [(code, number) for code, number in await self._session.execute(query)]

    async def retire(self, game_id: int, partition_key: str, kind: str, *, before: int) -> None:
        """Empty the payloads of earlier deliveries that a newer one replaces; receipts remain."""
        given = {"game": game_id, "partition": partition_key, "of_kind": kind, "before": before}
        await self._session.execute(_RETIRED, given)

    async def purge(self, before: datetime, *, since: datetime | None = None, limit: int) -> int:
        """Delete deliveries of games that ended between `since` and `before`; how many.

        Pending ones stay, unless they are refused.
        """
        over = [GameRow.finished_at < before]
        if since is not None:
            over.append(GameRow.finished_at >= since)
        kept = and_(OutboxRow.status == PENDING, OutboxRow.blocked_at.is_(None))
        return await self._delete(
            select(OutboxRow.id).join(GameRow, GameRow.id == OutboxRow.game_id).where(*over, ~kept), limit
        )

    async def purge_receipts(
        self, kinds: Collection[str], before: datetime, *, delivered: bool = False, limit: int
    ) -> int:
        """Delete receipts of these kinds from before a moment; how many.

        `delivered`: only those of successful deliveries.
        """
        old = select(OutboxRow.id).where(RECEIPT, OutboxRow.kind.in_(kinds), OutboxRow.done_at < before)
        return await self._delete(old.where(OutboxRow.status == "done") if delivered else old, limit)

    async def _delete(self, which: Select[int], limit: int) -> int:
        gone = await self._all(which.limit(limit))
        if gone:
            await self._session.execute(delete(OutboxRow).where(OutboxRow.id.in_(gone)))
        return len(gone)

    async def next_due(
        self, now: datetime, *, urgent_only: bool = False, scarce: bool = False
    ) -> datetime | None:
        """When the next delivery for an idle place may be attempted; None if there is none.

        `scarce`: only urgent ones.
        """
        query = _next_due(urgent_only=urgent_only, scarce=scarce)
        return await self._session.scalar(query, {"now": now})
