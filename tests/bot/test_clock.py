"""The clocks: the manual one wakes exactly whom it should."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from bot.app import clock_of
from bot.clock import OffsetClock, SteadyClock, SystemClock
from bot.settings import Settings
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


async def test_who_waits_for_a_moment_looks_at_the_clock_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    naps, now = list[float](), [datetime(2026, 1, 1, tzinfo=UTC)]

    class Looked(SystemClock):
        def now(self) -> datetime:
            return now[0]

    async def nap(seconds: float) -> None:
        naps.append(seconds)
        assert len(naps) <= 3
        now[0] += timedelta(seconds=seconds)

    monkeypatch.setattr(asyncio, "sleep", nap)
    await Looked().sleep_until(now[0] + timedelta(seconds=61))
    assert naps == [0, 60, 1]


def test_a_clock_has_no_offset_until_somebody_sets_it() -> None:
    own = ManualClock()
    assert OffsetClock(own).now() == own.now()


async def test_a_steady_clock_goes_on_when_the_computers_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteadyClock()
    begun = clock.now()
    assert abs(begun - datetime.now(UTC)) < timedelta(minutes=1)
    asleep = asyncio.create_task(clock.sleep_until(begun + timedelta(milliseconds=20)))
    await asyncio.sleep(0)
    set_back = SimpleNamespace(now=lambda zone: datetime.now(zone) - timedelta(hours=1))
    monkeypatch.setattr("bot.clock.datetime", set_back)
    async with asyncio.timeout(120):
        await asleep
    assert clock.now() >= begun + timedelta(milliseconds=20)


async def test_who_sleeps_when_the_server_turns_out_to_be_ahead_wakes_within_a_minute() -> None:
    own = ManualClock()
    clock = OffsetClock(own)
    asleep = asyncio.create_task(clock.sleep_until(clock.now() + timedelta(hours=1)))
    await asyncio.sleep(0)
    clock.offset = timedelta(hours=1)
    own.advance(timedelta(minutes=1))
    async with asyncio.timeout(1):
        await asleep


@pytest.mark.parametrize(
    ("adjustable", "minutes", "looks_after"), [(True, 60, 1), (True, 0.5, 0.5), (False, 60, 60)]
)
async def test_a_clock_that_may_be_set_is_looked_at_each_minute(
    adjustable: bool, minutes: float, looks_after: float
) -> None:
    own = ManualClock()
    clock = OffsetClock(own, adjustable=adjustable)
    asleep = asyncio.create_task(clock.sleep_until(clock.now() + timedelta(minutes=minutes)))
    await asyncio.sleep(0)
    assert own.next_alarm == own.now() + timedelta(minutes=looks_after)
    asleep.cancel()
    await asyncio.wait([asleep])


async def test_a_span_is_as_long_as_it_is_however_a_clock_is_set() -> None:
    own = ManualClock()
    clock = OffsetClock(own)
    clock.offset = timedelta(hours=1)
    asleep = asyncio.create_task(clock.sleep(timedelta(seconds=10)))
    await asyncio.sleep(0)
    clock.offset = timedelta(0)
    own.advance(timedelta(seconds=10))
    async with asyncio.timeout(1):
        await asleep


@pytest.mark.parametrize(
    ("address", "steady"), [("sqlite:///games.sqlite3", False), ("postgresql://here/games", True)]
)
def test_a_process_goes_by_the_computers_clock_only_where_no_server_has_the_time(
    address: str, steady: bool
) -> None:
    assert isinstance(clock_of(Settings(database_url=address)).own, SteadyClock) == steady
