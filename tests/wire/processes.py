"""Several processes of the bot on one PostgreSQL, against one sandbox."""

import asyncio
import contextlib
import os
import signal
import sys
from collections import Counter
from pathlib import Path

from bot.store.database import Database
from sandbox.driver import Sandbox
from sandbox.world.entities import Channel
from tests.wire.hosting import ROOT


class Process:
    """``python -m bot run --shards ...``."""

    def __init__(self, running: asyncio.subprocess.Process, log: Path) -> None:
        self._running = running
        self._log = log

    def has_logged(self, event: str) -> bool:
        """Whether its log has an event of this name."""
        return event in self._log.read_text()

    def signal(self, number: signal.Signals) -> None:
        os.kill(self._running.pid, number)

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._running.wait()

    async def end(self) -> None:
        """Kill the process, whatever state it is in."""
        with contextlib.suppress(ProcessLookupError):
            self.signal(signal.SIGCONT)
            self._running.terminate()
        await self._running.wait()


class Hosts:
    """A bot of two shards and the processes that share it."""

    def __init__(self, sandbox: Sandbox, address: str, folder: Path) -> None:
        self.sandbox = sandbox
        self.database = Database(address)
        self._address = address
        self._folder = folder
        self.processes: list[Process] = []
        self.even: Channel = sandbox.channel("games")
        self.odd = sandbox.new_server("Odd", shard=1, of=2)

    async def start(self, shards: str, has_logged: str) -> Process:
        """Start a process, and wait until its log has an event."""
        log = self._folder / f"{len(self.processes)}.log"
        environment = {
            **os.environ,
            "DISCORD_TOKEN": self.sandbox.token,
            "DISCORD_API_BASE": self.sandbox.api_base,
            "DATABASE_URL": self._address,
            "LOG_FORMAT": "json",
        }
        with log.open("w") as file:
            running = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run", "--shards", shards),
                cwd=ROOT,
                env=environment,
                stderr=file,
                start_new_session=True,
            )
        process = Process(running, log)
        self.processes.append(process)
        await self.sandbox.wait_for(lambda: process.has_logged(has_logged), what=f"{has_logged} of {shards}")
        return process

    def sessions(self) -> Counter[int]:
        """How many sessions are connected for each shard."""
        return Counter(one.shard[0] for one in self.sandbox.gateway.sessions.values() if one.connected)

    def session(self, shard: int) -> str | None:
        """The session that is connected for a shard."""
        sessions = self.sandbox.gateway.sessions.values()
        return next((one.id for one in sessions if one.connected and one.shard[0] == shard), None)

    async def served(self) -> None:
        """Wait until each shard is served, by one process."""
        wanted = Counter({0: 1, 1: 1})
        await self.sandbox.wait_for(lambda: self.sessions() == wanted, what="both shards")

    async def close(self) -> None:
        await asyncio.gather(*(process.end() for process in self.processes))
        await self.database.close()
