"""The world on disk: what a restart finds again, and what it forgets."""

import sqlite3
import stat
from pathlib import Path

import discord
import pytest

from sandbox.clock import Clock
from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import Press, SampleBot, picture, running, text_channel
from sandbox.world.entities import Message
from sandbox.world.storage import SqliteStorage
from sandbox.world.threads import start_thread
from sandbox.world.world import Capacity, World

pytestmark = pytest.mark.wire


def pressing() -> SampleBot:
    client = SampleBot()

    @client.tree.command(description="x")
    async def count(interaction: discord.Interaction, secret: bool = False) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Press(0))
        file = discord.File(picture(), "a.png")
        await interaction.response.send_message("0 times", view=view, file=file, ephemeral=secret)

    return client


async def test_a_new_process_finds_the_old_cards(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "world.sqlite3"
    async with Sandbox(world_path=file) as sandbox, running(sandbox, pressing()):
        ann = sandbox.person("Ann")
        card = (await ann.slash("count")).reply
        await ann.slash("count", {"secret": True})
        await sandbox.person("Bob").dm("hello")
        ann.close_dms()
        page = sandbox.server.page
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    async with Sandbox(world_path=file) as sandbox, running(sandbox, pressing()):
        ann = sandbox.person("Ann")
        (again,) = sandbox.messages("games", viewer=ann)
        assert (again, again.content, again.labels) == (card, "0 times", ["Pressed 0"])
        assert await again.file() == picture().getvalue()
        await ann.click(again, "Pressed")
        assert again.content == "1 times"
        assert [one.content for one in sandbox.person("Bob").dms] == ["hello"]
        assert ann.user.dms_closed
        assert sandbox.server.page.split("key=")[1] == page.split("key=")[1]
        fresh = await ann.send("later")
        assert fresh.id > card.id


async def test_pictures_are_found_at_the_new_address(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    client = SampleBot()
    async with Sandbox(world_path=file) as sandbox, running(sandbox, client):
        view = discord.ui.LayoutView()
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://a.png")
        view.add_item(gallery)
        await text_channel(client, sandbox).send(view=view, file=discord.File(picture(), "a.png"))
        before = sandbox.server.address
    for _ in range(2):
        async with Sandbox(world_path=file) as sandbox:
            assert sandbox.server.address != before
            (look,) = sandbox.messages("games")
            shown = look.components[0]["items"][0]["media"]["url"]
            assert shown.startswith(sandbox.server.address)


async def test_what_was_answered_survives_a_kill(tmp_path: Path) -> None:
    """The storage is complete at the moment a request is answered, not only after a clean end."""
    file = tmp_path / "world.sqlite3"
    client = SampleBot()
    async with Sandbox(world_path=file) as sandbox, running(sandbox, client):
        sent = await text_channel(client, sandbox).send("kept", file=discord.File(picture(), "a.png"))
        # Another process looks into the file while the first one runs.
        world = World(Clock(), sandbox.server.address)
        storage = SqliteStorage(file)
        await storage.open()
        await world.restore(storage)
        kept = world.message(sent.channel.id, sent.id)
        assert kept is not None
        assert kept.content == "kept"
        assert await storage.file(kept.attachments[0].path) == picture().getvalue()
        await storage.close()


async def test_deleted_things_stay_deleted(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(world_path=file) as sandbox:
        ann = sandbox.person("Ann")
        gone = await ann.send("gone", channel="games")
        thread = start_thread(sandbox.world, sandbox.channel("games"), "Thread", ann.id)
        await ann.send("inside", channel=thread)
        sandbox.delete_message(gone)
        sandbox.delete_channel(thread)
        sandbox.delete_channel("off-topic")
    async with Sandbox(world_path=file) as sandbox:
        assert [one.raw.type for one in sandbox.messages("games")] == [18]
        assert sandbox.threads("games") == []
        with pytest.raises(LookupError):
            sandbox.channel("off-topic")


async def test_a_thread_in_which_nobody_has_written_keeps_its_archive_time(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(world_path=file) as sandbox:
        ann = sandbox.person("Ann")
        start_thread(sandbox.world, sandbox.channel("games"), "Thread", ann.id, archive_minutes=10_080)
    async with Sandbox(world_path=file) as sandbox:
        (channel,) = sandbox.threads("games")
        assert channel.thread is not None
        assert channel.thread.archive_minutes == 10_080


async def test_the_oldest_is_forgotten_first() -> None:
    world = World(Clock(), "http://127.0.0.1:1", Capacity(messages=3, file_bytes=25))
    world.populate()
    room = next(iter(world.channels.values()))
    for number in range(5):
        world.keep_file(f"file-{number}", b"x" * 10)
        world.post(Message(world.ids.next(), room.id, world.bot.id, world.clock.now(), content=str(number)))
    assert [one.content for one in world.history(room.id)] == ["2", "3", "4"]
    kept = [number for number in range(5) if await world.storage.file(f"file-{number}") is not None]
    assert kept == [3, 4]


async def test_a_file_that_is_no_world(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    file.write_bytes(b"this is not a database, however long one looks at it" * 50)
    with pytest.raises(sqlite3.DatabaseError):
        async with Sandbox(world_path=file):
            pass
