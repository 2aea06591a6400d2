"""What grows is not read whole: 100,000 games beside 100, on both databases."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from random import Random

import structlog

from bot.clock import ManualClock
from bot.outbox.worker import Outbox
from bot.service import Service
from bot.service.admin.operator import Operator
from bot.store.database import Database
from tests.bench import Figure
from tests.databases import finish, postgres_server, prepare
from tests.many_games import fill
from tests.outbox.fake_sender import FakeSender
from tests.service.people import ALL, ANN, HERE

_FEW, _MANY = 100, 100_000
_ALLOWED = 1.2
_ROUNDS = 15


def run() -> Iterator[Figure]:
    """Lists, completion, figures of what waits, and a claim: each at most 1.2 times as slow."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for name, few, many in (
            ("SQLite", f"sqlite:///{folder}/few.sqlite3", f"sqlite:///{folder}/many.sqlite3"),
            ("PostgreSQL", server, server),
        ):
            floors = finish(_measure(few, _FEW))
            if few == many:
                finish(_empty(many))
            for what, value in finish(_measure(many, _MANY)).items():
                floor = floors[what]
                yield Figure(
                    f"{what}, {_MANY:,} games, {name}",
                    value,
                    "ms",
                    floor,
                    f"{_FEW} games",
                    "less",
                    _ALLOWED * floor,
                )


async def _empty(address: str) -> None:
    database = Database(address)
    await database.migrate("base")
    await database.close()


async def _measure(address: str, games: int) -> dict[str, float]:
    """The shortest of each in milliseconds, of a database with so many games."""
    database, clock = Database(address), ManualClock()
    await prepare(database)
    service = Service(database, ALL, clock, Random(1))
    outbox = Outbox(database, FakeSender(), clock)
    code = await fill(service, database, games)
    await outbox.drain()
    admin = Operator(None)
    guild = HERE.guild_id

    async def statistics() -> object:
        async with database.reading() as unit:
            return await unit.inspection.queue_statistics(clock.now())

    tasks: dict[str, Callable[[], Awaitable[object]]] = {
        "/game list of a server": lambda: service.reading.server_games(guild),
        "one's own games": lambda: service.reading.my_games(ANN),
        "game: completed from nothing": lambda: service.reading.codes(ANN, guild, limit=25),
        "game: completed from a letter": lambda: service.reading.codes(ANN, guild, "2", limit=25),
        "game: completed from two letters": lambda: service.reading.codes(ANN, guild, "22", limit=25),
        "/admin games": lambda: service.admin.games(admin),
        "/admin games, completed": lambda: service.admin.games(admin, prefix="2", positions=False, limit=25),
        "metrics and readiness": statistics,
        "the game of a place": lambda: service.reading.resolve_game(code, HERE, ANN, scope="running"),
        "a claim of the outbox": outbox.drain,
    }
    found: dict[str, float] = {}
    for what, task in tasks.items():
        await task()
        times = []
        for _ in range(_ROUNDS):
            begun = time.perf_counter()
            await task()
            times.append(time.perf_counter() - begun)
        found[what] = min(times) * 1_000
    await database.close()
    return found
