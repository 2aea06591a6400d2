"""Lists and counts of games, for people to choose from and for limits."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack

from sqlalchemy import ColumnElement, Select, and_, exists, func, select, union_all
from sqlalchemy.orm import defer, joinedload, selectinload

from bot.store.models import EventRow, GameRow, PersonRow, SeatRow
from bot.store.repositories.repository import Repository


def _whole() -> Select[GameRow]:
    """Games with their host, their seats and the people in them.

    People are read by a query of their own: to join them to many seats, PostgreSQL would read everybody.
    """
    people = selectinload(GameRow.seats).selectinload(SeatRow.player).joinedload(PersonRow.vacation)
    return select(GameRow).options(joinedload(GameRow.host), people)


def _given(**wanted: Any) -> dict[str, Any]:
    """The conditions that are given: those with a value."""
    return {column: value for column, value in wanted.items() if value is not None}


def _seats(player_id: int) -> ColumnElement[bool]:
    """Whether a player has a seat: the player's games, which are few, are looked up first."""
    return GameRow.id.in_(select(SeatRow.game_id).where(SeatRow.player_id == player_id))


class GameFilter(TypedDict, total=False):
    """Conditions for games; None is no condition."""

    guild_id: int | None
    channel_id: int | None
    host_id: int | None
    key: str | None
    player_id: int | None
    """The games in which this person has a seat."""
    without_id: int | None
    """The games in which this person has no seat."""


def _which(statuses: Collection[str], **which: Unpack[GameFilter]) -> list[ColumnElement[bool]]:
    given = _given(**which)
    player, without = given.pop("player_id", None), given.pop("without_id", None)
    # Hosts have a seat, by which their games are looked up.
    seated = [_seats(one) for one in (player, given.get("host_id")) if one is not None]
    unseated = [] if without is None else [~_seats(without)]
    columns = [getattr(GameRow, name) == value for name, value in given.items()]
    return [GameRow.status.in_(statuses), *columns, *seated, *unseated]


def _newest(
    statuses: Collection[str],
    limit: int,
    *others: ColumnElement[bool],
    prefix: str,
    guild_id: int | None,
    key: str | None = None,
    of_all: bool = False,
) -> ColumnElement[bool]:
    """Whether a game may be among the newest of these: a few index steps, however many games there are.

    Games whose codes begin with two given letters are few, and looked up. Otherwise the newest of each status
    are found: the newest of all are among them, and with `of_all` only the newest of all are taken.
    """
    coded = [GameRow.code.startswith(prefix, autoescape=True)] if prefix else []
    if len(prefix) > 1:
        # The negation and the concatenations keep the planner from using indexes that find far more rows.
        of_server = [] if guild_id is None else [-GameRow.guild_id == -guild_id]
        of_kind = [] if key is None else [GameRow.key.concat("") == key]
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
    newest = union_all(*(select(one.subquery().c.id) for one in of_each)).subquery().c.id
    return GameRow.id.in_(select(newest).order_by(newest.desc()).limit(limit) if of_all else select(newest))


_COMPUTERS = SeatRow.game_id == GameRow.id, SeatRow.player_id == PersonRow.id, PersonRow.level.is_not(None)
HAS_COMPUTER = select(SeatRow.player_id).where(*_COMPUTERS).limit(1).scalar_subquery().is_not(None)
"""Whether a computer has a seat in a game: looked up for each, where PostgreSQL would join EXISTS to all the
games that computers play.
"""


class GameLists(Repository):
    """Games by who plays them, where, and in which state."""

    async def listed(
        self,
        *,
        statuses: Collection[str],
        guild_id: int | None = None,
        player_id: int | None = None,
        key: str | None = None,
        prefix: str = "",
        below: int | None = None,
        limit: int | None = None,
    ) -> Sequence[GameRow]:
        """Games of a server, of a player, of a kind, with this code prefix, or all; the newest first.

        `below`: only those with a lower number.
        """
        query = _whole().order_by(GameRow.id.desc()).limit(limit)
        older = [] if below is None else [GameRow.id < below]
        if player_id is None and limit is not None:
            of_these = _newest(
                statuses, limit, *older, prefix=prefix, guild_id=guild_id, key=key, of_all=True
            )
            return await self._all(query.where(of_these))
        coded = GameRow.code.startswith(prefix, autoescape=True)
        query = query.where(GameRow.status.in_(statuses), coded, *older)
        if player_id is not None:
            query = query.where(_seats(player_id))
        return await self._all(query.filter_by(**_given(guild_id=guild_id, key=key)))

    async def places(self, *, statuses: Collection[str], guild_id: int | None) -> Sequence[tuple[int, int]]:
        """Every channel or thread with games in these states, as (one of its games, the place)."""
        place = func.coalesce(GameRow.thread_id, GameRow.channel_id)
        played = select(func.max(GameRow.id), place).where(*_which(statuses, guild_id=guild_id))
        return await self._rows(played.where(place.is_not(None)).group_by(place))

    async def servers(self, statuses: Collection[str]) -> Sequence[int]:
        """Every server with games in these states: a few index steps each, however many games it has."""
        each = select(func.min(GameRow.guild_id).label("guild_id")).cte("each", recursive=True)
        following = select(func.min(GameRow.guild_id)).where(GameRow.guild_id > each.c.guild_id)
        step = select(following.scalar_subquery()).select_from(each).where(each.c.guild_id.is_not(None))
        each = each.union_all(step)
        played = exists().where(GameRow.guild_id == each.c.guild_id, GameRow.status.in_(statuses))
        return await self._all(select(each.c.guild_id).where(played))

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
        """A player's and a server's games whose code has this prefix, without their states.

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
            .order_by(GameRow.status.in_(first).desc(), own.desc(), GameRow.id.desc())
            .limit(limit)
        )
        return await self._all(query)

    async def codes(
        self, *, statuses: Collection[str], limit: int | None, **which: Unpack[GameFilter]
    ) -> Sequence[str]:
        """Codes of games in these states, the newest first; without a `limit` all of them."""
        query = select(GameRow.code).where(*_which(statuses, **which))
        return await self._all(query.order_by(GameRow.id.desc()).limit(limit))

    async def count(self, statuses: Collection[str], **which: Unpack[GameFilter]) -> int:
        """How many games there are in these states."""
        return await self._count(*_which(statuses, **which))

    async def count_abandoned_lobbies(self, host_id: int, since: datetime) -> int:
        """How many games that a person hosts were opened since a moment and called off before they began."""
        return await self._count(
            GameRow.host_id == host_id,
            GameRow.created_at > since,
            GameRow.status == "abandoned",
            GameRow.started_at.is_(None),
        )

    async def count_against_computers(
        self, statuses: Collection[str], player_id: int, besides: int | None
    ) -> int:
        """In how many games in these states, except `besides`, a person and a computer have seats."""
        played = _which(statuses, player_id=player_id)
        return await self._count(*played, GameRow.id.is_distinct_from(besides), HAS_COMPUTER)

    async def rematch(
        self, channel_id: int | None, created: str, *, statuses: Collection[str], player_id: int | None = None
    ) -> str | None:
        """The code of the newest game of a channel, in one of these states, that was created with this data.

        `player_id`: only one in which this person has a seat.
        """
        query = (
            select(GameRow.code)
            .join(EventRow, EventRow.game_id == GameRow.id)
            .where(GameRow.channel_id == channel_id, *_which(statuses, player_id=player_id))
            .where(EventRow.seq == 1, EventRow.data == created)
        )
        return await self._first(query.order_by(GameRow.id.desc()))
