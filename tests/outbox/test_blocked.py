"""What is refused until somebody changes something: kept, tried again, and told to those who wait for it."""

import asyncio
from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest

from bot.outbox.delivery import (
    Blocked,
    ChannelGone,
    Delivery,
    DmsClosed,
    PermanentFailure,
    Receipt,
    RetryLater,
)
from bot.outbox.purging import RETENTION
from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.deadlines import UNTOLD
from bot.service.notices import place_refusals
from bot.service.notices.enqueuing import enqueue_without_event
from bot.service.notices.place_refusals import Address
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import Direct, PostCard, PostLobby, PostNote, TurnNotice
from bot.store.database import Database
from bot.store.models import RefusalRow
from bot.store.unit import Unit
from engines.contract import Level
from tests.manual_clock import ManualClock
from tests.outbox.blocking import DAY, HOUR, JITTER, MINUTE, begun, notices, row_of
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, DAN, HERE, OLGA, act, history, new_cause, opened, running


@pytest.fixture
def locked(sender: FakeSender) -> FakeSender:
    """A sender that may write to people, and to no channel."""
    sender.fault = lambda one: None if isinstance(one.payload, Direct) else Blocked("403 50013", code="50013")
    return sender


@pytest.fixture
def silenced(sender: FakeSender) -> FakeSender:
    """A sender that may write to no channel, and whom nobody lets write to them."""
    sender.fault = lambda one: (
        DmsClosed("403 50007") if isinstance(one.payload, Direct) else Blocked("403 50013")
    )
    return sender


def tries(sender: FakeSender) -> int:
    return sum(isinstance(one.payload, PostCard) for one in sender.tried)


async def played(service: Service, outbox: Outbox, sender: FakeSender, **arguments: object) -> GameSummary:
    """Such a game with Ann's first move, whose card the outbox has tried to post."""
    game = await begun(service, outbox, sender, **arguments)
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    return game


async def test_a_refused_card_is_tried_after_minutes_hours_and_days_and_never_given_up(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    await played(service, outbox, locked)
    assert tries(locked) == 1
    for number, wait in enumerate((5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY, DAY, DAY), start=2):
        clock.advance(wait - MINUTE / 10)
        await outbox.drain()
        assert tries(locked) == number - 1, "not before that time"
        clock.advance(wait * (JITTER - 1) + MINUTE / 10)
        await outbox.drain()
        assert tries(locked) == number
    locked.fault = lambda _: None
    clock.advance(DAY * JITTER)
    await outbox.drain()
    assert locked.news() == ["Red takes 1"]


async def test_who_is_awaited_hears_of_a_refused_card_with_a_button_to_play(
    service: Service, outbox: Outbox, locked: FakeSender
) -> None:
    game = await played(service, outbox, locked)
    notice = next(one.payload for one in locked.delivered if isinstance(one.payload, TurnNotice))
    assert (notice.person_id, notice.occasion) == (BOB.id, "unposted")
    assert notice.button is not None
    assert (notice.button.code, notice.button.seat, notice.button.label) == (game.code, 1, "Move")
    clock_runs = await service.reading.summary(game.code)
    assert clock_runs.deadline is not None, "Bob has been told"


async def test_no_computer_hears_of_a_refused_card(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await opened(service, levels=(Level.GENTLE,), deadline_hours=24)
    await outbox.drain()
    sender.fault = lambda one: Blocked("403 50013") if isinstance(one.payload, PostCard) else None
    await act(service, ANN, game.code, "@d3")
    await outbox.drain()
    assert notices(sender) == []
    assert (await row_of(database, game)).clock_stopped_at is None, "it need not be told"


async def test_who_takes_no_direct_messages_is_pinged_by_a_refused_card_when_it_is_posted(
    service: Service, outbox: Outbox, locked: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, outbox, locked)
    async with database.transaction() as unit:
        await unit.persons.close_dms(BOB.id, clock.now())
    await act(service, ANN, game.code, "1")
    clock.advance(MINUTE)
    await outbox.drain()
    locked.fault = lambda _: None
    clock.advance(DAY)
    await outbox.drain()
    (card,) = (one for one in locked.delivered if isinstance(one.payload, PostCard))
    assert BOB.id not in card.unpinged


async def test_a_card_that_is_given_up_before_a_newer_one_stops_no_clock(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await begun(service, outbox, sender, deadline_hours=24)
    await act(service, ANN, game.code, "1")
    await act(service, BOB, game.code, "1")
    sender.faults.extend([PermanentFailure("400 50035"), RetryLater("500", after=60)])
    await outbox.drain()
    assert tries(sender) == 2
    assert (await row_of(database, game)).clock_stopped_at is None


async def test_a_game_begins_although_its_lobby_was_never_posted(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    """Where the bot may write in threads alone: the door gives a lobby's card up when the game has begun."""

    def refused(one: Delivery) -> BaseException | None:
        match one.payload:
            case PostLobby(summary=summary):
                return Blocked("403 50013") if summary.status == "lobby" else PermanentFailure("403 50013")
            case _:
                return None

    sender.fault = refused
    game = await opened(service, "nim", seats=2)
    await outbox.drain()
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await outbox.drain()
    assert [kind for kind in sender.kinds() if kind != "managers"] == ["thread", "card"]


async def test_the_next_player_hears_at_once_although_the_card_before_is_still_refused(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    game = await played(service, outbox, locked)
    clock.advance(DAY / 2)
    await outbox.drain()
    await act(service, BOB, game.code, "1")
    await outbox.drain()
    assert notices(locked) == [BOB.id, ANN.id]
    locked.fault = lambda _: None
    clock.advance(DAY)
    await outbox.drain()
    (card,) = (one.payload for one in locked.delivered if isinstance(one.payload, PostCard))
    assert card.summary_lines == ("Red takes 1", "Green takes 1"), "one card tells all"


async def test_what_else_is_refused_does_not_hold_up_the_word_that_it_is_ones_turn(
    service: Service, outbox: Outbox, locked: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, outbox, locked)
    async with database.transaction() as unit:
        enqueue_without_event(unit, PostNote("The bot rests tonight."), clock.now(), game_id=game.id)
    await outbox.drain()
    assert notices(locked) == []
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert notices(locked) == [BOB.id]
    assert tries(locked) == 1, "the announcement does not stand before the card"


async def test_the_clock_stands_until_the_awaited_are_told(
    service: Service, outbox: Outbox, locked: FakeSender, database: Database, clock: ManualClock
) -> None:
    locked.fault = lambda _: Blocked("403 50013", code="50013")
    game = await played(service, outbox, locked, deadline_hours=24)
    clock.advance(2 * DAY)
    assert (await service.clock.process_timeout(game.code)).status == "active"
    assert await history(service, game.code) == ["1"], "no time ran out"
    locked.fault = lambda _: None
    clock.advance(DAY / 2)
    await outbox.drain()
    row = await row_of(database, game)
    assert row.clock_stopped_at is None
    assert row.deadline_at == clock.now() + 24 * HOUR, "nothing was lost"


async def test_the_clock_stands_as_long_as_one_of_the_awaited_is_not_told(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    def refused(one: Delivery) -> BaseException | None:
        if isinstance(one.payload, Direct):
            return RetryLater("500", after=3600) if one.payload.person_id == BOB.id else None
        return Blocked("403 50013") if isinstance(one.payload, PostCard) else None

    sender.fault = refused
    game = await opened(service, "gods", deadline_hours=24)
    for person in (BOB, CLEO, DAN):
        await service.lobby.join(person, game.code, cause=new_cause())
    await outbox.drain()
    assert {*notices(sender)} == {ANN.id, CLEO.id, DAN.id}
    assert (await row_of(database, game)).clock_stopped_at is not None
    sender.fault = lambda one: Blocked("403 50013") if isinstance(one.payload, PostCard) else None
    clock.advance(2 * HOUR)
    await outbox.drain()
    assert notices(sender)[3:] == [BOB.id]
    assert (await row_of(database, game)).clock_stopped_at is None


async def test_the_game_pauses_where_nobody_could_be_told_for_three_days(
    service: Service, outbox: Outbox, silenced: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await played(service, outbox, silenced, deadline_hours=24)
    clock.advance(UNTOLD - MINUTE)
    assert await service.clock.due(9) == []
    clock.advance(MINUTE)
    assert await service.clock.due(9) == [game.code]
    assert (await service.clock.process_timeout(game.code)).status == "paused"
    assert await history(service, game.code) == ["1", "paused"]
    row = await row_of(database, game)
    assert row.deadline_at is not None
    assert row.clock_stopped_at is not None
    assert row.deadline_at - row.clock_stopped_at == 24 * HOUR, "all of the time is left"


@pytest.mark.parametrize("days", [1, 7])
async def test_days_in_which_the_bot_was_down_are_none_in_which_nobody_could_be_told(
    service: Service, outbox: Outbox, silenced: FakeSender, clock: ManualClock, days: int
) -> None:
    game = await played(service, outbox, silenced, deadline_hours=24 * days)
    await service.clock.heartbeat("main")
    clock.advance(UNTOLD + DAY)
    since = await service.clock.down_since("main", starting=True)
    assert since is not None
    assert await service.clock.affected_by_outage(since) == [game.code]
    assert not await service.clock.compensate_outage(game.code, since), "no deadline is moved"
    assert (await service.clock.process_timeout(game.code)).status == "active"
    clock.advance(HOUR)
    assert (await service.clock.process_timeout(game.code)).status == "paused"


@pytest.mark.parametrize("where", ["thread", "none"])
async def test_who_can_be_told_hears_that_the_game_pauses_as_its_place_takes_no_card(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, where: str
) -> None:
    """Ann waits, and would learn it by no card; nothing reaches Bob."""
    sender.fault = lambda one: (
        None
        if isinstance(one.payload, Direct) and one.payload.person_id == ANN.id
        else DmsClosed("403 50007")
        if isinstance(one.payload, Direct)
        else Blocked("403 50013")
    )
    await service.preferences.set_notice_settings(ANN, {"where": where})
    game = await played(service, outbox, sender, deadline_hours=24)
    clock.advance(UNTOLD)
    assert (await service.clock.process_timeout(game.code)).status == "paused"
    await outbox.drain()
    told = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    why = "Nobody whose turn it is could be told for three days."
    heard = [(one.person_id, one.text) for one in told if one.occasion == "table"]
    assert heard == ([(ANN.id, why)] if where == "thread" else [])


async def test_whoever_is_awaited_next_has_three_days_of_their_own(
    service: Service, outbox: Outbox, silenced: FakeSender, clock: ManualClock
) -> None:
    game = await played(service, outbox, silenced, deadline_hours=24)
    clock.advance(UNTOLD - HOUR)
    await act(service, BOB, game.code, "1")
    await outbox.drain()
    clock.advance(UNTOLD - MINUTE)
    assert await service.clock.due(9) == []
    clock.advance(MINUTE)
    assert (await service.clock.process_timeout(game.code)).status == "paused"


async def test_a_card_that_comes_through_sets_the_clock_going(
    service: Service, outbox: Outbox, silenced: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await played(service, outbox, silenced, deadline_hours=24)
    clock.advance(HOUR)
    silenced.fault = lambda _: None
    await service.places.reachable_again(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    row = await row_of(database, game)
    assert (row.clock_stopped_at, row.deadline_at) == (None, clock.now() + 24 * HOUR)


async def test_a_newer_card_that_comes_through_at_once_sets_the_clock_going(
    service: Service, outbox: Outbox, silenced: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await played(service, outbox, silenced, deadline_hours=24)
    clock.advance(HOUR)
    silenced.fault = lambda _: None
    await act(service, BOB, game.code, "1")
    await outbox.drain()
    assert silenced.news() == ["Red takes 1", "Green takes 1"], "the one that was refused gave way to it"
    row = await row_of(database, game)
    assert (row.clock_stopped_at, row.deadline_at) == (None, clock.now() + 24 * HOUR)


async def test_it_is_tried_at_once_when_the_place_is_reachable_again(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    await played(service, outbox, locked)
    await service.places.reachable_again(HERE.guild_id, HERE.channel_id + 1)
    await service.places.reachable_again(HERE.guild_id + 1)
    await outbox.drain()
    assert tries(locked) == 1, "that was elsewhere"
    await service.places.reachable_again(HERE.guild_id)
    await outbox.drain()
    assert tries(locked) == 2
    for wait, tried in ((timedelta(0), 3), (MINUTE / 2, 3), (MINUTE / 2, 4)):
        clock.advance(wait)
        await service.places.retry_after_activity(HERE.guild_id)
        await outbox.drain()
        assert tries(locked) == tried, "what people do there counts once a minute"
    await service.places.unreachable(HERE.guild_id)
    clock.advance(DAY - MINUTE)
    await outbox.drain()
    assert tries(locked) == 4
    assert notices(locked) == [BOB.id], "told once"


@pytest.mark.parametrize("kept", [False, True])
async def test_what_changes_there_while_a_refusal_is_on_its_way_is_not_missed(
    service: Service,
    outbox: Outbox,
    locked: FakeSender,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
    *,
    kept: bool,
) -> None:
    """Else the card would wait for minutes or, where it was kept already, up to a day."""
    game = await begun(service, outbox, locked)
    await act(service, ANN, game.code, "1")
    clock.advance(MINUTE)
    if kept:
        await outbox.drain()
        clock.advance(DAY)
    deliver = locked.deliver

    async def refused_before(delivery: Delivery) -> Receipt:
        try:
            return await deliver(delivery)
        finally:
            locked.fault = lambda _: None
            await service.places.reachable_again(HERE.guild_id, HERE.channel_id)

    monkeypatch.setattr(locked, "deliver", refused_before)
    await outbox.drain()
    assert locked.news() == ["Red takes 1"]


async def test_what_changes_there_while_a_refusal_is_being_stored_is_not_missed(
    service: Service,
    outbox: Outbox,
    locked: FakeSender,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = await begun(service, outbox, locked)
    await act(service, ANN, game.code, "1")
    clock.advance(MINUTE)
    note, changes = place_refusals.note, set[asyncio.Task[None]]()

    async def changed_before(unit: Unit, address: Address, *args: Any, **kwargs: Any) -> RefusalRow:
        locked.fault = lambda _: None
        changes.add(asyncio.create_task(service.places.reachable_again(HERE.guild_id, HERE.channel_id)))
        # It must wait for this transaction; one that does not wait is over by then.
        await asyncio.wait(changes, timeout=0.1)
        return await note(unit, address, *args, **kwargs)

    claim = outbox._claims.claim

    async def claimed_after(limit: int, under_way: Collection[int]) -> list[Delivery]:
        await asyncio.gather(*changes)
        return await claim(limit, under_way)

    monkeypatch.setattr(place_refusals, "note", changed_before)
    monkeypatch.setattr(outbox._claims, "claim", claimed_after)
    await outbox.drain()
    assert locked.news() == ["Red takes 1"]


async def test_a_card_whose_channel_is_gone_is_kept_as_well(
    service: Service, outbox: Outbox, locked: FakeSender
) -> None:
    locked.fault = lambda one: None if isinstance(one.payload, Direct) else ChannelGone("404 10003")
    await played(service, outbox, locked)
    assert notices(locked) == [BOB.id]
    locked.fault = lambda _: None
    await service.places.reachable_again(HERE.guild_id)
    await outbox.drain()
    assert locked.news() == [], "nothing is tried in a channel that is gone"
    await service.places.reachable_again(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    assert locked.news() == ["Red takes 1"], "unless something is heard of it"


async def test_an_announcement_in_a_deleted_thread_does_not_hold_up_the_cards(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    await outbox.drain()
    thread = (await row_of(database, game)).thread_id
    sender.fault = lambda one: ChannelGone("404 10003") if one.channel_id == thread else None
    async with database.transaction() as unit:
        enqueue_without_event(unit, PostNote("The bot rests tonight."), clock.now(), game_id=game.id)
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    await service.admin.leave_threads(Operator(OLGA, HERE.guild_id), new_cause())
    await outbox.drain()
    assert sender.seen[-2:] == [("card", HERE.channel_id), ("note", HERE.channel_id)]


async def test_what_is_refused_is_not_kept_for_ever_after_a_game_is_over(
    service: Service, outbox: Outbox, locked: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, outbox, locked)
    await act(service, ANN, game.code, "resign")
    await outbox.drain()
    clock.advance(RETENTION + MINUTE)
    async with database.transaction() as unit:
        await unit.outbox.purge(clock.now() - RETENTION, limit=99)
        assert await unit.outbox.count_waiting(f"game:{game.id}") == 0
