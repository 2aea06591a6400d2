"""The worker: computers are called, think in processes of their own and play, whoever is killed meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.errors import DatabaseUnavailable
from bot.jobs.child import Child, NoThought
from bot.jobs.worker import JobWorker
from bot.observer import Observer
from bot.service.facade import Service
from bot.service.jobs.queue import Claimed, Jobs
from bot.store.database import Database
from bot.store.unit import Unit
from bot.supervision import supervised
from engines.contract import AnyEngine, Level
from engines.registry import ENGINES
from engines.reviewing import ReviewTask
from engines.thinking import Task
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, act, sound
from tests.service.jobs.computers import NIM, ROSES, SEALED, against, jobs
from tests.tinygames import TINY


class Mind(Child):
    """Chooses as the test says, or breaks."""

    def __init__(self, *choices: str | Exception) -> None:
        super().__init__()
        self.choices = list(choices)
        self.tasks: list[Task | ReviewTask] = []
        self.ended = False

    async def end(self) -> None:
        self.ended = True

    async def think(self, task: Task | ReviewTask) -> str:
        self.tasks.append(task)
        await asyncio.sleep(0)
        choice = self.choices.pop(0)
        if isinstance(choice, Exception):
            raise choice
        return choice


class Stuck(Mind):
    """Never chooses."""

    async def think(self, task: Task | ReviewTask) -> str:
        self.tasks.append(task)
        await asyncio.sleep(600)
        return ""


class Schedule:
    """Jobs as the loops see them: how many answers are played at a time, and when the next is due."""

    def __init__(self, *played: int) -> None:
        self.played = list(played)
        self.due: datetime | None = None
        self.done = list[str]()

    async def release(self, owner: str) -> None:
        self.done.append(f"release {owner}")

    async def enqueue_all_missing(self) -> None:
        self.done.append("enqueue")

    async def play_due(self) -> int:
        self.done.append("play")
        return self.played.pop(0) if self.played else 0

    async def purge(self) -> None:
        self.done.append("purge")

    async def next_play(self) -> datetime | None:
        return self.due


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    return {**ENGINES, **TINY, "roses": ROSES, "nim": NIM, "sealed": SEALED}


async def settled(clock: ManualClock, done: Any, *, seconds: int = 120) -> None:
    """Let time pass until something is so."""
    for _ in range(seconds * 20):
        if await done():
            return
        await asyncio.sleep(0.005)
        clock.advance(timedelta(milliseconds=250))
    raise AssertionError("that never came to be")


@pytest.fixture
async def at_work(service: Service, database: Database, clock: ManualClock) -> AsyncIterator[Any]:
    running = list[asyncio.Task[None]]()

    def begin(*children: Child, owner: str = "mind", plays: bool = True) -> asyncio.Task[None]:
        worker = JobWorker(database, service.jobs, clock, children, owner=owner, plays=plays)
        running.append(asyncio.create_task(worker.run()))
        return running[-1]

    yield begin
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def test_a_computer_that_is_called_plays(
    service: Service, database: Database, clock: ManualClock, at_work: Any
) -> None:
    mind = Mind("2", "1")
    at_work(mind)
    game = await against(service, "nim", Level.GENTLE, Level.STRONG)
    await act(service, ANN, game.code, "3")

    async def mine() -> bool:
        return "Red" in (await service.reading.summary(game.code)).prompt

    await settled(clock, mine)
    assert sorted(task.seat for task in mind.tasks if isinstance(task, Task)) == [1, 2]
    await sound(database, game.code)


async def test_one_that_breaks_is_asked_again(
    service: Service, database: Database, clock: ManualClock, at_work: Any
) -> None:
    mind = Mind(NoThought("it died"), "@c5")
    at_work(mind)
    game = await against(service)
    await act(service, ANN, game.code, "@d3")

    async def mine() -> bool:
        return "White" in (await service.reading.summary(game.code)).prompt

    await settled(clock, mine)
    assert len(mind.tasks) == 2
    assert await jobs(database) == [("move", 1, "done")]


async def test_what_it_found_is_stored_though_the_database_is_away_for_a_moment(
    service: Service,
    database: Database,
    clock: ManualClock,
    at_work: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    transaction, left = database.transaction, 0

    def transaction_or_none() -> AbstractAsyncContextManager[Unit]:
        nonlocal left
        left -= 1
        if left >= 0:
            raise DatabaseUnavailable("the server restarts")
        return transaction()

    class Interrupted(Mind):
        async def think(self, task: Task | ReviewTask) -> str:
            nonlocal left
            left = 2
            return await super().think(task)

    monkeypatch.setattr(database, "transaction", transaction_or_none)
    mind = Interrupted(NoThought("it died"), "@c5")
    working = at_work(mind)
    game = await against(service)
    await act(service, ANN, game.code, "@d3")

    async def mine() -> bool:
        return "White" in (await service.reading.summary(game.code)).prompt

    await settled(clock, mine)
    assert len(mind.tasks) == 2, "nothing is thought about twice"
    assert not working.done(), "what others think about goes on"


async def test_one_process_thinks_and_another_plays(
    service: Service, database: Database, clock: ManualClock, at_work: Any
) -> None:
    at_work(owner="bot")
    at_work(Mind("@c5"), owner="think", plays=False)
    game = await against(service)
    await act(service, ANN, game.code, "@d3")

    async def mine() -> bool:
        return "White" in (await service.reading.summary(game.code)).prompt

    await settled(clock, mine)


async def test_what_was_under_way_when_it_was_stopped_is_taken_up_anew(
    service: Service, database: Database, clock: ManualClock, at_work: Any
) -> None:
    slow = Stuck()
    first = at_work(slow)
    game = await against(service)
    await act(service, ANN, game.code, "@d3")

    async def begun() -> bool:
        return bool(slow.tasks)

    await settled(clock, begun)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    assert slow.ended
    at_work(Mind("@c5"))

    async def mine() -> bool:
        return "White" in (await service.reading.summary(game.code)).prompt

    await settled(clock, mine)
    assert await jobs(database) == [("move", 1, "done")]


async def test_a_fault_in_claiming_is_logged_and_no_job_is_lost_by_it(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one that was leased then nor one that a child was thinking about."""

    class Slow(Mind):
        async def think(self, task: Task | ReviewTask) -> str:
            notation = await super().think(task)
            if len(self.tasks) == 1:
                await asyncio.sleep(600)
            return notation

    claim, faults = service.jobs.claim, list[Exception]()

    async def faulty(owner: str, limit: int) -> list[Claimed]:
        claimed = await claim(owner, limit)
        if claimed and slow.tasks and not faults:
            faults.append(RuntimeError("an odd row"))
            raise faults[0]
        return claimed

    monkeypatch.setattr(service.jobs, "claim", faulty)
    slow, quick = Slow("", "@c5", "@c5"), Mind("@c5", "@c5")
    worker = JobWorker(database, service.jobs, clock, [quick, slow], owner="mind")
    games = list[str]()

    async def call() -> None:
        games.append((await against(service)).code)
        await act(service, ANN, games[-1], "@d3")

    async def begun() -> bool:
        return bool(slow.tasks)

    async def played() -> bool:
        return all(["White" in (await service.reading.summary(code)).prompt for code in games])

    with capture_logs() as logs:
        working = asyncio.create_task(supervised("computers", worker.run, clock))
        await call()
        await settled(clock, begun)
        await call()
        await settled(clock, played)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert len(faults) == 1
    assert [one["times"] for one in logs if one["event"] == "task_died"] == [1]
    assert await jobs(database) == [("move", 1, "done"), ("move", 1, "done")]


async def test_a_process_that_was_replaced_takes_nothing_from_its_successor(
    service: Service, database: Database, clock: ManualClock, at_work: Any
) -> None:
    """It was frozen, and thaws while its successor's computer thinks: it stops, or runs again."""
    frozen = JobWorker(database, service.jobs, clock, [], owner="mind")
    thinks = Stuck()
    game = await against(service)
    await act(service, ANN, game.code, "@d3")

    async def begun() -> bool:
        return bool(thinks.tasks)

    for _ in range(2):
        before = asyncio.create_task(frozen.run())
        await asyncio.sleep(0.05)
        if not thinks.tasks:
            at_work(thinks)
            await settled(clock, begun)
        before.cancel()
        await asyncio.gather(before, return_exceptions=True)
        assert await service.jobs.claim("another", 1) == []


async def test_answers_are_played_until_none_is_due_and_old_ones_dropped_every_hour(
    clock: ManualClock,
) -> None:
    schedule, start = Schedule(20, 3), clock.now()
    database = cast("Database", SimpleNamespace(on_jobs=lambda _wake: None))
    working = asyncio.create_task(JobWorker(database, cast("Jobs", schedule), clock, (), owner="mind").run())

    async def resting() -> tuple[list[str], timedelta]:
        for _ in range(1000):
            if (moment := clock.next_alarm) is not None:
                done, schedule.done = schedule.done, []
                return done, moment - start
            await asyncio.sleep(0)
        raise AssertionError("it never rests")

    try:
        first = [*("release mind ", "enqueue"), *("play", "play", "play"), "purge"]
        assert await resting() == (first, timedelta(seconds=15))
        schedule.due = start + timedelta(hours=1)
        clock.advance(timedelta(minutes=59, seconds=50))
        assert await resting() == (["play"], timedelta(hours=1))
        schedule.due = start + timedelta(hours=3)
        clock.advance(timedelta(seconds=10))
        assert await resting() == (["play", "purge"], timedelta(hours=1, seconds=15))
        clock.advance(timedelta(minutes=30))
        assert await resting() == (["play"], timedelta(hours=1, minutes=30, seconds=15))
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def test_how_long_somebody_thought_is_told(
    service: Service, database: Database, clock: ManualClock
) -> None:
    thoughts = list[tuple[str, str, str]]()

    class Noting(Observer):
        def thought(self, game: str, level: str, result: str, seconds: float) -> None:
            assert 0 <= seconds < asyncio.get_running_loop().time()
            thoughts.append((game, level, result))

    child = Mind(NoThought("it died"), "@c5")
    worker = JobWorker(database, service.jobs, clock, [child], owner="mind", observer=Noting())
    working = asyncio.create_task(worker.run())
    game = await against(service, "roses", Level.GENTLE)
    await act(service, ANN, game.code, "@d3")

    async def twice() -> bool:
        return len(thoughts) == 2

    await settled(clock, twice)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert thoughts == [("roses", "gentle", "failed"), ("roses", "gentle", "done")]


async def test_a_computer_nobody_called_is_called_when_the_bot_starts(
    service: Service, database: Database, clock: ManualClock, at_work: Any
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    async with database.transaction() as unit:
        called = [row.id for row in await unit.jobs.of_game(game.id)]
        await unit.jobs.drop(*called, now=clock.now())
    at_work(Mind("@c5"))

    async def mine() -> bool:
        return "White" in (await service.reading.summary(game.code)).prompt

    await settled(clock, mine)
