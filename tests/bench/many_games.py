"""Nothing that grows is read whole: 100,000 games beside 300, which fill every list, on both databases."""

import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TypeAlias

import structlog

from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.people.doors import DISCORD
from bot.store.database import Database
from tests.bench import Figure
from tests.databases import Postgres, Sqlite, finish, postgres_server
from tests.manual_clock import ManualClock
from tests.many_games import fill
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, HERE, new_cause

Task: TypeAlias = Callable[[], Awaitable[object]]

_FEW, _MANY = 300, 100_000
_ALLOWED = 1.2
_ROUNDS = 25
_START = "what a start looks for"
_STARTED = 3_000
"""The most milliseconds for the reads at a start."""


def run() -> Iterator[Figure]:
    """Measure moves, lists, completion, queue statistics and a claim: each may take 1.2 times as long with
    many games and a million completed deliveries. The reads at a start have a promise of their own.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for name, databases in (("SQLite", Sqlite(Path(folder))), ("PostgreSQL", Postgres(server))):
            with ExitStack() as stack:
                addresses = [stack.enter_context(databases.fresh()) for _ in range(2)]
                found = finish(_measured(*addresses))
            for what, (floor, value) in found.items():
                yield Figure(
                    f"{what}, {_MANY:,} games, {name}",
                    value,
                    "ms",
                    floor,
                    f"{_FEW} games",
                    "less",
                    _STARTED if what == _START else _ALLOWED * floor,
                )


async def _measured(few: str, many: str) -> dict[str, tuple[float, float]]:
    """The shortest time of each task in milliseconds, with few and with many games, measured in turn."""
    databases = Database(few), Database(many)
    hosts = [await _tasks(database, games) for database, games in zip(databases, (_FEW, _MANY), strict=True)]
    found: dict[str, tuple[float, float]] = {}
    for what in hosts[0]:
        rounds = [[await _timed(tasks[what]) for tasks in hosts] for _ in range(_ROUNDS + 1)]
        one, other = zip(*rounds[1:], strict=True)
        found[what] = min(one), min(other)
    for database in databases:
        await database.close()
    return found


async def _timed(task: Task) -> float:
    begun = time.perf_counter()
    await task()
    return (time.perf_counter() - begun) * 1_000


async def _tasks(database: Database, games: int) -> dict[str, Task]:
    """The tasks to measure, on a database that is filled with this number of games."""
    clock = ManualClock()
    service = Service(database, ALL, clock, Random(1))
    outbox = Outbox(database, FakeSender(), clock)
    code = await fill(service, database, games)
    await outbox.drain()
    admin = Operator(None)
    guild = HERE.guild_id

    async def statistics() -> object:
        async with database.reading() as unit:
            return await unit.inspection.queue_statistics(clock.now())

    async def move() -> None:
        found = await service.reading.resolve_game(GameRef(code, HERE, ANN, scope="running"))
        await service.play.attempt(ANN, found.code, "@e4", cause=new_cause())
        await service.undo.take_back(ANN, found.code, cause=new_cause())

    async def start() -> None:
        async with database.transaction() as unit:
            await unit.outbox.release("nobody")
        await service.doctor.migrate_all_outdated()
        await statistics()

    return {
        "/game list of a server": lambda: service.reading.server_games(guild),
        "one's own games": lambda: service.reading.my_games(ANN),
        "game: completed from nothing": lambda: service.reading.codes(ANN, guild, limit=25),
        "game: completed from a letter": lambda: service.reading.codes(ANN, guild, "2", limit=25),
        "game: completed from two letters": lambda: service.reading.codes(ANN, guild, "22", limit=25),
        "/admin games": lambda: service.admin.games(admin),
        "/admin games, completed": lambda: service.admin.games(admin, prefix="2", positions=False, limit=25),
        "metrics and readiness": statistics,
        "the accounts of a card": lambda: service.identities.external_ids(DISCORD, [ANN.id, BOB.id]),
        "the game of a place": lambda: service.reading.resolve_game(
            GameRef(code, HERE, ANN, scope="running")
        ),
        "/move, and back": move,
        "a claim of the outbox": outbox.drain,
        _START: start,
    }
