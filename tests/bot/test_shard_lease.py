"""One process a shard: taken, kept, lost, taken over; on SQLite one process in all."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs

from bot.clock import OffsetClock
from bot.errors import DatabaseUnavailable
from bot.shard_lease import (
    IDENTIFY,
    LEASE,
    MARGIN,
    RENEWAL_INTERVAL,
    AlreadyRunning,
    DatabaseShardLease,
    LeaseLost,
    shard_lease_of,
)
from bot.shards import WHOLE, ShardRange, parse_shards
from bot.store.database import Database
from tests.databases import Sqlite, finish
from tests.examples import examples
from tests.manual_clock import ManualClock

T = TypeVar("T")

LOW, HIGH = parse_shards("0-1,2-3/4")
SECOND = timedelta(seconds=1)


@asynccontextmanager
async def going_on(work: Awaitable[T]) -> AsyncIterator[asyncio.Future[T]]:
    task = asyncio.ensure_future(work)
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, LeaseLost):
            await task


async def pass_time(clock: ManualClock, by: timedelta, *tasks: asyncio.Future[Any]) -> None:
    """Let time pass second by second, each as long as the tasks need that live in it; until one is done."""
    end = clock.now() + by

    async def settled() -> None:
        async with asyncio.timeout(120):
            while len(clock._sleepers) < sum(not task.done() for task in tasks):  # noqa: ASYNC110 -- to wait sets no event
                await asyncio.sleep(0.002)

    await settled()
    while clock.now() < end and not any(task.done() for task in tasks):
        clock.advance(SECOND)
        await asyncio.sleep(0)
        await settled()


async def test_two_processes_share_the_ranges(database: Database, clock: ManualClock) -> None:
    both = [DatabaseShardLease(database, clock, (LOW, HIGH)) for _ in range(2)]
    assert set(await asyncio.gather(*(shard_lease.begin() for shard_lease in both))) == {LOW, HIGH}


async def test_a_stand_by_takes_over_when_a_process_dies(database: Database, clock: ManualClock) -> None:
    dead, other, spare = (DatabaseShardLease(database, clock, (LOW, HIGH)) for _ in range(3))
    begun = clock.now()
    assert await dead.begin() == LOW
    assert await other.begin() == HIGH
    async with going_on(other.keep()) as kept, going_on(spare.begin()) as waiting:
        await pass_time(clock, 5 * LEASE, kept, waiting)
        assert waiting.result() == LOW
        assert LEASE <= clock.now() - begun <= LEASE + 3 * SECOND
        assert not kept.done()


async def test_a_stand_by_takes_over_at_once_from_one_that_stops(
    database: Database, clock: ManualClock
) -> None:
    first, spare = (DatabaseShardLease(database, clock, (WHOLE,)) for _ in range(2))
    await first.begin()
    async with going_on(spare.begin()) as waiting:
        await pass_time(clock, 2 * SECOND, waiting)
        assert not waiting.done()
        await first.end()
        await pass_time(clock, 2 * SECOND, waiting)
        assert waiting.done()


async def test_one_that_lives_is_never_replaced(database: Database, clock: ManualClock) -> None:
    first, spare = (DatabaseShardLease(database, clock, (WHOLE,)) for _ in range(2))
    await first.begin()
    async with going_on(first.keep()) as kept, going_on(spare.begin()) as waiting:
        await pass_time(clock, 4 * LEASE, kept, waiting)
        assert not kept.done()
        assert not waiting.done()


async def test_one_that_slept_too_long_learns_that_it_was_replaced(
    database: Database, clock: ManualClock
) -> None:
    first, second = (DatabaseShardLease(database, clock, (WHOLE,)) for _ in range(2))
    await first.begin()
    clock.advance(2 * LEASE)
    await second.begin()
    with pytest.raises(LeaseLost, match="another process"):
        await first.keep()
    await first.end()
    # What the loser gives back is not the winner's.
    async with going_on(second.keep()) as kept:
        await pass_time(clock, 2 * RENEWAL_INTERVAL, kept)
        assert not kept.done()


async def test_one_that_slept_and_was_not_replaced_goes_on(database: Database, clock: ManualClock) -> None:
    first = DatabaseShardLease(database, clock, (WHOLE,))
    await first.begin()
    clock.advance(2 * LEASE)
    async with going_on(first.keep()) as kept:
        await pass_time(clock, 2 * RENEWAL_INTERVAL, kept)
        assert not kept.done()


async def test_without_the_database_it_stops_before_another_could_begin(
    database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseUnavailable("connection refused")

    shard_lease = DatabaseShardLease(database, clock, (WHOLE,))
    begun = clock.now()
    await shard_lease.begin()
    monkeypatch.setattr(database, "transaction", away)
    async with going_on(shard_lease.keep()) as kept:
        await pass_time(clock, 2 * LEASE, kept)
        with pytest.raises(LeaseLost, match="out of reach"):
            await kept
    assert clock.now() - begun < LEASE


async def test_a_database_that_is_away_for_a_moment_is_forgiven(
    database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseUnavailable("connection refused")

    shard_lease = DatabaseShardLease(database, clock, (WHOLE,))
    await shard_lease.begin()
    async with going_on(shard_lease.keep()) as kept:
        with monkeypatch.context() as patched:
            patched.setattr(database, "transaction", away)
            await pass_time(clock, 2 * RENEWAL_INTERVAL, kept)
        await pass_time(clock, 2 * LEASE, kept)
        assert not kept.done()


@pytest.fixture
def settable(clock: ManualClock) -> OffsetClock:
    """A clock that somebody may set back."""
    return OffsetClock(clock)


async def test_one_whose_clock_is_set_back_keeps_its_lease_and_renews_it(
    database: Database, clock: ManualClock, settable: OffsetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseUnavailable("connection refused")

    shard_lease = DatabaseShardLease(database, settable, (WHOLE,))
    await shard_lease.begin()
    async with going_on(shard_lease.keep()) as kept:
        await pass_time(clock, 3 * SECOND, kept)
        settable.offset = timedelta(hours=-1)
        await pass_time(clock, 2 * LEASE, kept)
        assert not kept.done()
        async with database.reading() as unit:
            (held,) = await unit.leases.living(settable.now())
        assert held.until <= settable.now() + LEASE
        # And gives it up in time where it cannot.
        settable.offset = timedelta(hours=-2)
        monkeypatch.setattr(database, "transaction", away)
        await pass_time(clock, LEASE, kept)
        with pytest.raises(LeaseLost, match="out of reach"):
            kept.result()


async def test_what_a_dead_process_held_before_the_clock_was_set_back_is_free(
    database: Database, clock: ManualClock, settable: OffsetClock
) -> None:
    dead, next_one = (DatabaseShardLease(database, settable, (WHOLE,)) for _ in range(2))
    await dead.begin()
    await dead.identify(0, buckets=1, initial=True)
    settable.offset = timedelta(hours=-1)

    async def served() -> None:
        await next_one.begin()
        await next_one.identify(0, buckets=1, initial=True)

    async with going_on(served()) as serving:
        await pass_time(clock, 2 * LEASE, serving)
        assert serving.done()


async def test_servers_are_divided_in_one_way_at_a_time(database: Database, clock: ManualClock) -> None:
    old = DatabaseShardLease(database, clock, (LOW,))
    new = DatabaseShardLease(database, clock, parse_shards("6-7/8"))
    await old.begin()
    async with going_on(new.begin()) as waiting:
        await pass_time(clock, 3 * SECOND, waiting)
        assert not waiting.done()
        await old.end()
        await pass_time(clock, 2 * SECOND, waiting)
        assert waiting.done()


async def test_sessions_begin_one_after_the_other_in_a_bucket(database: Database, clock: ManualClock) -> None:
    one, other = (DatabaseShardLease(database, clock, (each,)) for each in (LOW, HIGH))
    await asyncio.gather(one.begin(), other.begin())
    await one.identify(0, buckets=2, initial=True)
    await one.identify(1, buckets=2, initial=False)
    begun = clock.now()
    async with going_on(other.identify(2, buckets=2, initial=True)) as waiting:
        await pass_time(clock, 9 * SECOND, waiting)
        assert waiting.done()
    assert 5 * SECOND <= clock.now() - begun <= 6 * SECOND


@settings(max_examples=examples(40))
@given(
    layout=st.sampled_from(["0-1,2-3/4", "0,1,2,3/4", "0-3/4"]),
    steps=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 20)), max_size=12),
)
def test_no_shard_is_ever_held_twice(sqlite: Sqlite, layout: str, steps: list[tuple[int, int]]) -> None:
    """Processes begin, die and stop in any order; whoever has begun holds what nobody else holds."""

    async def run(address: str) -> None:
        database, clock = Database(address), ManualClock()
        processes = [DatabaseShardLease(database, clock, parse_shards(layout)) for _ in range(5)]
        holding: dict[int, tuple[ShardRange, object]] = {}
        for number, seconds in steps:
            if number in holding:
                del holding[number]
                await processes[number].end()
            elif await processes[number]._take_free_range():
                holding[number] = (processes[number]._shards, processes[number]._until)
            shards = [shard for held, _ in holding.values() for shard in held]
            assert len(shards) == len(set(shards))
            clock.advance(timedelta(seconds=seconds))
            holding = {one: kept for one, kept in holding.items() if processes[one]._until > clock.now()}
        await database.close()

    with sqlite.fresh() as address:
        finish(run(address))


async def test_sqlite_is_served_by_one_process(sqlite: Sqlite, clock: ManualClock, tmp_path: Path) -> None:
    with sqlite.fresh() as address:
        same = tmp_path / "by-another-name.sqlite3"
        same.symlink_to(str(make_url(address).database))
        databases = [Database(address), Database(f"sqlite:///{same}")]
        one, other = (shard_lease_of(database, clock, (WHOLE,)) for database in databases)
        assert await one.begin() == WHOLE
        with pytest.raises(AlreadyRunning, match="SQLite takes one"):
            await other.begin()
        await one.end()
        assert await other.begin() == WHOLE
        await other.end()
        for database in databases:
            await database.close()


@pytest.mark.parametrize("text", ["0-1/4", "0-1,2-3/4"])
async def test_sqlite_takes_no_part_of_the_shards(sqlite: Sqlite, clock: ManualClock, text: str) -> None:
    with sqlite.fresh() as address:
        database = Database(address)
        with pytest.raises(AlreadyRunning, match="need PostgreSQL"):
            shard_lease_of(database, clock, parse_shards(text))
        halves = parse_shards("0-1/2")
        shard_lease = shard_lease_of(database, clock, halves)
        assert await shard_lease.begin() == halves[0]
        await shard_lease.end()
        await database.close()


async def test_a_session_waits_for_a_database_that_is_away(
    clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseUnavailable("connection refused")

    database = Database("postgresql://nobody@127.0.0.1:1/nowhere")
    monkeypatch.setattr(database, "transaction", away)
    asked = clock.now()
    lease = DatabaseShardLease(database, clock, (WHOLE,))
    async with going_on(lease.identify(0, buckets=1, initial=True)), asyncio.timeout(120):
        for tries in (1, 2):
            while clock.next_alarm is None:  # noqa: ASYNC110 -- a test
                await asyncio.sleep(0)
            assert clock.next_alarm == asked + tries * SECOND
            clock.advance(SECOND)


async def test_a_server_that_is_not_there_is_waited_for_and_said_to_be_lost(clock: ManualClock) -> None:
    """Not a stand-in: whatever the driver raises where nobody listens."""
    database = Database("postgresql://nobody:nothing@127.0.0.1:1/nowhere")
    shard_lease = DatabaseShardLease(database, clock, (WHOLE,))
    async with going_on(shard_lease.begin()) as waiting:
        await pass_time(clock, 3 * SECOND, waiting)
        assert not waiting.done()
    shard_lease._until = clock.now() + LEASE
    async with going_on(shard_lease.keep()) as kept:
        await pass_time(clock, LEASE, kept)
        with pytest.raises(LeaseLost, match="out of reach"):
            await kept
    await shard_lease.end()
    await database.close()


async def test_a_stand_by_says_once_that_it_waits(database: Database, clock: ManualClock) -> None:
    first, spare = (DatabaseShardLease(database, clock, (WHOLE,)) for _ in range(2))
    await first.begin()
    with capture_logs() as logs:
        async with going_on(spare.begin()) as waiting:
            await pass_time(clock, 3 * SECOND, waiting)
    assert [line["event"] for line in logs] == ["standing_by"]


async def test_a_lease_is_renewed_or_given_up_before_its_margin(
    database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseUnavailable("connection refused")

    timeout, patience = asyncio.timeout, list[float | None]()

    def noting(seconds: float | None) -> asyncio.Timeout:
        patience.append(seconds)
        return timeout(seconds)

    shard_lease = DatabaseShardLease(database, clock, (WHOLE,))
    begun = clock.now()
    await shard_lease.begin()
    clock.advance(9 * SECOND)
    monkeypatch.setattr(database, "transaction", away)
    async with going_on(shard_lease.keep()) as kept:
        while clock.next_alarm is None:  # noqa: ASYNC110 -- a test
            await asyncio.sleep(0)
        assert clock.next_alarm == begun + LEASE - MARGIN
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "timeout", noting)
            clock.advance(3 * SECOND)
            with pytest.raises(LeaseLost, match="out of reach"):
                await kept
            shard_lease._until = clock.now() + LEASE
            with pytest.raises(DatabaseUnavailable):
                await shard_lease._renew()
    assert patience == [0.5, 12]


async def test_a_lease_counts_as_long_as_clocks_may_differ(
    database: Database, clock: ManualClock, settable: OffsetClock
) -> None:
    held, spare = (DatabaseShardLease(database, settable, (WHOLE,)) for _ in range(2))
    await held.begin()
    settable.offset = -MARGIN
    assert not await spare._take_free_range()
    settable.offset = -MARGIN - timedelta(milliseconds=1)
    assert await spare._take_free_range()


async def test_the_only_process_begins_its_first_session_at_once(clock: ManualClock, tmp_path: Path) -> None:
    shard_lease = shard_lease_of(Database(f"sqlite:///{tmp_path}/x.sqlite3"), clock, (WHOLE,))
    begun = clock.now()
    await shard_lease.identify(0, buckets=1, initial=True)
    async with going_on(shard_lease.identify(0, buckets=1, initial=False)):
        await asyncio.sleep(0)
        assert clock.next_alarm == begun + IDENTIFY
