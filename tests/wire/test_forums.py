"""A game as a post of a forum, over the wire: lobby, cards, strips, deletion, tags."""

import asyncio

import pytest

from sandbox.driver import Person, Sandbox, SeenMessage
from sandbox.world.entities import Channel, Tag
from sandbox.world.permissions import MANAGE_GUILD, MANAGE_THREADS, SEND_MESSAGES
from tests.wire.hosting import Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def post_of(sandbox: Sandbox, forum: Channel) -> Channel:
    """The only post of a forum."""
    posts = await sandbox.wait_for(lambda: sandbox.threads(forum), what="a post")
    assert len(posts) == 1
    return posts[0]


async def opened(sandbox: Sandbox, forum: Channel) -> tuple[Channel, SeenMessage]:
    """The post and the lobby's card of a game that Ann opens."""
    result = await sandbox.person("Ann").slash("roses new", {"seat": "White", "channel": forum})
    assert f"in <#{forum.id}>" in result.reply.text
    post = await post_of(sandbox, forum)
    return post, await sandbox.message(post, lambda look: "Join" in look.labels)


async def begun(sandbox: Sandbox, forum: Channel) -> Table:
    """A running game of Ann and Bob in a post."""
    post, lobby = await opened(sandbox, forum)
    await sandbox.person("Bob").click(lobby, "Join")
    table = Table(sandbox, post)
    await table.card()
    return table


async def test_a_game_is_a_post_from_its_lobby_to_its_end(sandbox: Sandbox, host: Host) -> None:
    forum = sandbox.new_forum("matches")
    post, lobby = await opened(sandbox, forum)
    assert lobby.id == post.id
    assert "Guerre des Deux Roses" in post.name
    bob = sandbox.person("Bob")
    # In the post the command needs no code.
    await host.delivered()
    assert "You have a seat" in (await bob.slash("game join", channel=post)).reply.text
    table = Table(sandbox, post)
    first = await table.card()
    assert first.mentions == ["Ann"]
    await table.play("@d3", "@c5")
    await host.delivered()
    assert len(table.cards()) == 3
    assert [bool(look.labels) for look in table.cards()] == [False, False, True]
    started = next(look for look in sandbox.messages(post) if look.id == post.id)
    assert "Join" not in started.labels
    await table.ann.slash("game resign", {"sure": True}, channel=post)
    over = await sandbox.message(post, lambda look: "Play again" in look.labels)
    await table.bob.click(over, "Play again")
    posts = await sandbox.wait_for(
        lambda: sandbox.threads(forum) if len(sandbox.threads(forum)) == 2 else None, what="another post"
    )
    await sandbox.message(posts[1], lambda look: "Accept" in look.labels)


async def test_a_post_that_is_deleted(sandbox: Sandbox, host: Host) -> None:
    forum = sandbox.new_forum("matches")
    table = await begun(sandbox, forum)
    await host.delivered()
    sandbox.delete_channel(table.thread)
    offer = await table.ann.wait_for_dm(lambda look: "Go on in the channel" in look.labels)
    await table.ann.click(offer, "Go on in the channel")
    table.thread = await post_of(sandbox, forum)
    await table.card()
    await table.play("@d3", "@c5")
    await host.delivered()
    assert [bool(look.labels) for look in table.cards()] == [False, False, True]
    # One that waits for players is called off.
    other = sandbox.new_forum("waiting")
    post, _ = await opened(sandbox, other)
    await host.delivered()
    sandbox.delete_channel(post)
    ann = sandbox.person("Ann")
    code = post.name.split()[0]
    async with asyncio.timeout(120):
        while "called off" not in (await ann.slash("game lobby start", {"game": code})).reply.text:
            pass
    await host.delivered()
    assert sandbox.threads(other) == []


async def test_a_receipt_that_was_lost_begins_no_second_post(sandbox: Sandbox, host: Host) -> None:
    forum = sandbox.new_forum("matches")
    sandbox.cut("POST", f"/channels/{forum.id}/threads", after=True)
    _, lobby = await opened(sandbox, forum)
    await host.delivered()
    assert len(sandbox.threads(forum)) == 1
    await sandbox.person("Bob").click(lobby, "Join")


@pytest.mark.parametrize("name", ["Guerre des Deux Roses", "whatever"])
async def test_a_tag_that_the_forum_wants_is_picked(sandbox: Sandbox, host: Host, name: str) -> None:
    forum = sandbox.new_forum("matches", tags=[Tag(1, "first"), Tag(2, name)], require_tag=True)
    post, _ = await opened(sandbox, forum)
    assert post.thread is not None
    assert post.thread.applied_tags == ([2] if name.startswith("Guerre") else [1])


async def test_a_forum_in_which_nothing_can_be_posted_says_so(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    forum = sandbox.new_forum("matches", tags=[Tag(1, "theirs", moderated=True)], require_tag=True)
    sandbox.deny(forum, MANAGE_THREADS)
    refused = (await ann.slash("roses new", {"channel": forum})).reply
    assert "wants a tag on every post" in refused.text
    closed = sandbox.new_forum("closed")
    sandbox.deny(closed, SEND_MESSAGES, bob.id)
    refused = (await bob.slash("game new", {"game": "roses", "channel": closed})).reply
    assert "You may not write" in refused.text
    # What the bot lacks is said at once, and posted when it has it.
    mute = sandbox.new_forum("mute")
    sandbox.deny(mute, SEND_MESSAGES)
    result = (await ann.slash("roses new", {"channel": mute})).reply
    assert "I lack permissions in that channel" in result.text
    sandbox.deny(mute, 0)
    post = await post_of(sandbox, mute)
    await sandbox.message(post, lambda look: "Join" in look.labels)


async def test_settings_and_administrators_know_forums(sandbox: Sandbox, host: Host) -> None:
    forum = sandbox.new_forum("matches")
    ann, cleo = sandbox.person("Ann"), sandbox.person("Cleo")
    sandbox.promote(cleo, MANAGE_GUILD)
    table = await Table.opened(sandbox)
    plan = (await cleo.slash("admin move-thread", {"channel": forum}, channel=table.thread)).reply
    await cleo.click(plan, "Do it")
    table.thread = await post_of(sandbox, forum)
    await table.card()
    await table.play("@d3")
    await ann.slash("server settings", {"allow_channel": forum})
    refused = (await ann.slash("roses new", {"thread": True})).reply
    assert f"Open yours in <#{forum.id}>." in refused.text
    inside = await ann.slash("game new", {"game": "flicflac", "thread": True}, channel=table.thread)
    assert "You opened" in inside.reply.text
    await _joined(sandbox, table.thread, sandbox.person("Bob"))


async def _joined(sandbox: Sandbox, post: Channel, person: Person) -> None:
    """A game that is opened in a post is played there, without a thread of its own."""
    lobby = await sandbox.message(post, lambda look: "Join" in look.labels)
    await person.click(lobby, "Join")
    await sandbox.message(post, lambda look: bool(look.files), after=lobby)
