"""A bot with one command, `/trivial`, which it acknowledges and then answers with a word."""

import asyncio
import os
from typing import Any

import discord
from discord import app_commands

from bot.discord.connection import point_client_at


class TrivialBot(discord.Client):
    """The bot with the command `/trivial`."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="trivial", description="…", callback=_trivial))

    async def setup_hook(self) -> None:
        """Publish the command."""
        await self.tree.sync()


async def _trivial(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(content="done")


async def _run() -> None:
    token = os.environ["DISCORD_TOKEN"]
    await point_client_at(os.environ["DISCORD_API_BASE"], token)
    async with TrivialBot() as bot:
        await bot.start(token)


if __name__ == "__main__":
    asyncio.run(_run())
