"""Statements on the outbox, compiled once; which deliveries may be claimed, and in which order."""

from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    or_,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.dml import ReturningUpdate
from sqlalchemy.sql.functions import GenericFunction

from bot.store.columns import inlined, table_of
from bot.store.models import PENDING, PERSONAL, GameRow, OutboxRow, RefusalRow
from bot.store.repositories.partitions import BUTTON_REMOVALS, LATER, NOTICES, PERSON
from bot.store.row_reading import reader_of

DECORATIVE = ("lobby", "refresh", "strip", "hand_away", "reopen", "follow", "note")
"""Kinds that only change existing posts, or that are not urgent."""
CAN_WAIT = ("strip", "reopen")
"""Kinds that wait until there is capacity; no other kinds are in their partitions."""

_OUTBOX, _GAMES, _REFUSALS = table_of(OutboxRow), table_of(GameRow), table_of(RefusalRow)
_WITH_GAMES = _OUTBOX.outerjoin(_GAMES, _GAMES.c.id == _OUTBOX.c.game_id)
_ROW: Final = reader_of(OutboxRow).columns
"""With these columns alone a statement need not pass through the ORM; `RowSession.read` makes rows of them.
"""


class NextDelivery(GenericFunction[int]):
    """The id of the next delivery, which a writing transaction of SQLite has for itself.

    NULL on PostgreSQL: there the next id is spent as soon as it is asked for, and the gap would tell whoever
    looks that somebody has done something in secret.
    """

    type = Integer()
    inherit_cache = True


@compiles(NextDelivery, "sqlite")
def _after_the_last(*_: object, **__: object) -> str:
    return "(SELECT coalesce(max(id), 0) + 1 FROM outbox)"


@compiles(NextDelivery, "postgresql")
def _none(*_: object, **__: object) -> str:
    return "CAST(NULL AS bigint)"


def is_among(row: FromClause, kinds: Collection[str]) -> ColumnElement[bool]:
    """Whether a delivery is of one of these kinds.

    They stand in the statement itself: a list of parameters would be expanded at each execution.
    """
    return row.c.kind.in_([inlined(kind) for kind in kinds])


_PERSON: Final = inlined(PERSON)
"""The beginning of the partition keys of persons."""
_decorative = is_among(_OUTBOX, DECORATIVE)
_NOW: BindParameter[datetime] = bindparam("now", type_=_OUTBOX.c.leased_until.type)
"""A parameter, so that the long statements are built and compiled once."""
_LIMIT: BindParameter[int] = bindparam("limit", type_=Integer)


def _free(row: FromClause) -> ColumnElement[bool]:
    """Whether a delivery is pending and without a valid lease."""
    return and_(row.c.status == PENDING, or_(row.c.leased_until.is_(None), row.c.leased_until <= _NOW))


FREE = _free(_OUTBOX)
UNLEASED: Final = and_(_OUTBOX.c.status == PENDING, _OUTBOX.c.leased_until.is_(None))
LEASED: Final = and_(_OUTBOX.c.status == PENDING, _OUTBOX.c.leased_until.is_not(None))
_EXPIRED: Final = and_(_OUTBOX.c.status == PENDING, _OUTBOX.c.leased_until <= _NOW)
"""Pending deliveries whose lease has expired. These and unleased ones are free; each kind has an index of its
own: with both in one condition PostgreSQL would read all that is pending.
"""


def _place(row: FromClause, game: FromClause) -> ColumnElement[str]:
    """The person, thread or channel of a delivery; its partition where it belongs to no game."""
    in_channel = is_among(row, ("lobby", "thread"))
    channel = case((in_channel, game.c.channel_id), else_=func.coalesce(game.c.thread_id, game.c.channel_id))
    direct = or_(row.c.lane.startswith(_PERSON), is_among(row, ("report", "managers")))
    person = _without(_without(row.c.lane, NOTICES), LATER)
    return case((direct, person), else_=func.coalesce(cast(channel, String), row.c.lane))


def _without(partition: ColumnElement[str], ending: str) -> ColumnElement[str]:
    return func.replace(partition, inlined(ending), inlined(""))


def _only_edits(row: FromClause, game: FromClause) -> ColumnElement[bool]:
    """Whether a delivery only edits an existing message."""
    edits = is_among(row, ("strip", "refresh", "hand_away"))
    return or_(edits, and_(row.c.kind == inlined("lobby"), func.coalesce(game.c.lobby_message_id, 0) != 0))


_BUSY, _ITS_GAME = _OUTBOX.alias("busy"), _GAMES.alias("game")
_UNDER_WAY = (
    select(_place(_BUSY, _ITS_GAME).label("place"), _only_edits(_BUSY, _ITS_GAME).label("edits"))
    .select_from(_BUSY.outerjoin(_ITS_GAME, _ITS_GAME.c.id == _BUSY.c.game_id))
    .where(_BUSY.c.status == PENDING, _BUSY.c.leased_until > _NOW)
    .cte("under_way")
)
"""The places of leased deliveries, and whether each only edits."""


def _in_line(row: FromClause) -> tuple[ColumnElement[bool], ...]:
    """Whether a delivery is the first of its partition, for a place where none is under way."""
    place, edits = _place(row, _GAMES), _only_edits(row, _GAMES)
    # Edits have their own rate limits: a waiting edit holds up other edits only.
    posting = select(_UNDER_WAY.c.place).where(~_UNDER_WAY.c.edits)
    under_way = select(_UNDER_WAY.c.place)
    return first_of_partition(row), place.not_in(posting), or_(~edits, place.not_in(under_way))


_SAME_MESSAGE = {"lobby": ("lobby",), "refresh": ("refresh", "card"), "hand_away": ("hand", "hand_away")}
"""For each kind of edit the kinds that must not overtake it."""


def first_of_partition(row: FromClause) -> ColumnElement[bool]:
    """No delivery waits before it in its partition; nor, before the removal of buttons, a card of its game.

    An attempted edit, which may wait for its rate limit, holds up only those of the same message. One to a
    person that waits untried for its time (to be gathered, or for the end of quiet time) holds up none; nor
    does an announcement, which thousands of places get one after the other.
    """
    earlier, card = _OUTBOX.alias("earlier"), _OUTBOX.alias("card")
    waits = and_(row.c.lane.startswith(_PERSON), earlier.c.attempts == 0, earlier.c.not_before > _NOW)
    same = or_(
        *(
            and_(earlier.c.kind == inlined(kind), is_among(row, later))
            for kind, later in _SAME_MESSAGE.items()
        )
    )
    first = _none_of(
        earlier,
        earlier.c.lane == row.c.lane,
        earlier.c.status == PENDING,
        earlier.c.id < row.c.id,
        earlier.c.kind != inlined("note"),
        ~waits,
        or_(~_only_edits(earlier, _GAMES), earlier.c.kind == inlined("strip"), earlier.c.attempts == 0, same),
    )
    carded = _none_of(
        card,
        card.c.lane == _without(row.c.lane, BUTTON_REMOVALS),
        card.c.kind == inlined("card"),
        card.c.status == PENDING,
        card.c.id < row.c.id,
    )
    return and_(first, or_(row.c.kind != inlined("strip"), carded))


def _none_of(row: FromClause, *such: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether no row meets these conditions: looked up for each delivery.

    PostgreSQL may turn NOT EXISTS into a join, and compares each pair of rows where its statistics say that
    hardly any delivery waits, as they do when suddenly thousands wait.
    """
    return select(row.c.id).where(*such).limit(1).scalar_subquery().is_(None)


@cache
def claimable_query(*, own_alone: bool, scarce: bool) -> Select[int, int | None, str, bool]:
    """How many due deliveries were looked through; ids and kinds of the first that may be claimed, if any,
    and whether anything is refused in their servers.

    Only the oldest ``among`` are looked through, urgent ones before all others. Age counts: behind a delivery
    that was put off wait younger ones, which are due for longer.
    `own_alone`: only those with the nonces ``own``, and those enqueued until ``settled``.
    `scarce`: only those that cannot wait.
    """
    names = ("id", "game_id", "lane", "kind", "nonce", "created_at")
    columns = [*(_OUTBOX.c[name] for name in names), _decorative.label("decorative")]
    until_now = select(*columns).where(_OUTBOX.c.not_before <= _NOW)
    if scarce:
        until_now = until_now.where(~is_among(_OUTBOX, CAN_WAIT))
    among: BindParameter[int] = bindparam("among", type_=Integer)
    by_age = ("decorative", "created_at", "id")
    # In the order of its index, which PostgreSQL then uses where its statistics say nothing for it.
    unleased = select(until_now.where(UNLEASED).order_by(_OUTBOX.c.not_before).subquery())
    oldest = unleased.order_by(*by_age).limit(among).subquery()
    free = union_all(select(oldest), until_now.where(_EXPIRED))
    row = free.order_by(*by_age).limit(among).cte("looked_through")
    # In each place the urgent ones come first, then the oldest.
    by_urgency = (row.c.decorative, row.c.id)
    rank = func.row_number().over(partition_by=_place(row, _GAMES), order_by=by_urgency)
    due = (
        select(row, _GAMES.c.guild_id, rank.label("rank"))
        .select_from(row.outerjoin(_GAMES, _GAMES.c.id == row.c.game_id))
        .where(*_in_line(row))
        .subquery("due")
    )
    wanted = due.c.rank == 1
    if own_alone:
        settled: BindParameter[datetime] = bindparam("settled", type_=_OUTBOX.c.created_at.type)
        own = due.c.nonce.in_(bindparam("own", expanding=True))
        wanted = and_(wanted, or_(due.c.created_at <= settled, own))
    number = select(func.count().label("number")).select_from(row).subquery("number")
    refused = exists().where(_REFUSALS.c.guild_id == due.c.guild_id)
    return (
        select(number.c.number, due.c.id, due.c.kind, refused)
        .select_from(number.outerjoin(due, wanted))
        .order_by(due.c.decorative, due.c.id)
        .limit(_LIMIT)
    )


@cache
def claim_statement() -> ReturningUpdate[*tuple[Any, ...]]:
    """Lease those of these deliveries that no other process has leased, is leasing or has put off."""
    free = _OUTBOX.alias("free")
    chosen = and_(free.c.id.in_(bindparam("ids", expanding=True)), free.c.not_before <= _NOW)
    still = select(free.c.id).where(chosen, _free(free)).with_for_update(skip_locked=True)
    return (
        update(_OUTBOX)
        .where(_OUTBOX.c.id.in_(still))
        .values(
            attempts=_OUTBOX.c.attempts + 1,
            leased_by=bindparam("owner"),
            leased_until=bindparam("until", type_=_OUTBOX.c.leased_until.type),
        )
        .returning(*_ROW)
    )


PLACES: Final = ("thread", "channel", "server")
"""The parameters of `HELD` with the places of a delivery: fewer are None."""
HELD = (
    select(
        *_ROW,
        exists().where(
            _REFUSALS.c.guild_id == bindparam("guild"),
            _REFUSALS.c.place_id.in_([bindparam(place) for place in PLACES]),
        ),
        func.coalesce(_GAMES.c.clock_stopped_at.is_not(None), False),
    )
    .select_from(_WITH_GAMES)
    .where(
        _OUTBOX.c.id == bindparam("id"),
        _OUTBOX.c.status == PENDING,
        _OUTBOX.c.leased_by == bindparam("owner"),
        _OUTBOX.c.attempts == bindparam("attempt"),
    )
    .with_for_update(of=_OUTBOX)
)


_KEPT, _LEASED = (
    select(_OUTBOX.c.id, _OUTBOX.c.game_id).where(which)
    for which in (and_(_OUTBOX.c.status == PENDING, _OUTBOX.c.blocked_at.is_not(None)), LEASED)
)
KEPT_OR_UNDER_WAY = union_all(_KEPT, _LEASED).subquery()
"""Deliveries that are held back, or may be at this moment. Each of the two has an index of its own."""


@cache
def anything_blocked_query(*, under_way: bool) -> Select[bool]:
    """Whether anything is kept for games of a server or, with `under_way`, is being attempted there."""
    row = KEPT_OR_UNDER_WAY if under_way else _KEPT.subquery()
    # Such deliveries are few: scanning them is cheaper than all games of the server.
    there = exists().where(_GAMES.c.id == row.c.game_id, _GAMES.c.guild_id == bindparam("guild"))
    return select(exists(row.c.id).where(there))


@cache
def posted_card_query() -> Select[*tuple[Any, ...]]:
    """The newest posted card up to an id, whether a newer one was posted, and which message lost its
    buttons last.
    """
    card, newer, removal = (_OUTBOX.alias(name) for name in ("card", "newer", "removal"))
    number = (
        select(card.c.id)
        .where(*_was_posted(card, "cards", "card"), card.c.id <= bindparam("up_to"))
        .order_by(card.c.id.desc())
        .limit(1)
    )
    without_buttons = (
        select(removal.c.message_id)
        .where(*_was_posted(removal, "removals", "strip"))
        .order_by(removal.c.id.desc())
        .limit(1)
    )
    later = exists().where(*_was_posted(newer, "cards", "card"), newer.c.id > _OUTBOX.c.id)
    return select(*_ROW, later, without_buttons.scalar_subquery()).where(
        _OUTBOX.c.id == number.scalar_subquery()
    )


def _was_posted(row: FromClause, partition: str, kind: str) -> tuple[ColumnElement[bool], ...]:
    """A game's posted deliveries of a kind; `partition`: the name of the parameter with theirs."""
    return (
        row.c.game_id == bindparam("game"),
        row.c.lane == bindparam(partition),
        row.c.kind == inlined(kind),
        row.c.status == inlined("done"),
        row.c.message_id.is_not(None),
    )


RETIRED = (
    update(_OUTBOX)
    .where(_OUTBOX.c.game_id == bindparam("game"), _OUTBOX.c.lane == bindparam("partition"))
    .where(_OUTBOX.c.kind == bindparam("of_kind"), _OUTBOX.c.id < bindparam("before"))
    .where(_OUTBOX.c.status != PENDING)
    .values(payload="")
)
FORWARD = (
    update(_OUTBOX)
    .where(_OUTBOX.c.lane == bindparam("partition"), _OUTBOX.c.status == PENDING, _OUTBOX.c.attempts == 0)
    .values(not_before=_NOW)
)
PUT_BACK = (
    update(OutboxRow)
    .where(PERSONAL, OutboxRow.partition_key.in_(bindparam("partitions", expanding=True)))
    .where(OutboxRow.status == "dropped", OutboxRow.gathered_in == bindparam("into"))
    .values(status=PENDING, not_before=_NOW, done_at=None, note=None, dropped_as=None, gathered_in=None)
    .execution_options(synchronize_session=False)
)


@cache
def next_due_query(*, scarce: bool) -> Select[datetime]:
    """When the first delivery may be tried: any or, with `scarce`, one that cannot wait."""
    which = ~is_among(_OUTBOX, CAN_WAIT) if scarce else true()
    earliest = (
        select(_OUTBOX.c.not_before)
        .select_from(_WITH_GAMES)
        .where(which, *_in_line(_OUTBOX))
        .order_by(_OUTBOX.c.not_before)
        .limit(1)
    )
    of_each = (select(earliest.where(free).subquery()) for free in (UNLEASED, _EXPIRED))
    return select(func.min(union_all(*of_each).subquery().c.not_before))


def of_games(guild_id: int | None, places: Collection[int]) -> ColumnElement[bool]:
    """Whether a delivery's game is in a server, or in one of these channels and threads of it."""
    games = exists().where(GameRow.id == OutboxRow.game_id)
    if guild_id is not None:
        games = games.where(GameRow.guild_id == guild_id)
    if places:
        games = games.where(or_(GameRow.channel_id.in_(places), GameRow.thread_id.in_(places)))
    return games
