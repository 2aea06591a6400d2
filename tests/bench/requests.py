"""Two processes post as fast as they may: their rate, and how many posts Discord's limit refuses."""

import asyncio
import time
from collections.abc import Sequence

import aiohttp
import discord
import structlog
from discord.http import Route

from bot.discord.api.request_budget import RequestBudget
from bot.request_tokens import request_tokens
from bot.store.database import Database
from sandbox.driver import Sandbox
from sandbox.limits import GLOBAL_REQUESTS
from tests.bench import Figure
from tests.databases import finish, postgres_server, prepare

_PROCESSES = 2
_LANES = 8
_POSTS = 400
_SERVERS = 20
_SUSTAINED = 40
"""The least posts a second: below the limit, which has room for other requests."""


def run() -> list[Figure]:
    """Measure on PostgreSQL, which processes share, against a sandbox that has Discord's limit."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with postgres_server() as server:
        return finish(_figures(server))


async def _figures(address: str) -> list[Figure]:
    databases = [Database(address) for _ in range(_PROCESSES)]
    await prepare(databases[0])
    async with Sandbox() as sandbox:
        rate = await _posted(sandbox, databases)
        refused = sandbox.records.statuses[429]
    for database in databases:
        await database.close()
    return [
        Figure(
            "posts of two processes",
            rate,
            "a second",
            GLOBAL_REQUESTS,
            "the limit",
            "more",
            # The last posts have to wait for a whole token.
            _SUSTAINED * 0.97,
        ),
        Figure("taken at the first try", _POSTS - refused, "posts", _POSTS, "all of them", "more", _POSTS),
    ]


async def _posted(sandbox: Sandbox, databases: Sequence[Database]) -> float:
    """The posts a second of both processes together."""
    Route.BASE = sandbox.api_base
    rooms = [sandbox.new_server(f"server {number}", shard=0, of=1) for number in range(_SERVERS)]
    clients = [await _client(sandbox, database) for database in databases]
    numbers = iter(range(_POSTS))
    begun = time.perf_counter()

    async def post(client: discord.Client) -> None:
        for number in numbers:
            room = rooms[number % _SERVERS]
            await client.get_partial_messageable(room.id).send(str(number))

    async with asyncio.TaskGroup() as group:
        for client in clients * _LANES:
            group.create_task(post(client))
    took = time.perf_counter() - begun
    for client in clients:
        await client.close()
    return _POSTS / took


async def _client(sandbox: Sandbox, database: Database) -> discord.Client:
    trace = aiohttp.TraceConfig()
    budget = RequestBudget(request_tokens(database, GLOBAL_REQUESTS))
    trace.on_request_start.append(budget.admit)
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    await client.login(sandbox.token)
    return client
