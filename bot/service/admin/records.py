"""Records that become games again."""

from collections.abc import Sequence
from datetime import datetime
from random import Random

from bot.service.admin.acts import Import
from bot.service.admin.importing import Imported, play_through, store
from bot.service.admin.operator import Operator
from bot.service.admin.plan import Change
from bot.service.clock import control
from bot.service.game.live import LiveGame
from bot.service.log.event_types import Waiting
from bot.service.notices import notifications
from bot.service.people.persons import ensure_person, new_pseudonym
from bot.service.seats.inviting import invite
from bot.service.usecases import Engines
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Place
from bot.store.unit import Unit
from engines import record
from engines.record import Record
from engines.sheet import read_sheet

MAX_ENTRIES = 3000
"""Entries of the longest record that is imported while others play: each goes through the rules again."""


def read_record(data: bytes) -> Record:
    """A record from a file, JSON or score sheet. Call it off the event loop. Raises Refused."""
    try:
        if len(data) > record.MAX_BYTES or data.lstrip().startswith(b"{"):
            return record.read(data)
        return read_sheet(data.decode())
    except UnicodeDecodeError as error:
        raise Refused("bad_record", "A record is UTF-8 text; this is none.") from error
    except ValueError as error:
        raise Refused("bad_record", str(error)) from error


def play_import(
    act: Import, engines: Engines, *, rng: Random, now: datetime, cause: Cause | None
) -> Imported:
    """The record played again, before a transaction begins and off the event loop. Raises Refused."""
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

    With those who are invited, and with warnings, a sentence each. Raises Refused.
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
            "You have this game's secrets in your hands and would play in it: ask another admin.",
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
