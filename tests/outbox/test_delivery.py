"""What is put into the outbox, where it goes, and what becomes of it when all goes well."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.discord.posts.notices import notice_text
from bot.outbox import purging
from bot.outbox.delivery import Delivery, RetryLater
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Retime
from bot.service.facade import Service
from bot.service.values.payloads import OpenThread, PostCard, PostLobby, RemoveButtons, TurnNotice
from bot.store.database import Database
from engines.contract import Draw
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    HERE,
    SAMPLE,
    act,
    begun,
    new_cause,
    opened,
    play_through,
    running,
)
from tests.service.admin.operators import AT_HAND


async def test_a_game_from_lobby_to_first_move(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await opened(service)
    await outbox.drain()
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await outbox.drain()
    await act(service, ANN, game.code, "@d3")
    await outbox.drain()
    first, update, thread, card, new_card, strip = sender.delivered
    assert sender.kinds() == ["lobby", "lobby", "thread", "card", "card", "strip"]
    assert (first.channel_id, first.message_id) == (HERE.channel_id, None)
    assert isinstance(first.payload, PostLobby)
    assert first.payload.summary.status == "lobby"
    lobby_message = update.message_id
    assert lobby_message is not None
    assert isinstance(update.payload, PostLobby)
    assert update.payload.summary.status == "active"
    assert (thread.channel_id, thread.message_id) == (HERE.channel_id, lobby_message)
    assert isinstance(thread.payload, OpenThread)
    assert thread.payload.summary is not None
    assert thread.payload.summary.code == game.code
    # Opened from the lobby's message, the thread has its id; the cards go there.
    assert card.channel_id == new_card.channel_id == lobby_message
    assert isinstance(card.payload, PostCard)
    assert card.payload.summary.thread_id == lobby_message
    assert card.payload.summary_lines == ()
    view = ALL["roses"].codec.decode_view(bytes(card.payload.view))
    assert (view.viewer, view.ply) == (None, 0)
    assert isinstance(new_card.payload, PostCard)
    assert new_card.payload.summary.ply == 1
    assert new_card.payload.summary_lines
    assert isinstance(strip.payload, RemoveButtons)
    assert strip.payload.outbox_id == card.id
    assert strip.channel_id == card.channel_id
    assert strip.card is not None
    assert strip.card.summary == card.payload.summary
    summary = await service.reading.summary(game.code)
    assert summary.thread_id == lobby_message
    async with database.reading() as unit:
        stripped = await unit.outbox.get(card.id)
        assert stripped is not None
        assert strip.message_id == stripped.message_id
    assert len({delivery.nonce for delivery in sender.delivered}) == 6
    assert all(len(delivery.nonce) <= 25 for delivery in sender.delivered)


async def test_a_whole_game_posts_a_card_for_every_ply_and_strips_all_but_the_last(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, threaded=False)
    await play_through(service, game.code, SAMPLE)
    await outbox.drain()
    kinds = sender.kinds()
    assert "thread" not in kinds
    assert kinds.count("card") == len(SAMPLE) + 1
    assert kinds.count("strip") == len(SAMPLE)
    last = [delivery.payload for delivery in sender.delivered if isinstance(delivery.payload, PostCard)][-1]
    assert last.summary.outcome is not None
    assert last.summary.seed is not None


async def test_everything_public_gets_a_card_and_nothing_secret_does(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service)
    await outbox.drain()
    await act(service, BOB, game.code, Draw())
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]
    assert sender.news() == ["Black offers a draw"]
    sealed = await running(service, "sealed")
    await outbox.drain()
    before = len(sender.delivered)
    await act(service, ANN, sealed.code, "seal 4")
    assert await outbox.drain() == 0
    await act(service, BOB, sealed.code, "seal 5")
    await outbox.drain()
    assert sender.kinds()[before:] == ["card", "strip"]
    running_seed = [
        delivery.payload.summary.seed
        for delivery in sender.delivered[:before]
        if isinstance(delivery.payload, PostCard | PostLobby)
    ]
    assert set(running_seed) == {None}


async def test_only_the_newest_state_of_a_lobby_is_posted(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await opened(service, "nim")
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.leave(BOB, game.code, cause=new_cause())
    await outbox.drain()
    (posted,) = sender.delivered
    assert isinstance(posted.payload, PostLobby)
    assert [seat.person for seat in posted.payload.summary.seats] == [ANN, None, None]
    await service.lobby.cancel(ANN, game.code, cause=new_cause())
    await outbox.drain()
    assert isinstance(sender.delivered[-1].payload, PostLobby)
    assert sender.delivered[-1].payload.summary.status == "abandoned"
    assert sender.seen == [("lobby", HERE.channel_id)]


@pytest.mark.usefixtures("notices_at_once")
async def test_turn_notices_go_to_those_who_want_them_when_their_turn_begins(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    await service.preferences.set_notice_settings(ANN, {"where": "dm"})
    game = await running(service)
    await outbox.drain()
    await act(service, BOB, game.code, Draw())
    await outbox.drain()
    await act(service, ANN, game.code, "draw decline")
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    await outbox.drain()
    notices: list[Any] = [one for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    # At the start, for the draw that she is offered, and after Black's drop; never to Bob.
    assert [notice.payload.occasion for notice in notices] == ["turn", "asked", "turn"]
    for notice in (notices[0], notices[2]):
        assert isinstance(notice.payload, TurnNotice)
        assert notice.payload.person_id == ANN.id
        assert notice.channel_id is None
        text = notice_text(notice.payload)
        assert f"`{game.code}`" in text
        assert "Your turn: you drop" in text
        assert f"https://discord.com/channels/{HERE.guild_id}/" in text.splitlines()[1]


async def test_after_a_long_outage_one_card_tells_everything(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    await act(service, ANN, game.code, "1")
    await act(service, BOB, game.code, "2")
    clock.advance(timedelta(minutes=2))
    await act(service, ANN, game.code, "3")
    await outbox.drain()
    assert sender.kinds()[-3:] == ["strip", "card", "card"] or sender.kinds().count("card") == 2
    assert sender.news() == ["Red takes 1", "Green takes 2", "Red takes 3"]
    cards = [delivery for delivery in sender.delivered if isinstance(delivery.payload, PostCard)]
    strips = [delivery for delivery in sender.delivered if isinstance(delivery.payload, RemoveButtons)]
    assert len(cards) == 2
    assert [strip.payload.outbox_id for strip in strips if isinstance(strip.payload, RemoveButtons)] == [
        cards[0].id
    ]


async def test_who_was_to_be_pinged_by_a_superseded_card_is_pinged_by_the_one_after_it(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=24)
    await outbox.drain()
    await act(service, ANN, game.code, "1")
    clock.advance(timedelta(minutes=2))
    await service.admin.apply(AT_HAND, game.code, Retime(left=20))
    await outbox.drain()
    *_, card = (delivery for delivery in sender.delivered if isinstance(delivery.payload, PostCard))
    assert "Red takes 1" in sender.news()
    assert BOB.id not in card.unpinged


async def test_who_is_asked_something_by_a_superseded_card_is_pinged_by_the_one_after_it(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await begun(service, "nim", BOB, CLEO)
    await outbox.drain()
    tomorrow = (clock.now() + timedelta(days=1)).date()
    await service.pausing.ask(ANN, game.code, tomorrow, cause=new_cause())
    await act(service, ANN, game.code, "1")
    clock.advance(timedelta(minutes=2))
    await outbox.drain()
    *_, card = (one.payload for one in sender.delivered if isinstance(one.payload, PostCard))
    assert [one.what for one in card.head_lines if one.line in card.summary_lines] == ["pausing"]
    assert card.pinged == (1, 2), "one may move, and both are asked"


async def test_buttons_that_cannot_be_removed_yet_hold_up_no_card(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()

    def limited(delivery: Delivery) -> RetryLater | None:
        return RetryLater("limited", 600) if isinstance(delivery.payload, RemoveButtons) else None

    sender.fault = limited
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    await act(service, BOB, game.code, "2")
    await outbox.drain()
    assert sender.news() == ["Red takes 1", "Green takes 2"]
    sender.fault = lambda _: None
    clock.advance(timedelta(minutes=20))
    await outbox.drain()
    cards = [one for one in sender.delivered if isinstance(one.payload, PostCard)]
    strips = [one.payload.outbox_id for one in sender.delivered if isinstance(one.payload, RemoveButtons)]
    assert strips == [card.id for card in cards[:-1]]


async def test_no_card_loses_its_buttons_before_the_next_is_posted(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    sender.faults.append(RetryLater("away", 60))
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    assert sender.kinds().count("strip") == 0
    clock.advance(timedelta(minutes=2))
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]


async def test_cards_that_wait_for_a_moment_are_all_posted(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    for number in range(5):
        await act(service, (ANN, BOB)[number % 2], game.code, "1")
        clock.advance(timedelta(seconds=5))
    await outbox.drain()
    assert sender.kinds().count("card") == 6


async def test_deliveries_of_games_long_over_are_swept(
    database: Database, service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    over, goes_on = await running(service, "nim", seats=2), await running(service, "nim", seats=2)
    await act(service, ANN, over.code, "resign")
    await outbox.drain()
    everything = [delivery for delivery in sender.delivered if delivery.game_id == over.id]

    async def kept(game_id: int) -> int:
        async with database.reading() as unit:
            rows = [await unit.outbox.get(delivery.id) for delivery in sender.delivered]
        return len([row for row in rows if row is not None and row.game_id == game_id])

    for days, left in ((1, len(everything)), (purging.RETENTION.days, 0)):
        clock.advance(timedelta(days=days))
        async with database.transaction() as unit:
            assert (await unit.outbox.purge(clock.now() - purging.RETENTION, limit=500) > 0) == (left == 0)
        assert await kept(over.id) == left
    assert await kept(goes_on.id) == 3


async def test_a_running_outbox_sweeps(
    database: Database, service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    over = await running(service, "nim", seats=2)
    await act(service, ANN, over.code, "resign")
    await outbox.drain()
    clock.advance(purging.RETENTION + timedelta(hours=1))
    task = asyncio.create_task(Outbox(database, sender, clock).run())
    async with asyncio.timeout(120):
        while True:
            async with database.reading() as unit:
                if await unit.outbox.get(sender.delivered[0].id) is None:
                    break
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
