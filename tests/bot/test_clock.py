"""The clocks: the manual one wakes exactly whom it should."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta

import pytest

from bot.clock import SystemClock
from tests.manual_clock import ManualClock


async def test_sleepers_wake_when_their_moment_comes() -> None:
    clock = ManualClock()
    woken: list[str] = []

    async def sleeper(name: str, hours: int) -> None:
        await clock.sleep_until(start + timedelta(hours=hours))
        woken.append(name)

    start = clock.now()
    async with asyncio.TaskGroup() as group:
        group.create_task(sleeper("late", 5))
        group.create_task(sleeper("soon", 1))
        group.create_task(sleeper("past", -1))
        await asyncio.sleep(0.001)
        assert woken == ["past"]
        assert clock.next_alarm == start + timedelta(hours=1)
        clock.advance(timedelta(hours=2))
        await asyncio.sleep(0.001)
        assert woken == ["past", "soon"]
        clock.advance(timedelta(days=7))
    assert woken == ["past", "soon", "late"]
    assert clock.next_alarm is None


async def test_a_cancelled_sleeper_leaves_nothing_behind() -> None:
    clock = ManualClock()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await clock.sleep_until(clock.now() + timedelta(days=1))
    assert clock.next_alarm is None


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        ManualClock().advance(timedelta(seconds=-1))


async def test_the_computers_clock_is_in_utc_and_waits() -> None:
    clock = SystemClock()
    moment = clock.now() + timedelta(milliseconds=20)
    assert moment.tzinfo is UTC
    await clock.sleep_until(moment)
    assert clock.now() >= moment
