"""Games before they start: open, join, leave, start, call off."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import Random
from typing import Final

import msgspec
import structlog

from bot.service import commitment, computers, deadlines, notifications, summarizing
from bot.service.commitment import Joined
from bot.service.event_types import EventType, Started
from bot.service.game_scope import RUNNING
from bot.service.game_summary import GameSummary
from bot.service.insiders import drop_identity_hashes
from bot.service.inviting import answer_by_joining, invite
from bot.service.limits import LimitedUseCases, check_computer_games, check_games, check_joins, counted
from bot.service.live import LiveGame
from bot.service.persons import acted, remember, remembered
from bot.service.refused import Refused
from bot.service.request import Cause, Membership, Person, Place
from bot.service.servers import ServerSettings, check_opening, settings_of
from bot.service.term_options import check_terms
from bot.service.terms import Terms
from bot.service.usecases import retried
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, GameInfo, IllegalOptions, Level, Seat, Value

log = structlog.get_logger(__name__)

CODE_ALPHABET = "34679ACDFGHJKMNPQRTWXY"
"""Without characters that are easily confused (0O, 1IL, 2Z, 5S, 8B, UV) and all but one vowel."""
_CODE_LENGTHS = (4, 4, 4, 5, 5, 5, 6, 6, 8)

LOBBY_LIFE: Final = timedelta(days=7)
"""How long a silent lobby lasts before it is called off, and is kept after that."""
_AT_ONCE = 500
"""Games called off or deleted at a time."""
_LOBBY: Final = ("lobby",)

USUAL: Final = -1.0
"""Given as `deadline_hours`: the game's default."""
USUAL_TERMS: Final = Terms()


class OpenedAlready(Exception):  # noqa: N818 -- a state of affairs
    """The rematch of a game waits for players under this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Lobby(LimitedUseCases):
    """The use cases of games that have not started."""

    @retried
    async def create(
        self,
        person: Person,
        place: Place | None,
        key: str,
        options: Mapping[str, object],
        *,
        cause: Cause | None,
        membership: Membership | None = None,
        seat: Seat | None = None,
        seats: int | None = None,
        deadline_hours: float | None = USUAL,
        terms: Terms = USUAL_TERMS,
        threaded: bool = True,
        words: str | None = None,
        rematch_of: str | None = None,
        opponents: Sequence[Person] = (),
        levels: Sequence[Level] = (),
        dm_channel_id: int | None = None,
    ) -> GameSummary:
        """Open a game with its creator in `seat`, or in a seat by `GameInfo.seating`.

        Without a `place` the game is posted nowhere: its players see it by other doors or direct messages.
        With `dm_channel_id`, where somebody plays alone against computers, it is posted there.

        `seats` is the number of players; without it the game starts when the most that its rules allow have
        joined, or with fewer on demand. `deadline_hours` None means no clock; a game that sets the seconds
        of its periods ignores it, and a bank stands in its place. `words` go into the draw
        (`bot.service.commitment`). `rematch_of`: the code of the game that is played again.
        `membership`: what the server says of the creator; None where its settings are not asked who may open
        games. `opponents` are invited, and seats kept for them; computers of these `levels` sit down at once.
        Without `seats` they are all who play, where the rules allow so few.
        Raises Refused, such as `NotOpenedHere`, and `OpenedAlready` where that rematch waits for players.
        """
        async with self._database.transaction() as unit:
            # The lock orders concurrent requests: the first opens the rematch.
            old = None if rematch_of is None else await self._row(unit, rematch_of, lock=True)
            if (done := await self._done(unit, cause)) is not None:
                return (await self._of_event(unit, done)).summary()
            created = _Created(seat, None if old is None else old.id)
            if old is not None:
                await _check_rematch(unit, old, _as_json(created), person)
            engine = self._engine(key)
            if levels:
                computers.check_plays(engine)
            low, high = _players(
                engine.info, seats, len(opponents), len(levels), dm=dm_channel_id is not None
            )
            _check_seat(engine, seat, high)
            try:
                chosen = engine.options(options)
                engine.start(chosen, high, "0" * 64)
            except IllegalOptions as illegal:
                raise Refused("bad_options", str(illegal)) from illegal
            sets_periods = engine.clock.seconds(chosen) is not None
            check_terms(engine, terms, sets_periods=sets_periods)
            untimed = sets_periods or terms.bank_days is not None
            settled = await settings_of(unit, None if place is None else place.guild_id)
            if place is not None and membership is not None:
                check_opening(settled, place, membership)
            now = self._clock.now()
            host = await remembered(unit, person, now)
            acted(host, now)
            await self._check_limits(unit, host, place, settled)
            if levels:
                await check_computer_games(unit, self._limits, host.id)
            row = game_row(
                engine,
                place,
                options=chosen,
                rules_version=engine.info.rules_version,
                status="lobby",
                min_seats=low,
                max_seats=high,
                threaded=threaded and dm_channel_id is None,
                deadline_hours=None if untimed else _hours(engine.info, deadline_hours, settled),
                terms=_as_json(terms),
                host=host,
                host_id=host.id,
                created_at=now,
                seats=[seat_row(host, _place(engine, (), seat), now)],
            )
            row.channel_id = row.channel_id or dm_channel_id
            await new_game(unit, row, self._rng)
            live = LiveGame(unit, engine, row, now, cause)
            live.append(EventType.CREATED, person=summarizing.person(host), data=created)
            commitment.commit(live, self._rng, commitment.added(words, cause))
            for number, opponent in enumerate(opponents, start=1):
                # People who cannot be invited to a rematch may still join it.
                with suppress(*([Refused] if old is not None else [])):
                    player = await remembered(unit, opponent, now)
                    await invite(live, -number, player, summarizing.person(host))
            for level in levels:
                await _sit_down(live, level)
            await _seated(live, self._rng)
            return live.summary()

    async def _check_limits(
        self, unit: Unit, host: PersonRow, place: Place | None, settled: ServerSettings
    ) -> None:
        """Raises Refused where this person or channel has reached its limit of games."""
        guild_id = None if place is None else place.guild_id
        limits = self._limits
        await check_games(unit, limits, host.id, guild_id)
        if await unit.games.count(_LOBBY, host_id=host.id) >= limits.person_lobbies:
            raise _too_many_lobbies(limits.person_lobbies, "")
        most = settled.person_lobbies
        if most is not None and await unit.games.count(_LOBBY, host_id=host.id, guild_id=guild_id) >= most:
            raise _too_many_lobbies(most, " on this server")
        room = min(limits.channel_lobbies, settled.channel_lobbies or sys.maxsize)
        here = None if place is None else place.channel_id
        if here and await unit.games.count(_LOBBY, channel_id=here) >= room:
            raise Refused(
                "channel_full",
                f"{room} games wait for players in this channel, and more may not: join one, or open yours "
                "in another channel.",
            )

    async def again(
        self, person: Person, code: str, *, cause: Cause | None, membership: Membership | None = None
    ) -> GameSummary:
        """Open a rematch of a game in its channel and invite the others, or join the one opened already.

        Raises Refused.

        `membership` as in `create`.
        """
        async with self._database.reading() as unit:
            old = await self._row(unit, code)
            others = [
                summarizing.person(one.player)
                for one in old.seats
                if one.player.forgotten_at is None and one.player.level is None
            ]
            levels = [Level(one.player.level) for one in old.seats if one.player.level is not None]
        try:
            return await self.create(
                person,
                _place_of(old),
                old.key,
                msgspec.json.decode(old.options),
                cause=cause,
                membership=membership,
                seats=len(old.seats) if old.seed is not None else None,
                deadline_hours=old.deadline_hours,
                terms=summarizing.terms_of(old),
                threaded=old.threaded,
                rematch_of=old.code,
                opponents=[other for other in others if other.id != person.id],
                levels=levels,
                dm_channel_id=old.channel_id if old.guild_id is None else None,
            )
        except OpenedAlready as opened:
            return await self.join(person, opened.code, cause=cause)

    async def join(
        self,
        person: Person,
        code: str,
        *,
        cause: Cause | None,
        seat: Seat | None = None,
        words: str | None = None,
    ) -> GameSummary:
        """Take a seat, and contribute `words` to the draw; the last one starts the game. Raises Refused."""

        async def join(live: LiveGame) -> None:
            if not live.has_seat(person.id):
                await check_joins(live, self._limits, person.id)
            await _join(live, person, seat, words, patience=self._limits.patience, rng=self._rng)

        return await self._change(code, cause, join)

    async def add_computer(
        self, person: Person, code: str, level: Level, *, cause: Cause | None
    ) -> GameSummary:
        """Add a computer, as the host; filling the last seat starts the game. Raises Refused."""

        async def add(live: LiveGame) -> None:
            await check_host(live, person, "add a computer to")
            computers.check_plays(live.engine)
            for sitting in live.row.seats:
                if sitting.player.level is None:
                    await check_computer_games(
                        live.unit, self._limits, sitting.player_id, besides=live.row.id
                    )
            asked = await live.unit.invitations.of_game(live.row.id, live.now)
            if len(live.row.seats) + len(asked) >= live.row.max_seats:
                kept = " or kept for those who are invited" if asked else ""
                raise Refused("full", f"All seats of game {live.row.code} are taken{kept}.")
            await _sit_down(live, level)
            await _seated(live, self._rng)

        return await self._change(code, cause, add)

    async def remove_computer(self, person: Person, code: str, *, cause: Cause | None) -> GameSummary:
        """Remove the last computer, as the host. Raises Refused."""

        async def remove(live: LiveGame) -> None:
            await check_host(live, person, "remove a computer from")
            there = [sitting.player for sitting in live.row.seats if sitting.player.level is not None]
            if not there:
                raise Refused("no_computer", f"No computer has a seat in game {live.row.code}.")
            *_, last = there
            stand_up(live, last.id, summarizing.person(last))

        return await self._change(code, cause, remove)

    async def leave(self, person: Person, code: str, *, cause: Cause | None) -> GameSummary:
        """Leave the seat. The next player becomes host; the game is called off when nobody is left."""
        return await self._change(code, cause, lambda live: _leave(live, person))

    async def start(self, person: Person, code: str, *, cause: Cause | None) -> GameSummary:
        """Start with the players so far, if they are enough. Raises Refused."""
        return await self._change(code, cause, lambda live: _start(live, person, self._rng))

    async def cancel(self, person: Person, code: str, *, cause: Cause | None) -> GameSummary:
        """Call off a game that has not started, as its host. Raises Refused."""
        return await self._change(code, cause, lambda live: _cancel(live, person))

    async def silent(self) -> Sequence[str]:
        """Codes of expired lobbies, and of imported games whose seats stayed vacant."""
        async with self._database.reading() as unit:
            return await unit.games.silent_lobbies(self._clock.now() - LOBBY_LIFE, limit=_AT_ONCE)

    @retried
    async def expire(self, code: str) -> None:
        """Call a game off if it is still silent. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, lock=True)
            if not await unit.games.silent_lobbies(live.now - LOBBY_LIFE, limit=1, code=live.row.code):
                return
            if live.row.status == "lobby":
                call_off(live)
            else:
                await abandon(
                    live, "called off: its seats stayed vacant", "nobody has taken the seats: called off"
                )
                await notifications.moved(live, live.changes())
            log.info("lobby_expired", game_id=live.row.id)

    @retried
    async def purge(self) -> None:
        """Delete games that were called off long ago before they started."""
        async with self._database.transaction() as unit:
            purged = await unit.games.purge_unstarted(self._clock.now() - LOBBY_LIFE, limit=_AT_ONCE)
        if purged:
            log.info("lobbies_purged", count=purged)


async def _check_rematch(unit: Unit, old: GameRow, created: str, person: Person) -> None:
    """Raises OpenedAlready where a rematch waits for players, and Refused where this person plays one."""
    opened = await unit.games.rematch(old.channel_id, created, statuses=_LOBBY)
    if opened is not None:
        raise OpenedAlready(opened)
    played = await unit.games.rematch(old.channel_id, created, statuses=RUNNING, player_id=person.id)
    if played is not None:
        raise Refused("plays_again", f"You play this game again already: it goes on as {played}.")


def _too_many_lobbies(most: int, where: str) -> Refused:
    return Refused(
        "too_many_lobbies",
        f"You have opened {counted(most)}{where} still waiting for players, and more may not wait at a time: "
        "start one or call one off.",
    )


async def _join(
    live: LiveGame, person: Person, seat: Seat | None, words: str | None, *, patience: timedelta, rng: Random
) -> None:
    row = live.row
    player = await remembered(live.unit, person, live.now)
    acted(player, live.now)
    if live.has_seat(player.id):
        raise Refused("already_in", f"You have a seat in game {row.code} already.")
    _check_waiting(row)
    if len(row.seats) >= row.max_seats:
        raise Refused("full", f"All seats of game {row.code} are taken.")
    _check_seat(live.engine, seat, row.max_seats)
    if seat is not None and any(sitting.seat == seat for sitting in row.seats):
        taken = live.engine.info.seats[seat].name
        raise Refused("seat_taken", f"{taken} is taken; join without naming a seat or name another.")
    await answer_by_joining(live, player.id)
    added = await commitment.contribute(live, player.id, words, patience)
    live.append(EventType.JOINED, person=summarizing.person(player), data=Joined(seat, added))
    row.seats.append(seat_row(player, _place(live.engine, row.seats, seat), live.now))
    await _seated(live, rng)
    if row.status == "lobby":
        notifications.notify_lobby(live, player.id, host_alone=True)


async def check_host(live: LiveGame, person: Person, what: str) -> None:
    """Raises Refused for everybody but the host of a lobby."""
    if live.row.host_id != person.id:
        raise Refused("not_host", f"Only the host can {what} game {live.row.code}.")
    _check_waiting(live.row)
    await remember(live.unit, person, live.now)


async def _sit_down(live: LiveGame, level: Level) -> None:
    """Seat a computer, which contributes no text to the draw."""
    player = await computers.newcomer(live, level)
    live.append(EventType.JOINED, person=summarizing.person(player), data=Joined(None, None))
    live.row.seats.append(seat_row(player, _place(live.engine, live.row.seats, None), live.now))


async def _leave(live: LiveGame, person: Person) -> None:
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"You have no seat in game {live.row.code}.")
    _check_waiting(live.row, "You can resign instead.")
    await remember(live.unit, person, live.now)
    stand_up(live, person.id, person)


async def _start(live: LiveGame, person: Person, rng: Random) -> None:
    row = live.row
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"Only players of game {row.code} can start it.")
    _check_waiting(row)
    if len(row.seats) < row.min_seats:
        missing = row.min_seats - len(row.seats)
        more = "one more player" if missing == 1 else f"{missing} more players"
        raise Refused("too_few", f"Game {row.code} needs {more} before it can start.")
    await remember(live.unit, person, live.now)
    await _begin(live, rng, person)


async def _cancel(live: LiveGame, person: Person) -> None:
    row = live.row
    if row.host_id != person.id:
        raise Refused("not_host", f"Only the host of game {row.code} can call it off.")
    _check_waiting(row, "You can resign instead.")
    await remember(live.unit, person, live.now)
    call_off(live, person)


def call_off(live: LiveGame, person: Person | None = None) -> None:
    """End a game that has not started. `person`: the actor; None: the service."""
    live.row.status, live.row.finished_at = "abandoned", live.now
    live.append(EventType.CANCELLED, person=person)
    notifications.lobby_changed(live)
    notifications.notify_lobby(live, None if person is None else person.id, host_alone=False)


async def abandon(live: LiveGame, line: str, summary_line: str, person: Person | None = None) -> None:
    """End a game without a result; a started one reveals its secrets."""
    live.row.status, live.row.finished_at = "abandoned", live.now
    deadlines.clear(live.row)
    live.wish_to_end(())
    await drop_identity_hashes(live)
    live.note(EventType.CANCELLED, line, person=person, summary_line=summary_line)


async def _seated(live: LiveGame, rng: Random) -> None:
    """Start the game if all seats are taken, else show the new player."""
    if len(live.row.seats) == live.row.max_seats:
        await _begin(live, rng)
    else:
        notifications.lobby_changed(live)


async def _begin(live: LiveGame, rng: Random, person: Person | None = None) -> None:
    """Draw seats and seed, and start the game."""
    row, engine = live.row, live.engine
    _check_seats_in_play(engine, row)
    row.seed = await commitment.draw(live, rng)
    try:
        live.states.now = engine.start(
            engine.options(msgspec.json.decode(row.options)), len(row.seats), row.seed
        )
    except IllegalOptions as illegal:
        raise Refused("bad_options", str(illegal)) from illegal
    # The rules may have changed since the game was opened.
    row.rules_version = engine.info.rules_version
    row.status, row.started_at = "active", live.now
    players = tuple(live.player_in(seat).id for seat in range(len(row.seats)))
    started = Started(players, row.rules_version, msgspec.json.decode(row.options))
    live.append(EventType.STARTED, person=person, data=started)
    live.let_run()
    changes = live.conclude()
    notifications.lobby_changed(live)
    notifications.started(live)
    await notifications.tell(live, changes)


def _place_of(row: GameRow) -> Place | None:
    if row.guild_id is None or row.channel_id is None:
        return None
    return Place(row.guild_id, row.channel_id, row.forum)


def stand_up(live: LiveGame, person_id: int, person: Person | None = None) -> None:
    """Remove a player from a game that has not started. `person`: the actor; None: the service."""
    row = live.row
    live.append(EventType.LEFT, person=person)
    row.seats.remove(next(sitting for sitting in row.seats if sitting.player_id == person_id))
    people = [sitting.player for sitting in row.seats if sitting.player.level is None]
    if not people:
        row.status, row.finished_at = "abandoned", live.now
    elif row.host_id == person_id:
        row.host, row.host_id = people[0], people[0].id
    notifications.lobby_changed(live)
    notifications.notify_lobby(live, person_id, host_alone=True)


class _Created(Value, frozen=True):
    """The data of a `CREATED` event: the seat asked for, and the game of which this is a rematch."""

    seat: Seat | None
    rematch_of: int | None = None


def _as_json(data: Value) -> str:
    return msgspec.json.encode(data).decode()


def seat_row(player: PersonRow, seat: Seat | None, now: datetime) -> SeatRow:
    """A player's place at a table; `seat` None: it is drawn at the start."""
    return SeatRow(player_id=player.id, player=player, seat=seat, joined_at=now)


def _place(engine: AnyEngine, seats: Iterable[SeatRow], wished: Seat | None) -> Seat | None:
    """The seat of a new player; None: it is drawn at the start."""
    if wished is not None or engine.info.seating == "lot":
        return wished
    taken = {sitting.seat for sitting in seats}
    return next(seat for seat in range(len(engine.info.seats)) if seat not in taken)


def _players(info: GameInfo, seats: int | None, opponents: int, levels: int, *, dm: bool) -> tuple[int, int]:
    """The fewest and the most players, where `seats` may have been asked for, with so many who are invited
    and so many computers; `dm`: in direct messages. Raises Refused.
    """
    fewest, most, others = info.min_seats, len(info.seats), opponents + levels
    if others >= most:
        raise Refused("bad_seats", f"{info.title} is for {most} at the most.")
    if seats is None and others:
        seats = max(others + 1, fewest)
    if seats is not None and not fewest <= seats <= most:
        numbers = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise Refused("bad_seats", f"{info.title} is for {numbers} players.")
    fewest, most = (fewest, most) if seats is None else (seats, seats)
    if dm and (opponents or levels != most - 1):
        raise Refused(
            "alone_here",
            "In direct messages you play alone: let computers take all other seats, or open the game in a "
            "server's channel.",
        )
    if others >= most:
        raise Refused("bad_seats", f"A game for {most} has no room for you and {others} others.")
    return fewest, most


def _check_waiting(row: GameRow, instead: str = "") -> None:
    if row.status != "lobby":
        what = "was called off" if row.status == "abandoned" and row.seed is None else "has started already"
        raise Refused("started", f"Game {row.code} {what}. {instead}".rstrip())


def _check_seat(engine: AnyEngine, seat: Seat | None, seats: int) -> None:
    if seat is not None and not 0 <= seat < seats:
        names = ", ".join(engine.info.seat_names(seats))
        raise Refused("no_such_seat", f"There is no such seat; there are: {names}.")


def check_hours(info: GameInfo, hours: float | None) -> float | None:
    """The length of a turn as asked for, checked; None for no clock. Raises Refused."""
    if hours == USUAL:
        return info.default_deadline_hours
    if hours is not None and not info.min_deadline_hours <= hours <= info.max_deadline_hours:
        raise Refused(
            "bad_deadline",
            f"A turn of {info.title} has {info.min_deadline_hours:g} to {info.max_deadline_hours:g} hours, "
            "or no clock at all.",
        )
    return hours


def _hours(info: GameInfo, hours: float | None, settled: ServerSettings) -> float | None:
    """As `check_hours`, where the server's settings have a default, within the game's bounds."""
    if hours != USUAL or settled.hours is None:
        return check_hours(info, hours)
    if settled.hours == 0:
        return None
    return min(max(settled.hours, info.min_deadline_hours), info.max_deadline_hours)


def _check_seats_in_play(engine: AnyEngine, row: GameRow) -> None:
    """Raises Refused if a chosen seat is not in play with so few players."""
    count = len(row.seats)
    for sitting in row.seats:
        if sitting.seat is not None and sitting.seat >= count:
            name = engine.info.seats[sitting.seat].name
            raise Refused(
                "seat_unused", f"With {count} players nobody plays {name}, which somebody has chosen."
            )


def game_row(engine: AnyEngine, place: Place | None, *, options: object, **columns: object) -> GameRow:
    """The row of a game that is still to be stored; `columns` are the rest of it."""
    return GameRow(
        key=engine.info.key,
        options=msgspec.json.encode(options, order="deterministic").decode(),
        guild_id=place and place.guild_id,
        channel_id=place and place.channel_id,
        forum=place is not None and place.forum,
        ply=0,
        last_seq=0,
        public_version=0,
        **{"terms": "{}", "clock": "{}"} | columns,
    )


async def new_game(unit: Unit, row: GameRow, rng: Random) -> None:
    """Store a game under a code of its own. Raises Refused."""
    row.code = await _free_code(unit, rng)
    unit.add(row)
    await unit.flush()
    structlog.contextvars.bind_contextvars(game=row.code)


async def _free_code(unit: Unit, rng: Random) -> str:
    """A random code that no game has. Raises Refused where all attempts are taken."""
    for length in _CODE_LENGTHS:
        code = "".join(rng.choices(CODE_ALPHABET, k=length))
        if not await unit.games.code_taken(code):
            return code
    raise Refused("busy", "No free code was found for the game; please try again.")
