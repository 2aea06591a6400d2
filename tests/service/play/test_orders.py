"""Standing orders: played when their guard holds, dropped by any surprise, known to their owner alone."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from bot.outbox.delivery import Blocked
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Pause, Replace, Rollback
from bot.service.clock.order_verdict import IN_A_ROW
from bot.service.facade import Service
from bot.service.play.order_sources import Instead, OrderTarget
from bot.service.play.orders import MOST, Planned
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import Direct, PostCard, TurnNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import OrderRow
from bot.store.repositories.partitions import LATER, person_partition
from engines.contract import AnyEngine
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.engines.tae.table import load
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.admin.operators import AT_HAND
from tests.service.people import (
    ALL,
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    act,
    begun,
    cause_of,
    new_cause,
    play_through,
    refusal,
    running,
    sound,
)

SOON = timedelta(seconds=90)
"""When every order has been looked at for which something has happened."""


async def plan(service: Service, person: Person, code: str, basis: OrderTarget, action: str) -> Planned:
    return await service.orders.plan(person, code, basis, action, cause=new_cause())


async def line(
    service: Service, person: Person, code: str, *actions: str, after: OrderTarget = "line"
) -> Planned:
    """An order that is played after the others' actions, the last being its own."""
    planned = None
    for action in actions:
        planned = await plan(service, person, code, after, action)
        after = planned.unfinished or after
    assert planned is not None
    assert planned.unfinished is None
    return planned


async def later(service: Service, clock: ManualClock, code: str, after: timedelta = SOON) -> GameSummary:
    clock.advance(after)
    while code in await service.clock.due(100):
        await service.clock.process(code)
    return await service.reading.summary(code)


async def test_something_else_is_planned_in_place_of_what_was(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24)
    await plan(service, BOB, game.code, "whatever", "@c5")
    first, _ = (await plan(service, BOB, game.code, "whatever", "@d5")).orders
    with pytest.raises(Refused):
        await plan(service, BOB, game.code, Instead(first.id), "@d5")
    planned = await plan(service, BOB, game.code, Instead(first.id), "@b4")
    assert [one.notation for one in planned.orders] == ["@b4", "@d5"]
    await act(service, ANN, game.code, "@d3")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@b4"]


async def test_a_line_is_changed_and_what_went_on_from_there_falls(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    (first,) = (await line(service, BOB, game.code, "@d3", "@c5")).orders
    await line(service, BOB, game.code, "@c2", "@d5", after=first.id)
    await line(service, BOB, game.code, "@e4", "@c5")
    planned = await plan(service, BOB, game.code, Instead(first.id), "@b4")
    assert [one.notation for one in planned.orders] == ["@b4", "@c5"]
    with pytest.raises(Refused, match="not there any more"):
        await plan(service, BOB, game.code, Instead(99), "@c5")
    await act(service, ANN, game.code, "@d3")
    with pytest.raises(Refused, match="It is your turn"):
        await plan(service, BOB, game.code, Instead(first.id), "@c5")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@b4"]


@pytest.mark.parametrize("column", ["guard", "action"])
async def test_what_cannot_be_read_any_more_falls_with_all_that_was_to_follow(
    service: Service, database: Database, clock: ManualClock, column: str
) -> None:
    game = await running(service, deadline_hours=24)
    await plan(service, BOB, game.code, "whatever", "@c5")
    first, _ = (await plan(service, BOB, game.code, "whatever", "@d5")).orders
    async with database.transaction() as unit:
        unreadable = update(OrderRow).filter_by(id=first.id).values({column: '{"kind": "of other rules"}'})
        await unit._session.execute(unreadable)
    assert await notations(service, BOB, game.code) == []
    await act(service, ANN, game.code, "@d3")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3"]


async def history(service: Service, code: str, person: Person | None = None) -> list[str]:
    return [line.text for line in await service.reading.history(code, person)]


async def notations(service: Service, person: Person, code: str) -> list[str | None]:
    return [order.notation for order in (await service.orders.listed(person, code)).orders]


async def fallen(database: Database, person: Person) -> list[tuple[tuple[str, str], ...]]:
    """What a person was told of orders that fell."""
    async with database.reading() as unit:
        rows = await unit.outbox.waiting(person_partition(person.id) + LATER, "notice")
    notices = [msgspec.json.decode(row.payload, type=TurnNotice) for row in rows]
    return [notice.orders for notice in notices if notice.occasion == "fallen"]


async def test_whatever_happens_it_is_played_at_the_next_turn(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await plan(service, BOB, game.code, "whatever", "@c5")
    await act(service, ANN, game.code, "@d3")
    early = await later(service, clock, game.code, timedelta(seconds=29))
    assert early.to_act == (1,)
    played = await later(service, clock, game.code)
    assert played.to_act == (0,)
    assert await history(service, game.code) == ["@d3", "@c5"]
    assert await notations(service, BOB, game.code) == []
    async with database.reading() as unit:
        events = await unit.events.of_game(game.id)
        cards = [
            msgspec.json.decode(row.payload, type=PostCard)
            for row in await unit.outbox.waiting(f"game:{game.id}", "card", after=0)
        ]
    assert (events[-1].cause or "").startswith("order:")
    assert events[-1].player_id == BOB.id
    assert cards[-1].summary_lines[-1] == "Black had planned that ahead"
    assert all("planned" not in text for card in cards[:-1] for text in card.summary_lines)
    await sound(database, game.code)


async def test_a_line_is_played_as_long_as_the_others_keep_to_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    first = (await line(service, BOB, game.code, "@d3", "@c5")).orders[0].id
    await line(service, BOB, game.code, "@c2", "@d5", after=first)
    await line(service, BOB, game.code, "@c3", "@d6", after=first)
    await line(service, BOB, game.code, "@e4", "@b4")
    assert await notations(service, BOB, game.code) == ["@c5", "@d5", "@d6", "@b4"]
    await act(service, ANN, game.code, "@d3")
    await later(service, clock, game.code)
    assert await fallen(database, BOB) == [(("@b4", "other"),)]
    await act(service, ANN, game.code, "@c2")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@c5", "@c2", "@d5"]
    assert await fallen(database, BOB) == [(("@b4", "other"),), (("@d6", "other"),)]
    await sound(database, game.code)


async def test_orders_for_several_turns_are_played_in_their_order(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await plan(service, BOB, game.code, "whatever", "@c5")
    await plan(service, BOB, game.code, "whatever", "@d5")
    assert await refusal(plan(service, BOB, game.code, "whatever", "@d5")) == "blocked"
    for text in ("@d3", "@c2"):
        await act(service, ANN, game.code, text)
        await later(service, clock, game.code)
    assert await fallen(database, BOB) == []
    assert await history(service, game.code) == ["@d3", "@c5", "@c2", "@d5"]


async def test_what_is_no_longer_possible_falls_with_all_that_was_to_follow(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", options={"heap": 5}, seats=2)
    await plan(service, BOB, game.code, "whatever", "3")
    await plan(service, BOB, game.code, "whatever", "1")
    await act(service, ANN, game.code, "3")
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["3"]
    assert await fallen(database, BOB) == [(("3", "illegal"), ("1", "illegal"))]


async def test_who_plays_themselves_is_left_with_no_plan(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await plan(service, BOB, game.code, "whatever", "@c5")
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@b4")
    await later(service, clock, game.code)
    assert await fallen(database, BOB) == [(("@c5", "own"),)]
    assert await history(service, game.code) == ["@d3", "@b4"]


async def test_a_line_goes_on_where_its_owner_plays_it_by_hand(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    first = await line(service, BOB, game.code, "@d3", "@c5")
    await line(service, BOB, game.code, "@c2", "@d5", after=first.orders[0].id)
    for person, text in ((ANN, "@d3"), (BOB, "@c5"), (ANN, "@c2")):
        await act(service, person, game.code, text)
    await later(service, clock, game.code)
    assert await history(service, game.code) == ["@d3", "@c5", "@c2", "@d5"]


@pytest.mark.parametrize("surprise", ["undo", "pause", "seat", "back", "forget"])
async def test_orders_fall_by_what_is_no_play(
    service: Service, database: Database, clock: ManualClock, surprise: str
) -> None:
    game = await running(service)
    await play_through(service, game.code, SAMPLE[:2])
    await plan(service, BOB, game.code, "whatever", "@d5")
    if surprise == "undo":
        await service.undo.request_undo(ANN, game.code, cause=new_cause())
        await service.undo.answer_undo(BOB, game.code, agree=True, cause=new_cause())
    elif surprise == "pause":
        await service.admin.apply(AT_HAND, game.code, Pause())
    elif surprise == "seat":
        await service.admin.apply(AT_HAND, game.code, Replace(0, CLEO, at_once=True))
    elif surprise == "back":
        await service.admin.apply(AT_HAND, game.code, Rollback(0))
    elif surprise == "forget":
        await service.privacy.forget(ANN.id)
    await later(service, clock, game.code)
    assert await fallen(database, BOB) == [(("@d5", "changed"),)]
    async with database.reading() as unit:
        assert not await unit.orders.of_game(game.id)


async def test_nobody_sweeps_away_what_others_have_planned_by_asking_for_something(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service)
    await play_through(service, game.code, SAMPLE[:2])
    await plan(service, BOB, game.code, "whatever", "@d5")
    for wished in (True, False):
        await service.calling_off.ask(ANN, game.code, wished, cause=new_cause())
    await act(service, ANN, game.code, "@c2")
    await later(service, clock, game.code)
    assert (await history(service, game.code))[-2:] == ["@c2", "@d5"]


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


async def test_no_more_than_five_in_a_row_without_their_owner(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", options={"heap": 60}, seats=2)
    for _ in range(7):
        await plan(service, BOB, game.code, "whatever", "2")
    for _ in range(7):
        await act(service, ANN, game.code, "1")
        summary = await later(service, clock, game.code)
        if summary.to_act == (1,):
            break
    assert await history(service, game.code) == ["1", "2"] * IN_A_ROW + ["1"]
    assert await fallen(database, BOB) == [(("2", "absent"),) * 2]


async def test_one_has_no_more_than_twenty(service: Service) -> None:
    game = await running(service, "nim", options={"heap": 60}, seats=2)
    for _ in range(MOST):
        await plan(service, BOB, game.code, "whatever", "1")
    planned = await service.orders.listed(BOB, game.code)
    assert len(planned.orders) == MOST
    assert planned.kinds == ()
    assert [planned.numbered(number) for number in (1, MOST)] == [planned.orders[0], planned.orders[-1]]
    for number in (0, MOST + 1):
        with pytest.raises(Refused, match=f"There is no plan {number}: you have {MOST} plans in"):
            planned.numbered(number)
    assert await refusal(plan(service, BOB, game.code, "whatever", "1")) == "too_many"
    left = await service.orders.cancel(BOB, game.code, planned.orders[0].id)
    assert len(left.orders) == MOST - 1
    assert (await service.orders.cancel(BOB, game.code, None)).orders == ()


async def test_the_same_request_lays_down_one_order(service: Service) -> None:
    game = await running(service)
    for _ in range(2):
        await service.orders.plan(BOB, game.code, "whatever", "@c5", cause=cause_of(5))
    assert await notations(service, BOB, game.code) == ["@c5"]


async def test_who_is_out_of_a_game_plans_nothing_in_it(service: Service) -> None:
    game = await begun(service, "tae", BOB, CLEO)
    gone, stays = (one.person for one in game.seats if one.seat not in game.to_act)
    assert gone is not None
    assert stays is not None
    assert not (await act(service, gone, game.code, "resign")).may_plan
    with pytest.raises(Refused, match="You are out of game"):
        await service.orders.listed(gone, game.code)
    assert (await service.orders.listed(stays, game.code)).orders == ()


async def test_refusals(service: Service) -> None:
    game = await running(service)
    for code, work in (
        ("your_turn", plan(service, ANN, game.code, "whatever", "@d3")),
        ("not_in_game", plan(service, CLEO, game.code, "whatever", "@d3")),
        ("no_order", plan(service, BOB, game.code, 7, "@d3")),
        ("no_plan", plan(service, BOB, game.code, "whatever", "resign")),
        ("no_pass", service.orders.leave_out(BOB, game.code, cause=new_cause())),
        (
            "stale",
            service.orders.plan(BOB, game.code, "line", "@d3", cause=new_cause(), expected_public_version=99),
        ),
    ):
        assert await refusal(work) == code
    secret = await running(service, "tae", seats=2)
    other = BOB if secret.to_act == (0,) else ANN
    assert await refusal(plan(service, other, secret.code, "line", "end")) == "hidden"
    assert "line" not in (await service.orders.listed(other, secret.code)).kinds


async def no_plan(work: Any, words: str) -> None:
    with pytest.raises(Refused, match=words) as caught:
        await work
    assert caught.value.code in {"no_plan", "game_over"}


async def test_beyond_what_ends_the_game_or_shows_something_nothing_is_planned(
    service: Service, war: GameSummary
) -> None:
    small = (await running(service, "nim", options={"heap": 4}, seats=2)).code
    begun = await plan(service, BOB, small, "line", "3")
    assert begun.unfinished is not None
    await no_plan(plan(service, BOB, small, begun.unfinished, "1"), "nothing to plan after it")
    small = (await running(service, "nim", options={"heap": 4}, seats=2)).code
    await act(service, ANN, small, "2")
    await plan(service, ANN, small, "whatever", "2")
    await no_plan(plan(service, ANN, small, "whatever", "1"), "no turn of yours is certain")
    sealed = (await running(service, "sealed")).code
    await act(service, ANN, sealed, "seal 3")
    await no_plan(plan(service, ANN, sealed, "whatever", "seal 4"), "No turn of yours is still to come")
    await plan(service, BOB, war.code, "whatever", "colony merchant F6")
    await plan(service, BOB, war.code, "whatever", "swap g1")
    await no_plan(plan(service, BOB, war.code, "whatever", "end"), "shows something hidden")


async def test_orders_as_they_are_typed(service: Service, war: GameSummary) -> None:
    async def typed(**options: Any) -> list[str | None]:
        planned = await service.orders.plan_as_typed(BOB, war.code, options, cause=new_cause())
        return [order.notation for order in planned.orders]

    assert await typed() == []
    assert await typed(action="colony merchant F6") == ["colony merchant F6"]
    assert await typed(action="end", change=1) == ["end"]
    assert await typed(pass_until_my_turn=True) == ["end", "reinforce 0"]
    number = (await service.orders.listed(BOB, war.code)).orders[1].id
    await no_plan(
        plan(service, BOB, war.code, Instead(number), "reinforce 1"), "nothing to choose about pass"
    )
    assert await typed(cancel=2) == ["end"]
    assert await typed(cancel=0) == []
    assert await typed(pass_until_my_turn=True, action="end") == ["end", "reinforce 0"]
    with pytest.raises(Refused, match="nonsense"):
        await typed(cancel=1, action="nonsense")
    assert await typed() == ["end", "reinforce 0"], "all is done that was asked for, or nothing"
    assert await typed(cancel=0, action="colony merchant F6") == ["colony merchant F6"]
    assert await typed(cancel=0) == []
    with pytest.raises(Refused, match="This game hides something"):
        await typed(if_they_play="end", action="end")
    open_game = (await running(service)).code
    options = {"if_they_play": "@d3, ,@c5,", "action": "@c2"}
    planned = await service.orders.plan_as_typed(BOB, open_game, options, cause=new_cause())
    assert planned.unfinished is not None, (
        "the last of them is Ann's, and Bob's answer to it is still to come"
    )


@pytest.fixture
async def war(
    service: Service, engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch
) -> GameSummary:
    """Ann is about to begin a combat with Bob, who holds two merchants."""
    state = load(
        "r@E5 r@J6 g@G5 k@H5",
        "Pg@F5 Bg@J5",
        hands={"bow": {"settler": 1, "merchant": 2}, "pot": {"merchant": 2}},
        artifacts="A1 B1 C1",
    )
    for known in (engines, ALL):
        monkeypatch.setitem(known, "tae", replace(known["tae"], set_up=lambda *_: state))
    return await running(service, "tae", seats=2, deadline_hours=10)


async def test_combats_are_left_out_until_ones_own_turn(
    service: Service, database: Database, clock: ManualClock, war: GameSummary
) -> None:
    await service.orders.leave_out(BOB, war.code, cause=new_cause())
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
    await service.orders.leave_out(BOB, war.code, cause=new_cause())
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


async def test_what_fell_takes_no_other_notice_with_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    game, other = await running(service), await running(service)
    await plan(service, BOB, game.code, "whatever", "@c5")
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@b4")
    await later(service, clock, game.code)
    clock.advance(timedelta(hours=1))
    await act(service, ANN, other.code, "@d3")
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    for _ in range(20):
        clock.advance(timedelta(minutes=1))
        for code in await service.clock.due(10):
            await service.clock.process(code)
        await outbox.drain()
    found = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    assert [(one.occasion, one.summary and one.summary.code) for one in found] == [
        ("fallen", game.code),
        ("turn", other.code),
    ]
