"""A task that dies is started again, later and later, and what is long past is forgotten."""

import asyncio
import contextlib
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot import supervision
from bot.errors import DatabaseUnavailable
from bot.supervision import HEALTHY, InFlight, run_last, run_to_completion, supervised
from tests.manual_clock import ManualClock


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


async def test_work_is_finished_and_its_fault_does_not_replace_the_cancellation() -> None:
    going_on = asyncio.Event()

    async def work() -> None:
        await going_on.wait()
        raise DatabaseUnavailable("gone")

    running = asyncio.create_task(run_to_completion(work()))
    await asyncio.sleep(0)
    running.cancel()
    await asyncio.sleep(0)
    assert not running.done()
    going_on.set()
    with capture_logs() as logs, pytest.raises(asyncio.CancelledError):
        await running
    assert [line["reason"] for line in logs] == ["gone"]


async def test_work_that_is_finished_in_spite_of_a_cancellation_is_no_fault() -> None:
    going_on = asyncio.Event()
    running = asyncio.create_task(run_to_completion(going_on.wait()))
    await asyncio.sleep(0)
    running.cancel()
    await asyncio.sleep(0)
    going_on.set()
    with capture_logs() as logs, pytest.raises(asyncio.CancelledError):
        await running
    assert not logs


async def test_work_that_never_ends_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "_PATIENCE", 0.01)
    running = asyncio.create_task(run_to_completion(asyncio.Event().wait()))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    with capture_logs() as logs:
        await run_last("left_open", asyncio.Event().wait())
    assert [line["event"] for line in logs] == ["left_open"]


async def test_a_task_whose_cancellation_is_lost_in_a_fault_is_not_started_again(clock: ManualClock) -> None:
    lives: list[int] = []
    begun = asyncio.Event()

    async def task() -> None:
        lives.append(1)
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise DatabaseUnavailable("gone") from None

    running = asyncio.create_task(supervised("test", task, clock))
    await begun.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert lives == [1]


async def test_a_task_whose_part_dies_is_started_again(clock: ManualClock) -> None:
    """It waits for a group of tasks, and is not cancelled though the group says so to end the others."""
    lives: list[int] = []

    async def part() -> None:
        lives.append(1)
        raise ZeroDivisionError

    async def task() -> None:
        async with asyncio.TaskGroup() as parts:
            parts.create_task(part())
            parts.create_task(asyncio.Event().wait())

    with capture_logs() as logs:
        running = asyncio.create_task(supervised("test", task, clock))
        await wait_before_next_start(clock)
        await wait_before_next_start(clock)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(lives) >= 2
    assert [line["times"] for line in logs if line["event"] == "task_died"] == [1, 2]


async def test_what_is_under_way_is_waited_for() -> None:
    under_way = InFlight()
    assert await under_way.ended(0)
    with under_way.counted(), under_way.counted():
        assert under_way.count == 2
        assert not await under_way.ended(0.01)
    assert under_way.count == 0
    assert await under_way.ended(0)
