"""Reminders: to those who are awaited, once, in private, and without a trace for anybody else."""

import asyncio
from datetime import timedelta
from random import Random

import pytest

from bot.discord.posts.notices import notice_text
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.payloads import TurnNotice
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, CLEO, DAN, act, four, history, running
from tests.service.scheduling import passes, running_scheduler, until

HOUR = timedelta(hours=1)
pytestmark = pytest.mark.usefixtures("notices_at_once")


class Mailbox:
    """What people were sent since one last looked."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self._sender = FakeSender()
        self._outbox = Outbox(database, self._sender, clock)
        self._read = 0

    async def open(self) -> list[tuple[int, str]]:
        await self._outbox.drain()
        new = self._sender.delivered[self._read :]
        self._read = len(self._sender.delivered)
        return [
            (n.payload.person_id, notice_text(n.payload)) for n in new if isinstance(n.payload, TurnNotice)
        ]

    async def readers(self) -> list[int]:
        return sorted(user for user, _ in await self.open())


@pytest.fixture
def mailbox(database: Database, clock: ManualClock) -> Mailbox:
    return Mailbox(database, clock)


async def test_at_half_time_and_at_an_eighth_and_not_again(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, deadline_hours=24)
    assert game.deadline is not None
    scheduler = ClockScheduler(database, service, clock)
    found = []
    for hour in range(24):
        await scheduler.process_due()
        found += [(hour, user) for user in await mailbox.readers()]
        clock.advance(HOUR)
    assert found == [(12, ANN.id), (21, ANN.id)]


async def test_what_it_says(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, deadline_hours=24, threaded=False)
    clock.advance(12 * HOUR)
    await service.clock.process_timeout(game.code)
    assert game.deadline is not None
    assert await mailbox.open() == [
        (
            ANN.id,
            f"**Guerre des Deux Roses** `{game.code}` · {game.turn}\n"
            f"⏳ Your turn, due <t:{int(game.deadline.timestamp())}:R>: you drop a soldier. "
            "https://discord.com/channels/11/12",
        )
    ]


async def test_it_leaves_no_trace(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, deadline_hours=24)
    await mailbox.open()
    clock.advance(12 * HOUR)
    async with database.reading() as unit:
        before = await unit.events.of_game(game.id)
    assert await service.clock.process_timeout(game.code) == await service.reading.summary(game.code)
    async with database.reading() as unit:
        assert len(await unit.events.of_game(game.id)) == len(before)
        assert not await unit.outbox.waiting(f"game:{game.id}", "card")
        row = await unit.games.by_code(game.code)
        assert row is not None
        assert (row.last_seq, row.public_version, row.moved_at) == (
            len(before),
            game.public_version,
            game.moved_at,
        )
    # And what was pressed on the card before it is still good.
    await act(service, ANN, game.code, "@d3", expected_public_version=game.public_version)


async def test_only_those_who_are_awaited_though_nobody_may_know_who_they_are(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, "sealed", deadline_hours=24)
    await act(service, ANN, game.code, "seal 4")
    assert (await service.reading.summary(game.code)).to_act == (0, 1)
    clock.advance(12 * HOUR)
    await service.clock.process_timeout(game.code)
    [(user, text)] = await mailbox.open()
    assert user == BOB.id
    assert "Ann" not in text
    assert "Left" not in text


async def test_who_wants_none_gets_none(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    await service.preferences.set_notice_settings(ANN, {"reminders": ()})
    await running(service, "sealed", deadline_hours=24)
    clock.advance(12 * HOUR)
    await ClockScheduler(database, service, clock).process_due()
    assert await mailbox.readers() == [BOB.id]


async def test_closed_direct_messages_are_left_alone_until_reminders_are_asked_for(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, "sealed", deadline_hours=24)
    async with database.transaction() as unit:
        await unit.persons.close_dms(ANN.id, clock.now())
    clock.advance(12 * HOUR)
    await service.clock.process_timeout(game.code)
    assert await mailbox.readers() == [BOB.id]
    await service.preferences.set_notice_settings(ANN, {"reminders": (0.5, 0.125)})
    clock.advance(9 * HOUR)
    await service.clock.process_timeout(game.code)
    assert await mailbox.readers() == [ANN.id, BOB.id]


async def test_one_that_would_come_after_the_deadline_is_not_sent(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, deadline_hours=24)
    clock.advance(21 * HOUR)
    await service.clock.process_timeout(game.code)
    clock.advance(3 * HOUR)
    assert await mailbox.readers() == []


async def test_several_keepers_remind_once(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    await running(service, deadline_hours=24)
    clock.advance(12 * HOUR)
    schedulers = [ClockScheduler(database, service, clock, process=str(n)) for n in range(3)]
    await asyncio.gather(*(scheduler.process_due() for scheduler in schedulers))
    assert await mailbox.readers() == [ANN.id]


async def test_dying_at_any_point_of_a_reminder(database_address: str, clock: ManualClock) -> None:
    fragile = FragileDatabase(database_address, Fuse())
    service = Service(fragile, ALL, clock, Random(1))
    mailbox = Mailbox(fragile, clock)
    deaths = 0
    for point in range(1, 10):
        game = await running(service, deadline_hours=24)
        await mailbox.open()
        clock.advance(12 * HOUR)
        fragile.fuse.set(point)
        try:
            await service.clock.process_timeout(game.code)
        except Crash:
            deaths += 1
        fragile.fuse.clear()
        # Another process looks after it, and once more.
        await service.clock.process_timeout(game.code)
        await service.clock.process_timeout(game.code)
        assert await mailbox.readers() == [ANN.id]
    assert deaths == 3
    await fragile.close()


@pytest.mark.usefixtures("heartbeats_are_rare")
async def test_the_keeper_reminds_in_time(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50}, deadline_hours=1)

    async def reminded() -> bool:
        return await mailbox.readers() == [ANN.id]

    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, HOUR / 2 - timedelta(seconds=1))
        assert await mailbox.readers() == []
        await passes(clock, timedelta(seconds=1))
        await until(reminded)
    assert await history(service, game.code) == []


async def test_gods_that_are_ready_are_not_reminded(
    service: Service, database: Database, clock: ManualClock, mailbox: Mailbox
) -> None:
    game = await four(service, show_ready=False)
    await act(service, CLEO, game.code, "Ar Db")
    await act(service, CLEO, game.code, "ready")
    clock.advance(12 * HOUR)
    await service.clock.process_timeout(game.code)
    notices = await mailbox.open()
    assert sorted(user for user, _ in notices) == [ANN.id, BOB.id, DAN.id]
    assert len({text for _, text in notices}) == 1
