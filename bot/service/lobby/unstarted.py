"""Games before they start: open, join, leave, start, call off."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

import msgspec
import structlog

from bot.column_values import LOBBY, RUNNING
from bot.service.clock.control import abandon
from bot.service.game import commitment, summarizing
from bot.service.game.live import LiveGame
from bot.service.game.setup import GameSetup
from bot.service.log.event_types import EventType
from bot.service.notices import notifications
from bot.service.people import computers
from bot.service.people.limits import check_computer_games, check_computers_think, check_joins, check_lobbies
from bot.service.people.persons import ensure_person, mark_active
from bot.service.people.servers import check_opening, settings_of
from bot.service.seats import lobby_changes
from bot.service.seats.changing_hands import players_of
from bot.service.seats.inviting import invite
from bot.service.seats.new_games import (
    game_row,
    hours_of,
    new_game,
    newcomers_seat,
    numbers_of_players,
    options_of,
    seat_row,
)
from bot.service.usecases import Dependencies, Sweep, UseCases, retried, succeeds
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Membership, Person, Place
from bot.store.models import EventRow, GameRow
from bot.store.unit import Unit
from engines.contract import Level, Seat, Value

log = structlog.get_logger(__name__)

LOBBY_LIFE: Final = timedelta(days=7)
"""How long a silent lobby lasts before it is called off, and is kept after that."""
_AT_ONCE = 500
"""Games called off or deleted at a time."""


class OpenedAlready(Exception):  # noqa: N818 -- a state of affairs
    """The rematch of a game waits for players under this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Lobby(UseCases):
    """The use cases of games that have not started."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__(dependencies)
        self._silent = Sweep()

    @retried
    async def create(
        self,
        person: Person,
        place: Place | None,
        setup: GameSetup,
        *,
        cause: Cause,
        membership: Membership | None = None,
        rematch_of: str | None = None,
    ) -> GameSummary:
        """Open a game.

        Without a `place` or a `dm_channel_id` it is posted nowhere: its players see it by other doors or
        direct messages. `membership`: what the server says of the creator; None where its settings do not
        decide who may open games. `rematch_of`: the code of the game that is played again. Raises Refused,
        such as `NotOpenedHere`, and `OpenedAlready` where that rematch waits for players.
        """
        async with self._database.transaction() as unit:
            # The lock orders concurrent requests: the first opens the rematch.
            old = None if rematch_of is None else await self._row(unit, rematch_of, lock=True)
            if (done := await unit.by_cause(EventRow, cause.key)) is not None:
                return (await self._of_event(unit, done)).summary()
            created = _Created(setup.seat, None if old is None else old.id)
            if old is not None:
                await _check_rematch(unit, old, _as_json(created), person)
            engine = self._engine(setup.key)
            if setup.levels:
                computers.check_plays(engine)
            if setup.terms.absence == "computer":
                check_computers_think(self._limits, "keep a seat")
            low, high = numbers_of_players(engine.info, setup)
            chosen, timed = options_of(engine, setup, high)
            settled = await settings_of(unit, None if place is None else place.guild_id)
            if place is not None and membership is not None:
                check_opening(settled, place, membership)
            now = self._clock.now()
            host = await ensure_person(unit, person, now)
            mark_active(host, now)
            await check_lobbies(unit, self._limits, host.id, place, settled, now=now)
            if setup.levels:
                await check_computer_games(unit, self._limits, host.id)
                # The game may start at once, which needs to know the host's vacations.
                await unit.vacations.load(host)
            row = game_row(
                engine,
                place,
                options=chosen,
                rules_version=engine.info.rules_version,
                status="lobby",
                min_seats=low,
                max_seats=high,
                threaded=setup.threaded and setup.dm_channel_id is None,
                deadline_hours=hours_of(engine.info, setup.deadline_hours, settled) if timed else None,
                terms=_as_json(setup.terms),
                host=host,
                host_id=host.id,
                created_at=now,
                seats=[seat_row(host, newcomers_seat(engine, (), setup.seat), now)],
            )
            row.channel_id = row.channel_id or setup.dm_channel_id
            await new_game(unit, row, self._rng)
            live = LiveGame(unit, engine, row, now, cause)
            live.append(EventType.CREATED, person=summarizing.person(host), data=created)
            commitment.commit(live, self._rng, commitment.contribution_of(setup.contribution, cause))
            await self._fill(live, setup, again=old is not None)
            return live.summary()

    async def _fill(self, live: LiveGame, setup: GameSetup, *, again: bool) -> None:
        """Invite the opponents whom the host named, and seat the computers. Raises Refused."""
        for number, opponent in enumerate(setup.opponents, start=1):
            # People who cannot be invited to a rematch may still join it.
            with suppress(*([Refused] if again else [])):
                player = await ensure_person(live.unit, opponent, live.now)
                await invite(live, -number, player, summarizing.person(live.row.host), again=again)
        for level in setup.levels:
            await lobby_changes.sit_down(live, level)
        await lobby_changes.start_if_full(live, self._rng)

    async def again(
        self, person: Person, code: str, *, cause: Cause, membership: Membership | None = None
    ) -> GameSummary:
        """Open a rematch of a game in its channel and invite the others, or join the one opened already.

        Raises Refused.

        `membership` as in `create`.
        """
        async with self._database.reading() as unit:
            old = await self._row(unit, code)
            players = await players_of(unit, old)
        setup = GameSetup(
            old.key,
            msgspec.json.decode(old.options),
            seats=len(old.seats) if old.seed is not None else None,
            deadline_hours=old.deadline_hours,
            terms=summarizing.terms_of(old),
            threaded=old.threaded,
            opponents=tuple(
                summarizing.person(one)
                for one in players
                if one.level is None and one.forgotten_at is None and one.id != person.id
            ),
            levels=tuple(Level(one.level) for one in players if one.level is not None),
            dm_channel_id=old.channel_id if old.guild_id is None else None,
        )
        try:
            return await self.create(
                person, _place_of(old), setup, cause=cause, membership=membership, rematch_of=old.code
            )
        except OpenedAlready as opened:
            return await self.join(person, opened.code, cause=cause)

    async def join(
        self,
        person: Person,
        code: str,
        *,
        cause: Cause,
        seat: Seat | None = None,
        contribution: str | None = None,
    ) -> GameSummary:
        """Take a seat, and add `contribution` to the draw; the last one starts the game. Raises Refused."""

        async def join(live: LiveGame) -> None:
            if not live.has_seat(person.id):
                await check_joins(live, self._limits, person.id)
            await lobby_changes.join(
                live, person, seat, contribution, patience=self._limits.patience, rng=self._rng
            )

        return await self._change(code, cause, join)

    async def add_computer(self, person: Person, code: str, level: Level, *, cause: Cause) -> GameSummary:
        """Add a computer, as the host; filling the last seat starts the game. Raises Refused."""

        async def add(live: LiveGame) -> None:
            await lobby_changes.check_host(live, person, "add a computer to")
            computers.check_plays(live.engine)
            for sitting in live.row.seats:
                if sitting.player.level is None:
                    await check_computer_games(
                        live.unit, self._limits, sitting.player_id, besides=live.row.id
                    )
            invited = await live.unit.invitations.of_game(live.row.id, live.now)
            if len(live.row.seats) + len(invited) >= live.row.max_seats:
                kept = " or kept for those who are invited" if invited else ""
                raise Refused("full", f"All seats of game {live.row.code} are taken{kept}.")
            await lobby_changes.sit_down(live, level)
            await lobby_changes.start_if_full(live, self._rng)

        return await self._change(code, cause, add)

    async def remove_computer(self, person: Person, code: str, *, cause: Cause) -> GameSummary:
        """Remove the last computer, as the host. Raises Refused."""

        async def remove(live: LiveGame) -> None:
            await lobby_changes.check_host(live, person, "remove a computer from")
            there = [sitting.player for sitting in live.row.seats if sitting.player.level is not None]
            if not there:
                raise Refused("no_computer", f"No computer has a seat in game {live.row.code}.")
            *_, last = there
            lobby_changes.stand_up(live, last.id, summarizing.person(last))

        return await self._change(code, cause, remove)

    async def leave(self, person: Person, code: str, *, cause: Cause) -> GameSummary:
        """Leave the seat. The next player becomes host; the game is called off when nobody is left."""
        return await self._change(code, cause, lambda live: lobby_changes.leave(live, person))

    async def start(self, person: Person, code: str, *, cause: Cause) -> GameSummary:
        """Start with the players so far, if they are enough. Raises Refused."""

        async def start(live: LiveGame) -> None:
            if any(sitting.player.level is not None for sitting in live.row.seats):
                check_computers_think(self._limits, "play")
            await lobby_changes.start(live, person, self._rng)

        return await self._change(code, cause, start)

    async def cancel(self, person: Person, code: str, *, cause: Cause) -> GameSummary:
        """Call off a game that has not started, as its host. Raises Refused."""
        return await self._change(code, cause, lambda live: lobby_changes.cancel(live, person))

    async def silent(self) -> Sequence[str]:
        """Codes of the next expired lobbies, and of imported games whose seats stayed vacant."""
        before, offset = self._clock.now() - LOBBY_LIFE, self._silent.offset
        async with self._database.reading() as unit:
            return await unit.due_games.silent_lobbies(before, limit=_AT_ONCE, offset=offset)

    async def expire_silent(self) -> bool:
        """Call expired lobbies off; whether there may be more of them."""
        codes = await self.silent()
        done = [await succeeds(self.expire(code), "lobby_not_expired", game=code) for code in codes]
        return self._silent.went_through(done, _AT_ONCE)

    @retried
    async def expire(self, code: str) -> None:
        """Call a game off if it is still silent. Raises Refused."""
        async with self._changing(code) as live:
            due = live.unit.due_games
            if not await due.silent_lobbies(live.now - LOBBY_LIFE, limit=1, code=live.row.code):
                return
            if live.row.status == "lobby":
                lobby_changes.call_off(live)
            else:
                await abandon(
                    live, "called off: its seats stayed vacant", "nobody has taken the seats: called off"
                )
                await notifications.publish(live)
            log.info("lobby_expired", game_id=live.row.id)

    @retried
    async def purge(self) -> bool:
        """Delete games that were called off long ago before they started; whether there may be more."""
        async with self._database.transaction() as unit:
            purged = await unit.due_games.purge_unstarted(self._clock.now() - LOBBY_LIFE, limit=_AT_ONCE)
        if purged:
            log.info("lobbies_purged", count=purged)
        return purged == _AT_ONCE


async def _check_rematch(unit: Unit, old: GameRow, created: str, person: Person) -> None:
    """Raises OpenedAlready where a rematch waits for players, and Refused where this person plays one, or has
    no seat to play again from.
    """
    opened = await unit.game_lists.rematch(old.channel_id, created, statuses=LOBBY)
    if opened is not None:
        raise OpenedAlready(opened)
    played = await unit.game_lists.rematch(old.channel_id, created, statuses=RUNNING, player_id=person.id)
    if played is not None:
        raise Refused("plays_again", f"You are already playing this game again, as {played}.")
    if old.seed is not None and person.id not in {one.id for one in await players_of(unit, old)}:
        raise Refused(
            "not_in_game",
            f"Only those who played game {old.code} can open it again for everybody who did; `/game new` "
            "opens one like it.",
        )


def _place_of(row: GameRow) -> Place | None:
    if row.guild_id is None or row.channel_id is None:
        return None
    return Place(row.guild_id, row.channel_id, row.forum)


class _Created(Value, frozen=True):
    """The data of a `CREATED` event: the seat asked for, and the game of which this is a rematch."""

    seat: Seat | None
    rematch_of: int | None = None


def _as_json(data: Value) -> str:
    return msgspec.json.encode(data).decode()
