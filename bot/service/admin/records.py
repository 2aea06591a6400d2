"""A record becomes a game again: played through the rules first, then stored as it has come out."""

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import NamedTuple, cast

import msgspec

from bot.service.admin.acts import Import
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Change
from bot.service.clock import control
from bot.service.game.live import LiveGame
from bot.service.log.event_types import Back, EventType, Started, Waiting
from bot.service.log.mixture import Reseed, encoded, recorded_mixtures
from bot.service.notices import notifications
from bot.service.people.persons import ensure_person, new_pseudonym
from bot.service.seats.inviting import invite
from bot.service.seats.new_games import game_row, new_game
from bot.service.usecases import Engines
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Cause, Place
from bot.store.models import EventRow, PersonRow, SeatRow
from bot.store.unit import Unit
from engines import record
from engines.contract import Action, AnyEngine, TimeUp
from engines.record import Made, Record
from engines.sheet import read_sheet

MAX_ENTRIES = 3000
"""Entries of the longest record that is imported while others play: each goes through the rules again."""


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


def read_record(data: bytes) -> Record:
    """A record from a file, JSON or score sheet. Call it off the event loop. Raises Refused."""
    try:
        if len(data) > record.MAX_BYTES or data.lstrip().startswith(b"{"):
            return record.read(data)
        return read_sheet(data.decode())
    except UnicodeDecodeError as error:
        raise Refused("bad_record", "A record is UTF-8 text; this is not.") from error
    except ValueError as error:
        raise Refused("bad_record", str(error)) from error


def play_import(
    act: Import, engines: Engines, *, rng: Random, now: datetime, cause: Cause | None
) -> Imported:
    """Play the record again. Call it before a transaction begins, and off the event loop. Raises Refused."""
    engine = engines.get(act.record.game)
    if engine is None:
        raise Refused("no_such_rules", f"There is no “{act.record.game}” here.")
    try:
        record.check(act.record)
        record.replay(act.record)
    except ValueError as error:
        raise Refused("bad_record", str(error)) from error
    place = Place(act.guild_id, act.channel_id)
    return play_through(act.record, engine, place, rng=rng, now=now, threaded=act.threaded, cause=cause)


async def import_record(
    unit: Unit, act: Import, imported: Imported, operator: Operator, rng: Random
) -> tuple[LiveGame, Sequence[Change], Sequence[str]]:
    """Store the game, enqueue its thread and card, and invite its players.

    Returns the game, the invited people, and warnings, a sentence each. Raises Refused.
    """
    live = imported.live
    row, over = live.row, live.row.status == "finished"
    people = [await ensure_person(unit, one, live.now) for one in act.people]
    if len(people) != len(row.seats) or len({one.id for one in people}) != len(people):
        raise Refused("bad_players", f"The game has {len(row.seats)} players: name as many different ones.")
    plays = operator.person is not None and any(one.id == operator.person.id for one in people)
    if live.engine.info.hidden and not over and plays:
        raise Refused(
            "plays_here",
            "You know this game's secrets and would play in it: ask another admin.",
        )
    invited = {
        seat: one for seat, one in enumerate(people) if not operator.may_seat(one.id, at_once=act.at_once)
    }
    players = [
        await new_pseudonym(unit, live.now, vacant=True) if seat in invited else one
        for seat, one in enumerate(people)
    ]
    await store(unit, imported, players, rng)
    line = "the game goes on from its record"
    invitations, warnings = [], []
    if over and invited:
        warnings.append("The game is over, so nobody is invited to it, and the seats stay vacant.")
    elif invited:
        control.pause(live, operator.person, waiting=Waiting(tuple(invited)))
        for seat in sorted(invited, key=lambda seat: invited[seat].id):
            await invite(live, seat, invited[seat], operator.person)
            invitations.append(Change(f"invited to {live.seat_name(seat)}", None, invited[seat].name))
        line = "the game waits until its seats are taken"
        warnings.append("The game waits until all who are invited have accepted; they have a week.")
    notifications.open_thread(live)
    live.changes.starts_period &= not invited
    live.changes.replace_lines(line)
    await notifications.publish_with_hands(live)
    return live, invitations, warnings


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
