"""The capacity of one process and one database: moves, deliveries, pictures, bytes a game, memory."""

import asyncio
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import aiohttp
import structlog
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.clock import SystemClock
from bot.discord.formatting.pictures import DiscordPictures
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.store.database import Database
from engines.registry import ENGINES
from engines.wording import counted
from sandbox.driver import Sandbox
from tests.bench import _processes
from tests.databases import finish, postgres_server, prepare
from tests.outbox.fake_sender import FakeSender
from tests.ports import free_port
from tests.render.golden import GALLERIES
from tests.service.actors import ANN, BOB, SAMPLE, act, running
from tests.wire.hosting import DROPS, Table

_GAMES = 30
_AT_ONCE = 8
_COMMITS = 200
_PICTURES = 20
_SERVERS = 10_000
"""Servers of one process. Discord wants five shards for them, which adds the memory of a few connections."""


def run() -> list[str]:
    """Measure the service on both databases, pictures in the pool, and the memory of a whole process."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        finish(_store(lines, "SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}"))
    with postgres_server() as server:
        finish(_store(lines, "PostgreSQL", server))
    finish(_drawn(lines))
    for servers in (1, _SERVERS):
        with tempfile.TemporaryDirectory() as folder:
            finish(_memory(lines, Path(folder), servers))
    return lines


class MoveEffort(NamedTuple):
    """The processor milliseconds that a move takes."""

    answer: float
    """Those until the move is committed."""
    card: float
    """Those to draw its card, claim the delivery and complete it."""
    strip: float
    """Those to claim and complete the delivery that removes the buttons of the card before."""


def measured() -> MoveEffort:
    """The effort of a move on PostgreSQL, with the average effort of a picture over all games."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    lines: list[str] = []
    with postgres_server() as server:
        move, delivery = finish(_store(lines, "PostgreSQL", server))
    return MoveEffort(move, finish(_drawn(lines)) + delivery, delivery)


class _Stopwatch:
    """Measures elapsed time, and the processor time of this process, which other processes hardly change."""

    def __init__(self) -> None:
        self._begun = time.perf_counter()
        self._worked = time.process_time()

    def rates(self, count: int) -> tuple[float, float]:
        """The rate of `count` things, in things a second, and the processor milliseconds of each."""
        took, worked = time.perf_counter() - self._begun, time.process_time() - self._worked
        return count / took, worked / count * 1000


async def _store(lines: list[str], name: str, address: str) -> tuple[float, float]:
    """The processor milliseconds of a move and of a delivery."""
    database = Database(address)
    await prepare(database)
    service = Service(database, ENGINES, SystemClock(), Random(1))
    try:
        floor = await _commits(database)
        empty = await _size(address)
        games = [await running(service) for _ in range(_GAMES)]
        stopwatch = _Stopwatch()
        await _in_hands([_played(service, game.code) for game in games])
        moves, own = stopwatch.rates(_GAMES * len(SAMPLE))
        lines.append(
            f"{name}: {moves:.0f} moves/s, {_AT_ONCE} games at a time, {own:.1f} ms of processor each; "
            f"{moves / floor:.2f} of the bare commits it does ({floor:.0f}/s)"
        )
        stopwatch = _Stopwatch()
        deliveries = await Outbox(database, FakeSender(), SystemClock()).drain()
        carried, effort = stopwatch.rates(deliveries)
        lines.append(
            f"{name}: {carried:.0f} deliveries/s taken up and closed, {effort:.1f} ms of processor each; "
            f"{carried / floor:.2f} of bare commits"
        )
        each = (await _size(address) - empty) / _GAMES / 1000
        lines.append(f"{name}: {each:.0f} kB a game of {len(SAMPLE)} moves, its deliveries not purged yet")
        async with database.transaction() as unit:
            await unit._session.execute(text("DELETE FROM outbox"))
        kept = (await _size(address) - empty) / _GAMES / 1000
        lines.append(f"{name}: {kept:.0f} kB a game, its deliveries purged")
        return own, effort
    finally:
        await database.close()


async def _commits(database: Database) -> float:
    """Transactions a second that write one row, in as many tasks as play moves at a time."""

    async def write(name: str) -> None:
        for _ in range(_COMMITS // _AT_ONCE):
            async with database.transaction() as unit:
                await unit.heartbeats.heartbeat(name, SystemClock().now())

    begun = time.perf_counter()
    await asyncio.gather(*(write(f"bench-{number}") for number in range(_AT_ONCE)))
    return _COMMITS / (time.perf_counter() - begun)


async def _in_hands(works: list[Coroutine[Any, Any, None]]) -> None:
    """Run the coroutines, `_AT_ONCE` at a time."""
    hands = asyncio.Semaphore(_AT_ONCE)

    async def one(work: Coroutine[Any, Any, None]) -> None:
        async with hands:
            await work

    await asyncio.gather(*(one(work) for work in works))


async def _played(service: Service, code: str) -> None:
    for number, notation in enumerate(SAMPLE):
        await act(service, (ANN, BOB)[number % 2], code, notation)


async def _size(address: str) -> int:
    """The bytes of a database after a full vacuum."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), isolation_level="AUTOCOMMIT")
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
        query = "SELECT pg_database_size(current_database())"
    async with engine.connect() as connection:
        await connection.execute(text("VACUUM" if "pragma" in query else "VACUUM FULL"))
        size = (await connection.execute(text(query))).scalar_one()
    await engine.dispose()
    return int(size)


async def _drawn(lines: list[str]) -> float:
    """The processor milliseconds of a card, averaged over all games; drawn in a pool of two threads."""
    pictures, efforts = DiscordPictures(2), list[float]()
    for game, gallery in GALLERIES.items():
        scene = gallery.document
        frames = [replace(scene.frame, code=f"K{number:03}") for number in range(_PICTURES)]
        await pictures.picture(game, scene.view, frames[0])
        stopwatch = _Stopwatch()
        await asyncio.gather(*(pictures.picture(game, scene.view, frame) for frame in frames[1:]))
        rate, effort = stopwatch.rates(len(frames) - 1)
        efforts.append(effort)
        lines.append(
            f"{game}: {rate:.0f} cards/s drawn by two threads, {effort:.0f} ms of processor each; "
            f"{rate / 50:.2f} of Discord's 50/s"
        )
    pictures.close()
    return sum(efforts) / len(efforts)


async def _memory(lines: list[str], folder: Path, servers: int) -> None:
    """Measure the memory of a process of the bot after its start, and after it has hosted a few games."""
    port = free_port()
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        for number in range(1, servers):
            sandbox.new_server(f"server {number}", shard=0, of=1)
        settings = {"DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}", "METRICS_PORT": str(port)}
        async with _processes.running(sandbox, "bot", "run", **settings):
            await sandbox.online()
            await sandbox.command("move")
            fresh = await _resident(session, port)
            for _ in range(3):
                table = await Table.opened(sandbox)
                await table.play(*DROPS)
            used = await _resident(session, port)
    lines.append(
        f"memory of a process in {counted(servers, 'server')}: {fresh:.0f} MB at its start, "
        f"{used:.0f} MB with pictures drawn"
    )


async def _resident(session: aiohttp.ClientSession, port: int) -> float:
    """The resident megabytes of the process, from its own metrics."""
    async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        reply = await answer.text()
    line = next(one for one in reply.splitlines() if one.startswith("process_resident_memory_bytes"))
    return float(line.split()[1]) / 1e6
