"""The sandbox as a process of its own."""

import asyncio
import re
import sys
from pathlib import Path

import aiohttp
import pytest

from sandbox.tests.sample_bot import SampleBot, pointed_at

pytestmark = pytest.mark.wire


async def test_it_serves_until_it_is_told_to_stop(tmp_path: Path, session: aiohttp.ClientSession) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--port", "0", "--world", str(tmp_path / "world.sqlite3")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode() for _ in range(3)]
    assert "stand-in" in lines[0]
    page = lines[1].split()[1]
    async with session.get(page, allow_redirects=False) as answer:
        assert answer.status == 303
    found = re.search(r"DISCORD_API_BASE=(\S+) DISCORD_TOKEN=(\S+)", lines[2])
    assert found is not None
    with pointed_at(found[1]):
        client = SampleBot()
        async with client:
            await client.login(found[2])
            assert client.user is not None
            assert client.user.name == "Turnpost"
    process.terminate()
    _, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
