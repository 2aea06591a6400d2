"""Nobody loses a round to the absence of the bot (Ruling 7 of the Four Gods, for every game)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from random import Random

import pytest

from bot.clock import OffsetClock
from bot.errors import DatabaseUnavailable
from bot.service.clock.timeouts import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, act, history, running, sound
from tests.service.scheduling import passes, running_scheduler

MOVED = "deadline moved after an outage"
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


@pytest.fixture
async def others(database_address: str, clock: ManualClock) -> AsyncIterator[list[ClockScheduler]]:
    """The schedulers of two more processes, with connections of their own."""
    databases = [Database(database_address) for _ in range(2)]
    yield [
        ClockScheduler(base, Service(base, ALL, clock, Random(n)), clock, process=f"other-{n}")
        for n, base in enumerate(databases)
    ]
    for base in databases:
        await base.close()


@pytest.fixture
def scheduler(database: Database, service: Service, clock: ManualClock) -> ClockScheduler:
    return ClockScheduler(database, service, clock)


async def test_a_deadline_that_passed_during_an_outage_is_moved(
    service: Service, database: Database, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    game = await running(service, deadline_hours=10)
    async with running_scheduler(scheduler):
        await passes(clock, 20 * SECOND)
    clock.advance(30 * HOUR)
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
        summary = await service.reading.summary(game.code)
        assert summary.deadline == clock.now() + HOUR
        # Everybody can read of it, and those who must act see it on a new card.
        assert await history(service, game.code) == [MOVED]
        assert summary.public_version == game.public_version + 1
        await passes(clock, 30 * SECOND)
    assert (await service.reading.summary(game.code)).deadline == summary.deadline
    await act(service, ANN, game.code, "@d3")
    await sound(database, game.code)


async def test_a_deadline_that_passed_while_somebody_attended_is_settled(
    service: Service, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    game = await running(service, "blitz", seats=2, options={"seconds": 20})
    async with running_scheduler(scheduler):
        await passes(clock, 50 * SECOND)
    assert await history(service, game.code) == ["1"]


async def test_a_round_of_seconds_is_begun_again_after_an_outage_of_seconds(
    service: Service, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    game = await running(service, "blitz", seats=2, options={"seconds": 40})
    async with running_scheduler(scheduler):
        await passes(clock, 64 * SECOND)
    clock.advance(9 * SECOND)
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
        assert await history(service, game.code) == [MOVED]
        assert (await service.reading.summary(game.code)).deadline == clock.now() + 40 * SECOND


async def test_a_restart_of_a_moment_changes_nothing(
    service: Service, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    game = await running(service, "blitz", seats=2, options={"seconds": 40})
    async with running_scheduler(scheduler):
        await passes(clock, 60 * SECOND)
    clock.advance(SECOND)
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
    assert await history(service, game.code) == []


async def test_the_first_start_of_all_is_no_outage(
    service: Service, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
    assert await history(service, game.code) == ["time up"]


async def test_a_process_that_joins_another_does_not_take_its_own_start_for_the_end_of_an_outage(
    service: Service, clock: ManualClock, scheduler: ClockScheduler, others: list[ClockScheduler]
) -> None:
    game = await running(service, "blitz", seats=2, options={"seconds": 40})
    async with running_scheduler(scheduler):
        await passes(clock, 66 * SECOND)
        async with running_scheduler(others[0]):
            await passes(clock, 5 * SECOND)
    assert await history(service, game.code) == ["1"]


async def test_several_processes_that_start_together_move_it_once(
    service: Service,
    database: Database,
    clock: ManualClock,
    scheduler: ClockScheduler,
    others: list[ClockScheduler],
) -> None:
    games = [await running(service, deadline_hours=hours) for hours in (10, 20, 30)]
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
    clock.advance(30 * HOUR)
    async with running_scheduler(scheduler), running_scheduler(others[0]), running_scheduler(others[1]):
        await passes(clock, 30 * SECOND)
        await asyncio.sleep(0.2)
    for game in games:
        assert await history(service, game.code) == [MOVED]
        await sound(database, game.code)


async def test_a_process_that_slept_makes_good_what_it_slept_through(
    service: Service, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    game = await running(service, deadline_hours=10)
    async with running_scheduler(scheduler):
        await passes(clock, 20 * SECOND)
        clock.advance(11 * HOUR)
        await passes(clock, timedelta(0))
        assert await history(service, game.code) == [MOVED]
        await passes(clock, HEARTBEAT_INTERVAL)
    assert await history(service, game.code) == [MOVED]


async def test_a_command_that_comes_before_the_keeper_has_looked_round(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=10)
    await service.clock.heartbeat("main")
    clock.advance(11 * HOUR)
    played = await act(service, ANN, game.code, "2")
    assert await history(service, game.code) == [MOVED, "2"]
    assert played.summary.deadline == clock.now() + 10 * HOUR
    await sound(database, game.code)


async def test_a_command_while_somebody_attends_finds_the_deadline_missed(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=10)
    clock.advance(10 * HOUR)
    await service.clock.heartbeat("main")
    clock.advance(HEARTBEAT_TIMEOUT - SECOND)
    await act(service, BOB, game.code, "2")
    assert await history(service, game.code) == ["1", "2"]


async def test_signs_of_life_go_on_when_the_clock_is_set_back(database: Database, clock: ManualClock) -> None:
    settable = OffsetClock(clock)
    service = Service(database, ALL, settable, Random(1))
    async with running_scheduler(ClockScheduler(database, service, settable)):
        await passes(clock, 5 * SECOND)
        settable.offset = -HOUR
        await passes(clock, HEARTBEAT_TIMEOUT)
        async with database.reading() as unit:
            last = await unit.heartbeats.last()
    assert last is not None
    assert settable.now() - HEARTBEAT_TIMEOUT <= last <= settable.now()


async def test_a_game_that_cannot_be_mended_holds_no_other_up(
    service: Service, database: Database, clock: ManualClock, scheduler: ClockScheduler
) -> None:
    broken, whole = [await running(service, deadline_hours=hours) for hours in (1, 2)]
    await service.clock.heartbeat("main")
    async with database.transaction() as unit:
        row = await unit.games.by_code(broken.code)
        assert row is not None
        row.state = "{}"
    clock.advance(5 * HOUR)
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
    assert await history(service, whole.code) == [MOVED]


async def test_a_database_that_goes_away_meanwhile_leaves_the_silence_as_it_was(
    service: Service, clock: ManualClock, scheduler: ClockScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [await running(service, deadline_hours=hours) for hours in (1, 2, 3)]
    await service.clock.heartbeat("main")
    clock.advance(5 * HOUR)

    async def away(code: str, since: datetime) -> bool:
        raise DatabaseUnavailable("gone fishing")

    with monkeypatch.context() as patched:
        patched.setattr(service.clock, "compensate_outage", away)
        with pytest.raises(ExceptionGroup) as fault:
            await scheduler.run()
        assert fault.group_contains(DatabaseUnavailable)
    clock.advance(timedelta(minutes=5))
    async with running_scheduler(scheduler):
        await passes(clock, timedelta(0))
    for game in games:
        assert await history(service, game.code) == [MOVED]


async def test_dying_at_any_point_of_making_good(database_address: str, clock: ManualClock) -> None:
    fragile = FragileDatabase(database_address, Fuse())
    service = Service(fragile, ALL, clock, Random(1))
    deaths = 0
    for point in range(1, 30):
        game = await running(service, deadline_hours=1)
        scheduler = ClockScheduler(fragile, service, clock)
        async with running_scheduler(scheduler):
            await passes(clock, timedelta(0))
        clock.advance(5 * HOUR)
        fragile.fuse.set(point)
        try:
            await scheduler._compensate_if_due()
        except* Crash:
            deaths += 1
        fragile.fuse.clear()
        async with running_scheduler(ClockScheduler(fragile, service, clock)):
            await passes(clock, timedelta(0))
        assert await history(service, game.code) == [MOVED]
        await act(service, ANN, game.code, "resign")
        if deaths < point:
            break
    assert deaths >= 6
    await fragile.close()


async def test_a_process_counts_as_away_after_two_missed_heartbeats(
    service: Service, clock: ManualClock
) -> None:
    await service.clock.heartbeat("main")
    last = clock.now()
    clock.advance(timedelta(seconds=19))
    assert await service.clock.down_since("main", starting=False) is None
    clock.advance(SECOND)
    assert await service.clock.down_since("main", starting=False) == last
    assert timedelta(seconds=10) == HEARTBEAT_INTERVAL


async def test_who_starts_was_away_for_however_long_unless_another_lives(
    service: Service, clock: ManualClock
) -> None:
    await service.clock.heartbeat("main")
    last = clock.now()
    assert await service.clock.down_since("main", starting=True) is None
    clock.advance(SECOND)
    assert await service.clock.down_since("main", starting=True) == last
    await service.clock.heartbeat("other")
    clock.advance(SECOND)
    assert await service.clock.down_since("main", starting=True) is None
    clock.advance(18 * SECOND)
    await service.clock.heartbeat("main")
    last = clock.now()
    clock.advance(SECOND)
    assert await service.clock.down_since("main", starting=True) == last, (
        "the other has missed two heartbeats"
    )
