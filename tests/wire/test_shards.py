"""Several processes on one PostgreSQL: each serves its shards, and none is missed when it dies."""

import asyncio
import signal
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from bot.service.clock.timeouts import HEARTBEAT_INTERVAL
from bot.service.log.event_types import EventType
from sandbox.driver import Sandbox
from tests.wire.hosting import DROPS, SAMPLE, Table
from tests.wire.processes import Hosts

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def let_expire(hosts: Hosts, table: Table, seconds: float) -> None:
    """Bring a game's deadline near."""
    async with hosts.database.transaction() as unit:
        row = await unit.games.by_code(table.code)
        assert row is not None
        soon = datetime.now(UTC) + timedelta(seconds=seconds)
        await unit.games.set_columns(row.id, deadline_at=soon, alarm_at=soon)


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
    assert third.has_logged("shards_taken")
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
    await sandbox.wait_for(lambda: spare.has_logged('"ready"'), what="the spare one")
    frozen.signal(signal.SIGCONT)
    await sandbox.wait_for(lambda: frozen.has_logged("shards_lost"), what="the frozen one to learn of it")
    await hosts.served()
    await table.play(*DROPS)
    assert len(table.cards()) == len(DROPS) + 1
    assert (await kinds(hosts, table))[EventType.ACTION] == len(DROPS)
