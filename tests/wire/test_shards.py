"""Several processes on one PostgreSQL: each serves its shards, and none is missed when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.service.clock.timeouts import HEARTBEAT_INTERVAL
from bot.service.event_log import EventType
from bot.store import Database
from sandbox.driver import Sandbox
from sandbox.world.entities import Channel
from tests.databases import Postgres
from tests.wire.hosting import DROPS, ROOT, SAMPLE, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]

TAKEN_OVER = 40
"""Seconds that a stand-by may need on a busy machine: the lease, the start of a session, some patience."""


class Process:
    """``python -m bot run --shards ...``."""

    def __init__(self, running: asyncio.subprocess.Process, log: Path) -> None:
        self._running = running
        self._log = log

    def told(self, event: str) -> bool:
        """Whether its log has an event of this name."""
        return event in self._log.read_text()

    def signal(self, number: signal.Signals) -> None:
        os.kill(self._running.pid, number)

    async def end(self) -> None:
        """Make an end of it, whatever state it is in."""
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

    async def start(self, shards: str, told: str) -> Process:
        """Start a process and wait until its log tells of an event."""
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
        await self.sandbox.wait_for(lambda: process.told(told), 40, what=f"{told} of {shards}")
        return process

    def sessions(self) -> Counter[int]:
        """How many sessions are connected for each shard."""
        return Counter(one.shard[0] for one in self.sandbox.gateway.sessions.values() if one.connected)

    async def served(self) -> None:
        """Wait until each shard is served, by one process."""
        wanted = Counter({0: 1, 1: 1})
        await self.sandbox.wait_for(lambda: self.sessions() == wanted, TAKEN_OVER, what="both shards")

    async def close(self) -> None:
        await asyncio.gather(*(process.end() for process in self.processes))
        await self.database.close()


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.fresh() as address:
        yield address


@pytest.fixture
async def hosts(sandbox: Sandbox, address: str, tmp_path: Path) -> AsyncIterator[Hosts]:
    hosts = Hosts(sandbox, address, tmp_path)
    yield hosts
    await hosts.close()


async def let_expire(hosts: Hosts, table: Table, seconds: float) -> None:
    """Bring a game's deadline near."""
    async with hosts.database.transaction() as unit:
        row = await unit.games.by_code(table.code)
        assert row is not None
        soon = datetime.now(UTC) + timedelta(seconds=seconds)
        await unit.games.remember(row.id, deadline_at=soon, alarm_at=soon)


async def kinds(hosts: Hosts, table: Table) -> Counter[str]:
    """How many events of each kind a game has."""
    async with hosts.database.reading() as unit:
        row = await unit.games.by_code(table.code)
        assert row is not None
        return Counter(event.kind for event in await unit.events.of_game(row.id))


async def test_two_processes_serve_their_shards_and_nothing_is_doubled(
    sandbox: Sandbox, hosts: Hosts
) -> None:
    await asyncio.gather(hosts.start("0/2", "ready"), hosts.start("1/2", "ready"))
    await hosts.served()
    even = await Table.opened(sandbox, where=hosts.even)
    odd = await Table.opened(sandbox, where=hosts.odd)
    timed = await Table.opened(sandbox, where=hosts.even, hours=24)
    await asyncio.gather(*(table.play(*DROPS) for table in (even, odd, timed)))
    card = await timed.card()
    # Far enough for the timekeepers of both processes to have seen it by then.
    await let_expire(hosts, timed, 1.5 * HEARTBEAT_INTERVAL.total_seconds())
    await asyncio.gather(*(table.move(table.ann, SAMPLE[8]) for table in (even, odd)))
    await sandbox.message(timed.thread, after=card)
    await asyncio.sleep(2)
    assert (await kinds(hosts, timed))[EventType.CLOCK] == 1
    for table in (even, odd, timed):
        assert len(table.cards()) == len(DROPS) + 2


async def test_a_process_that_is_killed_is_replaced(sandbox: Sandbox, hosts: Hosts) -> None:
    both = "0,1/2"
    await hosts.start(both, "ready")
    second = await hosts.start(both, "ready")
    third = await hosts.start(both, "standing_by")
    await hosts.served()
    table = await Table.opened(sandbox, where=hosts.odd)
    await table.play(*DROPS)
    before = await table.card()
    held = sandbox.hold("POST", "/channels/*/messages")
    await table.ann.slash("move", {"notation": SAMPLE[8]}, channel=table.thread)
    await sandbox.wait_for(lambda: held.hits, what="the card to be on its way")
    second.signal(signal.SIGKILL)
    await sandbox.wait_for(lambda: hosts.sessions()[1] == 0, what="the killed one to be gone")
    held.release()
    await hosts.served()
    assert third.told("shards_taken")
    assert (await sandbox.message(table.thread, after=before)).files
    await table.move(table.bob, SAMPLE[9])
    assert len(table.cards()) == len(SAMPLE[:10]) + 1


async def test_a_process_that_was_frozen_gives_way(sandbox: Sandbox, hosts: Hosts) -> None:
    frozen = await hosts.start("0/2", "ready")
    await hosts.start("1/2", "ready")
    spare = await hosts.start("0/2", "standing_by")
    await hosts.served()
    table = await Table.opened(sandbox, where=hosts.even)
    frozen.signal(signal.SIGSTOP)
    await sandbox.wait_for(lambda: spare.told('"ready"'), TAKEN_OVER, what="the spare one")
    frozen.signal(signal.SIGCONT)
    await sandbox.wait_for(lambda: frozen.told("shards_lost"), 20, what="the frozen one to learn of it")
    await hosts.served()
    await table.play(*DROPS)
    assert len(table.cards()) == len(DROPS) + 1
    assert (await kinds(hosts, table))[EventType.ACTION] == len(DROPS)
