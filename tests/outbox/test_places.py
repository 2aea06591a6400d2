"""Who is told where nothing can be posted, and where a game goes on whose place is gone."""

import asyncio
from datetime import timedelta

import pytest

from bot.outbox.delivery import Blocked, ChannelGone, Delivery, DmsClosed, RetryLater
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Move, Pause
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.deadlines import UNTOLD
from bot.service.notices.place_refusals import GONE
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import (
    Direct,
    ManagerNotice,
    OpenThread,
    PostCard,
    PostLobby,
    RefreshCard,
    ReopenThread,
    TurnNotice,
)
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.attempting import attempt
from tests.outbox.blocking import DAY, MINUTE, begun, notices, row_of
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, HERE, OLGA, act, new_cause, opened, running

HOUR = timedelta(hours=1)
MANAGER = Operator(OLGA, HERE.guild_id)


@pytest.fixture
def locked(sender: FakeSender) -> FakeSender:
    """A sender that may write to people, and to no channel."""
    sender.fault = lambda one: (
        None
        if isinstance(one.payload, Direct | ManagerNotice)
        else Blocked("403 50013", code="50013", wide=True)
    )
    return sender


def manager_notices(sender: FakeSender) -> list[ManagerNotice]:
    return [one.payload for one in sender.delivered if isinstance(one.payload, ManagerNotice)]


def cards(sender: FakeSender) -> list[int | None]:
    """Where cards were posted."""
    return [one.channel_id for one in sender.delivered if isinstance(one.payload, PostCard)]


async def in_thread(service: Service, outbox: Outbox, sender: FakeSender, **arguments: object) -> GameSummary:
    """A game with its first card posted in its thread."""
    game = await running(service, "nim", seats=2, **arguments)
    await outbox.drain()
    sender.tried.clear()
    sender.delivered.clear()
    return await service.reading.summary(game.code)


# -- what is lacking -----------------------------------------------------------------------------------


async def test_who_has_played_hears_once_why_nothing_appears(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    game = await begun(service, outbox, locked)
    played = await act(service, ANN, game.code, "1")
    assert played.refusal is None, "nobody knew"
    await outbox.drain()
    assert (notices(locked, "played"), notices(locked)) == ([ANN.id], [BOB.id])
    for one in locked.delivered:
        if isinstance(one.payload, TurnNotice):
            assert one.payload.refusal == "50013"
    for _ in range(3):
        clock.advance(HOUR)
        await outbox.drain()
    assert notices(locked, "played") == [ANN.id], "not at each try"
    clock.advance(MINUTE)
    played = await act(service, BOB, game.code, "1")
    assert played.refusal == "50013", "the answer says so by now"
    await outbox.drain()
    assert notices(locked, "played") == [ANN.id]


async def test_whoever_has_played_hears_it_in_any_seat(
    service: Service, outbox: Outbox, locked: FakeSender
) -> None:
    fault, locked.fault = locked.fault, lambda _: None
    game = await begun(service, outbox, locked)
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    locked.fault = fault
    await act(service, BOB, game.code, "1")
    await outbox.drain()
    assert (notices(locked, "played"), notices(locked)) == ([BOB.id], [ANN.id])


async def test_an_answer_says_nothing_where_cards_can_be_posted(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await begun(service, outbox, sender)
    assert (await act(service, ANN, game.code, "1")).refusal is None


async def test_managers_hear_that_games_pause_for_it_once_a_day(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    locked.fault = lambda one: (
        None
        if isinstance(one.payload, ManagerNotice)
        else DmsClosed("403 50007")
        if isinstance(one.payload, Direct)
        else Blocked("403 50013", code="50013", wide=True)
    )
    games = [await begun(service, outbox, locked, deadline_hours=24) for _ in range(2)]
    for game in games:
        await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert [one.paused for one in manager_notices(locked)] == [False]
    clock.advance(UNTOLD)
    for game in games:
        assert (await service.clock.process_timeout(game.code)).status == "paused"
    await outbox.drain()
    _, notice = manager_notices(locked)
    assert (notice.paused, notice.code, notice.refusal) == (True, games[0].code, "50013")


async def test_managers_hear_once_of_a_channel_however_many_games_it_has(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    games = [await begun(service, outbox, locked) for _ in range(3)]
    for game in games:
        await act(service, ANN, game.code, "1")
    for _ in range(5):
        await outbox.drain()
        clock.advance(DAY)
    notice = manager_notices(locked)
    assert len(notice) == 1
    assert (notice[0].guild_id, notice[0].channel_id) == (HERE.guild_id, HERE.channel_id)
    assert (notice[0].refusal, notice[0].gone) == ("50013", False)


async def test_managers_hear_again_when_it_is_refused_again_and_once_a_day_at_most(
    service: Service, outbox: Outbox, locked: FakeSender, clock: ManualClock
) -> None:
    game = await begun(service, outbox, locked)
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    fault, locked.fault = locked.fault, lambda _: None
    await service.places.reachable_again(HERE.guild_id)
    await outbox.drain()
    assert (await act(service, BOB, game.code, "1")).refusal is None, "it is mended"
    await outbox.drain()
    locked.fault = fault
    clock.advance(MINUTE)
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert len(manager_notices(locked)) == 2


# -- a card that is gone -------------------------------------------------------------------------------


def newest(sender: FakeSender) -> Delivery:
    """What was posted last where everybody sees it."""
    return next(one for one in reversed(sender.delivered) if one.channel_id is not None)


async def test_a_deleted_card_is_posted_anew_at_once_and_pings_nobody(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    await outbox.drain()
    first = sender.message(newest(sender).nonce)
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    card = next(one for one in reversed(sender.delivered) if isinstance(one.payload, PostCard))
    message = sender.message(card.nonce)
    await service.places.messages_gone([first, message + 99])
    assert await outbox.drain() == 0, "an old card, and what is none"
    await service.places.messages_gone([message, first])
    await outbox.drain()
    again = newest(sender)
    assert isinstance(again.payload, RefreshCard), "as such it pings nobody"
    assert (again.channel_id, again.message_id) == (card.channel_id, None)
    assert again.card is not None
    assert again.card.summary.to_act == (1,)
    assert again.card.summary_lines == ("Red takes 1",)
    anew = sender.message(again.nonce)
    await service.places.messages_gone([anew])
    assert await outbox.drain() == 0, "not again and again, if a bot deletes whatever is posted"
    clock.advance(HOUR)
    await service.places.messages_gone([anew])
    assert await outbox.drain() == 1


async def test_a_card_that_was_posted_anew_since_its_message_was_looked_up_stays(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "nim", seats=2)
    await outbox.drain()
    card = next(one for one in reversed(sender.delivered) if isinstance(one.payload, PostCard))
    gone = sender.message(card.nonce) + 1
    assert not await service.places._restore(game.code, card.id, [gone])
    assert await outbox.drain() == 0


async def test_the_card_of_a_game_that_is_over_stays_deleted(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "resign")
    await outbox.drain()
    cards = [one for one in sender.delivered if isinstance(one.payload, PostCard)]
    await service.places.messages_gone([sender.message(one.nonce) for one in cards])
    assert await outbox.drain() == 0


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_a_thread_that_opens_while_the_game_moves_is_not_its_thread(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    sender.fault = lambda one: RetryLater("503") if isinstance(one.payload, OpenThread) else None
    game = await running(service, "nim", seats=2)
    await outbox.drain()
    sender.fault = lambda _: None
    clock.advance(MINUTE)
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code, lock=True)
        assert row is not None
        row.channel_id, row.last_seq = HERE.channel_id + 1, row.last_seq + 1
        await unit.flush()
        drained = asyncio.create_task(outbox.drain())
        await asyncio.wait({drained}, timeout=1)
    await drained
    assert (await service.reading.summary(game.code)).thread_id is None


# -- a thread that was archived ------------------------------------------------------------------------

WEEK = timedelta(days=7)


def reopened(sender: FakeSender) -> list[ReopenThread]:
    found = [one.payload for one in sender.delivered if isinstance(one.payload, ReopenThread)]
    sender.delivered.clear()
    return found


async def test_a_thread_is_unarchived_once_a_week_at_most_while_a_long_period_runs(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=14 * 24)
    assert game.thread_id is not None
    clock.advance(3 * DAY)
    await service.places.thread_archived(HERE.guild_id, game.thread_id + 1)
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await outbox.drain()
    opened_at = clock.now()
    assert reopened(sender) == [ReopenThread(game.thread_id)]
    clock.advance(WEEK - MINUTE)
    await outbox._purging.purge()
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await outbox.drain()
    assert reopened(sender) == [], "a week has not passed"
    clock.advance(MINUTE)
    await outbox._purging.purge()
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await outbox.drain()
    assert reopened(sender) == [ReopenThread(game.thread_id, opened_at)]


async def test_a_thread_of_whose_archiving_nobody_told_is_looked_after_weekly(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=14 * 24)
    looked = []
    for _ in range(13):
        clock.advance(DAY)
        await outbox._purging.purge()
        await service.places.reopen_threads()
        await outbox.drain()
        looked.append(len(reopened(sender)))
    assert looked == [0] * 7 + [1] + [0] * 5
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    await service.places.reopen_threads()
    await outbox.drain()
    assert reopened(sender) == [], "a card has opened it"


@pytest.mark.parametrize("hours", [6 * 24, None])
async def test_a_thread_stays_archived_where_no_long_period_runs(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, hours: float | None
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=hours)
    assert game.thread_id is not None
    clock.advance(DAY)
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await outbox.drain()
    assert reopened(sender) == []


async def test_a_thread_is_not_unarchived_for_a_game_that_is_paused_meanwhile(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=14 * 24)
    assert game.thread_id is not None
    clock.advance(WEEK)
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await service.admin.apply(MANAGER, game.code, Pause(), cause=new_cause())
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await outbox.drain()
    assert reopened(sender) == []


async def test_a_thread_is_not_unarchived_for_a_game_that_has_moved_meanwhile(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=14 * 24)
    assert game.thread_id is not None
    clock.advance(WEEK)
    await service.places.thread_archived(HERE.guild_id, game.thread_id)
    await service.admin.apply(MANAGER, game.code, Move(HERE.guild_id, 77), cause=new_cause())
    await outbox.drain()
    assert reopened(sender) == []


async def test_a_thread_in_which_games_were_opened_is_unarchived_for_them(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    await begun(service, outbox, sender, deadline_hours=14 * 24)
    clock.advance(3 * DAY)
    await service.places.thread_archived(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    assert reopened(sender) == [ReopenThread(HERE.channel_id)]


async def test_who_closes_a_thread_of_several_games_again_closes_it_for_all_of_them(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    for _ in range(2):
        await begun(service, outbox, sender, deadline_hours=14 * 24)
    clock.advance(3 * DAY)
    await service.places.thread_archived(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    opened_at = clock.now()
    assert set(reopened(sender)) == {ReopenThread(HERE.channel_id)}
    for days, known in ((1, []), (6, [ReopenThread(HERE.channel_id, opened_at)] * 2)):
        sender.reopened.clear()
        clock.advance(days * DAY)
        await service.places.thread_archived(HERE.guild_id, HERE.channel_id)
        await outbox.drain()
        assert reopened(sender) == known


# -- a thread that is gone -----------------------------------------------------------------------------


async def test_a_game_whose_thread_is_deleted_waits_for_consent(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=24)
    assert game.thread_id is not None
    await service.places.place_gone(HERE.guild_id, game.thread_id + 1)
    assert await outbox.drain() == 0, "that is another thread"
    await service.places.place_gone(HERE.guild_id, game.thread_id)
    await outbox.drain()
    assert cards(sender) == [], "nothing is posted elsewhere unasked, nor where nothing is"
    assert notices(sender) == [ANN.id]
    (offer,) = manager_notices(sender)
    assert (offer.thread_id, offer.refusal, offer.gone, offer.code) == (
        game.thread_id,
        GONE,
        True,
        game.code,
    )
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert cards(sender) == []
    assert notices(sender) == [ANN.id, BOB.id], "play goes on by direct message"
    moved = await service.admin.leave_threads(MANAGER, new_cause())
    assert moved == [game.code]
    await outbox.drain()
    assert cards(sender) == [HERE.channel_id]
    assert (await row_of(database, game)).thread_id is None
    assert await service.admin.leave_threads(MANAGER, new_cause()) == [], "that was all"
    (entry,) = await service.admin.audit(MANAGER, game.code)
    assert entry.act == "move"


async def test_the_card_of_the_lobby_leads_to_a_deleted_thread_no_more(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await in_thread(service, outbox, sender)
    assert game.thread_id is not None
    sender.fault = lambda one: (
        ChannelGone("404 10003", code="10003") if one.channel_id == game.thread_id else None
    )
    await service.places.place_gone(HERE.guild_id, game.thread_id)
    await outbox.drain()
    (lobby,) = [one for one in sender.delivered if isinstance(one.payload, PostLobby)]
    assert (lobby.channel_id, lobby.place_gone) == (HERE.channel_id, True)
    assert lobby.message_id is not None, "the card that is there is edited"
    await service.admin.leave_threads(MANAGER, new_cause())
    await outbox.drain()
    there = await service.reading.summary(game.code)
    assert await service.places.without_place([there]) == frozenset()


async def test_no_card_of_a_lobby_is_posted_for_a_deleted_thread_where_there_was_none(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await in_thread(service, outbox, sender)
    moved = Move(HERE.guild_id, HERE.channel_id + 9, 77)
    await service.admin.apply(MANAGER, game.code, moved, cause=new_cause())
    await outbox.drain()
    sender.delivered.clear()
    await service.places.place_gone(HERE.guild_id, 77)
    await outbox.drain()
    assert not [one for one in sender.delivered if isinstance(one.payload, PostLobby)]


async def test_the_clock_stands_until_the_awaited_know_that_the_thread_is_gone(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await in_thread(service, outbox, sender, deadline_hours=24)
    assert game.thread_id is not None
    sender.fault = lambda _: Blocked("403 50013", code="50013")
    await service.places.place_gone(HERE.guild_id, game.thread_id)
    await outbox.drain()
    assert (await row_of(database, game)).clock_stopped_at == clock.now()
    sender.fault = lambda _: None
    clock.advance(HOUR)
    await outbox.drain()
    row = await row_of(database, game)
    assert (row.clock_stopped_at, row.deadline_at) == (None, clock.now() + 24 * HOUR)


async def test_a_deleted_thread_that_nobody_told_of_is_found_at_the_next_card(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await in_thread(service, outbox, sender)
    sender.fault = lambda one: (
        ChannelGone("404 10003", code="10003") if one.channel_id == game.thread_id else None
    )
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert (cards(sender), notices(sender)) == ([], [BOB.id])
    assert [one.thread_id for one in manager_notices(sender)] == [game.thread_id]
    await service.admin.leave_threads(MANAGER, new_cause())
    await outbox.drain()
    assert cards(sender) == [HERE.channel_id]


async def test_consent_reaches_only_games_of_that_server_whose_thread_is_gone(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    plays = await in_thread(service, outbox, sender)
    lost = await in_thread(service, outbox, sender)
    assert lost.thread_id is not None
    await service.places.place_gone(HERE.guild_id, lost.thread_id)
    assert await service.admin.leave_threads(Operator(OLGA, HERE.guild_id + 1), new_cause()) == []
    assert await service.admin.leave_threads(MANAGER, new_cause()) == [lost.code]
    assert (await service.reading.summary(plays.code)).thread_id == plays.thread_id


async def test_games_that_were_opened_in_a_deleted_thread_wait_for_another_place(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    waits = await opened(service)
    await begun(service, outbox, sender)
    await service.places.place_gone(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    assert (await service.reading.summary(waits.code)).status == "abandoned"
    assert (notices(sender), cards(sender)) == ([ANN.id], [])
    assert [one.channel_id for one in manager_notices(sender)] == [HERE.channel_id]


# -- a channel that is gone ----------------------------------------------------------------------------


async def test_in_a_deleted_channel_lobbies_close_and_games_wait_for_another(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    waits = await opened(service)
    plays = await in_thread(service, outbox, sender)
    await service.places.place_gone(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    assert (await service.reading.summary(waits.code)).status == "abandoned"
    assert (await service.reading.summary(plays.code)).status == "active"
    assert (notices(sender), cards(sender)) == ([ANN.id], [])
    (asked,) = manager_notices(sender)
    assert (asked.channel_id, asked.thread_id, asked.gone) == (HERE.channel_id, None, True)
    assert await service.admin.leave_threads(MANAGER, new_cause()) == [], "there is no channel to go on in"
    await service.admin.apply(
        MANAGER, plays.code, Move(HERE.guild_id, HERE.channel_id + 9, threaded=False), cause=new_cause()
    )
    await outbox.drain()
    assert cards(sender) == [HERE.channel_id + 9]


async def test_a_lobby_whose_channel_was_deleted_unnoticed_is_not_tried_again_and_again(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    await opened(service, "nim")
    sender.fault = lambda one: ChannelGone("10003") if one.channel_id == HERE.channel_id else None
    (lobby,) = await outbox._claims.claim(8)
    await attempt(outbox, lobby)
    told = [one.payload for one in await outbox._claims.claim(8)]
    assert [type(one) for one in told] == [ManagerNotice]


async def test_no_game_moves_from_a_deleted_thread_to_its_deleted_channel(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await in_thread(service, outbox, sender)
    assert game.thread_id is not None
    await service.places.place_gone(HERE.guild_id, HERE.channel_id)
    await service.places.place_gone(HERE.guild_id, game.thread_id)
    assert await service.admin.leave_threads(MANAGER, new_cause()) == []


async def test_every_game_of_a_deleted_channel_is_dealt_with(
    service: Service, outbox: Outbox, sender: FakeSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.places._MOST", 1)
    for _ in range(2):
        await in_thread(service, outbox, sender)
    await service.places.place_gone(HERE.guild_id, HERE.channel_id)
    await outbox.drain()
    assert notices(sender) == [ANN.id, ANN.id]
