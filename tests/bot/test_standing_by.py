"""A process that stands by on PostgreSQL goes by the server's time, however long that takes."""

import asyncio
from datetime import timedelta

import pytest

from bot.app import take_shards
from bot.clock import OffsetClock, SystemClock
from bot.shard_lease import LEASE, DatabaseShardLease
from bot.shards import WHOLE
from bot.store.database import Database
from tests.databases import Postgres
from tests.manual_clock import ManualClock

pytestmark = pytest.mark.slow

_LOOK, _NEAR = timedelta(seconds=2), timedelta(seconds=1)


async def test_a_clock_that_is_too_fast_takes_no_lease_of_the_living(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.listening._CHECK_INTERVAL", _LOOK)
    with postgres.fresh() as address:
        database, own, server = Database(address), ManualClock(), SystemClock()
        clock = OffsetClock(own)
        await DatabaseShardLease(database, server, (WHOLE,)).begin()
        standing_by = DatabaseShardLease(database, clock, (WHOLE,))
        waiting = asyncio.create_task(take_shards(standing_by, database, clock))
        began = server.now()
        async with asyncio.timeout(120):
            while clock.offset == timedelta(0):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            for _ in range(2 * LEASE // _LOOK):
                own.advance(_LOOK)
                while not waiting.done() and abs(clock.now() - server.now()) > _NEAR:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
        assert waiting.done() == (server.now() - began >= LEASE)
        waiting.cancel()
        await asyncio.wait([waiting])
        await database.close()
