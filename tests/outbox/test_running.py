"""The worker at work: woken by commits, by its own clock, and stopped without harm."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.errors import DatabaseUnavailable
from bot.outbox.delivery import Delivery, Receipt, RetryLater
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.payloads import RemoveButtons
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import OutboxRow
from bot.store.repositories.outbox import OutboxRows
from bot.store.unit import Unit
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, HERE, act, new_cause, opened, running


@asynccontextmanager
async def at_work(outbox: Outbox) -> AsyncIterator[asyncio.Task[None]]:
    """A worker that runs while the block does."""
    task = asyncio.create_task(outbox.run())
    yield task
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def until(condition: Callable[[], object], clock: ManualClock | None = None) -> None:
    """Wait for it, at most two minutes; meanwhile let the clock run, if one is given."""
    async with asyncio.timeout(120):
        while True:
            if condition():
                return
            if clock is not None:
                clock.advance(timedelta(seconds=1))
            await asyncio.sleep(0.002)


async def test_a_commit_wakes_the_worker(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    async with at_work(outbox):
        game = await running(service)
        await until(lambda: sender.kinds().count("card") == 1)
        await act(service, ANN, game.code, "@d3")
        await until(lambda: sender.kinds()[-2:] == ["card", "strip"])


async def test_a_purge_that_always_fails_holds_up_no_delivery(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> int:
        raise DatabaseUnavailable("it takes too long")

    monkeypatch.setattr(OutboxRows, "purge", fails)
    async with at_work(outbox):
        await running(service)
        await until(lambda: "card" in sender.kinds(), clock)


class _Claiming(Database):
    """A database that is lost as soon as it has committed the first claim."""

    lost = False

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Unit]:
        claims = False
        async with super().transaction() as unit:
            claim = unit.outbox.claim

            async def claimed(*args: Any, **options: Any) -> Sequence[OutboxRow]:
                nonlocal claims
                claims = True
                return await claim(*args, **options)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(unit.outbox, "claim", claimed)
                yield unit
        if claims and not self.lost:
            self.lost = True
            raise DatabaseUnavailable("the answer to the commit was lost")


async def test_a_claim_whose_answer_was_lost_is_made_again_at_once(
    service: Service, database_address: str, sender: FakeSender, clock: ManualClock
) -> None:
    await opened(service)
    database = _Claiming(database_address)
    async with at_work(Outbox(database, sender, clock)):
        await until(lambda: database.lost and clock.next_alarm)
        clock.advance(timedelta(seconds=1))
        await until(lambda: sender.kinds() == ["lobby"])
    await database.close()


async def test_a_fault_at_the_start_leaves_nothing_to_a_predecessor(
    service: Service, database: Database, sender: FakeSender, clock: ManualClock
) -> None:
    await opened(service)
    assert len(await Outbox(database, sender, clock)._claims.claim(8)) == 1
    successor = Outbox(database, sender, clock)
    successor._claims.after_fault()
    await successor.drain()
    assert sender.kinds() == ["lobby"], "its lease is released all the same"


@pytest.mark.parametrize("closing", [False, True])
async def test_after_a_fault_nothing_is_left_to_the_process_that_enqueued_it(
    service: Service, database_address: str, sender: FakeSender, clock: ManualClock, *, closing: bool
) -> None:
    """What others have just enqueued is left to them only after a claim has seen that there is no more."""
    await opened(service)
    database = Database(database_address)
    # As on PostgreSQL, where other processes may enqueue something.
    database.file = None
    claims = Outbox(database, sender, clock)._claims

    async def claim() -> None:
        if not closing:
            await claims.claim(8)
        async with database.transaction() as unit:
            await claims.claim_in(unit, 8)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OutboxRows, "claimable", AsyncMock(side_effect=DatabaseUnavailable))
        with pytest.raises(DatabaseUnavailable):
            await claim()
    claims.after_fault()
    assert len(await claims.claim(8)) == 1
    await database.close()


async def test_a_fault_leaves_what_is_under_way_to_whom_it_is_with(service: Service, outbox: Outbox) -> None:
    await opened(service)
    (lobby,) = await outbox._claims.claim(8)
    outbox._claims.after_fault()
    assert await outbox._claims.claim(8, [lobby.id]) == []


async def test_a_process_whose_name_begins_alike_is_no_predecessor(
    service: Service, database: Database, sender: FakeSender, clock: ManualClock
) -> None:
    await opened(service)
    assert len(await Outbox(database, sender, clock, owner="bot 10")._claims.claim(8)) == 1
    assert await Outbox(database, sender, clock, owner="bot 1")._claims.claim(8) == []


async def test_the_clock_wakes_the_worker_for_a_second_try(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    sender.faults.append(RetryLater("503", after=30))
    async with at_work(outbox):
        await running(service)
        await until(lambda: sender.tried)
        await asyncio.sleep(0.05)
        assert sender.delivered == []
        start = clock.now()
        await until(lambda: sender.kinds()[-2:] == ["thread", "card"], clock)
        assert clock.now() - start >= timedelta(seconds=30)


async def test_an_idle_worker_sleeps_until_something_is_due_or_may_have_come_from_elsewhere(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    def nap() -> float:
        return (clock.next_alarm - clock.now()).total_seconds() if clock.next_alarm else 0

    async with at_work(outbox):
        await until(lambda: nap() == 15)
    await opened(service)
    sender.faults.append(RetryLater("429", after=10))
    async with at_work(outbox):
        await until(lambda: 10 <= nap() <= 12.5)


async def test_another_processes_deliveries_are_found(
    database_address: str, service: Service, sender: FakeSender, clock: ManualClock
) -> None:
    other = Database(database_address)
    async with at_work(Outbox(other, sender, clock)):
        await asyncio.sleep(0.05)
        await running(service)
        await until(lambda: sender.kinds()[-2:] == ["thread", "card"], clock)
    await other.close()


class SlowStrips(FakeSender):
    """Old cards take for ever to edit, as where their number is limited."""

    async def deliver(self, delivery: Delivery) -> Receipt:
        """As ever, but for those."""
        if isinstance(delivery.payload, RemoveButtons):
            self.tried.append(delivery)
            await asyncio.Event().wait()
        return await super().deliver(delivery)


async def test_what_only_changes_older_posts_leaves_a_hand_free_for_cards(
    service: Service, database: Database, clock: ManualClock
) -> None:
    sender = SlowStrips()
    outbox = Outbox(database, sender, clock, concurrency=4)
    games = []
    for number in range(6):
        game = await service.lobby.create(
            ANN, Place(11, 100 + number), GameSetup("nim", seats=2, threaded=False, seat=0), cause=new_cause()
        )
        games.append(await service.lobby.join(BOB, game.code, cause=new_cause()))
    async with at_work(outbox):
        await until(lambda: sender.kinds().count("card") == len(games))
        for game in games:
            await act(service, ANN, game.code, "1")
        await until(lambda: sender.kinds().count("card") == 2 * len(games))
        await until(lambda: sum(isinstance(one.payload, RemoveButtons) for one in sender.tried) == 3)
        # Nor is a card kept waiting in the very channel in which one of them is under way.
        await act(service, BOB, games[0].code, "1")
        await until(lambda: sender.kinds().count("card") == 2 * len(games) + 1)


class Held(FakeSender):
    """A sender whose first delivery waits to be let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def deliver(self, delivery: Delivery) -> Receipt:
        """As ever, when it is let go."""
        self.tried.append(delivery)
        await self.go.wait()
        self.tried.pop()
        return await super().deliver(delivery)


async def test_a_commit_while_no_capacity_is_free_delays_nothing_from_before_the_start(
    service: Service, database: Database, clock: ManualClock
) -> None:
    for number in range(2):
        await opened(service, place=Place(11, 100 + number))
    sender = Held()
    outbox = Outbox(database, sender, clock, concurrency=1)
    async with at_work(outbox):
        await until(lambda: sender.tried)
        outbox.wake(["of this process"])
        await asyncio.sleep(0.05)
        sender.go.set()
        await until(lambda: sender.kinds() == ["lobby", "lobby"])


class Unreachable(Database):
    """A database that is out of reach for a while."""

    away = False

    @asynccontextmanager
    async def reading(self, *, briefly: bool = False) -> AsyncIterator[Unit]:
        """As ever, or not at all."""
        if self.away:
            raise ConnectionError("no database")
        async with super().reading(briefly=briefly) as unit:
            yield unit


async def test_a_database_that_stays_away_is_looked_for_less_and_less_often(
    database_address: str, sender: FakeSender, clock: ManualClock
) -> None:
    database = Unreachable(database_address)
    outbox = Outbox(database, sender, clock)

    async def naps(count: int) -> list[float]:
        found = []
        for _ in range(count):
            await until(lambda: clock.next_alarm)
            assert clock.next_alarm is not None
            found.append((clock.next_alarm - clock.now()).total_seconds())
            clock.advance(clock.next_alarm - clock.now())
            await asyncio.sleep(0)
        return found

    database.away = True
    async with at_work(outbox):
        assert await naps(8) == [1, 2, 4, 8, 16, 32, 32, 32]
        await until(lambda: clock.next_alarm)
        database.away = False
        assert await naps(1) == [32]
        await until(lambda: clock.next_alarm)
        database.away = True
        assert await naps(3) == [15, 1, 2]
    await database.close()


async def test_a_database_that_is_away_for_a_while_does_not_end_the_worker(
    database_address: str, service: Service, sender: FakeSender, clock: ManualClock
) -> None:
    database = Unreachable(database_address)
    outbox = Outbox(database, sender, clock)
    async with at_work(outbox) as task:
        database.away = True
        await running(service)
        outbox.wake()
        await asyncio.sleep(0.02)
        assert not task.done()
        assert sender.tried == []
        database.away = False
        await until(lambda: sender.kinds()[-2:] == ["thread", "card"], clock)
    await database.close()


class Crowded(FakeSender):
    """Notes how many deliveries are under way at the same time; the first ones wait for a crowd."""

    def __init__(self, crowd: int) -> None:
        super().__init__()
        self.slow = True
        self.under_way = self.most = 0
        self._crowd = crowd
        self._crowded = asyncio.Event()

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver in company."""
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        if self.most >= self._crowd:
            self._crowded.set()
        try:
            await self._crowded.wait()
            return await super().deliver(delivery)
        finally:
            self.under_way -= 1


async def test_no_more_lanes_are_served_at_once_than_allowed(
    service: Service, database: Database, clock: ManualClock
) -> None:
    sender = Crowded(3)
    outbox = Outbox(database, sender, clock, concurrency=3)
    for number in range(6):
        place = Place(HERE.guild_id, HERE.channel_id + number)
        game = await service.lobby.create(
            ANN, place, GameSetup("nim", seats=2, threaded=False), cause=new_cause()
        )
        await service.lobby.join(BOB, game.code, cause=new_cause())
    async with at_work(outbox):
        await until(lambda: len(sender.delivered) == 12)
    assert sender.most == 3


async def test_an_idle_worker_can_be_stopped(outbox: Outbox) -> None:
    task = asyncio.create_task(outbox.run())
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(120):
            await task
