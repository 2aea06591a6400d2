"""Records that become games again."""

from __future__ import annotations

import asyncio
from datetime import datetime
from random import Random

from msgspec.structs import replace

from bot.service import notifications
from bot.service.admin.acts import Import
from bot.service.admin.operator import Operator
from bot.service.live import LiveGame
from bot.service.persons import remember
from bot.service.restoring import restored
from bot.service.summaries import Cause, Place, Refused
from bot.service.usecases import Engines
from bot.store.unit import Unit
from engines import record
from engines.record import Record
from engines.sheet import read_sheet

MAX_ENTRIES = 3000
"""Entries of the longest record that is imported while others play: each goes through the rules again."""


def read_record(data: bytes) -> Record:
    """A record from a file, JSON or score sheet. Raises Refused."""
    try:
        if len(data) > record.MAX_BYTES or data.lstrip().startswith(b"{"):
            return record.read(data)
        return read_sheet(data.decode())
    except ValueError as flaw:
        raise Refused("bad_record", str(flaw)) from flaw


async def import_record(
    unit: Unit,
    act: Import,
    operator: Operator,
    *,
    engines: Engines,
    rng: Random,
    now: datetime,
    cause: Cause | None,
) -> LiveGame:
    """The record as a game, with its thread and card promised. Raises Refused."""
    engine = engines.get(act.record.game)
    if engine is None:
        raise Refused("no_such_rules", f"There is no “{act.record.game}” here.")
    try:
        record.check(act.record)
        # Not on the event loop: that may take a while.
        replayed = await asyncio.to_thread(record.replay, act.record)
    except ValueError as flaw:
        raise Refused("bad_record", str(flaw)) from flaw
    over = engine.outcome(replayed.state) is not None
    people = [await remember(unit, one, now) for one in act.people]
    plays = operator.person is not None and any(one.id == operator.person.id for one in people)
    if engine.info.hidden and not over and plays:
        raise Refused(
            "plays_here",
            "You have this game's secrets in your hands and would play in it: ask another admin.",
        )
    place = Place(act.guild_id, act.channel_id)
    live, changes = await restored(
        unit,
        act.record,
        engine,
        people,
        place,
        rng=rng,
        now=now,
        threaded=act.threaded,
        cause=cause,
    )
    notifications.started(live)
    lines = ("the game goes on from its record",)
    await notifications.moved(live, replace(changes, lines=lines, other_lines=lines))
    notifications.hands(live)
    return live
