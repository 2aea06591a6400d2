"""A process that delivers hears at once of what one without an outbox has put in, such as a command line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from random import Random

import pytest

from bot.clock import ManualClock, OffsetClock
from bot.outbox.worker import Outbox
from bot.service import Service
from bot.store.database import Database
from bot.store.listening import Listener
from engines.registry import ENGINES
from tests.databases import Postgres
from tests.outbox.fake_sender import FakeSender
from tests.service.people import opened

pytestmark = pytest.mark.slow


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.fresh() as address:
        yield address


@pytest.fixture
async def here(address: str) -> AsyncIterator[Database]:
    database = Database(address)
    yield database
    await database.close()


@pytest.fixture
async def there(address: str) -> AsyncIterator[Database]:
    database = Database(address)
    yield database
    await database.close()


async def test_what_is_put_in_elsewhere_is_delivered_though_no_time_passes(
    here: Database, there: Database
) -> None:
    # Their clocks stand: nobody looks by itself.
    clock, sender = ManualClock(), FakeSender()
    tasks = [
        asyncio.create_task(Outbox(there, sender, clock).run()),
        asyncio.create_task(Listener(there, OffsetClock(clock)).run()),
    ]
    try:
        listening = asyncio.Event()
        there.on_jobs(listening.set)
        await asyncio.wait_for(listening.wait(), 120)
        game = await opened(Service(here, ENGINES, clock, Random(1)))
        async with asyncio.timeout(120):
            while not sender.delivered:  # noqa: ASYNC110 -- another process's worker would have no event
                await asyncio.sleep(0.02)
        assert [one.payload.summary.code for one in sender.delivered] == [game.code]  # type: ignore[union-attr]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
