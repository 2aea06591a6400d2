"""The clock acts in time, once, and one broken game does not stop it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from bot.clock import ManualClock
from bot.service import Service
from bot.store.database import Database
from bot.timekeeper import Timekeeper
from tests.service.people import ANN, act, running

HOUR = timedelta(hours=1)


@asynccontextmanager
async def on_duty(keeper: Timekeeper) -> AsyncIterator[None]:
    task = asyncio.create_task(keeper.run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def history(service: Service, code: str) -> list[str]:
    return [line.text for line in await service.reading.history(code, None)]


async def until_history(service: Service, code: str, wanted: list[str]) -> None:
    async with asyncio.timeout(10):
        while True:
            if await history(service, code) == wanted:
                return
            await asyncio.sleep(0.005)


async def test_a_deadline_passes_without_anybody_looking(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=10)
    async with on_duty(Timekeeper(database, service, clock)):
        await asyncio.sleep(0.05)
        for _ in range(10 * 60):
            clock.advance(timedelta(minutes=1))
            await asyncio.sleep(0)
        await until_history(service, game.code, ["time up"])


async def test_a_new_deadline_wakes_the_keeper(
    service: Service, database: Database, clock: ManualClock
) -> None:
    async with on_duty(Timekeeper(database, service, clock)):
        game = await running(service, deadline_hours=1)
        await act(service, ANN, game.code, "@d3")
        await asyncio.sleep(0.05)
        clock.advance(HOUR)
        await until_history(service, game.code, ["@d3", "time up"])


async def test_two_keepers_settle_once(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=1)
    clock.advance(2 * HOUR)
    keepers = [Timekeeper(database, service, clock) for _ in range(3)]
    await asyncio.gather(*(keeper.settle() for keeper in keepers))
    assert await history(service, game.code) == ["time up"]


async def test_a_game_that_cannot_be_settled_holds_nobody_up(
    service: Service, database: Database, clock: ManualClock
) -> None:
    broken, sound = [await running(service, deadline_hours=hours) for hours in (1, 2)]
    async with database.transaction() as unit:
        row = await unit.games.by_code(broken.code)
        assert row is not None
        row.state = "{}"
    clock.advance(3 * HOUR)
    keeper = Timekeeper(database, service, clock)
    await keeper.settle()
    assert await history(service, sound.code) == ["time up"]
    await keeper.settle()
