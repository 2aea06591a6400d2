"""The gateway: hello and heartbeats, intents, resuming, compression, shards."""

from collections.abc import AsyncIterator
from math import isfinite
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.core import Options
from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import SampleBot, running

pytestmark = pytest.mark.wire

GUILDS, MEMBERS, MESSAGES, DMS, CONTENT = 1 << 0, 1 << 1, 1 << 9, 1 << 12, 1 << 15


class Line:
    """A gateway connection without the client library."""

    def __init__(self, sandbox: Sandbox, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.sandbox = sandbox
        self.socket = socket

    async def next(self) -> dict[str, Any]:
        frame: dict[str, Any] = await self.socket.receive_json(timeout=120)
        return frame

    async def event(self, name: str) -> dict[str, Any]:
        """The next event of this name; others are passed over."""
        while True:
            frame = await self.next()
            if frame.get("t") == name:
                return frame

    async def send(self, opcode: int, data: Any) -> None:
        await self.socket.send_json({"op": opcode, "d": data})

    async def identify(self, intents: int, **more: Any) -> dict[str, Any]:
        await self.send(2, {"token": self.sandbox.token, "intents": intents, "properties": {}, **more})
        return await self.event("READY")

    async def closed(self) -> int | None:
        """The code with which the server closes."""
        while True:
            message = await self.socket.receive(timeout=120)
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR):
                return self.socket.close_code


async def connect(sandbox: Sandbox, session: aiohttp.ClientSession, query: str = "") -> Line:
    socket = await session.ws_connect(f"{sandbox.gateway.address}?v=10&encoding=json{query}")
    line = Line(sandbox, socket)
    if not query:
        assert (await line.next())["op"] == 10
    return line


@pytest.fixture
async def line(sandbox: Sandbox, session: aiohttp.ClientSession) -> AsyncIterator[Line]:
    opened = await connect(sandbox, session)
    yield opened
    await opened.socket.close()


async def test_heartbeats_are_acknowledged(line: Line) -> None:
    await line.send(1, None)
    assert (await line.next())["op"] == 11


async def test_a_client_without_heartbeats_is_cut_off(session: aiohttp.ClientSession) -> None:
    async with Sandbox(Options(heartbeat=0.02)) as sandbox:
        line = await connect(sandbox, session)
        assert await line.closed() == 4009


async def test_the_real_client_keeps_beating() -> None:
    client = SampleBot()
    options = Options(heartbeat=0.05, heartbeats_missed=2400)
    async with Sandbox(options) as sandbox, running(sandbox, client):
        # The time of an acknowledgement is known, and then that of another.
        first = await sandbox.wait_for(lambda: client.latency if isfinite(client.latency) else None)
        await sandbox.wait_for(lambda: client.latency != first)
        assert sandbox.gateway.online
        assert client.heard_of("disconnect") == []


@pytest.mark.parametrize(
    ("opcode", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (2, {"token": "turnpost-sandbox", "intents": CONTENT}, 4014),
        (2, {"token": "turnpost-sandbox", "intents": 1 << 40}, 4013),
        (2, {"token": "turnpost-sandbox"}, 4013),
        (2, {"token": "turnpost-sandbox", "intents": 1, "shard": [2, 2]}, 4010),
        (8, {}, 4003),
    ],
)
async def test_what_the_gateway_refuses(line: Line, opcode: int, data: Any, code: int) -> None:
    await line.send(opcode, data)
    assert await line.closed() == code


async def test_nonsense_is_a_decode_error(line: Line) -> None:
    await line.socket.send_str("{")
    assert await line.closed() == 4002


async def test_identifying_twice(line: Line) -> None:
    await line.identify(GUILDS)
    await line.send(2, {"token": line.sandbox.token, "intents": 1})
    assert await line.closed() == 4005


async def test_ready_and_the_servers(line: Line) -> None:
    await line.send(2, {"token": line.sandbox.token, "intents": GUILDS})
    started = await line.event("READY")
    assert started["s"] == 1
    assert {one["unavailable"] for one in started["d"]["guilds"]} == {True}
    arrived = await line.event("GUILD_CREATE")
    # Without the members intent a bot knows only itself.
    assert [one["user"]["bot"] for one in arrived["d"]["members"]] == [True]
    assert arrived["d"]["member_count"] == 6


async def test_nobody_hears_what_was_not_asked_for(line: Line) -> None:
    await line.identify(GUILDS | DMS)
    ann = line.sandbox.person("Ann")
    await ann.send("in public", channel="games")
    await ann.dm("in private")
    assert (await line.event("MESSAGE_CREATE"))["d"]["content"] == "in private"


async def test_frames_are_plain_text(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    """Clients that ask for compression read them as well."""
    line = await connect(sandbox, session, "&compress=zlib-stream")
    assert (await line.next())["op"] == 10
    await line.socket.close()


async def test_missed_events_are_replayed(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    line = await connect(sandbox, session)
    started = await line.identify(MESSAGES | GUILDS)
    last = 0
    for _ in range(2):
        last = (await line.event("GUILD_CREATE"))["s"]
    sandbox.gateway.drop()
    await line.closed()
    await sandbox.wait_for(lambda: not sandbox.gateway.online)
    bot = sandbox.world.bot.id
    await sandbox.person("Ann").send(f"<@{bot}> one", channel="games")
    await sandbox.person("Ann").send(f"<@{bot}> two", channel="games")
    again = await connect(sandbox, session)
    resume = {"token": sandbox.token, "session_id": started["d"]["session_id"], "seq": last}
    await again.send(6, resume)
    names = [(await again.next())["t"] for _ in range(3)]
    assert names == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
    await again.socket.close()


async def test_a_session_that_cannot_be_resumed(line: Line) -> None:
    await line.send(6, {"token": line.sandbox.token, "session_id": "unknown", "seq": 1})
    assert await line.next() == {"op": 9, "d": False}
    await line.identify(GUILDS)


async def test_each_shard_hears_of_its_own_servers(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    lines = [await connect(sandbox, session) for _ in range(2)]
    seen = []
    for number, line in enumerate(lines):
        started = await line.identify(GUILDS, shard=[number, 2])
        seen.append({int(one["id"]) for one in started["d"]["guilds"]})
    assert seen[0] | seen[1] == set(sandbox.world.guilds)
    assert seen[0] & seen[1] == set()
    for number, guilds in enumerate(seen):
        assert all((guild >> 22) % 2 == number for guild in guilds)
    for line in lines:
        await line.socket.close()


@pytest.mark.parametrize("way", ["drop", "ask_to_reconnect", "close_4000"])
async def test_the_real_client_resumes(sandbox: Sandbox, way: str) -> None:
    client = SampleBot()

    @client.tree.command(description="x")
    async def hello(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hello")

    async with running(sandbox, client):
        session_before = set(sandbox.gateway.sessions)
        if way == "close_4000":
            sandbox.gateway.close_with(4000)
        else:
            getattr(sandbox.gateway, way)()
        # Sent while the line is cut: it arrives when the session is resumed.
        answer = await sandbox.person("Ann").slash("hello")
        assert answer.reply.content == "hello"
        assert set(sandbox.gateway.sessions) == session_before
        await sandbox.wait_for(lambda: client.heard_of("resumed"))


async def test_the_real_client_begins_anew(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    client = SampleBot()

    @client.tree.command(description="x")
    async def hello(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hello")

    async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
        """The library waits five seconds between two IDENTIFYs."""

    monkeypatch.setattr(client, "before_identify_hook", at_once)
    async with running(sandbox, client):
        before = set(sandbox.gateway.sessions)
        sandbox.gateway.invalidate()
        await sandbox.wait_for(lambda: sandbox.gateway.online and set(sandbox.gateway.sessions) != before)
        assert (await sandbox.person("Ann").slash("hello")).reply.content == "hello"


async def test_a_fatal_close_ends_the_client(sandbox: Sandbox) -> None:
    client = SampleBot()
    async with running(sandbox, client):
        sandbox.gateway.close_with(4004)
        await sandbox.wait_for(client.is_closed)


async def test_a_privileged_intent_is_refused(sandbox: Sandbox) -> None:
    client = SampleBot(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(sandbox, client):
            pass
