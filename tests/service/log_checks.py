"""A scheduler at work, and a way to wait for what it does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from tests.manual_clock import ManualClock


@asynccontextmanager
async def running_scheduler(scheduler: ClockScheduler) -> AsyncIterator[None]:
    """It runs; at the end it is told to stop, as at the end of the process."""
    task = asyncio.create_task(scheduler.run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def history(service: Service, code: str) -> list[str]:
    """What everybody may read of a game."""
    return [line.text for line in await service.reading.history(code, None)]


async def until(holds: Callable[[], Awaitable[bool]], *, seconds: float = 120) -> None:
    """Return when it is so. Fails if it takes longer than that."""
    async with asyncio.timeout(seconds):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.005)


async def passes(clock: ManualClock, time: timedelta) -> None:
    """Let time pass from one alarm to the next, while a scheduler does what is due."""
    end = clock.now() + time
    while True:
        # Asleep again, having done what it had to.
        async with asyncio.timeout(120):
            while clock.next_alarm is None or clock.next_alarm <= clock.now():  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        if clock.now() >= end:
            return
        clock.advance(min(clock.next_alarm, end) - clock.now())
