"""The event log: append, and read in order."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, cast

import msgspec
from sqlalchemy import bindparam, select, update

from bot.store.columns import table_of
from bot.store.models import EventRow, GameRow
from bot.store.repositories.repository import Repository
from bot.store.session import RowSession

_AT_ONCE = 50
"""Events that are stored or read in one turn of the event loop."""


_EVENTS = table_of(EventRow).c
_Read = msgspec.defstruct("_Read", _EVENTS.keys(), frozen=True, gc=False)
"""An event read from a log, with the attributes of its row.

ORM rows of a long log would be tens of thousands of objects that refer to each other. Creating them takes
much longer, and the garbage collector, which visits them all, blocks the event loop.
"""
_OF_GAME = select(*_EVENTS).where(_EVENTS.game_id == bindparam("game")).order_by(_EVENTS.seq)
_SINCE = _OF_GAME.where(_EVENTS.seq > bindparam("seq"))
_GAMES = table_of(GameRow).c
_SINCE_BY_CODE = (
    select(*_EVENTS)
    .where(_EVENTS.game_id == select(_GAMES.id).where(_GAMES.code == bindparam("code")).scalar_subquery())
    .where(_EVENTS.seq > bindparam("seq"))
    .order_by(_EVENTS.seq)
)


def _read(rows: Iterable[Sequence[Any]]) -> list[EventRow]:
    return cast("list[EventRow]", [_Read(*row) for row in rows])


class Events(Repository):
    """The events of games."""

    def __init__(self, session: RowSession) -> None:
        super().__init__(session)
        self.added: list[EventRow] = []
        """What this unit of work has appended."""

    def append(self, row: EventRow) -> None:
        """Append an event."""
        self._session.append(row)
        self.added.append(row)

    async def append_many(self, rows: Sequence[EventRow]) -> None:
        """Append the events of an imported game. Other tasks have their turn on the event loop in between."""
        for batch in (rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE)):
            for row in batch:
                self._session.append(row)
            await self._session.flush()
            await asyncio.sleep(0)

    async def of_game(self, game_id: int) -> Sequence[EventRow]:
        """All events of a game in their order, read in parts: a long game has thousands."""
        found: list[EventRow] = []
        options = {"yield_per": _AT_ONCE}
        stream = await self._session.stream(_OF_GAME, {"game": game_id}, execution_options=options)
        async for some in stream.partitions():
            found += _read(some)
        return found

    async def since(self, game_id: int, seq: int) -> Sequence[EventRow]:
        """The events of a game after this one, in their order."""
        return _read(await self._session.rows(_SINCE, {"game": game_id, "seq": seq}))

    async def since_ahead(self, code: str, seq: int) -> Callable[[], Awaitable[Sequence[EventRow]]]:
        """Read the same ahead, of the game with this code; the returned function gives the events."""
        asked = await self._session.read_ahead(_SINCE_BY_CODE, {"code": code, "seq": seq})

        async def found() -> Sequence[EventRow]:
            return _read(await asked.rows())

        return found

    async def of_kinds(self, game_id: int, kinds: Collection[str]) -> Sequence[EventRow]:
        """The events of these kinds of a game, in their order."""
        query = select(EventRow).where(EventRow.game_id == game_id, EventRow.kind.in_(kinds))
        return await self._all(query.order_by(EventRow.seq))

    async def newest_public(self, game_id: int, kinds: Collection[str]) -> EventRow | None:
        """The last event of these kinds of which everybody may read a line."""
        query = select(EventRow).where(EventRow.game_id == game_id, EventRow.kind.in_(kinds))
        query = query.where(EventRow.public_notation.is_not(None)).order_by(EventRow.seq.desc())
        return await self._first(query)

    async def at(self, game_id: int, seq: int) -> datetime | None:
        """When this event of a game happened."""
        return await self._session.scalar(select(EventRow.at).filter_by(game_id=game_id, seq=seq))

    async def count_by(self, player_id: int, game_id: int, since: datetime, *, until: int) -> int:
        """How often a person has acted in a seat of a game since a moment, up to the event of this seq."""
        own = EventRow.game_id == game_id, EventRow.player_id == player_id, EventRow.seat.is_not(None)
        return await self._count(*own, EventRow.seq <= until, EventRow.at > since)

    async def newest_by_others(self, game_id: int, persons: Collection[int]) -> int:
        """The seq of the newest event by a person who is none of these; 0 without any."""
        query = select(EventRow.seq).where(EventRow.game_id == game_id, EventRow.player_id.not_in(persons))
        return await self._first(query.order_by(EventRow.seq.desc())) or 0

    async def erase_data(self, game_id: int, kind: str) -> None:
        """Take the data out of the events of a kind, on which no replay depends."""
        await self._change(update(EventRow).filter_by(game_id=game_id, kind=kind).values(data=None))

    async def actor(self, game_id: int, seq: int | None) -> int | None:
        """The person whose request led to this event; None for the host's own doing."""
        event = await self._session.scalar(select(EventRow).filter_by(game_id=game_id, seq=seq))
        if event is None or event.first_seq == event.seq:
            return None if event is None else event.player_id
        first = select(EventRow.player_id).filter_by(game_id=game_id, seq=event.first_seq)
        return await self._session.scalar(first)

    async def of_request(self, first: EventRow) -> Sequence[EventRow]:
        """The event and those that the same request brought about, in their order."""
        query = select(EventRow).filter_by(game_id=first.game_id, first_seq=first.first_seq)
        return await self._all(query.order_by(EventRow.seq))
