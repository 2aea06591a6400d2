"""Refused requests of a whole process stay far below the number for which Discord bans an address."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord.api.invalid_requests import BUDGET, CEILING, LIMIT, WINDOW, InvalidRequests, RefusedTooOften
from bot.discord.api.retries import is_transient
from bot.discord.client import TurnpostClient
from bot.discord.delivery.sender import DiscordSender
from bot.outbox.delivery import RetryLater
from bot.service.values.payloads import PostNote
from engines.registry import ENGINES
from tests.discord.delivery.deliveries import UNTOLD, delivery
from tests.discord.fake_discord import FakeDiscord


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def refused(clock: Clock) -> InvalidRequests:
    return InvalidRequests(clock)


def test_what_has_failed_waits_after_a_tenth_of_the_limit_and_everything_after_half(
    refused: InvalidRequests, clock: Clock
) -> None:
    assert (BUDGET, LIMIT, CEILING, WINDOW) == (10_000 / 10, 10_000 / 2, 9_000, 600)
    for _ in range(BUDGET):
        assert refused.wait(again=True) == 0
        refused.count()
        clock.now += 0.125
    assert refused.wait(again=True) == pytest.approx(WINDOW - 125)
    assert refused.wait(again=False) == 0
    for _ in range(LIMIT - BUDGET):
        refused.count()
    assert refused.wait(again=False) == pytest.approx(WINDOW - 125)
    clock.now += WINDOW - 125
    assert refused.wait(again=False) == 0
    assert refused.wait(again=True) > 0
    clock.now += 125
    assert refused.wait(again=True) == 0


async def test_a_delivery_that_failed_before_is_put_off_without_a_request(refused: InvalidRequests) -> None:
    fake = FakeDiscord()
    sender = DiscordSender(fake.client, UNTOLD, None, refused)  # type: ignore[arg-type]
    for _ in range(BUDGET):
        refused.count()
    with pytest.raises(RetryLater) as put_off:
        await sender.deliver(delivery(PostNote("again"), attempts=2))
    assert put_off.value.after == pytest.approx(WINDOW)
    assert fake.calls == []
    await sender.deliver(delivery(PostNote("for the first time")))
    assert len(fake.sent()) == 1


async def test_every_request_of_the_client_counts_whatever_it_is_for(refused: InvalidRequests) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]))

    app = web.Application()
    app.router.add_get("/{status}", answer)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[refused.trace]) as session,
    ):
        for status in (200, 400, 401, 403, 404, 429, 500):
            async with session.get(server.make_url(f"/{status}")):
                pass
    assert len(refused._refused) == 3, "401, 403 and 429"


@pytest.mark.parametrize("status", [401, 403, 429])
async def test_a_flood_of_refusals_never_comes_near_the_ban(
    status: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks, and however often the library itself asks again."""
    monkeypatch.setattr("bot.discord.api.invalid_requests.CEILING", 90)
    refused, came = InvalidRequests(clock), 0

    async def answer(_request: web.Request) -> web.Response:
        nonlocal came
        came += 1
        limited = {"message": "slowly", "retry_after": 0.0, "global": False}
        return web.json_response(limited if status == 429 else {}, status=status, headers={"Via": "test"})

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", answer)
    async with TestServer(app) as server:
        monkeypatch.setattr("discord.http.Route.BASE", str(server.make_url("/api")))
        http = discord.Client(intents=discord.Intents.none()).http
        http.http_trace = refused.trace
        http.token = "token"
        http.connector = aiohttp.TCPConnector()
        http._HTTPClient__session = aiohttp.ClientSession(  # type: ignore[attr-defined]
            connector=http.connector, trace_configs=[refused.trace]
        )
        http._global_over = asyncio.Event()
        http._global_over.set()
        faults = [await fault_of(http.get_user(number)) for number in range(120)]
        assert came == 90
        assert isinstance(faults[0], discord.HTTPException)
        assert {type(one) for one in faults[-30:]} == {RefusedTooOften}
        assert all(is_transient(one) for one in faults[-30:])
        clock.now += WINDOW
        await fault_of(http.get_user(1))
        assert came > 90, "it passes"
        await http.close()


async def fault_of(request: Coroutine[Any, Any, object]) -> BaseException:
    try:
        await request
    except Exception as fault:
        return fault
    raise AssertionError("it was not refused")


async def test_the_client_counts_its_own_requests() -> None:
    client = TurnpostClient(ENGINES)
    assert client.http.http_trace is client.invalid_requests.trace
