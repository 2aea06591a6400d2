"""A record becomes a game again: played through the rules first, then stored as it has come out."""

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import NamedTuple, cast

import msgspec

from bot.service.game.live import LiveGame
from bot.service.log.event_types import Back, EventType, Started
from bot.service.log.mixture import Reseed, encoded, recorded_mixtures
from bot.service.seats.new_games import game_row, new_game
from bot.service.values.refused import refuse_illegal
from bot.service.values.request import Cause, Place
from bot.store.models import EventRow, PersonRow, SeatRow
from bot.store.unit import Unit
from engines.contract import Action, AnyEngine, TimeUp
from engines.record import Made, Record


class Imported(NamedTuple):
    """A game that was played again from its record and is still to be stored."""

    live: LiveGame
    events: list[EventRow]


class _EventCollector:
    """A stand-in for a unit of work without a transaction: it collects the events."""

    def __init__(self) -> None:
        self.events = self
        self.written: list[EventRow] = []

    def append(self, row: EventRow) -> None:
        self.written.append(row)


def play_through(
    game: Record,
    engine: AnyEngine,
    place: Place,
    *,
    rng: Random,
    now: datetime,
    threaded: bool,
    cause: Cause | None = None,
) -> Imported:
    """Play a record again, with empty seats. Slow: call it off the event loop.

    The record was checked before. Raises Refused.
    """
    row = game_row(
        engine,
        place,
        options=engine.options(game.options),
        rules_version=game.rules_version,
        status="active",
        min_seats=len(game.seats),
        max_seats=len(game.seats),
        # A record without a seed belongs to a game without draws.
        seed=game.seed or f"{rng.getrandbits(256):064x}",
        mixture=encoded(recorded_mixtures(game)),
        threaded=threaded,
        deadline_hours=engine.info.default_deadline_hours,
        created_at=now,
        started_at=now,
        seats=[SeatRow(seat=seat, joined_at=now) for seat in range(len(game.seats))],
    )
    collector = _EventCollector()
    live = LiveGame(cast("Unit", collector), engine, row, now, cause)
    live.append(EventType.CREATED)
    live.states.present = engine.start(engine.options(game.options), len(game.seats), row.seed or "")
    live.append(EventType.STARTED)
    _play_entries(live, game)
    live.update_snapshot()
    return Imported(live, collector.written)


def _play_entries(live: LiveGame, game: Record) -> None:
    states, reseeds = [live.state], iter(game.later_origins)
    for entry in game.entries:
        if isinstance(entry, Made):
            with refuse_illegal():
                action = live.engine.parse(live.state, entry.seat, entry.text)
            live.apply(_kind(action), entry.seat, action)
            states.append(live.state)
        else:
            del states[entry.undo_to + 1 :]
            reseed = None
            if isinstance(entry.seed, str):
                origin = next(reseeds)
                reseed = Reseed(origin.commitment, origin.words)
                states.append(live.engine.reseed(states[-1], entry.seed))
            live.go_back(states[-1], Back(entry.undo_to, reseed))


async def store(unit: Unit, imported: Imported, players: Sequence[PersonRow], rng: Random) -> None:
    """Store the game, with these players in the order of the seats. Raises Refused."""
    live, row = imported.live, imported.live.row
    row.host, row.host_id = players[0], players[0].id
    for sitting, player in zip(row.seats, players, strict=True):
        sitting.player, sitting.player_id = player, player.id
    await new_game(unit, row, rng)
    for event in imported.events:
        event.game_id = row.id
        if event.kind == EventType.CREATED:
            event.player_id = players[0].id
        elif event.kind == EventType.STARTED:
            people = tuple(player.id for player in players)
            started = Started(people, row.rules_version, msgspec.json.decode(row.options))
            event.data = msgspec.json.encode(started).decode()
        elif event.kind == EventType.ACTION:
            assert event.seat is not None  # noqa: S101 -- it is a seat's action
            event.player_id = players[event.seat].id
    await unit.events.append_many(imported.events)
    live.log.unit = unit
    live.set_alarm()


def _kind(action: Action) -> EventType:
    if isinstance(action, TimeUp):
        return EventType.CLOCK
    return EventType.AUTOMATIC if action.host_only else EventType.ACTION
