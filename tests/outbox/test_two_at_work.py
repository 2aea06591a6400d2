"""Two processes on PostgreSQL that close and claim deliveries at the same time, while people play."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import select

from bot.outbox.delivery import Delivery, Receipt
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import OutboxRow
from tests.databases import Postgres
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.outbox.test_running import at_work
from tests.service.actors import ALL, ANN, BOB, HERE, act, running

pytestmark = pytest.mark.slow

GAMES = 12
ROUNDS = 5
"""In each of them each game has a move by way of each process."""
_LONGEST_WAIT = timedelta(seconds=1)
"""The longest wait of a delivery after the one before it in its partition was closed."""


@pytest.fixture
async def both(postgres: Postgres) -> AsyncIterator[tuple[Database, Database]]:
    """One database as two processes see it."""
    with postgres.fresh() as address:
        databases = Database(address), Database(address)
        yield databases
        for database in databases:
            await database.close()


class Timed(FakeSender):
    """Takes a random time for each delivery, and notes when each began and ended, also by the clock."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self._random = Random(1)
        self.seen_at = list[tuple[str, int, datetime]]()
        """Beginnings and ends in their order, each with the delivery's id and the time by the clock."""

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver after a while."""
        self.seen_at.append(("begins", delivery.id, self._clock.now()))
        await asyncio.sleep(self._random.random() * 0.01)
        receipt = await super().deliver(delivery)
        self.seen_at.append(("ends", delivery.id, self._clock.now()))
        return receipt


def _let_time_pass(outboxes: list[Outbox], clock: ManualClock) -> None:
    """Set the clock forward to the next alarm if both processes have nothing to do until then."""
    asleep = len(clock._sleepers) == len(outboxes)
    if asleep and not any(one._under_way or one._woken.is_set() for one in outboxes):
        assert clock.next_alarm is not None
        clock.advance(clock.next_alarm - clock.now())


async def test_two_processes_close_and_claim_at_once(both: tuple[Database, Database]) -> None:
    """Nothing is lost, doubled, out of order, or left behind what was closed by the other process."""
    clock, random = ManualClock(), Random(1)
    sender, services = Timed(clock), [Service(one, ALL, clock, Random(n)) for n, one in enumerate(both)]
    outboxes = [
        Outbox(one, sender, clock, owner=f"process {number}", concurrency=4)
        for number, one in enumerate(both)
    ]
    options = {"heap": 50}
    games = [
        await running(
            services[0], "nim", seats=2, place=Place(HERE.guild_id, n), options=options, threaded=False
        )
        for n in range(1, GAMES + 1)
    ]
    drained = await outboxes[0].drain()
    opened = max(number for _, number, _ in sender.seen_at)
    sender.seen_at.clear()

    async def play(code: str, one: Service, other: Service) -> None:
        await act(one, ANN, code, "1")
        await act(other, BOB, code, "1")

    async def waiting() -> bool:
        async with both[0].reading() as unit:
            pending = select(OutboxRow.id).filter_by(status="pending").limit(1)
            return await unit._session.scalar(pending) is not None

    async with AsyncExitStack() as stack:
        for outbox in outboxes:
            await stack.enter_async_context(at_work(outbox))
        for _ in range(ROUNDS):
            await asyncio.gather(*(play(game.code, *random.sample(services, 2)) for game in games))
            async with asyncio.timeout(120):
                while await waiting():
                    _let_time_pass(outboxes, clock)
                    await asyncio.sleep(0.01)
    async with both[0].reading() as unit:
        later = await unit._session.scalars(select(OutboxRow).where(OutboxRow.id > opened))
        rows = {row.id: row for row in later}
    delivered = Counter(number for what, number, _ in sender.seen_at if what == "begins")
    assert outboxes[0]._started > drained
    assert outboxes[1]._started
    assert Counter(row.kind for row in rows.values()) == dict.fromkeys(("card", "strip"), 2 * GAMES * ROUNDS)
    assert {(row.status, row.leased_by) for row in rows.values()} == {("done", None)}
    assert delivered == dict.fromkeys(rows, 1)
    seen, ended = defaultdict[str, list[tuple[str, int]]](list), dict[str, datetime]()
    for what, number, at in sender.seen_at:
        partition = rows[number].partition_key
        seen[partition].append((what, number))
        if what == "ends":
            ended[partition] = at
        else:
            assert at - max(ended.get(partition, at), rows[number].created_at) <= _LONGEST_WAIT
    for one in seen.values():
        ids = sorted({number for _, number in one})
        assert one == [(what, number) for number in ids for what in ("begins", "ends")], "one after the other"
