"""Finding games: lists, autocomplete, and the game of a command that names none."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

import structlog
from msgspec.structs import replace

from bot.column_values import EVERY, LOBBY, RUNNING, UNFINISHED, Status
from bot.service.game.scope import GameRef, GameScope, find
from bot.service.game.seating import seat_of
from bot.service.game.summarizing import seen_by, summarize
from bot.service.log.event_types import APPLIED, EventType, flags_of
from bot.service.people.persons import private_by_mail
from bot.service.usecases import Engines, UseCases, rebuilding
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from bot.service.values.typed import CODE
from bot.store.models import GameRow
from bot.store.repositories.games import NamedGame
from engines.contract import AnyEngine, Seat

log = structlog.get_logger(__name__)

_OFFERS: Mapping[GameScope, tuple[Status, ...]] = {
    "any": EVERY,
    "lobby": LOBBY,
    "open": LOBBY,
    "running": RUNNING,
}
LISTED = 100
"""Games in a list at most."""


def summaries_of(
    engines: Engines, rows: Iterable[GameRow], *, person: Person | None = None, positions: bool = True
) -> list[GameSummary]:
    """Summaries of games. Games with an unreadable position say so; worse faults are logged and left out.

    With a person, the summaries show what that person alone may know. Without `positions` they lack all that
    follows from the state, and rows without it suffice.
    """
    summaries = []
    for row in rows:
        engine = engines.get(row.key)
        if engine is None:
            log.warning("game_without_rules", game=row.code, key=row.key)
            continue
        try:
            summaries.append(_summary(engine, row, person, positions=positions))
        except Exception as error:
            _log_unreadable(row, error)
    return summaries


def _summary(engine: AnyEngine, row: GameRow, person: Person | None, *, positions: bool) -> GameSummary:
    stored = row.state if positions else None
    try:
        state = None if stored is None else engine.codec.decode_state(stored)
        public = summarize(engine, row, state)
        if state is None or person is None or (seat := seat_of(row, person.id)) is None:
            return public
        return seen_by(engine, row, state, seat, public)
    except Exception as error:
        if stored is None:
            raise
        # Players of the game do not get the message that there is no such game.
        _log_unreadable(row, error)
        return replace(summarize(engine, row, None), prompt="it cannot be read: tell whoever runs the bot")


def _log_unreadable(row: GameRow, error: Exception) -> None:
    # Changed rules may fail in any way; the message could quote secrets of the state.
    log.warning("game_unreadable", game=row.code, key=row.key, fault=type(error).__name__)


_MOVES: Final = APPLIED | {EventType.UNDONE}
"""Types shown as the last move: an undo as well, or an undone action would be shown."""


class LastMove(NamedTuple):
    """The last thing that was done in a game, as everybody may know it."""

    at: datetime
    seat: Seat | None
    """The acting seat; None where that is secret."""
    line: str
    """The action in notation; `undo …` or `back to …` where play went back."""


class Finding(UseCases):
    """The use cases of finding games."""

    async def summary(self, code: str) -> GameSummary:
        """The public facts of a game. Raises Refused."""
        return (await self._read(code)).summary()

    async def my_games(self, person: Person, *, by_mail: bool = False) -> list[GameSummary]:
        """A person's unfinished games: first those that wait for them, by their deadlines, then by age.

        `by_mail`: without what they alone may know, except in games of which they get that by mail.
        """
        async with self._database.reading() as unit:
            rows = await unit.game_lists.listed(statuses=UNFINISHED, player_id=person.id)
        mine = list[GameSummary]()
        for row in rows:
            reader = None if by_mail and not private_by_mail(row, person.id) else person
            mine += summaries_of(self._engines, [row], person=reader)
        mine.sort(key=lambda game: _urgency(game, person))
        return mine

    async def last_moves(self, game_ids: Iterable[int]) -> dict[int, LastMove]:
        """The last move of each of a few games that has one."""
        async with self._database.reading() as unit:
            rows = {game_id: await unit.events.newest_public(game_id, _MOVES) for game_id in game_ids}
        return {
            game_id: LastMove(
                row.at, None if flags_of(row).anonymous else row.seat, row.public_notation or ""
            )
            for game_id, row in rows.items()
            if row is not None
        }

    async def server_games(
        self, guild_id: int, statuses: Collection[Status] = UNFINISHED, person: Person | None = None
    ) -> list[GameSummary]:
        """The newest games of a server in these states, as everybody or as one person may know them."""
        async with self._database.reading() as unit:
            rows = await unit.game_lists.listed(statuses=statuses, guild_id=guild_id, limit=LISTED)
        return summaries_of(self._engines, rows, person=person)

    async def codes(
        self,
        person: Person,
        guild_id: int | None,
        prefix: str = "",
        *,
        scope: GameScope = "any",
        limit: int = LISTED,
    ) -> list[GameSummary]:
        """Games with this prefix of a code, for autocomplete: the person's own first, then the server's.

        Summaries without positions: every keystroke asks for them.
        """
        prefix = prefix.strip().upper()
        if not CODE.fullmatch(prefix or "0"):
            return []
        async with self._database.reading() as unit:
            rows = await unit.game_lists.offered(
                person.id,
                guild_id,
                prefix=prefix,
                statuses=_OFFERS[scope],
                unseated=scope == "open",
                first=UNFINISHED,
                limit=limit,
            )
        return summaries_of(self._engines, rows, positions=False)

    @rebuilding
    async def resolve_game(self, ref: GameRef) -> GameSummary:
        """The public facts of the game that a request is about. Raises Refused, which says what to do."""
        async with self._database.reading() as unit:
            return (await self._load(unit, (await find(unit, ref)).code)).summary()

    async def find_game(self, ref: GameRef) -> NamedGame:
        """As `resolve_game`, for callers that need no more than which game it is. Raises Refused."""
        async with self._database.reading() as unit:
            found = await find(unit, ref)
        structlog.contextvars.bind_contextvars(game=found.code)
        return found


def _urgency(game: GameSummary, person: Person) -> tuple[bool, datetime, datetime]:
    waits = awaits(game, person)
    due = game.deadline if waits else None
    return not waits, due or datetime.max.replace(tzinfo=UTC), game.moved_at or game.created_at


def awaits(game: GameSummary, person: Person) -> bool:
    """Whether a game waits for a person: to act, for an answer, or to come back after staying away."""
    pending = {*game.to_act, *game.absent, *game.asked}
    return any(seat.seat in pending and seat.person and seat.person.id == person.id for seat in game.seats)
