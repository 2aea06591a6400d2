"""The worker dies at any point of a delivery: nothing is lost, and nobody sees anything twice."""

import asyncio
from datetime import timedelta
from random import Random

import pytest

from bot.outbox import claims
from bot.outbox.delivery import Delivery, Receipt
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.payloads import RemoveButtons
from bot.service.values.request import Place
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, HERE, act, new_cause, running


async def die_at(point: int, fragile: FragileDatabase, sender: FakeSender, outbox: Outbox) -> bool:
    """Whether draining the outbox dies at this point."""
    sender.fuse = fragile.fuse
    fragile.fuse.set(point)
    try:
        await outbox.drain()
    except* Crash:
        pass
    died = fragile.fuse.blown
    fragile.fuse.clear()
    return died


@pytest.mark.slow
async def test_dying_at_every_point_of_a_delivery(fragile: FragileDatabase, clock: ManualClock) -> None:
    service = Service(fragile, ALL, clock, Random(1))
    deaths = 0
    for point in range(1, 200):
        sender = FakeSender()
        game = await running(service, "nim", seats=2)
        await act(service, ANN, game.code, "1")
        died = await die_at(point, fragile, sender, Outbox(fragile, sender, clock))
        # A new process takes over: on SQLite at once, on PostgreSQL when the lease has run out.
        if fragile.dialect == "postgresql":
            clock.advance(claims.LEASE)
        await Outbox(fragile, sender, clock).drain()
        summary = await service.reading.summary(game.code)
        # While the lease ran out, a first card that nobody had tried to post was overtaken by the second.
        cards = 2 if ("card", summary.thread_id) in sender.seen[:-1] else 1
        assert cards == 2 or fragile.dialect == "postgresql"
        assert [kind for kind, _ in sender.seen] == ["lobby", "thread", *["card"] * cards]
        assert set(sender.news()) == {"Red takes 1"}
        assert (sender.kinds()[-1] == "strip") == (cards == 2)
        assert summary.thread_id is not None
        assert {where for kind, where in sender.seen if kind == "card"} == {summary.thread_id}
        deaths += died
        if not died:
            break
    assert deaths > 20


async def test_cancelling_the_worker_at_any_moment(
    database: Database, service: Service, clock: ManualClock
) -> None:
    for ticks in range(0, 120, 8):
        sender = FakeSender()
        game = await running(service, "nim", seats=2)
        outbox = Outbox(database, sender, clock)
        task = asyncio.create_task(outbox.run())
        for _ in range(ticks):
            await asyncio.sleep(0.0002)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # What was in hand was let go, so the next process need not wait for a lease.
        await Outbox(database, sender, clock).drain()
        assert [kind for kind, _ in sender.seen] == ["lobby", "thread", "card"], ticks
        assert (await service.reading.summary(game.code)).thread_id is not None


class Patient(FakeSender):
    """Holds every delivery until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.go = asyncio.Event()

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Wait, then deliver."""
        self.begun.set()
        await self.go.wait()
        return await super().deliver(delivery)


async def test_a_lease_that_ran_out_under_a_living_worker_is_not_closed_by_it(
    database: Database, service: Service, clock: ManualClock
) -> None:
    await running(service, threaded=False)
    slow, quick = Patient(), FakeSender()
    sleeper = asyncio.create_task(Outbox(database, slow, clock, owner="a").drain())
    await slow.begun.wait()
    assert await Outbox(database, quick, clock, owner="b").drain() == 0
    clock.advance(claims.LEASE + timedelta(seconds=1))
    assert await Outbox(database, quick, clock, owner="b").drain() == 2
    slow.go.set()
    await sleeper
    assert quick.kinds() == ["lobby", "card"]
    # The same nonce: Discord shows the slow one's message no second time.
    assert slow.delivered[0].nonce == quick.delivered[0].nonce
    async with database.reading() as unit:
        row = await unit.outbox.get(quick.delivered[0].id)
        assert row is not None
        assert (row.status, row.attempts) == ("done", 2)


async def test_a_process_of_the_same_name_takes_over_at_once(
    database: Database, service: Service, clock: ManualClock
) -> None:
    await running(service, threaded=False)
    slow, quick = Patient(), FakeSender()
    dying = asyncio.create_task(Outbox(database, slow, clock, owner="shard-0").drain())
    await slow.begun.wait()
    dying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await dying
    assert await Outbox(database, quick, clock, owner="shard-0").drain() == 2


async def test_two_processes_share_the_work_and_never_the_same_delivery(
    database_address: str, service: Service, clock: ManualClock
) -> None:
    games = []
    for number in range(6):
        # One delivery at a time is under way to a channel.
        place = Place(HERE.guild_id, HERE.channel_id + number)
        game = await service.lobby.create(
            ANN, place, GameSetup("nim", {"heap": 50}, seat=0, seats=2), cause=new_cause()
        )
        games.append(await service.lobby.join(BOB, game.code, cause=new_cause()))
    for _ in range(3):
        for game in games:
            await act(service, ANN, game.code, "1")
            await act(service, BOB, game.code, "1")
    sender = FakeSender()
    sender.slow = True
    databases = [Database(database_address) for _ in range(3)]
    outboxes = [Outbox(base, sender, clock, concurrency=3, owner=f"p{n}") for n, base in enumerate(databases)]
    counts = await asyncio.gather(*(outbox.drain() for outbox in outboxes))
    await outboxes[0].drain()
    assert sorted(delivery.id for delivery in sender.tried) == sorted(
        {delivery.id for delivery in sender.tried}
    )
    assert sum(bool(count) for count in counts) >= 2
    for game in games:
        own = [delivery for delivery in sender.delivered if delivery.game_id == game.id]
        for strips in (True, False):
            ids = [one.id for one in own if isinstance(one.payload, RemoveButtons) is strips]
            assert ids == sorted(ids)
        assert len(own) == 3 + 6 * 2
    for base in databases:
        await base.close()
