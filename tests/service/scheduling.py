"""Running a scheduler, and waiting for the things that it does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from bot.service.scheduler import ClockScheduler
from tests.manual_clock import ManualClock


@asynccontextmanager
async def running_scheduler(scheduler: ClockScheduler) -> AsyncIterator[None]:
    """Run the scheduler for the block, and stop it at the end as at the end of the process."""
    task = asyncio.create_task(scheduler.run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def until(holds: Callable[[], Awaitable[bool]], *, seconds: float = 120) -> None:
    """Return when `holds` is true. Fails after this many seconds."""
    async with asyncio.timeout(seconds):
        while True:
            if await holds():
                return
            await asyncio.sleep(0.005)


async def passes(clock: ManualClock, time: timedelta) -> None:
    """Let time pass from one alarm to the next, while a scheduler does what is due."""
    end = clock.now() + time
    while True:
        # The scheduler sleeps again: it has done everything that was due.
        async with asyncio.timeout(120):
            while clock.next_alarm is None or clock.next_alarm <= clock.now():  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        if clock.now() >= end:
            return
        clock.advance(min(clock.next_alarm, end) - clock.now())
