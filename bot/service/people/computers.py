"""The persons that stand for computer players. They have no account at any door, and get no notices."""

from datetime import datetime
from itertools import count
from typing import Any, Final

from bot.service.game.live import LiveGame
from bot.service.people.persons import ensure_person
from bot.service.values.refused import Refused
from bot.service.values.request import Identity, Person
from bot.store.models import PersonRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, ComputerPlayer, Level

KIND: Final = "computer"
"""The kind of a computer's identity, and the prefix of the causes of its actions."""


def check_plays(engine: AnyEngine) -> ComputerPlayer[Any, Any, Any]:
    """The computer player of a game. Raises Refused where there is none."""
    if engine.computer is None:
        raise Refused("no_computer", f"There is no computer player for {engine.info.title} yet.")
    return engine.computer


async def computer(unit: Unit, level: Level, number: int, now: datetime) -> PersonRow:
    """The computer of a level with this number, from 1: a table has each at most once."""
    name = f"{level.word.capitalize()} computer{'' if number == 1 else f' {number}'}"
    row = await ensure_person(unit, Person.of(Identity(KIND, f"{level.word}:{number}", name)), now)
    if row.level is None:
        row.level, row.dm_hands, row.dms_closed_at = level, False, now
    return row


async def free_computer(live: LiveGame, level: Level) -> PersonRow:
    """A computer of a level that is not at this table yet."""
    taken, numbers = {sitting.player_id for sitting in live.row.seats}, count(1)
    while True:
        found = await computer(live.unit, level, next(numbers), live.now)
        if found.id not in taken:
            return found
