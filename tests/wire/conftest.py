"""A sandbox and the bot against it, and discord.py pointed back at Discord afterwards."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.driver import Sandbox
from tests.databases import Postgres
from tests.wire.hosting import Host, hosted
from tests.wire.processes import Hosts


@pytest.fixture(autouse=True)
def discord_itself() -> Iterator[None]:
    """The client library's addresses, put back after each test."""
    before = Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
async def host(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Host]:
    async with hosted(sandbox, tmp_path) as host:
        yield host


@pytest.fixture
async def process(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Host]:
    """The bot in a process of its own."""
    host = Host(sandbox, tmp_path)
    try:
        await host.start_process()
        yield host
    finally:
        await host.stop()


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.fresh() as address:
        yield address


@pytest.fixture
async def hosts(sandbox: Sandbox, address: str, tmp_path: Path) -> AsyncIterator[Hosts]:
    hosts = Hosts(sandbox, address, tmp_path)
    yield hosts
    await hosts.close()
