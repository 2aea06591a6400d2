"""The cost of computer players without their thinking: claiming, storing answers, playing, and waking."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from random import Random

import structlog
from sqlalchemy import text

from bot.clock import OffsetClock
from bot.service.facade import Service
from bot.service.jobs.queue import Jobs
from bot.store.database import Database
from bot.store.listening import Listener
from bot.store.models import JobRow
from engines.contract import Level
from engines.registry import ENGINES
from engines.thinking import Task
from tests.bench import Figure
from tests.databases import finish, postgres_server, prepare
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, act, opened

_GAMES = 24
_AT_ONCE = 8
_MOVES_A_MOVE = 1.5
"""The most that a computer's action may take, in moves of a person: claiming the job and storing its answer
are transactions of their own."""
_WAITING = 5_000
_QUERIES_A_CLAIM = 3
"""The most that a claim may take, in plain reads of the same rows."""
_WOKEN = 60
_TRIPS_TO_WAKE = 10
"""The most that it may take until another process hears of a job, in round trips to the database."""


def run() -> list[Figure]:
    """Measure on both databases; waking only on PostgreSQL."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        finish(_database(figures, "SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}"))
    with postgres_server() as server:
        finish(_database(figures, "PostgreSQL", server))
        finish(_waking(figures, server))
    return figures


async def _database(figures: list[Figure], name: str, address: str) -> None:
    database = Database(address)
    await prepare(database)
    clock = ManualClock()
    service = Service(database, ENGINES, clock, Random(1))
    try:
        games = [await opened(service, "roses", levels=(Level.GENTLE,)) for _ in range(_GAMES)]
        moves, own, took = 0, 0.0, 0.0
        for _ in range(3):
            begun = time.process_time()
            for game in games:
                await _any_of(service, game.code)
            own += time.process_time() - begun
            begun = time.process_time()
            moves += await _answered(service.jobs, clock)
            took += time.process_time() - begun
        each = own / moves * 1000
        figures.append(
            Figure(
                f"{name}: a computer's move, but for thinking",
                took / moves * 1000,
                "ms of processor",
                each,
                "a person's",
                "less",
                each * _MOVES_A_MOVE,
            )
        )
        await _claiming(figures, name, database, clock, games[0].id)
    finally:
        await database.close()


async def _any_of(service: Service, code: str) -> None:
    """Play Ann's first legal move."""
    assert (await service.reading.summary(code)).to_act == (0,)
    offers = (await service.play.choices(ANN, code)).offers
    await act(service, ANN, code, offers[0].notation)


async def _answered(jobs: Jobs, clock: ManualClock) -> int:
    """Claim all open jobs, answer them at once, and play the answers. Returns how many were played."""
    done = 0
    while claimed := await jobs.claim("bench", _AT_ONCE):
        for one in claimed:
            await jobs.answer("bench", one, _first(one.task), 0.001)
    clock.advance(timedelta(minutes=1))
    while count := await jobs.play_due():
        done += count
    return done


def _first(task: object) -> str:
    """The first legal action in a game that hides nothing."""
    assert isinstance(task, Task)
    engine = ENGINES[task.game]
    assert engine.imagine is not None
    state = engine.imagine(engine.codec.decode_view(bytes(task.view)), Random(1))
    return engine.format(next(iter(engine.legal(state, task.seat))))


async def _claiming(
    figures: list[Figure], name: str, database: Database, clock: ManualClock, game_id: int
) -> None:
    """Measure a claim where thousands of jobs wait, beside reading their rows."""
    async with database.transaction() as unit:
        for number in range(_WAITING):
            row = JobRow(kind="move", game_id=game_id, seat=number + 10, seq=1, player_id=1 + number % 8)
            row.status, row.attempts, row.created_at = "pending", 0, clock.now()
            row.not_before, row.due_at = clock.now() + timedelta(minutes=5), clock.now() + timedelta(hours=1)
            unit.add(row)

    async def read() -> None:
        async with database.reading() as unit:
            query = "SELECT id, player_id, leased_until, not_before FROM jobs WHERE status = 'pending'"
            (await unit._session.execute(text(query))).all()

    async def claim() -> None:
        async with database.transaction() as unit:
            await unit.jobs.claim(clock.now(), _AT_ONCE, owner="bench", until=clock.now())

    clock.advance(timedelta(minutes=10))
    floor, took = await _effort(read), await _effort(claim)
    figures.append(
        Figure(
            f"{name}: eight claimed of {_WAITING:,} that wait",
            took,
            "ms of processor",
            floor,
            "reading their rows",
            "less",
            floor * _QUERIES_A_CLAIM,
        )
    )


async def _effort(work: Callable[[], Awaitable[None]], times: int = 15) -> float:
    """The processor milliseconds of a piece of work, as a mean."""
    begun = time.process_time()
    for _ in range(times):
        await work()
    return (time.process_time() - begun) * 1000 / times


async def _milliseconds(work: Callable[[], Awaitable[None]], times: int) -> float:
    """The shortest of several times of a piece of work, in milliseconds."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        await work()
        took.append((time.perf_counter() - begun) * 1000)
    return min(took)


async def _waking(figures: list[Figure], address: str) -> None:
    """Measure how long it takes until another connection hears of a job, beside a round trip of a query."""
    here, there = Database(address), Database(address)
    result = asyncio.Event()
    there.on_jobs(result.set)
    listening = asyncio.create_task(Listener(there, OffsetClock(ManualClock())).run())
    try:
        await result.wait()

        async def trip() -> None:
            async with there.reading() as unit:
                await unit._session.execute(text("SELECT 1"))

        async def wake() -> None:
            result.clear()
            async with here.transaction() as unit:
                unit.jobs.added = True
            await result.wait()

        floor, took = await _milliseconds(trip, _WOKEN), await _milliseconds(wake, _WOKEN)
        figures.append(
            Figure(
                "PostgreSQL: another process woken by a commit",
                took,
                "ms",
                floor,
                "a query there and back",
                "less",
                floor * _TRIPS_TO_WAKE,
            )
        )
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await here.close()
        await there.close()
