"""The bot's own Discord client without the network: it reads interactions, and writes its requests."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final
from unittest.mock import patch

import aiohttp
import discord
from discord.utils import time_snowflake

from bot.clock import Clock
from bot.discord.client import TurnpostClient
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.context import AppContext
from bot.service.facade import Service
from bot.service.values.request import Person, Place
from engines.registry import ENGINES
from tests.discord.fake_discord import EPOCH, FakeDiscord, thread_data
from tests.service.actors import ACCOUNTS, HERE

_numbers = count()


class _Answer:
    """The parts of an HTTP answer that the client reads."""

    status = 200
    headers: Final = {"content-type": "application/json"}

    def __init__(self, text: str) -> None:
        self._text = text

    async def text(self, *, encoding: str) -> str:
        return self._text


class DiscordInMemory:
    """A stand-in for the client's HTTP session, which answers each request once it is written."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        """The method and path of each request."""
        self.spent = 0.0
        """Processor seconds spent on finding answers, which are not the bot's work."""
        self.last = 0.0
        """The processor seconds of the process at the last request, without those in `spent`."""
        self._fake = FakeDiscord()

    @asynccontextmanager
    async def request(
        self, method: str, url: str, *, data: str | aiohttp.FormData | None = None, **_: Any
    ) -> AsyncIterator[_Answer]:
        """One request and its answer."""
        sent = await data().as_bytes() if isinstance(data, aiohttp.FormData) else (data or "{}").encode()
        begun = time.process_time()
        self.last = begun - self.spent
        if isinstance(data, aiohttp.FormData):
            # The first part of the form describes the message, the others are files.
            sent = sent.split(b"\r\n\r\n", 1)[1].split(b"\r\n--", 1)[0]
        path = url.removeprefix(discord.http.Route.BASE)
        self.requests.append(f"{method} {path}")
        answer = _Answer(json.dumps(self._fake.answer(method, path, json.loads(sent))))
        self.spent += time.process_time() - begun
        yield answer

    async def close(self) -> None:
        """End the session."""


@asynccontextmanager
async def logged_in(
    web: DiscordInMemory, service: Service, pictures: DiscordPictures, clock: Clock
) -> AsyncIterator[TurnpostClient]:
    """A client that has logged in."""
    client = TurnpostClient(ENGINES)
    client.context = AppContext(service, pictures, clock=clock)
    async with client:
        with patch("aiohttp.ClientSession", lambda **_: web):
            await client.login("token")
        state: Any = client._connection
        # The gateway would announce the server.
        state._add_guild(state._get_or_create_unavailable_guild(HERE.guild_id))
        yield client


def move_typed(client: TurnpostClient, person: Person, place: Place, notation: str) -> dict[str, Any]:
    """What Discord sends when somebody types `/move` in a thread."""
    number = time_snowflake(client.context.clock.now()) + next(_numbers)
    user = {"id": str(ACCOUNTS[person.id]), "username": "u", "discriminator": "0", "avatar": None}
    everything = str(discord.Permissions.all().value)
    return {
        "id": str(number), "application_id": "1", "type": 2, "token": "t", "version": 1,
        "data": {"id": "5", "name": "move", "type": 1,
                 "options": [{"name": "notation", "type": 3, "value": notation}]},
        "guild_id": str(place.guild_id), "channel_id": str(place.channel_id), "locale": "en-US",
        "guild": {"id": str(place.guild_id), "locale": "en-US", "features": []},
        "channel": thread_data(str(place.channel_id), {}), "app_permissions": everything,
        "member": {"user": user | {"global_name": person.name}, "roles": [], "joined_at": EPOCH,
                   "deaf": False, "mute": False, "flags": 0, "permissions": "0"},
        "entitlements": [], "attachment_size_limit": 10_000_000, "context": 0,
        "authorizing_integration_owners": {"0": str(place.guild_id)},
    }  # fmt: skip


async def execute(client: TurnpostClient, typed: dict[str, Any]) -> None:
    """Do everything that the client does for a command."""
    event: Any = typed
    state: Any = client._connection
    await client.tree._call(discord.Interaction(data=event, state=state))
