"""Discord's clocks: three seconds for the first answer, fifteen minutes for what follows, one answer."""

import asyncio
from typing import Any

import discord
import pytest

from sandbox.driver import Interaction, Sandbox
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import SampleBot, running

pytestmark = pytest.mark.wire

SAY = {"type": 4, "data": {"content": "here"}}


@pytest.fixture
async def asked(sandbox: Sandbox, call_rest: RestCaller) -> Interaction:
    """An interaction that nobody has answered."""
    path = f"/applications/{sandbox.world.application.id}/commands"
    await call_rest("PUT", path, [{"name": "ask", "description": "d"}])
    return await sandbox.person("Ann").slash("ask", wait="nothing")


def callback(asked: Interaction) -> str:
    return f"/interactions/{asked.record.id}/{asked.record.token}/callback"


def webhook(asked: Interaction, tail: str = "") -> str:
    return f"/webhooks/100000000000000001/{asked.record.token}{tail}"


async def test_after_three_seconds_it_is_unknown(
    sandbox: Sandbox, call_rest: RestCaller, asked: Interaction
) -> None:
    sandbox.clock.advance(2.9)
    assert asked.state == "sent"
    sandbox.clock.advance(0.2)
    assert asked.failed
    assert asked.record.error == "The application did not respond"
    status, error = await call_rest("POST", callback(asked), SAY)
    assert (status, error["code"]) == (404, 10062)
    status, error = await call_rest("POST", webhook(asked), {"content": "x"})
    assert (status, error["code"]) == (404, 10015)


async def test_time_runs_without_anybody_asking() -> None:
    async with Sandbox(answers_timed=True) as sandbox:
        sandbox.world.set_commands([{"id": "5", "name": "ask", "type": 1, "options": []}])
        # Nearly all of the three seconds have passed on the way.
        sandbox.deliver_late(2.95)
        asked = await sandbox.person("Ann").slash("ask")
        assert asked.failed


async def test_only_the_first_answer_counts(call_rest: RestCaller, asked: Interaction) -> None:
    assert (await call_rest("POST", callback(asked), SAY))[0] == 204
    status, error = await call_rest("POST", callback(asked), SAY)
    assert (status, error["code"]) == (400, 40060)
    assert asked.reply.content == "here"


async def test_a_refused_answer_may_be_mended(call_rest: RestCaller, asked: Interaction) -> None:
    long = {"type": 4, "data": {"content": "x" * 2001}}
    status, error = await call_rest("POST", callback(asked), long)
    assert (status, list(error["errors"]["data"])) == (400, ["content"])
    assert (await call_rest("POST", callback(asked), SAY))[0] == 204


@pytest.mark.parametrize("kind", [0, 1, 6, 7, 8, 99, "4", None])
async def test_kinds_of_answer_that_do_not_fit(call_rest: RestCaller, asked: Interaction, kind: Any) -> None:
    status, error = await call_rest("POST", callback(asked), {"type": kind})
    assert (status, error["code"]) == (400, 50035)
    assert "type" in error["errors"]


async def test_follow_ups_for_fifteen_minutes(
    sandbox: Sandbox, call_rest: RestCaller, asked: Interaction
) -> None:
    assert (await call_rest("POST", callback(asked), SAY))[0] == 204
    status, more = await call_rest("POST", webhook(asked), {"content": "more", "flags": 64})
    assert (status, more["flags"]) == (200, 64)
    assert [one.content for one in asked.messages] == ["here", "more"]
    one = webhook(asked, f"/messages/{more['id']}")
    assert (await call_rest("PATCH", one, {"content": "less"}))[0] == 200
    assert asked.messages[1].content == "less"
    assert (await call_rest("PATCH", webhook(asked, "/messages/@original"), {"content": "there"}))[0] == 200
    assert asked.reply.content == "there"
    sandbox.delete_message(asked.messages[1])
    status, error = await call_rest("PATCH", one, {"content": "x"})
    assert (status, error["code"]) == (404, 10008)
    sandbox.clock.advance(901)
    status, error = await call_rest("POST", webhook(asked), {"content": "late"})
    assert (status, error["code"]) == (401, 50027)


async def test_foreign_messages_are_out_of_reach(
    sandbox: Sandbox, call_rest: RestCaller, asked: Interaction
) -> None:
    await call_rest("POST", callback(asked), SAY)
    other = await sandbox.person("Bob").send("mine", channel="games")
    status, error = await call_rest("PATCH", webhook(asked, f"/messages/{other.id}"), {"content": "x"})
    assert (status, error["code"]) == (404, 10008)


async def test_ephemeral_answers_are_out_of_the_channels_reach(
    sandbox: Sandbox, call_rest: RestCaller, asked: Interaction
) -> None:
    path = callback(asked) + "?with_response=1"
    status, report = await call_rest("POST", path, {"type": 4, "data": {"content": "psst", "flags": 64}})
    assert status == 200
    assert report["interaction"]["response_message_ephemeral"] is True
    message_id = report["resource"]["message"]["id"]
    room = sandbox.channel("games").id
    status, error = await call_rest("PATCH", f"/channels/{room}/messages/{message_id}", {"content": "x"})
    assert (status, error["code"]) == (404, 10008)
    assert await call_rest("GET", f"/channels/{room}/messages") == (200, [])


async def test_thinking_is_resolved_by_the_first_follow_up(
    sandbox: Sandbox, call_rest: RestCaller, asked: Interaction
) -> None:
    assert (await call_rest("POST", callback(asked), {"type": 5, "data": {"flags": 64}}))[0] == 204
    assert (asked.state, asked.reply.loading) == ("thinking", True)
    sandbox.clock.advance(600)
    _, sent = await call_rest("POST", webhook(asked), {"content": "thought"})
    assert (asked.state, asked.reply.content, asked.reply.ephemeral) == ("answered", "thought", True)
    assert (asked.reply.loading, str(asked.reply.id)) == (False, sent["id"])
    await call_rest("POST", webhook(asked), {"content": "aloud"})
    assert [one.content for one in sandbox.messages("games")] == ["aloud"]


async def test_the_client_library_meets_these_limits(sandbox: Sandbox) -> None:
    client = SampleBot()
    go_on = asyncio.Event()
    caught: list[discord.HTTPException] = []

    @client.tree.command(description="x")
    async def slow(interaction: discord.Interaction) -> None:
        await go_on.wait()
        try:
            await interaction.response.send_message("too late")
        except discord.NotFound as error:
            caught.append(error)

    @client.tree.command(description="x")
    async def twice(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        copy = discord.Interaction(data=raw[-1], state=interaction._state)
        try:
            await copy.response.send_message("again")
        except discord.HTTPException as error:
            caught.append(error)
        await interaction.edit_original_response(content="once")

    raw: list[Any] = []
    parse = client._connection.parsers["INTERACTION_CREATE"]

    def keep(data: Any) -> None:
        raw.append(data)
        parse(data)

    client._connection.parsers["INTERACTION_CREATE"] = keep
    async with running(sandbox, client):
        ann = sandbox.person("Ann")
        late = await ann.slash("slow", wait="nothing")
        await sandbox.wait_for(lambda: raw)
        sandbox.clock.advance(3.5)
        go_on.set()
        await sandbox.wait_for(lambda: caught)
        assert (caught[0].code, late.failed) == (10062, True)
        answer = await ann.slash("twice")
        assert (answer.reply.content, caught[1].code) == ("once", 40060)
