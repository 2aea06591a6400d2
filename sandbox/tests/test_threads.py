"""Threads: opening, writing, archiving, locking, deleting; channels that go away."""

import discord
import pytest

from sandbox.driver import Sandbox
from sandbox.tests.conftest import RestCaller
from sandbox.tests.sample_bot import SampleBot

pytestmark = pytest.mark.wire


async def test_a_thread_grows_from_a_message_once(
    sandbox: Sandbox, client: SampleBot, channel: discord.TextChannel
) -> None:
    lobby = await channel.send("lobby")
    thread = await lobby.create_thread(name="Roses K7QX")
    assert (thread.id, thread.name) == (lobby.id, "Roses K7QX")
    (look,) = sandbox.messages("games")
    assert look.thread_id == thread.id
    with pytest.raises(discord.HTTPException) as refused:
        await lobby.create_thread(name="Again")
    assert (refused.value.status, refused.value.code) == (400, 160004)
    bob = sandbox.person("Bob")
    await thread.send(f"{bob.mention} to move")
    again = await client.fetch_channel(thread.id)
    assert isinstance(again, discord.Thread)
    assert again.message_count == 1
    known = sandbox.channel(look).thread
    assert known is not None
    assert set(known.members) == {sandbox.world.bot.id, bob.id}
    texts = [one.content for one in sandbox.messages(look)]
    assert texts == ["", f"{bob.mention} to move"]
    assert sandbox.channel("Roses K7QX").id == thread.id
    await sandbox.wait_for(lambda: client.heard_of("thread_create"))


async def test_a_thread_by_itself_is_announced(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    thread = await channel.create_thread(name="Open", type=discord.ChannelType.public_thread)
    (line,) = sandbox.messages("games")
    assert (line.content, line.raw.type) == ("Open", 18)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.create_thread(name="Closed", type=discord.ChannelType.private_thread)
    assert refused.value.code == 50035
    assert sandbox.channel(thread.id).name == "Open"


async def test_archiving_locking_and_waking(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    thread = await channel.create_thread(name="Game", type=discord.ChannelType.public_thread)
    card = await thread.send("card")
    await thread.edit(archived=True)
    assert archived(sandbox)
    with pytest.raises(discord.HTTPException) as refused:
        await card.edit(content="new")
    assert refused.value.code == 50083
    await thread.send("wakes it")
    assert sandbox.messages(thread.id)[-1].content == "wakes it"
    assert not archived(sandbox)
    await thread.edit(locked=True, name="Game over")
    assert sandbox.channel("Game over").thread is not None
    with pytest.raises(Exception, match="cannot write"):
        await sandbox.person("Bob").send("may I?", channel="Game over")
    await thread.send("the bot manages threads, so it may")


async def test_a_quiet_thread_archives_itself(
    sandbox: Sandbox, client: SampleBot, channel: discord.TextChannel
) -> None:
    thread = await channel.create_thread(
        name="Game", type=discord.ChannelType.public_thread, auto_archive_duration=10080
    )
    last = await thread.send("last words")
    sandbox.clock.advance(10080 * 60 - 3600)
    assert not archived(sandbox)
    sandbox.clock.advance(7200)
    assert archived(sandbox)
    seen = await client.fetch_channel(thread.id)
    assert isinstance(seen, discord.Thread)
    quiet = seen.archive_timestamp - last.created_at
    assert abs(quiet.total_seconds() - 10080 * 60) < 1, "at the moment at which it was due"
    await thread.edit(archived=False)
    sandbox.clock.advance(10080 * 60 - 3600)
    assert not archived(sandbox), "its time begins anew"


def archived(sandbox: Sandbox) -> bool:
    thread = sandbox.channel("Game").thread
    assert thread is not None
    return thread.archived


async def test_hands_that_delete(sandbox: Sandbox, client: SampleBot, channel: discord.TextChannel) -> None:
    lobby = await channel.send("lobby")
    thread = await lobby.create_thread(name="Game")
    card = await thread.send("card")
    sandbox.delete_channel(thread.id)
    await sandbox.wait_for(lambda: client.heard_of("thread_delete"))
    for act in (thread.send("x"), card.edit(content="y")):
        with pytest.raises(discord.NotFound) as missing:
            await act
        assert missing.value.code == 10003
    # Its message can grow another one.
    assert sandbox.messages("games")[0].thread_id is None
    assert (await lobby.create_thread(name="Again")).name == "Again"
    sandbox.delete_message(sandbox.messages("games")[0])
    with pytest.raises(discord.NotFound) as missing:
        await lobby.edit(content="z")
    assert missing.value.code == 10008
    sandbox.delete_channel("games")
    await sandbox.wait_for(lambda: client.heard_of("guild_channel_delete"))
    with pytest.raises(discord.NotFound) as missing:
        await channel.send("x")
    assert missing.value.code == 10003


@pytest.mark.parametrize("name", ["", "n" * 101, None])
async def test_names_of_threads(sandbox: Sandbox, call_rest: RestCaller, name: str | None) -> None:
    body = {"name": name, "type": 11}
    status, error = await call_rest("POST", f"/channels/{sandbox.channel('games').id}/threads", body)
    assert (status, error["code"]) == (400, 50035)
    assert "name" in error["errors"]


async def test_no_thread_in_a_dm_or_thread(sandbox: Sandbox, call_rest: RestCaller) -> None:
    ann = sandbox.person("Ann")
    path = f"/channels/{ann.dm_channel.id}/threads"
    status, error = await call_rest("POST", path, {"name": "x", "type": 11})
    assert (status, error["code"]) == (400, 50024)
