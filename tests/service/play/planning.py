"""Short ways to make and read standing orders."""

from datetime import timedelta

import msgspec

from bot.service.facade import Service
from bot.service.play.order_sources import OrderTarget
from bot.service.play.orders import Planned
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import TurnNotice
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.repositories.partitions import LATER, person_partition
from tests.manual_clock import ManualClock
from tests.service.actors import new_cause

SOON = timedelta(seconds=90)
"""The time after which all orders that an event concerned have been processed."""


async def plan(service: Service, person: Person, code: str, basis: OrderTarget, action: str) -> Planned:
    return await service.orders.plan(person, code, basis, action, cause=new_cause())


async def line(
    service: Service, person: Person, code: str, *actions: str, after: OrderTarget = "line"
) -> Planned:
    """An order that is played after the others' actions, the last being its own."""
    planned = None
    for action in actions:
        planned = await plan(service, person, code, after, action)
        after = planned.unfinished or after
    assert planned is not None
    assert planned.unfinished is None
    return planned


async def later(service: Service, clock: ManualClock, code: str, after: timedelta = SOON) -> GameSummary:
    clock.advance(after)
    while code in await service.clock.due(100):
        await service.clock.process(code)
    return await service.reading.summary(code)


async def history(service: Service, code: str, person: Person | None = None) -> list[str]:
    return [line.text for line in await service.reading.history(code, person)]


async def notations(service: Service, person: Person, code: str) -> list[str | None]:
    return [order.notation for order in (await service.orders.listed(person, code)).orders]


async def fallen(database: Database, person: Person) -> list[tuple[tuple[str, str], ...]]:
    """The notices to a person about orders that fell."""
    async with database.reading() as unit:
        rows = await unit.outbox.waiting(person_partition(person.id) + LATER, "notice")
    notices = [msgspec.json.decode(row.payload, type=TurnNotice) for row in rows]
    return [notice.orders for notice in notices if notice.occasion == "fallen"]
