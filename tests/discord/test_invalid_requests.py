"""Refused requests of a whole process stay far below the number for which Discord bans an address."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord.client import TurnpostClient
from bot.discord.invalid_requests import BUDGET, LIMIT, WINDOW, InvalidRequests
from bot.discord.sender import DiscordSender
from bot.outbox.delivery import RetryLater
from bot.service.messages import PostNote
from engines.registry import ENGINES
from tests.discord.fake_discord import FakeDiscord
from tests.discord.test_sender import delivery


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
    assert (BUDGET, LIMIT) == (10_000 / 10, 10_000 / 2)
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
    sender = DiscordSender(fake.client, ENGINES, None, refused)  # type: ignore[arg-type]
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


async def test_the_client_counts_its_own_requests() -> None:
    client = TurnpostClient(ENGINES)
    assert client.http.http_trace is client.invalid_requests.trace
