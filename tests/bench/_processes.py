"""Processes that run against a sandbox in this process."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator

from sandbox.driver import Sandbox
from tests.wire.hosting import ROOT


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox, *module: str, **settings: str) -> AsyncIterator[Process]:
    """Run ``python -m`` with a module and its arguments until the end of the block."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "LOG_LEVEL": "ERROR",
        **settings,
    }
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", *module, cwd=ROOT, env=environment)
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()
