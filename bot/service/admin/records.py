"""Records that become games again."""

from __future__ import annotations

from datetime import datetime
from random import Random

from msgspec.structs import replace

from bot.service import notifications
from bot.service.admin.acts import Import
from bot.service.admin.operator import Operator
from bot.service.live import LiveGame
from bot.service.persons import remembered
from bot.service.restoring import Rebuilt, rebuild, store
from bot.service.summaries import Cause, Place, Refused
from bot.service.usecases import Engines
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
    except ValueError as flaw:
        raise Refused("bad_record", str(flaw)) from flaw


def rebuild_record(
    act: Import, engines: Engines, *, rng: Random, now: datetime, cause: Cause | None
) -> Rebuilt:
    """The record played again, before a transaction begins and off the event loop. Raises Refused."""
    engine = engines.get(act.record.game)
    if engine is None:
        raise Refused("no_such_rules", f"There is no “{act.record.game}” here.")
    try:
        record.check(act.record)
        record.replay(act.record)
    except ValueError as flaw:
        raise Refused("bad_record", str(flaw)) from flaw
    place = Place(act.guild_id, act.channel_id)
    return rebuild(act.record, engine, place, rng=rng, now=now, threaded=act.threaded, cause=cause)


async def import_record(
    unit: Unit, act: Import, rebuilt: Rebuilt, operator: Operator, rng: Random
) -> LiveGame:
    """Store the game, with its thread and card promised. Raises Refused."""
    live, changes, _ = rebuilt
    players = [await remembered(unit, one, live.now) for one in act.people]
    plays = operator.person is not None and any(one.id == operator.person.id for one in players)
    if live.engine.info.hidden and live.row.status != "finished" and plays:
        raise Refused(
            "plays_here",
            "You have this game's secrets in your hands and would play in it: ask another admin.",
        )
    await store(unit, rebuilt, players, rng)
    notifications.started(live)
    lines = ("the game goes on from its record",)
    await notifications.moved(live, replace(changes, lines=lines, other_lines=lines))
    notifications.hands(live)
    return live
