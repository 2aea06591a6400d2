"""When deliveries fail: tried again, given up, never overtaken, never lost."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm.exc import StaleDataError

from bot.errors import DatabaseUnavailable
from bot.outbox import worker
from bot.outbox.delivery import ChannelGone, Delivery, DmsClosed, PermanentFailure, RetryLater
from bot.outbox.resolution import resolve
from bot.outbox.results import Results
from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.people.doors import DoorsHere
from bot.service.values.payloads import OpenThread, PostCard, RemoveButtons, TurnNotice
from bot.service.values.request import Place
from bot.store.database import Conflict, Database
from bot.store.models import OutboxRow
from bot.store.unit import Unit
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, HERE, OLGA, act, new_cause, opened, running

SECOND = timedelta(seconds=1)
ELSEWHERE = Place(91, 92)


async def test_a_delivery_is_tried_again_with_the_same_nonce_until_it_comes_through(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    await opened(service)
    sender.faults.extend([RetryLater("503"), RetryLater("connection lost"), ConnectionError("unknown")])
    waits = []
    await outbox.drain()
    for _ in range(3):
        start = clock.now()
        while not await outbox.drain():
            clock.advance(SECOND / 4)
        waits.append((clock.now() - start).total_seconds())
    assert sender.kinds() == ["lobby"]
    assert len({delivery.nonce for delivery in sender.tried}) == 1
    assert [delivery.attempts for delivery in sender.tried] == [1, 2, 3, 4]
    assert waits[0] < waits[1] < waits[2]


async def test_a_delivery_that_cannot_be_made_ready_holds_up_no_other_game(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, sound = await opened(service), await opened(service, place=ELSEWHERE)

    async def resolved(unit: Unit, row: OutboxRow, now: datetime, doors: DoorsHere) -> Delivery:
        if row.game_id == broken.id:
            raise ValueError("what nobody has thought of")
        return await resolve(unit, row, now, doors)

    monkeypatch.setattr("bot.outbox.claims.resolve", resolved)
    await outbox.drain()
    assert [one.game_id for one in sender.delivered] == [sound.id]
    monkeypatch.setattr("bot.outbox.claims.resolve", resolve)
    assert await outbox.drain() == 0, "it was put off"
    clock.advance(2 * SECOND)
    await outbox.drain()
    assert [one.game_id for one in sender.delivered] == [sound.id, broken.id]


@pytest.mark.parametrize("times", [3, 4])
async def test_a_claim_is_repeated_where_another_transaction_was_faster_unless_one_always_is(
    service: Service, outbox: Outbox, sender: FakeSender, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    await opened(service)
    overtaken = [StaleDataError() for _ in range(times)]

    async def resolved(unit: Unit, row: OutboxRow, now: datetime, doors: DoorsHere) -> Delivery:
        if overtaken:
            raise overtaken.pop()
        return await resolve(unit, row, now, doors)

    monkeypatch.setattr("bot.outbox.claims.resolve", resolved)
    with pytest.raises(Conflict) if times == 4 else nullcontext():
        await outbox.drain()
    assert len(sender.delivered) == (0 if times == 4 else 1)


async def test_no_delivery_is_to_blame_for_a_database_that_is_away(
    service: Service, outbox: Outbox, sender: FakeSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(service)
    away = OperationalError("SELECT", None, ConnectionError("reset"), connection_invalidated=True)

    async def resolved(*_: Any) -> Delivery:
        raise away

    monkeypatch.setattr("bot.outbox.claims.resolve", resolved)
    with pytest.raises(DatabaseUnavailable):
        await outbox.drain()
    monkeypatch.setattr("bot.outbox.claims.resolve", resolve)
    await outbox.drain()
    assert [one.attempts for one in sender.delivered] == [1]


async def test_waits_double_up_to_five_minutes(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    await opened(service)
    sender.fault = lambda _: RetryLater("503")

    async def wait() -> float:
        await outbox.drain()
        async with database.reading() as unit:
            row = await unit.outbox.get(sender.tried[-1].id)
        assert row is not None
        assert row.not_before is not None
        seconds = (row.not_before - clock.now()).total_seconds()
        clock.advance(timedelta(seconds=seconds))
        return seconds

    for least in (1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300):
        assert least <= await wait() <= 1.25 * least
    async with database.transaction() as unit:
        row = await unit.outbox.get(sender.tried[-1].id)
        assert row is not None
        row.attempts = 10_000
    assert await wait() >= 300


async def test_the_servers_own_word_on_when_to_come_back_is_kept(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    await opened(service)
    sender.faults.append(RetryLater("429", after=40))
    await outbox.drain()
    clock.advance(39 * SECOND)
    assert await outbox.drain() == 0
    clock.advance(12 * SECOND)
    assert await outbox.drain() == 1


async def test_a_lane_waits_for_its_first_delivery_and_for_no_other_lane(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    slow = await running(service)
    quick = await running(service)
    sender.fault = lambda delivery: RetryLater("503") if delivery.game_id == slow.id else None
    await outbox.drain()
    assert {delivery.game_id for delivery in sender.delivered} == {quick.id}
    assert len([delivery for delivery in sender.tried if delivery.game_id == slow.id]) == 1
    sender.fault = lambda delivery: None
    clock.advance(2 * SECOND)
    await outbox.drain()
    assert [
        kind for kind, p in zip(sender.kinds(), sender.delivered, strict=True) if p.game_id == slow.id
    ] == [
        "lobby",
        "thread",
        "card",
    ]


async def test_what_can_never_be_delivered_is_dropped_with_a_note_and_the_lane_goes_on(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service)
    sender.fault = lambda delivery: (
        PermanentFailure("403 50013: Missing Permissions")
        if isinstance(delivery.payload, OpenThread)
        else None
    )
    await outbox.drain()
    assert sender.kinds() == ["lobby", "card"]
    # Without a thread the game simply goes on in the channel.
    assert sender.delivered[-1].channel_id == HERE.channel_id
    assert (await service.reading.summary(game.code)).thread_id is None
    (thread,) = [delivery for delivery in sender.tried if isinstance(delivery.payload, OpenThread)]
    async with database.reading() as unit:
        row = await unit.outbox.get(thread.id)
        assert row is not None
        assert (row.status, row.note) == ("dropped", "403 50013: Missing Permissions")


async def test_a_card_that_never_appeared_is_not_stripped(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service)
    sender.fault = lambda delivery: (
        PermanentFailure("404")
        if isinstance(delivery.payload, PostCard) and delivery.payload.summary.ply == 0
        else None
    )
    await outbox.drain()
    await act(service, ANN, game.code, "@d3")
    await outbox.drain()
    assert sender.kinds()[-1] == "card"


async def test_an_unknown_fault_holds_a_lane_up_only_for_so_long(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    await running(service)
    sender.fault = lambda delivery: ZeroDivisionError() if isinstance(delivery.payload, OpenThread) else None
    for _ in range(worker.MAX_FAULTS):
        await outbox.drain()
        clock.advance(timedelta(hours=1))
    assert sender.kinds() == ["lobby", "card"]


@pytest.mark.parametrize(
    "fault",
    [ZeroDivisionError, partial(IntegrityError, "INSERT", {}, Exception("unique"))],
    ids=["fault0", "fault1"],
)
async def test_what_was_sent_but_cannot_be_closed_is_sent_only_so_often(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    *,
    fault: Callable[[], Exception],
) -> None:
    async def fail(*_: object) -> None:
        # Anew: the traceback of one exception grows each time that it is raised, and all of it is logged.
        raise fault()

    monkeypatch.setattr(clock, "sleep", AsyncMock())
    monkeypatch.setattr(Results, "_complete", fail)
    await running(service)
    for _ in range(2 * worker.MAX_FAULTS):
        await outbox.drain()
        clock.advance(timedelta(hours=1))
    tried = [one.id for one in sender.tried]
    assert max(map(tried.count, tried)) == worker.MAX_FAULTS
    assert len({one.nonce for one in sender.tried}) == len({*tried})


@pytest.mark.usefixtures("notices_at_once")
async def test_closed_direct_messages_are_not_tried_again_until_the_player_asks(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    sender.fault = lambda delivery: DmsClosed("50007") if isinstance(delivery.payload, TurnNotice) else None

    async def tries() -> int:
        await outbox.drain()
        return len([delivery for delivery in sender.tried if isinstance(delivery.payload, TurnNotice)])

    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    first, second = await running(service, "nim", seats=2), await running(service, "nim", seats=2)
    for game in (first, second):
        await act(service, ANN, game.code, "1")
    assert await tries() == 1
    # Playing is no wish for messages: Discord counts refused ones against us, so none is tried.
    await act(service, BOB, first.code, "1")
    await act(service, ANN, first.code, "1")
    assert await tries() == 1
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    await act(service, BOB, first.code, "1")
    await act(service, ANN, first.code, "1")
    assert await tries() == 2


@pytest.mark.usefixtures("notices_at_once")
async def test_a_notice_lost_for_another_reason_closes_no_door(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    sender.fault = lambda delivery: (
        PermanentFailure("400") if isinstance(delivery.payload, TurnNotice) else None
    )
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    game = await running(service, "nim", seats=2)
    for person in (ANN, BOB, ANN):
        await act(service, person, game.code, "1")
        await outbox.drain()
    assert len([delivery for delivery in sender.tried if isinstance(delivery.payload, TurnNotice)]) == 2


@pytest.mark.parametrize("fault", [PermanentFailure("400 50035: Invalid Form Body"), ZeroDivisionError()])
async def test_of_a_card_that_is_given_up_those_who_are_awaited_hear_by_direct_message(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, fault: Exception
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=24)
    await outbox.drain()
    sender.fault = lambda delivery: None if isinstance(delivery.payload, TurnNotice) else fault
    await act(service, ANN, game.code, "1")
    for _ in range(worker.MAX_FAULTS):
        await outbox.drain()
        clock.advance(timedelta(minutes=10))
    (notice,) = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    assert (notice.person_id, notice.occasion) == (BOB.id, "unposted")
    assert notice.button is not None
    assert (await service.reading.summary(game.code)).deadline, "the clock runs on, for Bob has been told"
    # The next card comes as ever.
    sender.fault = lambda _: None
    await act(service, BOB, game.code, "1")
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]


async def test_of_a_card_that_cannot_be_made_ready_those_who_are_awaited_hear_by_direct_message(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=24)
    await outbox.drain()
    found: list[int] = []

    async def resolved(unit: Unit, row: OutboxRow, now: datetime, doors: DoorsHere) -> Delivery:
        if row.kind == "card":
            raise ValueError("what nobody has thought of")
        return await resolve(unit, row, now, doors)

    monkeypatch.setattr("bot.outbox.claims.resolve", resolved)
    await act(service, ANN, game.code, "1")
    for _ in range(6):
        await outbox.drain()
        found.append(len([one for one in sender.delivered if isinstance(one.payload, TurnNotice)]))
        clock.advance(timedelta(minutes=10))
    assert found == [0, 0, 1, 1, 1, 1]
    # What makes that fail as well stops nobody else.
    monkeypatch.setattr("bot.service.notices.undeliverable.notify_pending", None)
    other = await running(service, "nim", seats=2, place=ELSEWHERE)
    for _ in range(4):
        await outbox.drain()
        clock.advance(timedelta(minutes=10))
    assert other.id in {one.game_id for one in sender.delivered}


def lost_at(*plies: int) -> Callable[[Delivery], BaseException | None]:
    """Cards of these plies are given up."""
    return lambda delivery: (
        PermanentFailure("403 50013: Missing Permissions")
        if isinstance(delivery.payload, PostCard) and delivery.payload.summary.ply in plies
        else None
    )


@pytest.mark.parametrize("lost", [(1,), (1, 2), (0,), (0, 1), (2, 4), (1, 3), ()])
@pytest.mark.parametrize("at_once", [False, True])
async def test_one_card_and_only_the_newest_posted_has_buttons(
    service: Service, outbox: Outbox, sender: FakeSender, lost: tuple[int, ...], at_once: bool
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    sender.fault = lost_at(*lost)
    for ply in range(6):
        if not at_once or ply == 5:
            await outbox.drain()
            posted = [p.nonce for p in sender.delivered if isinstance(p.payload, PostCard)]
            stripped = [p for p in sender.delivered if isinstance(p.payload, RemoveButtons)]
            # Every card but the newest lost its buttons, and each only once.
            assert len(stripped) == max(len(posted) - 1, 0)
            assert len({p.message_id for p in stripped}) == len(stripped)
            if posted:
                assert sender.message(posted[-1]) not in {p.message_id for p in stripped}
        await act(service, (ANN, BOB)[ply % 2], game.code, "1")


async def test_a_game_whose_thread_is_gone_goes_on_in_its_channel_with_consent(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "nim", seats=2)
    await outbox.drain()
    thread = (await service.reading.summary(game.code)).thread_id
    sender.fault = lambda delivery: (
        ChannelGone("404 10003: Unknown Channel") if delivery.channel_id == thread else None
    )
    await act(service, ANN, game.code, "1")
    await act(service, BOB, game.code, "2")
    await outbox.drain()
    await service.admin.leave_threads(Operator(OLGA, HERE.guild_id), new_cause())
    await outbox.drain()
    cards = [delivery for delivery in sender.delivered if isinstance(delivery.payload, PostCard)]
    assert [card.channel_id for card in cards] == [thread, HERE.channel_id]
    assert sender.news() == ["Red takes 1", "Green takes 2", "the game goes on here"]
    assert (await service.reading.summary(game.code)).thread_id is None
    assert isinstance(cards[1].payload, PostCard)
    assert cards[1].payload.summary.thread_id is None


async def test_a_game_whose_channel_is_gone_keeps_its_cards_with_a_note(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "nim", seats=2, threaded=False)
    await outbox.drain()
    await act(service, ANN, game.code, "1")
    sender.fault = lambda delivery: ChannelGone("404 10003: Unknown Channel")
    await outbox.drain()
    card = next(one for one in reversed(sender.tried) if isinstance(one.payload, PostCard))
    async with database.reading() as unit:
        row = await unit.outbox.get(card.id)
        assert row is not None
        assert (row.status, row.note) == ("pending", "404 10003: Unknown Channel")


async def test_a_delivery_that_cannot_be_read_does_not_block_its_lane(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await opened(service)
    await outbox.drain()
    async with database.transaction() as unit:
        unit.outbox.add(
            OutboxRow(
                game_id=game.id,
                partition_key=f"game:{game.id}",
                kind="lobby",
                payload='{"type": "from another version"}',
                nonce="x",
                status="pending",
                attempts=0,
                not_before=clock.now(),
                created_at=clock.now(),
            )
        )
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await outbox.drain()
    assert sender.kinds() == ["lobby", "lobby", "thread", "card"]


async def test_a_first_lobby_post_that_may_have_arrived_is_not_superseded(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await opened(service, "nim")
    sender.faults.append(RetryLater("connection lost"))
    await outbox.drain()
    await service.lobby.join(BOB, game.code, cause=new_cause())
    clock.advance(2 * SECOND)
    await outbox.drain()
    assert sender.seen == [("lobby", HERE.channel_id)]
    assert sender.kinds() == ["lobby", "lobby"]


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))]
)
async def test_whatever_fails_nothing_is_lost_and_no_lane_is_out_of_order(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, seed: int
) -> None:
    rng = Random(seed)

    def fault(delivery: Delivery) -> BaseException | None:
        if rng.random() < 0.4:
            return rng.choice(
                [RetryLater("503"), RetryLater("429", after=3), ConnectionError(), TimeoutError()]
            )
        return None

    sender.fault = fault
    games = [await running(service, "nim", seats=2, options={"heap": 60}) for _ in range(4)]
    plies = dict.fromkeys((game.code for game in games), 0)
    for _ in range(40):
        game = rng.choice(games)
        person = (ANN, BOB)[plies[game.code] % 2]
        await act(service, person, game.code, "1")
        plies[game.code] += 1
        if rng.random() < 0.3:
            await outbox.drain()
        clock.advance(SECOND / 10)
    sender.fault = lambda delivery: None
    for _ in range(3):
        clock.advance(timedelta(minutes=10))
        await outbox.drain()
    assert await outbox.drain() == 0
    for game in games:
        own = [delivery for delivery in sender.delivered if delivery.game_id == game.id]
        for partition_key in (True, False):
            ids = [one.id for one in own if isinstance(one.payload, RemoveButtons) is partition_key]
            assert ids == sorted(ids)
        lines = [
            clause
            for delivery in own
            if isinstance(delivery.payload, PostCard)
            for clause in delivery.payload.summary_lines
        ]
        expected = [f"{('Red', 'Green')[ply % 2]} takes 1" for ply in range(plies[game.code])]
        assert lines == expected
