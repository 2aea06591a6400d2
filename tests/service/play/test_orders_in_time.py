"""When standing orders are played: before deadlines, behind open questions, once whatever dies."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from bot.outbox.delivery import Blocked
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import Direct
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, SAMPLE, act, new_cause, play_through, running, sound
from tests.service.play.planning import SOON, fallen, history, later, notations, plan


async def test_while_people_have_a_question_to_answer_nothing_is_played(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service)
    await play_through(service, game.code, SAMPLE[:2])
    await plan(service, BOB, game.code, "whatever", "@d5")
    await act(service, ANN, game.code, "@c2")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@c5", "@c2", "undo?"]
    await service.undo.answer_undo(BOB, game.code, agree=False, cause=new_cause())
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@c5", "@c2", "undo?", "no undo", "@d5"]


async def test_the_plans_of_one_person_are_looked_at_together(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, SAMPLE[:2])
    for action in ("@d5", "@d6"):
        await plan(service, BOB, game.code, "whatever", action)
    await act(service, ANN, game.code, "@c2")
    async with database.reading() as unit:
        due = [order.due_at for order in await unit.orders.of_game(game.id)]
    assert None not in due
    assert len(due) == 2
    assert len({*due}) == 1


@pytest.mark.parametrize("question", ["undo", "draw"])
async def test_nobody_keeps_a_plan_waiting_beyond_its_deadline_by_a_question(
    service: Service, database: Database, clock: ManualClock, question: str
) -> None:
    game = await running(service, deadline_hours=24)
    await play_through(service, game.code, SAMPLE[:2])
    await plan(service, BOB, game.code, "whatever", "@d5")
    await act(service, ANN, game.code, "@c2")
    if question == "undo":
        await service.undo.request_undo(ANN, game.code, cause=new_cause())
    else:
        await act(service, ANN, game.code, "draw offer")
    scheduler = ClockScheduler(database, service, clock)
    for _ in range(22):
        clock.advance(timedelta(hours=1))
        await scheduler.process_due()
    assert (await history(service, game.code))[-1] != "@d5", "he has time to answer"
    clock.advance(timedelta(hours=1))
    await scheduler.process_due()
    assert (await history(service, game.code))[-1] == "@d5"
    summary = await service.reading.summary(game.code)
    assert (summary.undo_asked_by, summary.to_act) == (None, (0,))


async def test_a_plan_that_waits_for_an_answer_is_played_in_time_though_the_clock_stood_meanwhile(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    sender = FakeSender()
    scheduler, outbox = ClockScheduler(database, service, clock), Outbox(database, sender, clock)
    await outbox.drain()
    await plan(service, BOB, game.code, "whatever", "@c5")
    # The clock stands for three hours: the card is refused, and Bob is told after his quiet hours.
    minute = clock.now().hour * 60
    await service.preferences.set_notice_settings(BOB, {"quiet_hours": (minute, minute + 180)})
    sender.fault = lambda one: None if isinstance(one.payload, Direct) else Blocked("403", code="50013")
    await act(service, ANN, game.code, "@d3")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    for _ in range(25):
        await outbox.drain()
        clock.advance(timedelta(hours=1))
        await scheduler.process_due()
    assert (await history(service, game.code))[-1] == "undo?", "he has time to answer"
    clock.advance(timedelta(hours=1))
    await scheduler.process_due()
    assert (await history(service, game.code))[-1] == "@c5"


async def test_combats_are_left_out_until_ones_own_turn(
    service: Service, database: Database, clock: ManualClock, war: GameSummary
) -> None:
    await service.orders.pass_until_turn(BOB, war.code, cause=new_cause())
    await act(service, ANN, war.code, "colony settler I5")
    await act(service, ANN, war.code, "reinforce 0")
    assert (await later(service, clock, war.code)).off_turn_prompt is None
    assert "reinforce 0" in (await history(service, war.code, BOB))[-1]
    assert await notations(service, BOB, war.code) == ["reinforce 0"]
    await act(service, ANN, war.code, "end")
    await later(service, clock, war.code)
    assert await notations(service, BOB, war.code) == []
    assert await fallen(database, BOB) == []
    await sound(database, war.code)


async def test_a_plan_for_ones_turn_waits_while_one_is_called_before_it(
    service: Service, clock: ManualClock, war: GameSummary
) -> None:
    await plan(service, BOB, war.code, "whatever", "colony merchant F6")
    await service.orders.pass_until_turn(BOB, war.code, cause=new_cause())
    await act(service, ANN, war.code, "colony settler I5")
    await act(service, ANN, war.code, "reinforce 0")
    await later(service, clock, war.code)
    await act(service, ANN, war.code, "end")
    await later(service, clock, war.code)
    assert (await history(service, war.code))[-1].startswith("colony merchant F6")


async def test_an_order_that_was_due_before_the_deadline_was_in_time(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=1)
    await plan(service, BOB, game.code, "whatever", "@c5")
    await act(service, ANN, game.code, "@d3")
    clock.advance(timedelta(hours=2))
    await service.clock.process_timeout(game.code)
    assert await history(service, game.code) == ["@d3", "@c5"]


async def test_near_a_deadline_it_is_looked_at_sooner(service: Service, clock: ManualClock) -> None:
    game = await running(service, "blitz", seats=2)
    await plan(service, BOB, game.code, "whatever", "2")
    await act(service, ANN, game.code, "1")
    played = await later(service, clock, game.code, timedelta(seconds=5))
    assert played.to_act == (0,)
    assert await history(service, game.code) == ["1", "2"]


async def test_it_is_played_once_however_many_look(
    service: Service, database_address: str, clock: ManualClock
) -> None:
    game = await running(service)
    await plan(service, BOB, game.code, "whatever", "@c5")
    await act(service, ANN, game.code, "@d3")
    clock.advance(SOON)
    databases = [Database(database_address) for _ in range(3)]
    others = [Service(database, ALL, clock, Random(number)) for number, database in enumerate(databases)]
    await asyncio.gather(*(one.clock.process(game.code) for one in [service, *others] * 2))
    assert await history(service, game.code) == ["@d3", "@c5"]
    for database in databases:
        await database.close()


async def test_dying_at_any_point_of_it(database_address: str, clock: ManualClock) -> None:
    fragile = FragileDatabase(database_address, Fuse())
    service = Service(fragile, ALL, clock, Random(1))
    game = await running(service)
    drops: Sequence[tuple[str, str]] = (("@d3", "@c5"), ("@c2", "@d5"), ("@c3", "@e6"), ("@b3", "@e5"))
    for point, (text, planned) in enumerate(drops, 1):
        await plan(service, BOB, game.code, "whatever", planned)
        await act(service, ANN, game.code, text)
        clock.advance(SOON)
        fragile.fuse.set(point)
        with suppress(Crash):
            await service.clock.process(game.code)
        assert fragile.fuse.blown == (point < len(drops))
        fragile.fuse.clear()
        await later(service, clock, game.code)
    assert await history(service, game.code) == [text for pair in drops for text in pair]
    await sound(fragile, game.code)
    await fragile.close()


async def test_the_scheduler_sleeps_until_the_nearer(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=10)
    await plan(service, BOB, game.code, "whatever", "@c5")
    assert await service.clock.next_alarm(clock.now()) == clock.now() + timedelta(hours=5)
    await act(service, ANN, game.code, "@d3")
    nearest = await service.clock.next_alarm(clock.now())
    assert nearest is not None
    assert timedelta(seconds=30) <= nearest - clock.now() <= SOON
    assert await service.clock.due(5) == []
    clock.advance(SOON)
    assert await service.clock.due(5) == [game.code]
