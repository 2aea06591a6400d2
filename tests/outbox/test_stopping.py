"""A stop ends everything at whatever await it comes, while the database is there and while it is away."""

import asyncio
from typing import Any

import pytest

from bot.errors import DatabaseUnavailable
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.store.database import Database
from bot.supervision import supervised
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import opened, running

_STEPS = 40
"""How many awaits of each task are tried."""


class Away:
    """A unit of work on a database that goes away while it begins."""

    async def __aenter__(self) -> None:
        await asyncio.sleep(0)
        raise DatabaseUnavailable("away")

    async def __aexit__(self, *_: object) -> None:
        """It never comes to that."""


async def stopped_after(steps: int, task: Any, clock: ManualClock) -> None:
    """Stop a supervised task after so many steps of the event loop, and wait for its end."""
    going = asyncio.create_task(supervised("test", task, clock))
    for _ in range(steps):
        await asyncio.sleep(0)
    going.cancel()
    for _ in range(5_000):
        if going.done():
            break
        # What waits for the clock goes on, too.
        if clock.next_alarm is not None:
            clock.advance(clock.next_alarm - clock.now())
        await asyncio.sleep(0)
    assert going.cancelled(), f"stopped after {steps} steps it goes on"


@pytest.mark.parametrize("what", ["outbox", "scheduler"])
async def test_a_stop_while_the_database_is_away_ends(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    await running(service)
    monkeypatch.setattr(database, "transaction", Away)
    monkeypatch.setattr(database, "reading", Away)
    for steps in range(_STEPS):
        if what == "outbox":
            await stopped_after(steps, Outbox(database, FakeSender(), clock).run, clock)
        else:
            await stopped_after(steps, ClockScheduler(database, service, clock, process="main").run, clock)


async def test_a_process_that_was_replaced_takes_nothing_from_its_successor(
    service: Service, outbox: Outbox, database: Database, sender: FakeSender, clock: ManualClock
) -> None:
    """It was frozen, and thaws and ends while a delivery of its successor is under way."""
    await running(service, "nim", seats=2)
    await outbox.drain()
    frozen = Outbox(database, sender, clock)
    await frozen.drain()
    await opened(service, "nim")
    assert await outbox._claims.claim(8)
    frozen._claims.after_fault()
    assert await frozen.drain() == 0
    await frozen._claims.release()
    assert await Outbox(database, sender, clock, owner="another").drain() == 0
