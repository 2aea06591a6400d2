"""A process that delivers hears at once of what one without an outbox has put in, such as a command line."""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator
from datetime import timedelta
from random import Random

import pytest

from bot.clock import OffsetClock
from bot.outbox.delivery import Delivery, Receipt
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.listening import Listener
from engines.registry import ENGINES
from tests.databases import Postgres
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.outbox.test_running import until
from tests.service.actors import BOB, HERE, new_cause, opened

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


async def test_what_another_process_has_just_put_in_is_left_to_it(here: Database, there: Database) -> None:
    """For half a second: who has put it in has been woken, and both would take it up."""
    clock, sender = ManualClock(), FakeSender()
    outbox = Outbox(there, sender, clock)
    # It has an outbox, too, which is slow.
    Outbox(here, FakeSender(), clock)

    def nap() -> float:
        return (clock.next_alarm - clock.now()).total_seconds() if clock.next_alarm else 0

    def notified() -> list[str]:
        return [one.payload.summary.code for one in sender.delivered]  # type: ignore[union-attr]

    working = asyncio.create_task(outbox.run())
    try:
        await until(lambda: nap() == 15)
        theirs = await opened(Service(here, ENGINES, clock, Random(1)))
        elsewhere = Place(HERE.guild_id, HERE.channel_id + 1)
        own = await opened(Service(there, ENGINES, clock, Random(2)), place=elsewhere)
        await until(lambda: nap() == 0.5)
        assert notified() == [own.code]
        clock.advance(timedelta(seconds=0.5))
        await until(lambda: notified() == [own.code, theirs.code])
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


class HeldUp(FakeSender):
    """Begins a delivery to the game's own place only once it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def deliver(self, delivery: Delivery) -> Receipt:
        if delivery.channel_id == HERE.channel_id:
            await self.go_on.wait()
        return await super().deliver(delivery)


async def test_what_waits_behind_another_since_before_the_start_follows_it_at_once(
    here: Database, there: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, sender = ManualClock(), HeldUp()
    service = Service(here, ENGINES, clock, Random(1))
    game = await opened(service)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await opened(service, place=Place(HERE.guild_id, HERE.channel_id + 1))
    clock.advance(timedelta(milliseconds=1))
    outbox, claims = Outbox(there, sender, clock), list[int]()
    claim = outbox._claims.claim

    async def counted(limit: int, under_way: Collection[int]) -> list[Delivery]:
        found = await claim(limit, under_way)
        claims.append(len(found))
        return found

    monkeypatch.setattr(outbox._claims, "claim", counted)
    working = asyncio.create_task(outbox.run())
    try:
        await until(lambda: len(sender.delivered) == 1)
        # The rest of the first game waits behind what is held up.
        outbox.wake(("elsewhere",))
        await until(lambda: claims[-1] == 0)
        sender.go_on.set()
        await until(lambda: len(sender.delivered) > 2)
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
