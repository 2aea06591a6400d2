"""Standing orders: played when their guard holds, and dropped by any surprise."""

from datetime import timedelta

import msgspec
import pytest
from sqlalchemy import update

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Pause, Replace, Rollback
from bot.service.clock.order_verdict import IN_A_ROW
from bot.service.facade import Service
from bot.service.values.payloads import PostCard, TurnNotice
from bot.store.database import Database
from bot.store.models import OrderRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, SAMPLE, act, new_cause, play_through, refusal, running, sound
from tests.service.admin.operators import AT_HAND
from tests.service.play.planning import fallen, history, later, line, notations, plan


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
