"""What is kept for tests: requests, and every byte that each person was shown."""

import discord
import pytest

from sandbox.core import Options
from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import SampleBot, picture, running

pytestmark = pytest.mark.wire


def whispering() -> SampleBot:
    client = SampleBot()

    @client.tree.command(description="x")
    async def whisper(interaction: discord.Interaction, secret: str) -> None:
        await interaction.response.send_message(secret, ephemeral=True)
        await interaction.followup.send("Somebody whispered.")

    @client.tree.command(description="x")
    async def draw(interaction: discord.Interaction, colour: str) -> None:
        view = discord.ui.LayoutView()
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView]
        gallery = discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png"))
        view.add_item(gallery)
        await interaction.response.send_message(view=view, file=discord.File(picture(colour), "a.png"))

    return client


async def play(secret: str, colour: str = "red") -> dict[str, list[bytes]]:
    async with Sandbox() as sandbox, running(sandbox, whispering()):
        ann = sandbox.person("Ann")
        answer = await ann.slash("whisper", {"secret": secret})
        await answer.message(1)
        await ann.slash("draw", {"colour": colour})
        return {
            name: [one.body for one in sandbox.records.shown_to(sandbox.person(name).id)]
            for name in ("Ann", "Bob")
        }


async def test_two_runs_that_differ_in_a_secret_look_the_same_to_others() -> None:
    one, two = await play("red"), await play("blue")
    assert one["Bob"] == two["Bob"]
    assert len(one["Bob"]) == 2
    assert one["Ann"] != two["Ann"]
    assert len(one["Ann"]) == 3


async def test_a_different_picture_is_noticed() -> None:
    one, two = await play("x", "red"), await play("x", "blue")
    assert one["Bob"][0] == two["Bob"][0]
    assert one["Bob"][1] != two["Bob"][1]


async def test_requests_are_kept(sandbox: Sandbox) -> None:
    async with running(sandbox, whispering()):
        await (await sandbox.person("Ann").slash("whisper", {"secret": "psst"})).message(1)
        (callback,) = sandbox.records.requests("POST", "/interactions/*/callback")
        assert callback.status == 200
        assert isinstance(callback.body, dict)
        assert callback.body["data"]["content"] == "psst"
        assert sandbox.records.requests("PUT", "/applications/*")[0].status == 200
        assert not {401, 403, 429} & set(sandbox.records.statuses)


async def test_nothing_is_kept_where_nobody_looks() -> None:
    async with Sandbox(Options(keep_records=False)) as sandbox, running(sandbox, whispering()):
        await sandbox.person("Ann").slash("whisper", {"secret": "psst"})
        assert not sandbox.records.exchanges
        assert not sandbox.records.shown
        assert sandbox.records.statuses[200] > 0
