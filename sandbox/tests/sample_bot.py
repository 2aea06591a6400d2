"""A small bot that uses everything the sandbox offers, and a way to run it against one."""

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, Self

import discord
import yarl
from discord import app_commands, ui
from PIL import Image

from sandbox.driver import Sandbox


@contextlib.contextmanager
def pointed_at(api_base: str) -> Iterator[None]:
    """Point the client library at a sandbox for the block."""
    base = discord.http.Route.BASE
    gateway = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    assets = discord.asset.Asset.BASE
    root = yarl.URL(api_base).origin()
    discord.http.Route.BASE = api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = root.with_scheme("ws") / "gateway"
    discord.asset.Asset.BASE = str(root)
    try:
        yield
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
        discord.asset.Asset.BASE = assets


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox, client: discord.Client) -> AsyncIterator[None]:
    """Run a client against a sandbox for the block, with the servers in its cache."""
    with pointed_at(sandbox.api_base):
        task = asyncio.create_task(client.start(sandbox.token))
        waiting = asyncio.create_task(sandbox.online())
        try:
            await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                waiting.cancel()
                await task
            await waiting
            await asyncio.wait_for(client.wait_until_ready(), 120)
            yield
        finally:
            waiting.cancel()
            await client.close()
            with contextlib.suppress(discord.ConnectionClosed, asyncio.CancelledError):
                await task


def text_channel(client: discord.Client, sandbox: Sandbox, name: str = "games") -> discord.TextChannel:
    channel = client.get_channel(sandbox.channel(name).id)
    assert isinstance(channel, discord.TextChannel)
    return channel


def picture(colour: str = "red", size: tuple[int, int] = (30, 20)) -> io.BytesIO:
    """A PNG file of one colour."""
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return data


class Press(ui.DynamicItem[ui.Button[ui.View]], template=r"press:(?P<count>\d+)"):
    """A button with a count in its custom_id, so that it works after a restart."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label=f"Pressed {count}", custom_id=f"press:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        if interaction.message is not None and interaction.message.flags.components_v2:
            await interaction.response.send_message(f"{self.count + 1} times")
            return
        view = ui.View(timeout=None)
        view.add_item(Press(self.count + 1))
        await interaction.response.edit_message(content=f"{self.count + 1} times", view=view)


class SampleBot(discord.Client):
    """A bot that notes what it hears."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        if intents is None:
            intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[tuple[str, Any]] = []
        """The events that came: their names, and their arguments."""
        self.errors: list[Exception] = []
        self.tree.error(self._on_tree_error)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()

    async def _on_tree_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        self.errors.append(error)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.heard.append((event, args[0] if args else None))
        super().dispatch(event, *args, **kwargs)

    def heard_of(self, event: str) -> list[Any]:
        return [what for name, what in self.heard if name == event]
