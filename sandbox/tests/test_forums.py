"""Forums: posts with a first message and tags, and nothing but posts."""

import discord
import pytest
from discord import ui

from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import SampleBot, picture, running
from sandbox.world.entities import Channel, Tag
from sandbox.world.permissions import MANAGE_THREADS, SEND_MESSAGES

pytestmark = pytest.mark.wire
FREE, OURS = Tag(5, "free"), Tag(6, "ours", moderated=True)


def forum_of(client: SampleBot, forum: Channel) -> discord.ForumChannel:
    found = client.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    return found


def code_of(refused: pytest.ExceptionInfo[discord.HTTPException]) -> tuple[int, int]:
    return refused.value.status, refused.value.code


async def test_a_post_is_a_thread_with_the_id_of_its_first_message(sandbox: Sandbox) -> None:
    client = SampleBot()
    made = sandbox.new_forum("posts", tags=[FREE, OURS])
    async with running(sandbox, client):
        forum = forum_of(client, made)
        assert [(tag.name, tag.moderated) for tag in forum.available_tags] == [
            ("free", False),
            ("ours", True),
        ]
        assert not forum.flags.require_tag
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay("hello"))
        file = discord.File(picture(), "a.png")
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png")))
        thread, message = await forum.create_thread(
            name="K7QX", view=view, file=file, applied_tags=[forum.available_tags[0]]
        )
        assert thread.id == message.id
        assert thread.parent_id == forum.id
        (look,) = sandbox.messages("K7QX")
        assert "hello" in look.text
        assert look.files
        known = sandbox.channel("K7QX").thread
        assert known is not None
        assert known.applied_tags == [FREE.id]
        again = await client.fetch_channel(thread.id)
        assert isinstance(again, discord.Thread)
        assert [tag.name for tag in again.applied_tags] == ["free"]
        await message.edit(view=view, attachments=[discord.File(picture(), "a.png")])
        await thread.send("more")
        await sandbox.wait_for(lambda: client.heard_of("thread_create"))
        # A first message that is deleted leaves the post.
        await message.delete()
        assert [one.content for one in sandbox.messages("K7QX")] == ["more"]


async def test_a_forum_takes_no_messages_and_may_want_a_tag(sandbox: Sandbox) -> None:
    client = SampleBot()
    made = sandbox.new_forum("posts", tags=[FREE], require_tag=True)
    locked = sandbox.new_forum("locked", tags=[OURS], require_tag=True)
    sandbox.deny(locked, MANAGE_THREADS)
    async with running(sandbox, client):
        forum = forum_of(client, made)
        with pytest.raises(discord.HTTPException) as refused:
            await client.get_partial_messageable(forum.id).send("hello")
        assert code_of(refused) == (400, 50008)
        with pytest.raises(discord.HTTPException) as refused:
            await forum.create_thread(name="no tag", content="hello")
        assert code_of(refused) == (400, 40067)
        with pytest.raises(discord.HTTPException) as refused:
            await forum.create_thread(name="foreign", content="hello", applied_tags=[discord.Object(99)])  # type: ignore[list-item]
        assert code_of(refused) == (404, 10087)
        await forum.create_thread(name="tagged", content="hello", applied_tags=[forum.available_tags[0]])
        other = forum_of(client, locked)
        with pytest.raises(discord.HTTPException) as refused:
            await other.create_thread(name="no tag", content="hello")
        assert code_of(refused) == (400, 40066)
        with pytest.raises(discord.HTTPException) as refused:
            await other.create_thread(name="theirs", content="hello", applied_tags=[other.available_tags[0]])
        assert code_of(refused) == (403, 50013)
        sandbox.deny(made, SEND_MESSAGES)
        with pytest.raises(discord.HTTPException) as refused:
            await forum.create_thread(name="denied", content="hello", applied_tags=[forum.available_tags[0]])
        assert code_of(refused) == (403, 50013)
