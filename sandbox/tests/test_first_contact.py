"""The real client connects, registers commands and answers one, over the wire."""

import discord
import pytest

from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import SampleBot, running

pytestmark = pytest.mark.wire


async def test_a_command_is_registered_and_answered() -> None:
    client = SampleBot()

    @client.tree.command()
    async def hello(interaction: discord.Interaction, name: str, loud: bool = False) -> None:
        """Say hello."""
        text = f"Hello {name}!"
        await interaction.response.send_message(text.upper() if loud else text)

    async with Sandbox() as sandbox, running(sandbox, client):
        ann = sandbox.person("Ann")
        interaction = await ann.slash("hello", {"name": "Bob", "loud": True})
        assert interaction.reply.content == "HELLO BOB!"
        assert interaction.reply.author == "Turnpost"
        assert [look.content for look in sandbox.messages("games")] == ["HELLO BOB!"]
