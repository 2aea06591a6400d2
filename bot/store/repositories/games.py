"""Games and their seats."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    and_,
    bindparam,
    cast,
    exists,
    literal,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.orm import selectinload

from bot.store.columns import table_of
from bot.store.models import (
    PENDING,
    EventRow,
    FollowerRow,
    GameRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    RefusalRow,
    SeatRow,
)
from bot.store.repositories.outbox_statements import NextDelivery
from bot.store.repositories.partitions import GAME
from bot.store.repositories.persons import ID_OF
from bot.store.repositories.repository import Repository
from bot.store.repositories.whole_games import ALIKE, read_whole_game, whole_game
from bot.store.row_reading import set_loaded

_SEATS = selectinload(GameRow.seats).joinedload(SeatRow.player).joinedload(PersonRow.vacation)
_GAMES, _SEATED = table_of(GameRow), table_of(SeatRow).c
_CODE = _GAMES.c.code == bindparam("code")
_BY_CODE = whole_game().where(_CODE)
_BY_ID = whole_game().where(_GAMES.c.id == bindparam("id"))
_LOCK = select(GameRow.id).where(GameRow.code == bindparam("code")).with_for_update(key_share=True)
"""Statements of every request are built once. `key_share` lets others add rows that refer to the game."""


class Extras(NamedTuple):
    """Facts that each move needs: whether its game has what few games have, and how its log ends."""

    orders: bool
    """Standing orders."""
    followers: bool
    postponed: bool
    """Deliveries to its place that were put off."""
    refused: bool
    """Something is refused in its server."""
    repeated: bool
    """The request was carried out before."""
    undone: bool
    """One of the newest `_LATELY` events undid others."""
    last_kind: str | None
    """The kind of the newest event; None before the first one."""
    last_seat: int | None
    last_at: datetime | None
    asker: int | None
    """The person behind the account that was named, if any."""
    next_delivery: int | None
    """The id of the next delivery, where it is known before it is written."""


_ORDERS, _FOLLOWERS, _OUTBOX, _REFUSALS, _EVENTS = (
    table_of(kind).c for kind in (OrderRow, FollowerRow, OutboxRow, RefusalRow, EventRow)
)
_LAST = table_of(EventRow).alias("last")
_LAST_SEQ = GameRow.__mapper__.columns.last_seq
_LATELY = 64
_UNDONE: ColumnElement[str] = literal_column("'undone'")
"""Not a parameter: SQLite compiles a statement anew each time if its parameters may show that a partial index
serves.
"""
_EXTRAS = (
    exists().where(_ORDERS.game_id == _GAMES.c.id),
    exists().where(_FOLLOWERS.game_id == _GAMES.c.id),
    exists().where(
        _OUTBOX.status == PENDING,
        _OUTBOX.lane == literal(GAME).concat(cast(_GAMES.c.id, String)),
        or_(_OUTBOX.blocked_at.is_not(None), _OUTBOX.kind == "refresh"),
    ),
    exists().where(_REFUSALS.guild_id == _GAMES.c.guild_id),
    exists().where(_EVENTS.cause == bindparam("cause")),
    exists().where(
        _EVENTS.game_id == _GAMES.c.id, _EVENTS.seq > _LAST_SEQ - _LATELY, _EVENTS.kind == _UNDONE
    ),
    _LAST.c.kind,
    _LAST.c.seat,
    _LAST.c.at,
    ID_OF.scalar_subquery(),
    NextDelivery(),
)
_IS_LAST = and_(_LAST.c.game_id == _GAMES.c.id, _LAST.c.seq == _LAST_SEQ)
_ANY_WITH_EXTRAS = whole_game(*_EXTRAS).outerjoin(_LAST, _IS_LAST)
_WITH_EXTRAS = _ANY_WITH_EXTRAS.where(_CODE)
_EXTRAS_ALONE = (
    select(*_EXTRAS).outerjoin_from(_GAMES, _LAST, _IS_LAST).where(_GAMES.c.id == bindparam("game"))
)


Account: TypeAlias = tuple[str, str]
"""The kind and external id of an identity."""


def _parameters(account: Account | None) -> Mapping[str, str | None]:
    kind, external_id = account or (None, None)
    return {"kind": kind, "external_id": external_id}


class NamedGame(NamedTuple):
    """The game that a code names."""

    code: str
    key: str
    """The engine's key."""
    guild_id: int | None
    channel_id: int | None
    playing: bool
    """Whether the asking person has a seat."""


_NAMED = select(
    _GAMES.c.code,
    _GAMES.c.key,
    _GAMES.c.guild_id,
    _GAMES.c.channel_id,
    exists().where(_SEATED.game_id == _GAMES.c.id, _SEATED.player_id == bindparam("player")),
)
_NAMED_BY_CODE = _NAMED.where(_CODE)
_IN_THREAD = and_(_GAMES.c.guild_id == bindparam("guild"), _GAMES.c.thread_id == bindparam("thread"))
_CODE_BY_THREAD = select(_GAMES.c.code).where(_IN_THREAD).order_by(_GAMES.c.id.desc()).limit(1)
_NAMED_BY_THREAD = _NAMED.where(_IN_THREAD).order_by(_GAMES.c.id.desc()).limit(1)
_LOCKED_IN_THREAD = _CODE_BY_THREAD.with_for_update(key_share=True)
_IN_THREAD_WITH_EXTRAS = _ANY_WITH_EXTRAS.where(_GAMES.c.code == _CODE_BY_THREAD.scalar_subquery())


class Games(Repository):
    """Finding, adding and locking games."""

    async def by_code(self, code: str, *, lock: bool = False) -> GameRow | None:
        """The game with this code. With `lock` no other transaction changes it until this one ends."""
        if lock:
            await self.lock(code)
        found = await self._whole(_BY_CODE, {"code": code})
        return None if found is None else found[0]

    async def named(self, code: str, player_id: int) -> NamedGame | None:
        """The game with this code, for the asking person."""
        return await self._named(_NAMED_BY_CODE, {"code": code, "player": player_id})

    async def named_by_thread(self, guild_id: int, thread_id: int, player_id: int) -> NamedGame | None:
        """The newest game of this thread, for the asking person."""
        given = {"guild": guild_id, "thread": thread_id, "player": player_id}
        return await self._named(_NAMED_BY_THREAD, given)

    async def _named(
        self, which: Select[str, str, int | None, int | None, bool], given: Mapping[str, object]
    ) -> NamedGame | None:
        rows = await self._session.rows(which, given)
        return next((NamedGame(*row) for row in rows), None)

    async def locked_with_extras(
        self, code: str, cause: str, account: Account | None = None
    ) -> tuple[GameRow, Extras] | None:
        """Lock and return the game with this code, with its extras.

        `cause`: of the request; `account`: of the person who asks.
        """
        await self.lock(code)
        return await self._with_extras(_WITH_EXTRAS, {"code": code}, cause, account)

    async def locked_in_thread(
        self, guild_id: int, thread_id: int, cause: str, account: Account | None
    ) -> tuple[GameRow, Extras] | None:
        """Lock and return the newest game of this thread, with its extras."""
        thread = {"guild": guild_id, "thread": thread_id}
        if self._dialect == "sqlite":  # A writer has all of it locked.
            return await self._with_extras(_IN_THREAD_WITH_EXTRAS, thread, cause, account)
        for (code,) in await self._session.rows(_LOCKED_IN_THREAD, thread):
            return await self._with_extras(_WITH_EXTRAS, {"code": code}, cause, account)
        return None

    async def _with_extras(
        self,
        which: Select[*tuple[Any, ...]],
        given: Mapping[str, object],
        cause: str,
        account: Account | None,
    ) -> tuple[GameRow, Extras] | None:
        found = await self._whole(which, {**given, "cause": cause, **_parameters(account)})
        return None if found is None else (found[0], Extras(*found[1]))

    async def lock(self, code: str) -> None:
        """Lock the game until this transaction ends.

        It is read afterwards: a statement that waits for the lock may see an old row.
        """
        if self._dialect != "sqlite":  # A writer of SQLite has all of it locked.
            await self._session.rows(_LOCK, {"code": code})

    async def _whole(
        self, which: Select[*tuple[Any, ...]], given: Mapping[str, object]
    ) -> tuple[GameRow, Sequence[Any]] | None:
        rows = await self._session.rows(which, given, alike=ALIKE)
        return read_whole_game(self._session.sync_session, rows)

    async def extras(self, game: GameRow, cause: str) -> Extras:
        """The extras of a game, as it was flushed last; `cause`: of the request."""
        with self._session.no_autoflush:
            given = {"game": game.id, "cause": cause, **_parameters(None)}
            (found,) = await self._session.rows(_EXTRAS_ALONE, given)
            return Extras(*found)

    async def lock_if_free(self, code: str) -> bool:
        """Lock a game for this transaction; False where another one holds it, or where there is none."""
        query = select(GameRow.id).where(GameRow.code == code)
        free = query.with_for_update(skip_locked=True, key_share=True)
        return await self._session.scalar(free) is not None

    async def by_id(self, game_id: int) -> GameRow | None:
        """The game with this number."""
        found = await self._whole(_BY_ID, {"id": game_id})
        return None if found is None else found[0]

    async def bare(self, game_id: int | None) -> GameRow | None:
        """The game with this number, without host and seats; none without a number."""
        return await self._session.find(GameRow, game_id)

    async def locked(self, game_id: int) -> GameRow | None:
        """The game with this number, locked and as it is now, without host and seats."""
        query = select(GameRow).where(GameRow.id == game_id).with_for_update(key_share=True)
        return await self._session.scalar(query.execution_options(populate_existing=True))

    async def awaiting_card(self, outbox_id: int) -> GameRow | None:
        """The game, locked, whose clock waits for this delivery's card to be posted."""
        query = select(GameRow).where(GameRow.clock_card_id == outbox_id)
        return await self._session.scalar(query.with_for_update(key_share=True))

    async def of_thread(self, guild_id: int, thread_id: int) -> str | None:
        """The code of the game whose thread this is, whatever has become of it."""
        return await self._session.scalar(_CODE_BY_THREAD, {"guild": guild_id, "thread": thread_id})

    async def code_taken(self, code: str) -> bool:
        """Whether a game bears this code."""
        return await self._any(GameRow.code == code)

    async def seat_with_person(self, game_id: int, player_id: int) -> SeatRow | None:
        """A player's seat in a game, with the person."""
        seat = await self.seat(game_id, player_id)
        if seat is not None:
            set_loaded(seat, "player", await self._session.find(PersonRow, player_id))
        return seat

    async def decide_notices(self, game_id: int, now: datetime) -> None:
        """Schedule new decisions on the notices to the players of a running game."""
        await self._change(update(SeatRow).filter_by(game_id=game_id).values(notice_at=now))

    async def decide_notices_of(self, player_id: int, now: datetime) -> None:
        """Schedule new decisions on the notices to a person in running games."""
        running = exists().where(GameRow.id == SeatRow.game_id, GameRow.status == "active")
        theirs = update(SeatRow).where(SeatRow.player_id == player_id, running)
        await self._change(theirs.values(notice_at=now))

    async def seats_with_settings(self, player_id: int) -> Sequence[SeatRow]:
        """The seats of a person that have notice settings of their own."""
        query = select(SeatRow).where(SeatRow.player_id == player_id, SeatRow.notices != "{}")
        return (await self._session.scalars(query)).all()

    async def seat(self, game_id: int | None, player_id: int) -> SeatRow | None:
        """A player's seat in a game."""
        return await self._session.find(SeatRow, game_id, player_id)

    async def set_columns(self, game_id: int, **columns: Any) -> None:
        """Store where a game's messages are. That is no event: it neither needs nor increments `last_seq`."""
        await self._change(update(GameRow).filter_by(id=game_id).values(**columns))

    async def set_thread(self, game_id: int, channel_id: int | None, thread_id: int | None) -> None:
        """As `set_columns`, for a thread of this channel, unless the game was moved meanwhile."""
        still_there = update(GameRow).filter_by(id=game_id, channel_id=channel_id)
        await self._change(still_there.values(thread_id=thread_id))
