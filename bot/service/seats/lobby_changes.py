"""Changes of a game that waits for players, until it starts.

Each function changes a `LiveGame` and appends an event, or raises Refused with nothing changed.
"""

from datetime import timedelta
from random import Random
from typing import Final

import msgspec

from bot.service.game import commitment, summarizing
from bot.service.game.act_limits import check_joins_again
from bot.service.game.commitment import Joined
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType, Started
from bot.service.notices import notifications
from bot.service.people import computers
from bot.service.people.persons import ensure_person, mark_active, touch_person
from bot.service.seats.inviting import answer_by_joining
from bot.service.seats.new_games import check_seat, newcomers_seat, seat_row
from bot.service.values.refused import Refused, refuse_options
from bot.service.values.request import Person
from bot.store.models import GameRow
from engines.contract import AnyEngine, Level, Seat

_ENDED: Final = {"abandoned": "was called off", "finished": "is over"}
"""The state, in words by status, of a game that waits for nobody and that nobody can resign from."""


async def join(
    live: LiveGame,
    person: Person,
    seat: Seat | None,
    contribution: str | None,
    *,
    patience: timedelta,
    rng: Random,
) -> None:
    """Take a seat, and contribute to the draw; the last player starts the game."""
    row = live.row
    player = await ensure_person(live.unit, person, live.now)
    mark_active(player, live.now)
    if live.has_seat(player.id):
        raise Refused("already_in", f"You have a seat in game {row.code} already.")
    check_waiting(row)
    if len(row.seats) >= row.max_seats:
        raise Refused("full", f"All seats of game {row.code} are taken.")
    check_seat(live.engine, seat, row.max_seats)
    if seat is not None and any(sitting.seat == seat for sitting in row.seats):
        taken = live.engine.info.seats[seat].name
        raise Refused("seat_taken", f"{taken} is taken; join without naming a seat or name another.")
    await check_joins_again(live, player.id)
    await answer_by_joining(live, player.id)
    added = await commitment.contribute(live, player.id, contribution, patience)
    live.append(EventType.JOINED, person=summarizing.person(player), data=Joined(seat, added))
    await live.unit.vacations.load(player)
    row.seats.append(seat_row(player, newcomers_seat(live.engine, row.seats, seat), live.now))
    await start_if_full(live, rng)
    if row.status == "lobby":
        notifications.notify_lobby(live, player.id, host_alone=True)


async def check_host(live: LiveGame, person: Person, what: str) -> None:
    """Raises Refused for everybody but the host of a lobby."""
    if live.row.host_id != person.id:
        raise Refused("not_host", f"Only the host can {what} game {live.row.code}.")
    check_waiting(live.row)
    await touch_person(live.unit, person, live.now)


async def sit_down(live: LiveGame, level: Level) -> None:
    """Seat a computer, which contributes no text to the draw."""
    player = await computers.free_computer(live, level)
    live.append(EventType.JOINED, person=summarizing.person(player), data=Joined(None, None))
    live.row.seats.append(seat_row(player, newcomers_seat(live.engine, live.row.seats, None), live.now))


async def leave(live: LiveGame, person: Person) -> None:
    """Give up one's seat."""
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"You have no seat in game {live.row.code}.")
    check_waiting(live.row, "You can resign instead.")
    await touch_person(live.unit, person, live.now)
    stand_up(live, person.id, person)


async def start(live: LiveGame, person: Person, rng: Random) -> None:
    """Start with the players so far, if they are enough."""
    row = live.row
    if not live.has_seat(person.id):
        raise Refused("not_in_game", f"Only players of game {row.code} can start it.")
    check_waiting(row)
    if len(row.seats) < row.min_seats:
        missing = row.min_seats - len(row.seats)
        more = "one more player" if missing == 1 else f"{missing} more players"
        raise Refused("too_few", f"Game {row.code} needs {more} before it can start.")
    await touch_person(live.unit, person, live.now)
    await begin(live, rng, person)


async def cancel(live: LiveGame, person: Person) -> None:
    """Call the game off, as its host."""
    row = live.row
    if row.host_id != person.id:
        raise Refused("not_host", f"Only the host of game {row.code} can call it off.")
    check_waiting(row, "You can resign instead.")
    await touch_person(live.unit, person, live.now)
    call_off(live, person)


def call_off(live: LiveGame, person: Person | None = None) -> None:
    """End a game that has not started. `person`: the actor; None: the service."""
    live.row.status, live.row.finished_at = "abandoned", live.now
    live.append(EventType.CANCELLED, person=person)
    notifications.show_lobby(live)
    notifications.notify_lobby(live, None if person is None else person.id, host_alone=False)


async def start_if_full(live: LiveGame, rng: Random) -> None:
    """Start the game if all seats are taken, else show the new player."""
    if len(live.row.seats) == live.row.max_seats:
        await begin(live, rng)
    else:
        notifications.show_lobby(live)


async def begin(live: LiveGame, rng: Random, person: Person | None = None) -> None:
    """Draw seats and seed, and start the game."""
    row, engine = live.row, live.engine
    _check_seats_in_play(engine, row)
    row.seed = await commitment.draw(live, rng)
    with refuse_options():
        live.states.present = engine.start(
            engine.options(msgspec.json.decode(row.options)), len(row.seats), row.seed
        )
    # The rules may have changed since the game was opened.
    row.rules_version = engine.info.rules_version
    row.status, row.started_at = "active", live.now
    players = tuple(live.player_in(seat).id for seat in range(len(row.seats)))
    started = Started(players, row.rules_version, msgspec.json.decode(row.options))
    live.append(EventType.STARTED, person=person, data=started)
    live.apply_forced()
    live.update_snapshot()
    notifications.show_lobby(live)
    notifications.open_thread(live)
    await notifications.publish_with_hands(live)


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
    notifications.show_lobby(live)
    notifications.notify_lobby(live, person_id, host_alone=True)


def check_waiting(row: GameRow, instead: str = "") -> None:
    """Raises Refused for a game that waits for no players; `instead`: what to do once it has started."""
    if row.status in _ENDED:
        raise Refused("started", f"Game {row.code} {_ENDED[row.status]}.")
    if row.status != "lobby":
        raise Refused("started", f"Game {row.code} has started already. {instead}".rstrip())


def _check_seats_in_play(engine: AnyEngine, row: GameRow) -> None:
    """Raises Refused if a chosen seat is not in play with so few players."""
    count = len(row.seats)
    for sitting in row.seats:
        if sitting.seat is not None and sitting.seat >= count:
            name = engine.info.seats[sitting.seat].name
            raise Refused(
                "seat_unused", f"With {count} players nobody plays {name}, which somebody has chosen."
            )
