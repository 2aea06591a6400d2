"""The transaction that closes a delivery claims what is due next: neither of the two spoils the other."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import pytest
import structlog
from sqlalchemy import select
from sqlalchemy.orm.exc import StaleDataError

from bot.errors import DatabaseUnavailable
from bot.outbox import claims
from bot.outbox.claims import Claims
from bot.outbox.delivery import Blocked, Delivery, Outcome, Receipt
from bot.outbox.resolution import resolve
from bot.outbox.results import Results
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.people.doors import DoorsHere
from bot.service.values.payloads import PostCard, RemoveButtons
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import OutboxRow
from bot.store.unit import Unit
from tests.crashes import Crash
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.outbox.test_running import at_work, until
from tests.service.actors import ANN, HERE, act, opened, running


async def moved(service: Service, outbox: Outbox, sender: FakeSender) -> str:
    """A game whose new card waits, and behind it the removal of the old one's buttons."""
    game = await running(service, "nim", seats=2, options={"heap": 50}, threaded=False)
    await outbox.drain()
    sender.tried.clear()
    sender.delivered.clear()
    sender.seen.clear()
    await act(service, ANN, game.code, "1")
    return game.code


async def rows(database: Database) -> list[OutboxRow]:
    """Everything in the outbox, the oldest first."""
    async with database.reading() as unit:
        return [*await unit._session.scalars(select(OutboxRow).order_by(OutboxRow.id))]


class CountedUnits:
    """Counts the units of work on a database."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kinds = list[str]()
        for kind in ("transaction", "reading"):
            monkeypatch.setattr(database, kind, self._counted(kind, getattr(database, kind)))

    def _counted(self, kind: str, begin: Callable[..., object]) -> Callable[..., object]:
        def begun(*args: object, **options: object) -> object:
            self.kinds.append(kind)
            return begin(*args, **options)

        return begun


async def test_a_move_takes_three_transactions_and_one_look(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await moved(service, outbox, sender)
    units = CountedUnits(database, monkeypatch)
    await outbox.drain()
    assert sender.kinds() == ["card", "strip"]
    assert units.kinds == ["reading", *["transaction"] * 3]


async def test_what_a_process_claimed_when_it_died_is_delivered_by_another(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    *,
    clock: ManualClock,
) -> None:
    """It dies just after the transaction that closed the card and claimed what follows."""
    await moved(service, outbox, sender)
    start, calls = outbox._start, 0

    def dying(deliveries: list[Delivery], group: asyncio.TaskGroup) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise Crash
        start(deliveries, group)

    monkeypatch.setattr(outbox, "_start", dying)
    with pytest.raises(BaseExceptionGroup):
        await outbox.drain()
    assert sender.kinds() == ["card"]
    assert [(row.status, row.leased_until is None) for row in (await rows(database))[-2:]] == [
        ("done", True),
        ("pending", False),
    ]
    another = Outbox(database, sender, clock, owner="another")
    assert await another.drain() == 0
    clock.advance(claims.LEASE)
    assert await another.drain() == 1
    assert sender.kinds() == ["card", "strip"]
    assert sender.delivered[-1].attempts == 2


async def test_a_process_of_the_same_name_delivers_at_once_what_was_claimed(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    *,
    clock: ManualClock,
) -> None:
    await moved(service, outbox, sender)
    finish = outbox._finish

    async def dying(delivery: Delivery, result: Outcome) -> list[Delivery]:
        await finish(delivery, result)
        raise Crash

    monkeypatch.setattr(outbox, "_finish", dying)
    with pytest.raises(BaseExceptionGroup):
        await outbox.drain()
    assert await Outbox(database, sender, clock).drain() == 1
    assert sender.kinds() == ["card", "strip"]


async def test_a_crash_between_sending_and_closing_claims_nothing(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    *,
    clock: ManualClock,
) -> None:
    await moved(service, outbox, sender)
    claim_in = Claims.claim_in

    async def dying(self: Claims, unit: Unit, limit: int) -> list[Delivery]:
        await claim_in(self, unit, limit)
        raise Crash

    monkeypatch.setattr(Claims, "claim_in", dying)
    with pytest.raises(BaseExceptionGroup):
        await outbox.drain()
    assert [(row.status, row.attempts) for row in (await rows(database))[-2:]] == [
        ("pending", 1),
        ("pending", 0),
    ]
    monkeypatch.setattr(Claims, "claim_in", claim_in)
    await Outbox(database, sender, clock).drain()
    # The card came again with its nonce, and nobody saw it twice.
    assert sender.kinds() == ["card", "card", "strip"]
    assert [kind for kind, _ in sender.seen] == ["card"]


@pytest.mark.parametrize(
    "fault", [ValueError, StaleDataError, DatabaseUnavailable], ids=["a bug", "a conflict", "no database"]
)
async def test_a_card_is_closed_though_what_follows_cannot_be_claimed(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    *,
    fault: type[Exception],
) -> None:
    await moved(service, outbox, sender)
    faults = [fault]

    async def resolved(unit: Unit, row: OutboxRow, now: datetime, doors: DoorsHere) -> Delivery:
        if row.kind == "strip" and faults:
            raise faults.pop()("what follows")
        return await resolve(unit, row, now, doors)

    monkeypatch.setattr("bot.outbox.claims.resolve", resolved)
    await outbox.drain()
    assert faults == []
    # Nothing is left of the claim that failed, and nothing was sent again.
    assert sender.kinds() == ["card", "strip"]
    assert [one.attempts for one in sender.delivered] == [1, 1]
    assert [row.status for row in (await rows(database))[-2:]] == ["done", "done"]


async def test_a_card_that_cannot_be_closed_leaves_what_follows_alone(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    *,
    clock: ManualClock,
) -> None:
    await moved(service, outbox, sender)
    complete = Results._complete

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Results, "_complete", fail)
    await outbox.drain()
    assert [(row.status, row.attempts) for row in (await rows(database))[-2:]] == [
        ("pending", 1),
        ("pending", 0),
    ]
    monkeypatch.setattr(Results, "_complete", complete)
    clock.advance(timedelta(seconds=2))
    await outbox.drain()
    assert sender.kinds() == ["card", "card", "strip"]
    assert [kind for kind, _ in sender.seen] == ["card"]


def _noted(name: str, method: Callable[..., object], called: set[str]) -> Callable[..., object]:
    """A method that notes that it was called."""

    def noting(*args: object, **options: object) -> object:
        called.add(name)
        return method(*args, **options)

    return noting


class Forgetful(Database):
    """A database whose answers to commits that closed and claimed something are lost."""

    lost = 0

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Unit]:
        done = set[str]()
        async with super().transaction() as unit:
            for name in ("held", "claim"):
                setattr(unit.outbox, name, _noted(name, getattr(unit.outbox, name), done))
            yield unit
        if len(done) == 2:
            self.lost += 1
            raise DatabaseUnavailable("the answer to the commit was lost")


async def test_what_was_claimed_with_a_lost_answer_is_claimed_again_at_once(
    service: Service, outbox: Outbox, sender: FakeSender, database_address: str, clock: ManualClock
) -> None:
    await moved(service, outbox, sender)
    forgetful = Forgetful(database_address)
    await Outbox(forgetful, sender, clock, owner="another").drain()
    assert forgetful.lost == 1
    assert sender.kinds() == ["card", "strip"]
    assert sender.delivered[-1].attempts == 2
    await forgetful.close()


async def test_a_worker_that_is_stopped_while_it_closes_gives_back_what_it_claimed(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await moved(service, outbox, sender)
    claim_in, claimed, go_on = Claims.claim_in, asyncio.Event(), asyncio.Event()

    async def slow(self: Claims, unit: Unit, limit: int) -> list[Delivery]:
        found = await claim_in(self, unit, limit)
        claimed.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(Claims, "claim_in", slow)
    task = asyncio.create_task(outbox.run())
    async with asyncio.timeout(60):
        await claimed.wait()
        task.cancel()
        await asyncio.sleep(0)
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await task
    card, removal = (await rows(database))[-2:]
    assert (card.status, removal.status) == ("done", "pending")
    assert removal.leased_by is None
    # The same worker, started anew, has all of its capacity.
    assert not outbox._under_way


class Holding(FakeSender):
    """Posts cards, and keeps everything else when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.holds = False
        self.kept = 0

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver cards; the rest takes for ever."""
        if self.holds and not isinstance(delivery.payload, PostCard):
            self.kept += 1
            await asyncio.Event().wait()
        return await super().deliver(delivery)


async def test_no_more_is_claimed_than_there_is_capacity_for(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though more is enqueued while a delivery is closed, and the worker is woken by that."""
    sender, closed = Holding(), asyncio.Event()
    outbox = Outbox(database, sender, clock, concurrency=2)
    await moved(service, outbox, sender)
    sender.holds = True
    claim, claim_in, may_claim_in = Claims.claim, Claims.claim_in, Claims.may_claim_in

    async def two_opened(self: Claims) -> bool:
        may = await may_claim_in(self)
        for number in (1, 2):
            await opened(service, "nim", place=Place(HERE.guild_id, HERE.channel_id + number))
        return may

    async def claimed_in(self: Claims, unit: Unit, limit: int) -> list[Delivery]:
        found = await claim_in(self, unit, limit)
        closed.set()
        return found

    async def claimed_later(self: Claims, limit: int, under_way: Collection[int]) -> list[Delivery]:
        if sender.delivered:
            await closed.wait()
        return await claim(self, limit, under_way)

    monkeypatch.setattr(Claims, "may_claim_in", two_opened)
    monkeypatch.setattr(Claims, "claim_in", claimed_in)
    monkeypatch.setattr(Claims, "claim", claimed_later)
    async with at_work(outbox):
        await until(lambda: sender.kept >= 2)
        await asyncio.sleep(0.05)
    assert closed.is_set()
    assert sender.kept == 2


async def test_what_was_promised_first_goes_first_whatever_was_closed(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Cards elsewhere come before the removal of buttons where a card was just posted."""
    sender = FakeSender()
    outbox = Outbox(database, sender, clock, concurrency=1)
    games = []
    for number in range(3):
        place = Place(HERE.guild_id, HERE.channel_id + number)
        games.append(await running(service, "nim", seats=2, place=place, threaded=False))
    await outbox.drain()
    sender.delivered.clear()
    for game in games:
        await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert sender.kinds() == ["card"] * 3 + ["strip"] * 3
    for kind in (PostCard, RemoveButtons):
        assert [one.game_id for one in sender.delivered if isinstance(one.payload, kind)] == [
            game.id for game in games
        ]


class Late(FakeSender):
    """Posts cards only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver at once, or when it is told to."""
        if isinstance(delivery.payload, PostCard):
            await self.go_on.wait()
        return await super().deliver(delivery)


async def test_what_waits_behind_a_delivery_that_is_closed_beside_a_claim_is_not_missed(
    service: Service, database_address: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim does not see yet that the card is done; nor is what follows left to who enqueued it."""
    sender, database = Late(), Database(database_address)
    # As on PostgreSQL, where other processes may enqueue something.
    database.file = None
    outbox = Outbox(database, sender, clock)
    sender.go_on.set()
    await moved(service, outbox, sender)
    sender.go_on.clear()
    await opened(service, "nim", place=Place(HERE.guild_id, HERE.channel_id + 1))
    claim_in, close, closing, claimed = Claims.claim_in, outbox._close, asyncio.Event(), asyncio.Event()

    async def claim_late(self: Claims, unit: Unit, limit: int) -> list[Delivery]:
        sender.go_on.set()
        await closing.wait()
        found = await claim_in(self, unit, limit)
        claimed.set()
        return found

    async def close_later(delivery: Delivery, result: Outcome | None) -> None:
        closing.set()
        await claimed.wait()
        await close(delivery, result)

    monkeypatch.setattr(Claims, "claim_in", claim_late)
    monkeypatch.setattr(outbox, "_close", close_later)
    await outbox.drain()
    assert sender.kinds() == ["lobby", "card", "strip"]
    await database.close()


class Counting(FakeSender):
    """Delivers nothing, and knows how many deliveries it has."""

    def __init__(self) -> None:
        super().__init__()
        self.has = list[tuple[int, int]]()

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Note the delivery and its attempt."""
        self.has.append((delivery.id, delivery.attempts))
        await asyncio.Event().wait()
        raise AssertionError


async def test_each_attempt_at_a_delivery_takes_capacity(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """After a process was frozen a second one begins when its lease has expired."""
    sender = Counting()
    outbox = Outbox(database, sender, clock, concurrency=2)
    await opened(service, "nim")
    async with at_work(outbox):
        await until(lambda: sender.has)
        clock.advance(claims.LEASE)
        await until(lambda: len(sender.has) == 2)
        await opened(service, "nim", place=Place(HERE.guild_id, HERE.channel_id + 1))
        for _ in range(20):
            clock.advance(timedelta(seconds=1))
            await asyncio.sleep(0.005)
    assert len(sender.has) == 2, "and no third one"


async def test_the_log_takes_what_is_claimed_for_nothing_of_what_is_closed(
    service: Service, outbox: Outbox, sender: FakeSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    await moved(service, outbox, sender)
    logged = list[dict[str, object]]()

    async def resolved(unit: Unit, row: OutboxRow, now: datetime, doors: DoorsHere) -> Delivery:
        logged.append(structlog.contextvars.get_contextvars())
        return await resolve(unit, row, now, doors)

    monkeypatch.setattr("bot.outbox.claims.resolve", resolved)
    structlog.contextvars.clear_contextvars()
    await outbox.drain()
    assert sender.kinds() == ["card", "strip"]
    assert [{name: value for name, value in one.items() if value is not None} for one in logged] == [{}, {}]


async def test_while_a_crowd_waits_nothing_is_looked_for_while_others_cannot_write(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find the first of thousands takes long: the worker does so by itself, in no writing transaction."""
    sender, waiting = FakeSender(), list[int]()
    outbox = Outbox(database, sender, clock, concurrency=2)
    for number in range(6):
        await opened(service, "nim", place=Place(HERE.guild_id, HERE.channel_id + number))
    claim_in = Claims.claim_in

    async def noted(self: Claims, unit: Unit, limit: int) -> list[Delivery]:
        waiting.append(6 - len(sender.tried))
        return await claim_in(self, unit, limit)

    monkeypatch.setattr(Claims, "claim_in", noted)
    await outbox.drain()
    assert sender.kinds() == ["lobby"] * 6
    assert {*waiting} <= {0}


async def test_all_of_a_crowd_is_delivered_though_few_are_looked_through(
    service: Service, outbox: Outbox, sender: FakeSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.repositories.outbox._BRIEFLY", (2,))
    for number in range(4):
        for _ in range(2):
            await opened(service, "nim", place=Place(HERE.guild_id, HERE.channel_id + number))
    async with at_work(outbox):
        # The clock stands: nothing waits for the next look.
        await until(lambda: sender.kinds() == ["lobby"] * 8)


async def test_buttons_of_old_cards_wait_for_room(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    await moved(service, outbox, sender)
    sender.room = False
    async with at_work(outbox):
        await until(
            lambda: sender.kinds() == ["card"] and clock.next_alarm == clock.now() + timedelta(seconds=1)
        )
        sender.room = True
        clock.advance(timedelta(seconds=1))
        await until(lambda: sender.kinds() == ["card", "strip"])


async def test_what_goes_to_a_server_that_refuses_something_is_claimed_by_itself(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether it is held back is asked of rows that other transactions may hold."""
    elsewhere = Place(HERE.guild_id, HERE.channel_id + 1)
    sender.fault = lambda one: Blocked("403 50013") if one.channel_id == elsewhere.channel_id else None
    await opened(service, "nim", place=elsewhere)
    await moved(service, outbox, sender)
    units = CountedUnits(database, monkeypatch)
    await outbox.drain()
    assert sender.kinds() == ["card", "strip"]
    assert units.kinds == ["reading", *["transaction"] * 2, "reading", *["transaction"] * 2]
