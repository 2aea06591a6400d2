"""A sandbox for each test, and a way to call its REST API without the client library."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.driver import Sandbox
from sandbox.tests.sample_bot import SampleBot, running, text_channel


class RestCaller:
    """Sends requests as a bot does, and returns status and JSON."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self._sandbox = sandbox
        self._session = session
        self.headers: Mapping[str, str] = {}
        """The headers of the last answer."""

    async def __call__(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, **options: Any
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self._sandbox.token if token is None else token}"}
        if body is not None:
            options["json"] = body
        async with self._session.request(
            method, self._sandbox.api_base + path, headers=headers, **options
        ) as answer:
            self.headers = answer.headers
            return answer.status, await answer.json() if answer.status != 204 else None


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as running:
        yield running


@pytest.fixture
async def client(sandbox: Sandbox) -> AsyncIterator[SampleBot]:
    """The sample bot, connected."""
    made = SampleBot()
    async with running(sandbox, made):
        yield made


@pytest.fixture
def channel(sandbox: Sandbox, client: SampleBot) -> discord.TextChannel:
    """#games, as the sample bot knows it."""
    return text_channel(client, sandbox)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as opened:
        yield opened


@pytest.fixture
def call_rest(sandbox: Sandbox, session: aiohttp.ClientSession) -> RestCaller:
    return RestCaller(sandbox, session)
