"""What goes wrong on order, and what the client library makes of it."""

import asyncio

import aiohttp
import discord
import pytest

from sandbox.driver import Sandbox
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import SampleBot, running

pytestmark = pytest.mark.wire


@pytest.fixture
def room(sandbox: Sandbox) -> str:
    return f"/channels/{sandbox.channel('games').id}/messages"


async def test_errors_strike_what_they_were_ordered_for(
    sandbox: Sandbox, call_rest: RestCaller, room: str
) -> None:
    fault = sandbox.fail(503, "POST", "/channels/*/messages", times=2)
    assert (await call_rest("GET", room))[0] == 200
    assert (await call_rest("POST", room, {"content": "x"}))[0] == 503
    assert (await call_rest("POST", room, {"content": "x"}))[0] == 503
    assert (await call_rest("POST", room, {"content": "x"}))[0] == 200
    assert (fault.hits, sandbox.faults.orders) == (2, [])
    assert len(sandbox.messages("games")) == 1


async def test_a_rate_limit_on_order(sandbox: Sandbox, call_rest: RestCaller, room: str) -> None:
    sandbox.limit(0.25, path="/channels/*", whole=True)
    status, error = await call_rest("POST", room, {"content": "x"})
    assert (status, error["retry_after"], error["global"]) == (429, 0.25, True)
    assert call_rest.headers["X-RateLimit-Global"] == "true"
    assert (await call_rest("POST", room, {"content": "x"}))[0] == 200


async def test_cut_before_and_after(sandbox: Sandbox, call_rest: RestCaller, room: str) -> None:
    sandbox.cut("POST")
    with pytest.raises(aiohttp.ClientError):
        await call_rest("POST", room, {"content": "lost"})
    assert sandbox.messages("games") == []
    sandbox.cut("POST", after=True)
    with pytest.raises(aiohttp.ClientError):
        await call_rest("POST", room, {"content": "done", "nonce": "1", "enforce_nonce": True})
    assert [one.content for one in sandbox.messages("games")] == ["done"]
    # A repetition with the same nonce does no harm.
    await call_rest("POST", room, {"content": "done", "nonce": "1", "enforce_nonce": True})
    assert len(sandbox.messages("games")) == 1


async def test_held_up_until_released(sandbox: Sandbox, call_rest: RestCaller, room: str) -> None:
    fault = sandbox.hold("POST")
    waiting = asyncio.create_task(call_rest("POST", room, {"content": "x"}))
    await sandbox.wait_for(lambda: fault.hits == 1)
    assert sandbox.messages("games") == []
    fault.release()
    assert (await waiting)[0] == 200


async def test_clearing_lets_go(sandbox: Sandbox, call_rest: RestCaller, room: str) -> None:
    sandbox.hold("POST")
    sandbox.fail(500, "GET", times=5)
    sandbox.faults.clear()
    assert (await call_rest("GET", room))[0] == 200


async def test_slowness(sandbox: Sandbox, call_rest: RestCaller, room: str) -> None:
    slow = sandbox.slow(3600)
    waiting = asyncio.create_task(call_rest("GET", room))
    await sandbox.wait_for(lambda: slow.hits)
    # It holds up nobody else.
    assert (await call_rest("GET", room))[0] == 200
    assert not waiting.done()
    waiting.cancel()
    sandbox.slow(0.01)
    assert (await call_rest("GET", room))[0] == 200


async def test_an_interaction_that_arrives_late(sandbox: Sandbox) -> None:
    client = SampleBot()
    caught: list[discord.NotFound] = []

    @client.tree.command(description="x")
    async def hello(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("hello")
        except discord.NotFound as error:
            caught.append(error)

    async with running(sandbox, client):
        ann = sandbox.person("Ann")
        sandbox.deliver_late(2.0)
        assert (await ann.slash("hello")).reply.content == "hello"
        sandbox.deliver_late(3.5)
        assert (await ann.slash("hello")).failed
        await sandbox.wait_for(lambda: caught)
        assert caught[0].code == 10062
        sandbox.lose()
        asked = await ann.slash("hello", wait="nothing")
        sandbox.clock.advance(4)
        assert asked.failed


async def test_an_interaction_that_arrives_twice(sandbox: Sandbox) -> None:
    client = SampleBot()
    outcomes: list[int] = []

    @client.tree.command(description="x")
    async def hello(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("hello")
            outcomes.append(200)
        except discord.HTTPException as error:
            outcomes.append(error.code)

    async with running(sandbox, client):
        sandbox.deliver_twice()
        answer = await sandbox.person("Ann").slash("hello")
        await sandbox.wait_for(lambda: len(outcomes) == 2)
        assert sorted(outcomes) == [200, 40060]
        assert len(answer.messages) == 1


async def test_a_lost_answer_was_an_answer(sandbox: Sandbox) -> None:
    client = SampleBot()
    raised: list[Exception] = []

    @client.tree.command(description="x")
    async def hello(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("hello")
        except aiohttp.ClientError as error:
            raised.append(error)

    async with running(sandbox, client):
        sandbox.cut("POST", "/interactions/*", after=True)
        assert (await sandbox.person("Ann").slash("hello")).reply.content == "hello"
        await sandbox.wait_for(lambda: raised)


async def test_the_library_waits_out_a_rate_limit(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.limit(0.02, "POST", "/channels/*", times=2)
    await channel.send("through")
    assert [one.content for one in sandbox.messages("games")] == ["through"]
    posts = sandbox.records.requests("POST", "/channels/*/messages")
    assert [one.status for one in posts] == [429, 429, 200]


async def test_fifty_requests_a_second_and_no_more(
    sandbox: Sandbox, call_rest: RestCaller, room: str
) -> None:
    statuses = [(await call_rest("GET", room))[0] for _ in range(51)]
    # A slow machine may have come into the next second: then the limit is not reached.
    assert statuses[:50] == [200] * 50
    if statuses[50] == 429:
        assert call_rest.headers["X-RateLimit-Global"] == "true"
        sandbox.clock.advance(1)
        assert (await call_rest("GET", room))[0] == 200
    assert sandbox.records.statuses[429] == statuses.count(429)


async def test_answers_to_interactions_do_not_count(call_rest: RestCaller) -> None:
    for _ in range(60):
        status, error = await call_rest("POST", "/interactions/1/none/callback", {"type": 4})
        assert (status, error["code"]) == (404, 10062)
