"""The page's API: the guard at its door, the live connection, actions, files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands, ui

from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import Press, SampleBot, picture, running
from sandbox.web.guard import KEY_HEADER
from sandbox.world.threads import start_thread

pytestmark = pytest.mark.wire


class Tab:
    """A tab of the page, acting as one person."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._kept: list[dict[str, Any]] = []

    async def event(self, name: str, **fields: Any) -> dict[str, Any]:
        """The next event of this name with these fields; others are kept for later."""
        index = 0
        while True:
            while index < len(self._kept):
                frame = self._kept[index]
                if frame.get("event") == name and _has(frame, fields):
                    return self._kept.pop(index)
                index += 1
            self._kept.append(await self._socket.receive_json(timeout=120))

    async def do(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """The answer to an action."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "do": what, **fields})
        while True:
            frame: dict[str, Any] = await self._socket.receive_json(timeout=120)
            if frame.get("id") == self._number:
                return frame
            self._kept.append(frame)

    async def result(self, what: str, /, **fields: Any) -> dict[str, Any]:
        """The result of an action that is to succeed."""
        frame = await self.do(what, **fields)
        assert frame["ok"], frame
        result: dict[str, Any] = frame["result"]
        return result

    async def refusal(self, what: str, /, **fields: Any) -> str:
        """The code with which an action is refused."""
        frame = await self.do(what, **fields)
        assert not frame["ok"]
        assert frame["error"]["message"]
        return str(frame["error"]["code"])

    def heard(self) -> list[str]:
        """Events that have come and were not looked at."""
        return [str(frame.get("event")) for frame in self._kept]


def _has(frame: dict[str, Any], fields: dict[str, Any]) -> bool:
    found = frame.get("interaction") or frame.get("message") or frame.get("channel") or frame
    return all(found.get(name) == value for name, value in fields.items())


class Browser:
    """Opens tabs with the capability."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.key = {KEY_HEADER: sandbox.server.page.partition("key=")[2]}
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []

    async def tab(self, name: str) -> tuple[Tab, dict[str, Any]]:
        address = f"{self.sandbox.server.address}/api/live?as={self.sandbox.person(name).id}"
        socket = await self.session.ws_connect(address, headers=self.key)
        self._sockets.append(socket)
        hello = await socket.receive_json(timeout=120)
        assert hello["event"] == "hello"
        return Tab(socket), hello

    async def close(self) -> None:
        for socket in self._sockets:
            await socket.close()


@pytest.fixture
async def browser(sandbox: Sandbox, session: aiohttp.ClientSession) -> AsyncIterator[Browser]:
    opened = Browser(sandbox, session)
    yield opened
    await opened.close()


# -- the door ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/page/", "/page/app.js", "/api/people", "/api/live?as=1"])
async def test_nothing_without_the_capability(
    sandbox: Sandbox, session: aiohttp.ClientSession, path: str
) -> None:
    for headers in ({}, {KEY_HEADER: "wrong"}, {"Cookie": f"turnpost_sandbox_{sandbox.server.port}=wrong"}):
        async with session.get(sandbox.server.address + path, headers=headers) as answer:
            assert answer.status == 401
    async with session.post(sandbox.server.address + "/api/files?as=1", data=b"x") as answer:
        assert answer.status == 401
    async with session.get(sandbox.server.address + "/?key=wrong") as answer:
        assert answer.status == 401


async def test_a_capability_that_is_no_text_opens_nothing(sandbox: Sandbox) -> None:
    port = sandbox.server.port
    for header in (f"{KEY_HEADER}: ", f"Cookie: turnpost_sandbox_{port}="):
        answers, requests = await asyncio.open_connection("127.0.0.1", port)
        requests.write(
            f"GET /page/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{header}".encode() + b"\xff\r\n\r\n"
        )
        assert (await answers.readline()).split()[1] == b"401"
        requests.close()


async def test_the_printed_address_opens_the_page(sandbox: Sandbox) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        async with session.get(sandbox.server.page, allow_redirects=False) as answer:
            assert (answer.status, answer.headers["Location"]) == (303, "/page/")
            cookie = answer.headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
        async with session.get(sandbox.server.address + "/api/people") as answer:
            people = (await answer.json())["people"]
            assert [one["name"] for one in people] == ["Ann", "Bob", "Cleo", "Dan", "Eve"]
            assert len({one["hue"] for one in people}) == 5


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/people", {"Host": "evil.example"}),
        ("/api/people", {"Host": "127.0.0.1:1"}),
        ("/api/people", {"Origin": "https://evil.example"}),
        ("/api/people", {"Origin": "null"}),
        ("/api/v10/gateway", {"Host": "evil.example"}),
        ("/api/v10/gateway", {"Origin": "https://evil.example"}),
        ("/gateway", {"Origin": "https://evil.example"}),
        ("/attachments/x", {"Host": "evil.example"}),
    ],
)
async def test_foreign_pages_are_turned_away(browser: Browser, path: str, headers: dict[str, str]) -> None:
    address = browser.sandbox.server.address
    async with browser.session.get(address + path, headers={**browser.key, **headers}) as answer:
        assert answer.status == 403
    own = {**browser.key, "Origin": address}
    async with browser.session.get(f"{address}/api/people", headers=own) as answer:
        assert answer.status == 200


async def test_the_page_may_reach_nothing_else(browser: Browser) -> None:
    async with browser.session.get(browser.sandbox.server.address + "/page/", headers=browser.key) as answer:
        assert (answer.status, answer.content_type) == (200, "text/html")
        policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert f"connect-src {browser.sandbox.server.address} " in policy


async def test_static_files_stay_in_their_folder(browser: Browser) -> None:
    for path in (
        "/page/../server.py",
        "/page/..%2Fserver.py",
        "/page/%2e%2e/server.py",
        "/page/none.html",
        "/page/%00.js",
        f"/page/{'x' * 5000}.js",
    ):
        address = yarl.URL(browser.sandbox.server.address + path, encoded=True)
        async with browser.session.get(address, headers=browser.key) as answer:
            assert answer.status == 404


async def test_only_people_can_be_acted_as(browser: Browser) -> None:
    address = browser.sandbox.server.address
    for number in (browser.sandbox.world.bot.id, 5, "x"):
        async with browser.session.get(f"{address}/api/live?as={number}", headers=browser.key) as answer:
            assert answer.status == 404


# -- talking -------------------------------------------------------------------------------------------


async def test_hello_shows_the_world(browser: Browser) -> None:
    _, hello = await browser.tab("Ann")
    assert hello["me"]["name"] == "Ann"
    assert [one["name"] for one in hello["servers"]] == ["Turnpost Arena", "Second Table"]
    assert {one["name"] for one in hello["channels"]} == {"general", "games", "off-topic", "table"}
    assert hello["bot"] == {"person_id": str(browser.sandbox.world.bot.id), "online": False}
    assert hello["limits"]["message"] == 2000


async def test_two_people_talk(browser: Browser) -> None:
    ann, hello = await browser.tab("Ann")
    bob, _ = await browser.tab("Bob")
    room = next(one["id"] for one in hello["channels"] if one["name"] == "general")
    mention = browser.sandbox.person("Bob").mention
    sent = await ann.result("send", channel_id=room, content=f"hello {mention}")
    message = (await bob.event("message_create"))["message"]
    assert (message["id"], message["pings"], message["mine"]) == (sent["message_id"], True, False)
    assert message["mentions"]["users"] == {mention[2:-1]: "Bob"}
    reply = await bob.result("send", channel_id=room, content="hi", reply_to=message["id"])
    back = (await ann.event("message_create", id=reply["message_id"]))["message"]
    assert (back["kind"], back["reply_to"]["excerpt"]) == ("reply", f"hello {mention}")
    history = await bob.result("history", channel_id=room, limit=1)
    assert ([one["content"] for one in history["messages"]], history["more"]) == (["hi"], True)
    older = await bob.result("history", channel_id=room, before=back["id"])
    assert ([one["id"] for one in older["messages"]], older["more"]) == ([message["id"]], False)
    await ann.result("edit", message_id=message["id"], content="hey")
    assert (await bob.event("message_update", content="hey"))["message"]["edited"]
    assert await bob.refusal("edit", message_id=message["id"], content="mine now") == "forbidden"
    assert await bob.refusal("delete", message_id=message["id"]) == "forbidden"
    await ann.result("delete", message_id=message["id"])
    assert (await bob.event("message_delete"))["message_id"] == message["id"]


async def test_private_things_stay_private(browser: Browser) -> None:
    ann, _ = await browser.tab("Ann")
    eve, _ = await browser.tab("Eve")
    opened = await ann.result("open_dm")
    sent = await ann.result("send", channel_id=opened["channel_id"], content="secret")
    assert await eve.refusal("history", channel_id=opened["channel_id"]) == "not_found"
    assert await eve.refusal("delete", message_id=sent["message_id"]) == "not_found"
    await eve.result("history", channel_id=str(browser.sandbox.channel("games").id))
    assert eve.heard() == []


async def test_threads(browser: Browser) -> None:
    sandbox = browser.sandbox
    ann, _ = await browser.tab("Ann")
    bob, _ = await browser.tab("Bob")
    room = sandbox.channel("games")
    sent = await sandbox.person("Ann").send("start", channel="games")
    made = start_thread(sandbox.world, room, "Side", sandbox.world.bot.id, grown_from=sent.raw)
    channel = (await bob.event("channel_create"))["channel"]
    assert (channel["type"], channel["parent_id"], channel["joined"]) == ("thread", str(room.id), False)
    await bob.result("send", channel_id=str(made.id), content="here I am")
    assert (await bob.event("channel_update", joined=True))["channel"]["id"] == str(made.id)
    history = await bob.result("history", channel_id=str(made.id))
    assert [one["kind"] for one in history["messages"]] == ["thread_starter", "default"]
    assert history["messages"][0]["reply_to"]["excerpt"] == "start"
    await bob.result("delete_channel", channel_id=str(made.id))
    assert (await ann.event("channel_delete"))["channel_id"] == str(made.id)


async def test_files(browser: Browser) -> None:
    ann, _ = await browser.tab("Ann")
    address = f"{browser.sandbox.server.address}/api/files?as={browser.sandbox.person('Ann').id}&name=b.png"
    async with browser.session.post(address, headers=browser.key, data=picture()) as answer:
        file_id = (await answer.json())["file_id"]
    room = str(browser.sandbox.channel("games").id)
    await ann.result("send", channel_id=room, content="", file_ids=[file_id])
    (file,) = (await ann.event("message_create"))["message"]["attachments"]
    assert (file["width"], file["content_type"]) == (30, "image/png")
    async with browser.session.get(file["url"]) as answer:
        assert await answer.read() == picture().getvalue()
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert await ann.refusal("send", channel_id=room, content="", file_ids=["none"]) == "not_found"


@pytest.mark.parametrize(
    ("what", "fields", "code"),
    [
        ("fly", {}, "unknown_action"),
        ("send", {"channel_id": "x"}, "bad_request"),
        ("send", {"channel_id": "5", "content": "x"}, "not_found"),
        ("send", {"content": ""}, "empty"),
        ("send", {"content": "x" * 2001}, "too_long"),
        ("send", {"content": 5}, "bad_request"),
        ("send", {"content": "x", "file_ids": "x"}, "bad_request"),
        ("history", {"limit": 101}, "bad_request"),
        ("slash", {"command_id": "none"}, "unknown_command"),
        ("click", {"message_id": "5", "custom_id": "x"}, "not_found"),
        ("submit", {"interaction_id": "5", "values": {}}, "not_found"),
        ("fault", {"kind": "hold"}, "bad_request"),
        ("fault", {"kind": "slow", "seconds": 1000}, "bad_request"),
        ("fault", {"kind": "status", "status": 418}, "bad_request"),
        ("gateway", {"what": "explode"}, "bad_request"),
        ("leave_server", {"server_id": "5", "person_id": "5"}, "not_found"),
    ],
)
async def test_refusals_are_sentences(browser: Browser, what: str, fields: dict[str, Any], code: str) -> None:
    ann, _ = await browser.tab("Ann")
    room = str(browser.sandbox.channel("games").id)
    assert await ann.refusal(what, **{"channel_id": room, **fields}) == code


async def test_frames_that_are_none(browser: Browser) -> None:
    address = f"{browser.sandbox.server.address}/api/live?as={browser.sandbox.person('Ann').id}"
    async with browser.session.ws_connect(address, headers=browser.key) as socket:
        await socket.receive_json()
        for text in ("{", "[]", '"x"'):
            await socket.send_str(text)
            assert (await socket.receive_json(timeout=120))["error"]["code"] == "bad_request"


# -- the bot -------------------------------------------------------------------------------------------


class Naming(ui.Modal, title="Name"):
    """One field."""

    name: ui.Label[Naming] = ui.Label(text="Name", component=ui.TextInput(custom_id="name"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.name.component, ui.TextInput)
        await interaction.response.send_message(f"I am {self.name.component.value}", ephemeral=True)


def page_client() -> SampleBot:
    client = SampleBot()

    @client.tree.command(description="Count")
    async def count(interaction: discord.Interaction, start: str = "0") -> None:
        view = ui.View(timeout=None)
        view.add_item(Press(int(start)))
        await interaction.response.send_message("count", view=view)

    @count.autocomplete("start")
    async def starts(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"from {typed}", value=typed)]

    @client.tree.command(description="Name")
    async def name(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Naming())

    @client.tree.command(description="Silence")
    async def silence(interaction: discord.Interaction) -> None:
        return

    return client


async def test_a_command_from_the_page(browser: Browser) -> None:
    async with running(browser.sandbox, page_client()):
        ann, hello = await browser.tab("Ann")
        bob, _ = await browser.tab("Bob")
        room = str(browser.sandbox.channel("games").id)
        ids = {one["name"]: one["id"] for one in hello["commands"]}
        assert sorted(ids) == ["count", "name", "silence"]
        assert hello["bot"]["online"]
        call = {"channel_id": room, "command_id": ids["count"], "path": []}
        offered = await ann.result("autocomplete", **call, options={"start": "4"}, focused="start")
        assert offered["choices"] == [{"name": "from 4", "value": "4"}]
        ran = await ann.result("slash", **call, options={"start": "4"})
        await ann.event("interaction", id=ran["interaction_id"], state="answered")
        shown = (await bob.event("message_create"))["message"]
        assert shown["command"] == {"person_id": str(browser.sandbox.person("Ann").id), "name": "count"}
        button = shown["components"][0]["components"][0]
        assert button["label"] == "Pressed 4"
        pressed = await bob.result("click", message_id=shown["id"], custom_id=button["custom_id"])
        changed = (await ann.event("message_update"))["message"]
        assert changed["content"] == "5 times"
        await bob.event("interaction", id=pressed["interaction_id"], state="answered")
        # Ann hears of her own interaction when it is sent, and never of Bob's.
        assert ann.heard().count("interaction") == 1
        refused = await ann.do("slash", **call, options={"start": 4})
        assert (refused["error"]["code"], refused["error"]["option"]) == ("wrong_type", "start")


async def test_a_modal_from_the_page(browser: Browser) -> None:
    async with running(browser.sandbox, page_client()):
        ann, hello = await browser.tab("Ann")
        bob, _ = await browser.tab("Bob")
        room = str(browser.sandbox.channel("games").id)
        command_id = next(one["id"] for one in hello["commands"] if one["name"] == "name")
        ran = await ann.result("slash", channel_id=room, command_id=command_id)
        opened = (await ann.event("interaction", state="modal"))["interaction"]
        assert opened["modal"]["title"] == "Name"
        _, again = await browser.tab("Ann")
        assert [one["id"] for one in again["interactions"]] == [ran["interaction_id"]]
        await ann.result("submit", interaction_id=ran["interaction_id"], values={"name": "Ann"})
        message = (await ann.event("message_create"))["message"]
        assert (message["content"], message["ephemeral"]) == ("I am Ann", True)
        await ann.result("dismiss", message_id=message["id"])
        await ann.event("message_delete")
        await bob.result("history", channel_id=room)
        assert bob.heard() == []


async def test_failures_and_the_panel(browser: Browser) -> None:
    sandbox = browser.sandbox
    async with running(sandbox, page_client()):
        ann, hello = await browser.tab("Ann")
        room = str(sandbox.channel("games").id)
        ids = {one["name"]: one["id"] for one in hello["commands"]}
        await ann.result("slash", channel_id=room, command_id=ids["silence"])
        sandbox.clock.advance(3.1)
        failed = (await ann.event("interaction", state="failed"))["interaction"]
        assert failed["error"] == "The application did not respond"
        await ann.result("fault", kind="twice")
        assert (await ann.event("faults"))["faults"][0]["kind"] == "twice"
        await ann.result("slash", channel_id=room, command_id=ids["count"])
        await ann.event("message_create")
        await ann.result("fault", kind="rate_limit", seconds=0.1, method="post", path="/channels/*")
        await ann.result("clear_faults")
        assert sandbox.faults.orders == []
        await ann.result("set_dms", closed=True)
        people = (await ann.event("people"))["people"]
        assert [one["name"] for one in people if one["dms_closed"]] == ["Ann"]
        for what in ("drop", "reconnect"):
            await ann.result("gateway", what=what)
            assert (await ann.event("bot"))["online"] is False
            assert (await ann.event("bot"))["online"] is True
        eve = {
            "server_id": str(sandbox.channel("games").guild_id),
            "person_id": str(sandbox.person("Eve").id),
        }
        await ann.result("leave_server", **eve)
        assert eve["person_id"] not in (await ann.event("servers"))["servers"][0]["member_ids"]
        await ann.result("join_server", **eve)


async def test_leaving_a_server_takes_its_channels_away(browser: Browser) -> None:
    sandbox = browser.sandbox
    eve, _ = await browser.tab("Eve")
    sandbox.world.leave(sandbox.guild("table"), sandbox.person("Eve").user)
    assert (await eve.event("channel_delete"))["channel_id"] == str(sandbox.channel("table").id)
    await sandbox.person("Bob").send("without Eve", channel="table")
    await eve.result("history", channel_id=str(sandbox.channel("games").id))
    assert "message_create" not in eve.heard()
