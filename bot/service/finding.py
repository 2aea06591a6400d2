"""Finding games: lists, autocomplete, and the game of a command that names none."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

import structlog
from msgspec.structs import replace

from bot.service.event_log import APPLIED, done
from bot.service.game_summary import GameSummary, Status
from bot.service.refused import Refused, no_such_game
from bot.service.request import Person, Place
from bot.service.summarizing import summarize
from bot.service.typed import CODE, typed_code
from bot.service.usecases import Engines, UseCases
from bot.store.games import NamedGame
from bot.store.models import GameRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, Seat

log = structlog.get_logger(__name__)

RUNNING: Final[tuple[Status, ...]] = ("active", "paused")
UNFINISHED: Final[tuple[Status, ...]] = ("lobby", *RUNNING)
EVERY: Final[tuple[Status, ...]] = (*UNFINISHED, "finished", "abandoned")

GameScope: TypeAlias = Literal["any", "lobby", "open", "running"]
"""The games that a command applies to: any, those not started, those of them without the asker, or running
ones."""

_LOBBY: Final[tuple[Status, ...]] = ("lobby",)
_OFFERS: Mapping[GameScope, tuple[Status, ...]] = {
    "any": EVERY,
    "lobby": _LOBBY,
    "open": _LOBBY,
    "running": RUNNING,
}
_SEARCHES: Mapping[GameScope, tuple[tuple[Status, ...], ...]] = {
    "any": (UNFINISHED,),
    "lobby": (_LOBBY,),
    "open": (_LOBBY,),
    "running": (RUNNING, _LOBBY),
}
"""The statuses to search, in order, where no game is named."""

_LISTED = 100
"""Games in a list at most."""
_NAMED = 10
"""Codes in a sentence at most."""


def summaries_of(
    engines: Engines, rows: Iterable[GameRow], *, person: Person | None = None, positions: bool = True
) -> list[GameSummary]:
    """Summaries of games. One whose position cannot be read says so; what is worse is logged and left out.

    With a person, they show what that person alone may know. Without `positions` they lack all that follows
    from the state, and rows without it will do.
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
        return summarize(engine, row, state, _seat_of(row, person))
    except Exception as error:
        if stored is None:
            raise
        # Its players are not told that there is no such game.
        _log_unreadable(row, error)
        return replace(summarize(engine, row, None), prompt="it cannot be read: tell whoever runs the bot")


def _log_unreadable(row: GameRow, error: Exception) -> None:
    # Rules that have changed may fail in any way; the text could tell what is secret in the state.
    log.warning("game_unreadable", game=row.code, key=row.key, fault=type(error).__name__)


class LastMove(NamedTuple):
    """The last thing that was done in a game, as everybody may know it."""

    at: datetime
    seat: Seat | None
    """Whose; None where that is a secret."""
    line: str
    """In notation."""


class Finding(UseCases):
    """The use cases of finding games."""

    async def summary(self, code: str) -> GameSummary:
        """The public facts of a game. Raises Refused."""
        return (await self._shown(code)).summary()

    async def my_games(self, person: Person) -> list[GameSummary]:
        """A person's unfinished games: first those that wait for them, by their deadlines, then by age."""
        async with self._database.reading() as unit:
            rows = await unit.games.listed(statuses=UNFINISHED, player_id=person.id)
        mine = summaries_of(self._engines, rows, person=person)
        mine.sort(key=lambda game: _urgency(game, person))
        return mine

    async def last_moves(self, game_ids: Iterable[int]) -> dict[int, LastMove]:
        """The last move of each of a few games that has one."""
        async with self._database.reading() as unit:
            rows = {game_id: await unit.events.newest_public(game_id, APPLIED) for game_id in game_ids}
        return {
            game_id: LastMove(row.at, None if done(row).anonymous else row.seat, row.public_notation or "")
            for game_id, row in rows.items()
            if row is not None
        }

    async def server_games(
        self, guild_id: int, statuses: Collection[Status] = UNFINISHED, person: Person | None = None
    ) -> list[GameSummary]:
        """The newest games of a server in these states, as everybody or as one person may know them."""
        async with self._database.reading() as unit:
            rows = await unit.games.listed(statuses=statuses, guild_id=guild_id, limit=_LISTED)
        return summaries_of(self._engines, rows, person=person)

    async def codes(
        self,
        person: Person,
        guild_id: int | None,
        prefix: str = "",
        *,
        scope: GameScope = "any",
        limit: int = _LISTED,
    ) -> list[GameSummary]:
        """Games with this prefix of a code, for autocomplete: the person's own first, then the server's.

        Summaries without positions: every keystroke asks for them.
        """
        prefix = prefix.strip().upper()
        if not CODE.fullmatch(prefix or "0"):
            return []
        async with self._database.reading() as unit:
            rows = await unit.games.offered(
                person.id,
                guild_id,
                prefix=prefix,
                statuses=_OFFERS[scope],
                unseated=scope == "open",
                first=UNFINISHED,
                limit=limit,
            )
        return summaries_of(self._engines, rows, positions=False)

    async def resolve_game(
        self,
        code: str | None,
        place: Place | None,
        person: Person,
        *,
        scope: GameScope = "any",
        key: str | None = None,
    ) -> GameSummary:
        """The game of a command: the one named, else that of the place, else the person's only one.

        A game's thread always leads to that game, over or not. `scope` and `key` say which games the command
        applies to; games in the lobby are searched in this channel only. Only its players find a game of
        another server. Raises Refused, which says what to do.
        """
        if code is not None and code.strip():
            # Before anything else is read of it: no refusal may tell that a code belongs to another server.
            async with self._database.reading() as unit:
                row = await self._row(unit, code)
            playing = any(sitting.player_id == person.id for sitting in row.seats)
            _check_named(row.code, row.guild_id, place, playing=playing)
            return (await self._live_from(unit, row)).summary()
        async with self._database.reading() as unit:
            found = await _resolve_code(unit, place, person, scope, key)
            return (await self._live(unit, found)).summary()

    async def find_game(
        self,
        code: str | None,
        place: Place | None,
        person: Person,
        *,
        scope: GameScope = "any",
        key: str | None = None,
    ) -> NamedGame:
        """As `resolve_game`, where no more is asked than which game it is. Raises Refused."""
        named = code is not None and code.strip()
        wanted, found = typed_code(code) if code and named else "", None
        async with self._database.reading() as unit:
            if not named and place is not None:
                found = await unit.games.named_by_thread(place.guild_id, place.channel_id, person.id)
            if found is None:
                wanted = wanted or await _code_outside_threads(unit, place, person, scope, key)
                found = await unit.games.named(wanted, person.id)
        if found is None:
            raise no_such_game(wanted)
        if named:
            _check_named(found.code, found.guild_id, place, playing=found.playing)
        structlog.contextvars.bind_contextvars(game=found.code)
        return found


def _check_named(code: str, guild_id: int | None, place: Place | None, *, playing: bool) -> None:
    """Raises Refused for a game of another server in which who names it does not play."""
    if (place is None or guild_id != place.guild_id) and not playing:
        raise no_such_game(code)


async def _resolve_code(
    unit: Unit, place: Place | None, person: Person, scope: GameScope, key: str | None
) -> str:
    """The code of the game of a command that names none. Raises Refused."""
    thread = None if place is None else await unit.games.of_thread(place.guild_id, place.channel_id)
    return thread or await _code_outside_threads(unit, place, person, scope, key)


async def _code_outside_threads(
    unit: Unit, place: Place | None, person: Person, scope: GameScope, key: str | None
) -> str:
    """The code of the game of a command that is given outside the threads of games. Raises Refused."""
    if place is not None:
        if scope in {"lobby", "open"}:
            return await _waiting(unit, place, person, scope)
        for statuses in _SEARCHES[scope]:
            own = only(await here(unit, place, statuses, player_id=person.id, key=key))
            found = own or only(await here(unit, place, statuses, key=key, limit=1))
            if found is not None:
                return found
    for statuses in _SEARCHES[scope]:
        own = only(await unit.games.codes(statuses=statuses, player_id=person.id, key=key, limit=_NAMED))
        if own is not None:
            return own
    last = None if place is None else only(await here(unit, place, EVERY, limit=1))
    if last is None:
        kind = "" if key is None else " of this kind"
        raise Refused("no_game_here", f"There is no game{kind} here and you are in none.")
    return last


async def _waiting(unit: Unit, place: Place, person: Person, scope: GameScope) -> str:
    """The game in the lobby here: the person's own or, with scope ``open``, one of the others."""
    if scope == "open":
        fitting = await here(unit, place, _LOBBY, without_id=person.id)
    else:
        fitting = await here(unit, place, _LOBBY, player_id=person.id)
    # Where none fits, the command itself refuses with the best reason.
    found = only(fitting) or only(await here(unit, place, _LOBBY))
    if found is None:
        raise Refused("no_game_here", "No game waits for players here: name the one that you mean.")
    return found


async def here(
    unit: Unit,
    place: Place,
    statuses: tuple[Status, ...],
    *,
    player_id: int | None = None,
    without_id: int | None = None,
    key: str | None = None,
    limit: int = _NAMED,
) -> Sequence[str]:
    """Codes of games in these states that are played in a place, the newest first."""
    return await unit.games.codes(
        statuses=statuses,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        player_id=player_id,
        without_id=without_id,
        key=key,
        limit=limit,
    )


def only(codes: Sequence[str]) -> str | None:
    """The only code; None without any. Raises Refused where there are several."""
    if len(codes) > 1:
        raise Refused("which_game", f"Say which game you mean, one of: {', '.join(codes)}.")
    return codes[0] if codes else None


def _seat_of(row: GameRow, person: Person | None) -> Seat | None:
    if person is None or row.seed is None:
        return None
    return next((sitting.seat for sitting in row.seats if sitting.player_id == person.id), None)


def _urgency(game: GameSummary, person: Person) -> tuple[bool, datetime, datetime]:
    waits = awaits(game, person)
    due = game.deadline if waits else None
    return not waits, due or datetime.max.replace(tzinfo=UTC), game.moved_at or game.created_at


def awaits(game: GameSummary, person: Person) -> bool:
    """Whether a game waits for a person: to act, or for an answer."""
    awaited = {*game.to_act, *(game.asked if game.status == "active" else ())}
    return any(seat.seat in awaited and seat.person and seat.person.id == person.id for seat in game.seats)
