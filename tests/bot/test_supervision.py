"""A task that dies is started again, later and later, and what is long past is forgotten."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import timedelta

from bot.clock import ManualClock
from bot.supervision import HEALTHY, supervised


async def wait_before_next_start(clock: ManualClock) -> timedelta:
    """How long the supervisor means to wait; the clock is moved there."""
    for _ in range(20):
        await asyncio.sleep(0)
    assert clock.next_alarm is not None
    pause = clock.next_alarm - clock.now()
    clock.advance(pause)
    return pause


async def test_the_wait_grows_and_shrinks_again_after_ten_healthy_minutes(clock: ManualClock) -> None:
    lives: list[int] = []

    async def task() -> None:
        lives.append(1)
        if len(lives) == 7:
            clock.advance(HEALTHY)
        if len(lives) % 2:
            raise ZeroDivisionError

    running = asyncio.create_task(supervised("test", task, clock))
    pauses = [await wait_before_next_start(clock) for _ in range(8)]
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    seconds = [pause.total_seconds() for pause in pauses]
    assert seconds[0] <= 2
    assert seconds[5] >= 32
    assert seconds[6] <= 2
    assert 2 <= seconds[7] <= 3
    assert len(lives) >= 8
