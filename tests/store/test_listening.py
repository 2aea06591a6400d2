"""What one process commits wakes the others on PostgreSQL, and all of them go by the server's time."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.clock import OffsetClock
from bot.errors import DatabaseUnavailable
from bot.store.database import Database
from bot.store.listening import Listener
from bot.store.unit import Unit
from tests.databases import Postgres
from tests.manual_clock import ManualClock

ALARM = datetime(2026, 8, 1, 12, 30, tzinfo=UTC)


class WakeUps:
    """What somebody was woken for."""

    def __init__(self, database: Database) -> None:
        self.kinds: list[str] = []
        self._more = asyncio.Event()
        database.on_outbox(lambda _nonces: self._woken("outbox"))
        self.alarms: list[datetime] = []
        database.on_clocks(self._clocks_woken)
        database.on_jobs(lambda: self._woken("jobs"))

    def _clocks_woken(self, at: datetime) -> None:
        self.alarms.append(at)
        self._woken("clocks")

    def _woken(self, kind: str) -> None:
        self.kinds.append(kind)
        self._more.set()

    async def until(self, *kinds: str) -> None:
        """Wait until this was heard, and nothing else."""
        async with asyncio.timeout(120):
            while self.kinds != list(kinds):
                assert self.kinds == list(kinds)[: len(self.kinds)]
                self._more.clear()
                await self._more.wait()
        self.kinds.clear()


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.fresh() as address:
        yield address


@pytest.fixture
async def connected(address: str) -> AsyncIterator[Callable[[], Database]]:
    opened: list[Database] = []

    def connect() -> Database:
        opened.append(Database(address))
        return opened[-1]

    yield connect
    for database in opened:
        await database.close()


@pytest.fixture
async def running() -> AsyncIterator[Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]]:
    tasks: list[asyncio.Task[None]] = []

    def run(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        tasks.append(asyncio.create_task(work))
        return tasks[-1]

    yield run
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def brings(unit: Unit, *kinds: str) -> None:
    unit.outbox.added |= "outbox" in kinds
    unit.set_alarm(ALARM if "clocks" in kinds else None)
    unit.jobs.added |= "jobs" in kinds


async def test_others_are_woken_when_it_is_committed(connected: Any, running: Any) -> None:
    alone, here = connected(), connected()
    woken = WakeUps(here)
    running(Listener(here, OffsetClock(ManualClock())).run())
    # Of what came before it listened it knows nothing.
    await woken.until("outbox", "clocks", "jobs")
    async with alone.transaction() as unit:
        brings(unit, "outbox", "clocks", "jobs")
    await woken.until("outbox", "clocks", "jobs")
    # The first came when it began to listen: whatever may have been set.
    before, after = woken.alarms
    assert before < after == ALARM
    async with alone.dry_run() as unit:
        brings(unit, "outbox")
    with suppress(RuntimeError):
        async with alone.transaction() as unit:
            brings(unit, "clocks")
            raise RuntimeError
    async with alone.transaction() as unit:
        brings(unit)
    async with alone.transaction() as unit:
        brings(unit, "jobs")
    # Nothing came in between.
    await woken.until("jobs")


async def test_who_delivers_what_it_puts_in_wakes_others_for_jobs_alone(connected: Any, running: Any) -> None:
    one, other = connected(), connected()
    own, woken = WakeUps(one), WakeUps(other)
    for database in (one, other):
        running(Listener(database, OffsetClock(ManualClock())).run())
    for listening in (own, woken):
        await listening.until("outbox", "clocks", "jobs")
    async with one.transaction() as unit:
        brings(unit, "outbox", "clocks", "jobs")
    await woken.until("jobs")
    async with other.transaction() as unit:
        brings(unit, "jobs")
    # Its own words wake nobody a second time.
    await own.until("outbox", "clocks", "jobs", "jobs")


async def test_a_connection_that_is_cut_is_noticed_and_begun_anew(connected: Any, running: Any) -> None:
    here, operator = connected(), connected()
    woken = WakeUps(here)
    listening = running(Listener(here, OffsetClock(ManualClock())).run())
    await woken.until("outbox", "clocks", "jobs")
    async with operator.reading() as unit:
        listens = "query LIKE '%clock_timestamp%' AND pid <> pg_backend_pid()"
        cut = text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listens}")
        await unit._session.execute(cut)
    async with asyncio.timeout(120):
        with pytest.raises(DatabaseUnavailable):
            await listening
    running(Listener(here, OffsetClock(ManualClock())).run())
    await woken.until("outbox", "clocks", "jobs")


async def test_machines_whose_clocks_differ_go_by_the_servers(connected: Any) -> None:
    database = connected()
    fast, slow = (OffsetClock(ManualClock()) for _ in range(2))
    assert isinstance(fast.own, ManualClock)
    fast.own.advance(timedelta(hours=3))
    for clock in (fast, slow):
        await Listener(database, clock).set_clock()
    assert timedelta(hours=2, minutes=59) < slow.offset - fast.offset < timedelta(hours=3, minutes=1)
    async with database.reading() as unit:
        server = await unit._session.scalar(text("SELECT clock_timestamp()"))
    assert abs(server - slow.now()) < timedelta(minutes=1)


async def test_a_time_that_is_given_is_kept(connected: Any) -> None:
    given = OffsetClock(ManualClock(), adjustable=False)
    await Listener(connected(), given).set_clock()
    assert given.offset == timedelta(0)


async def test_a_server_that_is_away_is_said_to_be(postgres: Postgres) -> None:
    database = Database(postgres.address_of("nowhere"))
    with pytest.raises(DatabaseUnavailable):
        await Listener(database, OffsetClock(ManualClock())).set_clock()
    await database.close()


async def test_who_sleeps_by_a_clock_that_is_put_back_sleeps_on() -> None:
    own = ManualClock()
    clock = OffsetClock(own)
    clock.offset = timedelta(minutes=5)
    asleep = asyncio.create_task(clock.sleep_until(clock.now() + timedelta(seconds=10)))
    await asyncio.sleep(0)
    clock.offset = timedelta(0)
    own.advance(timedelta(seconds=10))
    await asyncio.sleep(0.01)
    assert not asleep.done()
    own.advance(timedelta(minutes=5))
    await asyncio.wait_for(asleep, 120)


@pytest.mark.parametrize("trusted", [60.0, 0.0])
async def test_only_a_connection_that_has_rested_is_asked_whether_it_holds(
    connected: Callable[[], Database], monkeypatch: pytest.MonkeyPatch, trusted: float
) -> None:
    monkeypatch.setattr("bot.store.database._IDLE_SECONDS", trusted)
    database, asked = connected(), 0
    ping = database._engine.dialect.do_ping

    def asking(connection: Any) -> bool:
        nonlocal asked
        asked += 1
        return ping(connection)

    monkeypatch.setattr(database._engine.dialect, "do_ping", asking)
    for _ in range(3):
        async with database.reading() as unit:
            await unit.games.by_code("NONE")
    assert asked == (0 if trusted else 2)
