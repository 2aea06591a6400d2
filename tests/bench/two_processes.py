"""The processor time of a move where two processes share the shards, beside one that serves all."""

import asyncio
import contextlib
import os
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from sandbox.driver import Sandbox
from tests.bench import Figure
from tests.bench._processes import running
from tests.databases import Postgres, finish, postgres_server
from tests.wire.hosting import SAMPLE, Table

_TABLES: Final = 4
"""Tables of each process, so that all processes are equally warm."""
_AT_ONCE: Final = 1
_ROUNDS: Final = 8
"""Rounds, each of two moves at each table."""
_WARM: Final = 3
"""Rounds that are not counted: each process compiles its statements and draws its first pictures."""
_ALLOWED: Final = 1.1
_SETTINGS: Final = {"PERSON_LOBBIES": "100", "DISCORD_REQUESTS": "10000"}
"""So many requests a second that no host runs short of them: at this pace it would, and put off removing old
cards' buttons, which would distort the comparison.
"""


class _Host(NamedTuple):
    processes: Sequence[Process]
    tables: Sequence[Table]

    def worked(self) -> float:
        """The processor seconds of the host's processes."""
        return sum(_worked(process.pid) for process in self.processes)


def run() -> list[Figure]:
    """Measure both hosts in turn on PostgreSQL, each with a sandbox and a database of its own."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with postgres_server() as server, contextlib.ExitStack() as stack:
        postgres = Postgres(server)
        one, two = finish(_both(*(stack.enter_context(postgres.fresh()) for _ in range(2))))
    name = "a move with its card, served by two processes"
    return [Figure(name, two, "ms of processor", one, "by one process", "less", _ALLOWED * one)]


async def _both(*addresses: str) -> list[float]:
    """The processor milliseconds of a move with one process and with two."""
    async with contextlib.AsyncExitStack() as stack:
        shares = (["0-1/2"], ["0/2", "1/2"])
        hosts = [
            await stack.enter_async_context(_host(address, shards))
            for address, shards in zip(addresses, shares, strict=True)
        ]
        effort = [_Effort(), _Effort()]
        for number in range(_ROUNDS):
            for at, host in enumerate(hosts):
                before, begun = [one.worked() for one in hosts], time.monotonic()
                await _play(host.tables, SAMPLE[2 * number : 2 * number + 2])
                took = time.monotonic() - begun
                if number < _WARM:
                    continue
                effort[at].add_moves(host.worked() - before[at], took)
                effort[1 - at].add_rest(hosts[1 - at].worked() - before[1 - at], took)
    moves = (2 * len(host.tables) * (_ROUNDS - _WARM) for host in hosts)
    return [1_000 * one.of_moves() / many for one, many in zip(effort, moves, strict=True)]


class _Effort:
    """The processor time of a host while it is played, and while it rests."""

    def __init__(self) -> None:
        self._moving, self._resting = (0.0, 0.0), (0.0, 0.0)

    def add_moves(self, worked: float, took: float) -> None:
        """Add processor seconds of play that took this long."""
        self._moving = self._moving[0] + worked, self._moving[1] + took

    def add_rest(self, worked: float, took: float) -> None:
        """Add processor seconds of a time in which nobody played."""
        self._resting = self._resting[0] + worked, self._resting[1] + took

    def of_moves(self) -> float:
        """The processor seconds of the moves, without those of an idle host in the same time."""
        return self._moving[0] - self._resting[0] / self._resting[1] * self._moving[1]


@contextlib.asynccontextmanager
async def _host(address: str, shards: Sequence[str]) -> AsyncIterator[_Host]:
    async with Sandbox() as sandbox, contextlib.AsyncExitStack() as stack:
        places = [sandbox.new_server(f"server {n}", shard=n % 2, of=2) for n in range(_TABLES * len(shards))]
        processes = [
            await stack.enter_async_context(
                running(sandbox, "bot", "run", "--shards", share, DATABASE_URL=address, **_SETTINGS)
            )
            for share in shards
        ]
        await sandbox.command("move")
        await sandbox.wait_for(lambda: _connected(sandbox) == {0, 1}, what="both shards")
        yield _Host(processes, await asyncio.gather(*(Table.opened(sandbox, where=one) for one in places)))


def _connected(sandbox: Sandbox) -> set[int]:
    return {one.shard[0] for one in sandbox.gateway.sessions.values() if one.connected}


async def _play(tables: Sequence[Table], moves: Sequence[str]) -> None:
    """Play the same moves at all tables, `_AT_ONCE` tables at a time, each followed by its card."""
    waiting = iter(tables)

    async def hand() -> None:
        for table in waiting:
            await table.play(*moves)

    await asyncio.gather(*(hand() for _ in range(_AT_ONCE)))


def _worked(pid: int) -> float:
    """The processor seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
