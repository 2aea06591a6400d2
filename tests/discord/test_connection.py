"""The start: the server that is talked to, the login, and ids in the settings checked against Discord."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from structlog.testing import capture_logs

from bot.discord.connection import DISCORD_ITSELF, check_ids, connect, log_in, point_client_at
from bot.errors import CannotStart
from tests.discord.fake_discord import FakeDiscord, failure


async def test_ids_of_users_are_taken() -> None:
    fake = FakeDiscord()
    await check_ids(fake.client, {101, 102})
    assert [call.path for call in fake.calls] == ["/users/101", "/users/102"]


async def test_all_wrong_ids_are_named_at_once() -> None:
    fake = FakeDiscord()
    fake.strangers, fake.bots = {103, 105}, {104}
    fake.faults.extend([failure(400, 50035), None])
    with pytest.raises(CannotStart) as caught:
        await check_ids(fake.client, {5, 102, 103, 104, 105})
    assert str(caught.value).splitlines() == [
        "OWNERS names 5, which is nobody on Discord: write the id of a user.",
        "OWNERS names 103, which is nobody on Discord: write the id of a user.",
        "OWNERS names 104, which is a bot: write the id of a user.",
        "OWNERS names 105, which is nobody on Discord: write the id of a user.",
    ]


@pytest.mark.parametrize("fault", [failure(503), failure(404), aiohttp.ClientError(), TimeoutError()])
async def test_the_start_goes_on_where_discord_does_not_answer(fault: BaseException) -> None:
    fake = FakeDiscord()
    fake.faults.append(fault)
    with capture_logs() as logs:
        await check_ids(fake.client, {101})
    assert [line["event"] for line in logs] == ["ids_not_checked"]


async def test_what_was_found_wrong_before_the_connection_went_counts() -> None:
    fake = FakeDiscord()
    fake.strangers = {101}
    fake.faults.extend([None, failure(503)])
    with pytest.raises(CannotStart, match="OWNERS names 101"):
        await check_ids(fake.client, {101, 102})


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """What discord.py knows of the server that it talks to, put back afterwards."""
    monkeypatch.setattr(Route, "BASE", DISCORD_ITSELF)
    monkeypatch.setattr(Asset, "BASE", Asset.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", "unset")


@pytest.fixture
async def server() -> AsyncIterator[TestServer]:
    """Names its gateway to who has the token ``good``, and nonsense to ``odd``."""

    async def gateway(request: web.Request) -> web.Response:
        match request.headers["Authorization"]:
            case "Bot good":
                return web.json_response({"url": "ws://127.0.0.1/gateway"})
            case "Bot odd":
                return web.json_response({"url": "http://127.0.0.1"})
        return web.Response(status=401)

    app = web.Application()
    app.router.add_get("/api/gateway", gateway)
    server = TestServer(app)
    async with server:
        yield server


@pytest.mark.usefixtures("elsewhere")
async def test_the_client_talks_to_the_server_that_names_its_gateway(server: TestServer) -> None:
    await point_client_at(DISCORD_ITSELF, "any")
    assert (Route.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY)) == (DISCORD_ITSELF, "unset")
    base = str(server.make_url("/api"))
    with capture_logs() as logs:
        await point_client_at(base, "good")
    assert [line["event"] for line in logs] == ["other_server"]
    known = [Route.BASE, Asset.BASE, str(DiscordWebSocket.DEFAULT_GATEWAY)]
    assert known == [base, str(server.make_url("")).rstrip("/"), "ws://127.0.0.1/gateway"]


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    ("path", "token", "words"),
    [
        ("/api", "bad", "refuses this DISCORD_TOKEN"),
        ("/api", "odd", "its /gateway names no WebSocket address"),
        ("/other", "good", "No Discord-compatible server answers at http.*404"),
    ],
)
async def test_what_is_no_server_for_this_token_is_said(
    server: TestServer, path: str, token: str, words: str
) -> None:
    with pytest.raises(CannotStart, match=words):
        await point_client_at(str(server.make_url(path)), token)


class Client:
    """Cannot log in, ask for its shards or connect."""

    def __init__(self, fault: BaseException) -> None:
        self._fault = fault
        self.closed = 0
        self.http = SimpleNamespace(close=self._close, connector="open")

    async def _close(self) -> None:
        self.closed += 1

    async def fail(self, *_: object) -> None:
        raise self._fault

    login = connect = fail


@pytest.mark.parametrize("fault", [discord.LoginFailure("no"), failure(403)])
@pytest.mark.parametrize("base", [DISCORD_ITSELF, "http://127.0.0.1/api"])
async def test_a_token_that_is_refused_ends_the_start(
    monkeypatch: pytest.MonkeyPatch, fault: BaseException, base: str
) -> None:
    monkeypatch.setattr(Route, "BASE", base)
    client: Any = Client(fault)
    who = "Discord" if base == DISCORD_ITSELF else base
    with pytest.raises(CannotStart, match=f"^{who} refuses this DISCORD_TOKEN"):
        await log_in(client, "bad")
    assert (client.closed, client.http.connector) == (1, discord.utils.MISSING)


async def test_other_faults_of_a_login_are_what_they_are() -> None:
    client: Any = Client(ValueError("a fault of ours"))
    with pytest.raises(ValueError, match="a fault of ours"):
        await log_in(client, "good")
    assert client.closed == 1


async def test_a_connection_that_is_closed_for_good_ends_the_run() -> None:
    closed = discord.ConnectionClosed(SimpleNamespace(close_code=4004), shard_id=None)  # type: ignore[arg-type]
    client: Any = Client(closed)
    with pytest.raises(CannotStart, match="for good: Shard ID None WebSocket closed with 4004"):
        await connect(client)
