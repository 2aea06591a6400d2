"""Processes that lend their cores on PostgreSQL: killed in mid-thought, on machines whose clocks differ."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select, text

from bot.clock import OffsetClock, SystemClock
from bot.service.facade import Service
from bot.service.jobs.queue import LEASE, Claimed
from bot.store.database import Database
from bot.store.listening import Listener
from bot.store.models import EventRow, JobRow
from engines.contract import AnyEngine, Level
from engines.registry import ENGINES
from tests.databases import Postgres
from tests.manual_clock import ManualClock
from tests.service.actors import opened, sound
from tests.service.jobs.computers import ROSES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PATIENCE = 90
"""About the seconds that a process may need to begin on a busy machine, or to think."""


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.fresh() as address:
        yield address


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    opened = Database(address)
    yield opened
    await opened.close()


class Thinkers:
    """``python -m bot think``, as often as wanted."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.processes: list[asyncio.subprocess.Process] = []

    async def start(self, workers: int = 1) -> asyncio.subprocess.Process:
        environment = {**os.environ, "DATABASE_URL": self._address, "LOG_LEVEL": "WARNING"}
        environment.pop("DISCORD_TOKEN", None)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "think", "--workers", str(workers)),
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    async def end(self) -> None:
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
            await process.wait()


@pytest.fixture
async def thinkers(address: str) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(address)
    yield thinkers
    await thinkers.end()


async def job(database: Database) -> JobRow:
    async with database.reading() as unit:
        row = await unit._session.scalar(select(JobRow).order_by(JobRow.id.desc()).limit(1))
    assert row is not None
    return row


async def comes_to(database: Database, what: str) -> JobRow:
    """Wait until the newest job is in somebody's hand (``leased_by``) or thought about (``answer``)."""
    for _ in range(PATIENCE * 50):
        if getattr(row := await job(database), what) is not None:
            return row
        await asyncio.sleep(0.02)
    raise AssertionError(f"nobody comes to {what}")


async def test_of_two_processes_one_is_killed_in_mid_thought_and_the_other_thinks_on(
    database: Database, thinkers: Thinkers
) -> None:
    service = Service(database, ENGINES, SystemClock(), Random(1))
    first = await thinkers.start()
    # Long enough to be killed in.
    game = await opened(service, "flicflac", seat=1, levels=(Level.STRONG,))
    held = await comes_to(database, "leased_by")
    assert held.answer is None
    os.kill(first.pid, signal.SIGKILL)
    await first.wait()
    await thinkers.start()
    assert (await job(database)).leased_by == held.leased_by
    # As if its lease had run out; whoever listens looks at once.
    async with database.transaction() as unit:
        await unit._session.execute(text("UPDATE jobs SET leased_until = leased_until - interval '1 hour'"))
        unit.jobs.added = True
    found = await comes_to(database, "answer")
    assert found.attempts == 2
    while not await service.jobs.play_due():  # noqa: ASYNC110 -- another process has no event for this one
        await asyncio.sleep(0.1)
    async with database.reading() as unit:
        events = await unit._session.scalars(select(EventRow).filter_by(game_id=game.id, kind="action"))
        assert [event.seat for event in events] == [0]
    await sound(database, game.code)


async def test_a_process_that_waits_is_woken_by_what_another_puts_in(
    database: Database, thinkers: Thinkers
) -> None:
    service = Service(database, ENGINES, SystemClock(), Random(1))
    first = await opened(service, "roses", seat=1, levels=(Level.STRONG,))
    await thinkers.start()
    await comes_to(database, "answer")
    # Now it has nothing to do, and looks by itself every quarter of a minute alone.
    second = await opened(service, "roses", seat=1, levels=(Level.STRONG,))
    row = await comes_to(database, "answer")
    assert row.game_id == second.id != first.id
    assert row.attempts == 1


@pytest.mark.parametrize("agreed", [False, True])
async def test_machines_whose_clocks_differ_leave_each_other_what_they_have_in_hand(
    database: Database, agreed: bool
) -> None:
    slow, fast = (OffsetClock(ManualClock()) for _ in range(2))
    assert isinstance(fast.own, ManualClock)
    fast.own.advance(timedelta(hours=1))
    if agreed:
        for clock in (slow, fast):
            await Listener(database, clock).set_clock()
    engines: dict[str, AnyEngine] = {**ENGINES, "roses": ROSES}
    here, there = (Service(database, engines, clock, Random(1)) for clock in (slow, fast))
    game = await opened(here, "roses", seat=1, levels=(Level.STEADY,))
    (own,) = await here.jobs.claim("here", 1)
    stolen = await there.jobs.claim("there", 1)
    assert bool(stolen) is not agreed
    # Whoever has it: done it is once, and neither gently for being late nor an hour later.
    holder: list[Claimed] = stolen or [own]
    await (there if stolen else here).jobs.answer("there" if stolen else "here", holder[0], "@d3", 0.1)
    await here.jobs.answer("here", own, "@e4", 0.1)
    row = await job(database)
    assert '"@d3"' in (row.answer or "")
    if agreed:
        assert own.task.level is Level.STEADY
        assert row.not_before - row.created_at < LEASE
    assert isinstance(slow.own, ManualClock)
    slow.own.advance(timedelta(hours=2))
    assert await here.jobs.play_due() == 1
    async with database.reading() as unit:
        events = await unit._session.scalars(select(EventRow).filter_by(game_id=game.id, kind="action"))
        assert [event.notation for event in events] == ["@d3"]
    assert (await here.reading.summary(game.code)).to_act == (1,)
