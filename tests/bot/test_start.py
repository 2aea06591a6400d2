"""The start against a server that is away, refuses the token or is something else altogether."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import discord
import pytest
from aiohttp import web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from structlog.testing import capture_logs
from yarl import URL

from bot.app import run_service
from bot.discord.connection import log_in, point_client_at
from bot.errors import CannotStart

TOKEN = "MTA1NDk0ODg5OTk5OTk5OTk5OQ.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@pytest.fixture(autouse=True)
def _addresses_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave discord.py pointing where it did."""
    for owner, name in ((Route, "BASE"), (Asset, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(owner, name, getattr(owner, name))


@asynccontextmanager
async def _serving(answer: Answer) -> AsyncIterator[str]:
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}/api/v10"
    await runner.cleanup()


def saying(body: object, *statuses: int) -> AbstractAsyncContextManager[str]:
    """A server that answers everything with this JSON, with one status after the other, the last for good."""
    left = list(statuses)

    async def answer(_request: web.Request) -> web.Response:
        return web.json_response(body, status=left.pop(0) if len(left) > 1 else left[0])

    return _serving(answer)


async def test_a_server_that_is_away_for_a_while_is_told_of() -> None:
    with capture_logs() as logs:
        async with saying({"url": "ws://127.0.0.1:9"}, 503, 503, 200) as base:
            await point_client_at(base, TOKEN)
    assert URL("ws://127.0.0.1:9") == DiscordWebSocket.DEFAULT_GATEWAY
    waits = [line for line in logs if line["event"] == "server_unreachable"]
    assert [line["attempt"] for line in waits] == [1, 2]
    assert all("503" in line["reason"] for line in waits)
    assert TOKEN not in str(logs)


@pytest.mark.parametrize("status", [401, 403])
async def test_a_gateway_that_refuses_the_token_says_so(status: int) -> None:
    async with saying({"message": "no"}, status) as base:
        with pytest.raises(CannotStart, match="refuses this DISCORD_TOKEN") as caught:
            await point_client_at(base, TOKEN)
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize("body", [[], "x", 5, None, {}, {"url": 5}, {"url": "http://elsewhere"}])
async def test_an_answer_that_names_no_gateway_is_one_sentence(body: object) -> None:
    async with saying(body, 200) as base:
        with pytest.raises(CannotStart, match="No Discord-compatible server answers at"):
            await point_client_at(base, TOKEN)


@pytest.mark.slow
@pytest.mark.parametrize("status", [401, 403])
async def test_a_login_that_is_refused_says_so_and_one_that_may_pass_is_told_of(status: int) -> None:
    with capture_logs() as logs:
        async with saying({"message": "no"}, 429, status) as base:
            Route.BASE = base
            async with discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30) as client:
                with pytest.raises(CannotStart, match=f"{base} refuses this DISCORD_TOKEN"):
                    await log_in(client, TOKEN)
    assert [line["attempt"] for line in logs if line["event"] == "server_unreachable"] == [1]


def test_a_process_tunes_the_collector_before_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is nothing for it to walk through: `test_collector.py`."""
    done: list[str] = []
    monkeypatch.setattr("bot.app.tune_collector", lambda: done.append("tuned"))

    async def serve() -> None:
        done.append("served")

    assert run_service(serve()) == 0
    assert done == ["tuned", "served"]
