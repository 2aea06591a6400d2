"""Who is served next: one delivery at a time to a place, urgent ones first, no flood before others."""

from datetime import timedelta

import pytest

from bot.outbox.delivery import Delivery, RetryLater
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.payloads import ClearHand, OpenThread, PostCard, PostLobby, RefreshCard, ShowHand
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import OutboxRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.outbox.test_running import Crowded
from tests.service.actors import ANN, BOB, CLEO, DAN, HERE, act, four, new_cause, opened, running

ELSEWHERE = Place(91, 92)
LEASE = timedelta(minutes=1)


async def claimed(database: Database, clock: ManualClock, limit: int = 8) -> list[OutboxRow]:
    async with database.transaction() as unit:
        now = clock.now()
        found = await unit.outbox.claimable(now, limit)
        return list(await unit.outbox.claim([*found.first], now, owner="test", until=now + LEASE))


@pytest.fixture(params=["few", "a crowd"])
def waiting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a crowd not all that are due are looked through."""
    if request.param == "a crowd":
        monkeypatch.setattr("bot.store.repositories.outbox._LOOKED_THROUGH", (2, 1000))


@pytest.mark.usefixtures("waiting")
async def test_a_flood_in_one_channel_does_not_hold_up_another_server(
    service: Service, database: Database, clock: ManualClock
) -> None:
    for _ in range(30):
        await opened(service)
    theirs = await service.lobby.create(CLEO, ELSEWHERE, GameSetup("nim"), cause=new_cause())
    first = await claimed(database, clock, 2)
    assert [row.game_id for row in first][1] == theirs.id
    assert len(first) == 2


@pytest.mark.usefixtures("waiting")
async def test_one_delivery_is_under_way_to_a_channel(
    service: Service, database: Database, clock: ManualClock
) -> None:
    for _ in range(3):
        await opened(service)
    (row,) = await claimed(database, clock)
    assert await claimed(database, clock) == []
    async with database.reading() as unit:
        assert not (await unit.outbox.claimable(clock.now(), 8)).first
        assert await unit.outbox.next_due(clock.now(), scarce=False) is None, (
            "nothing to wait for but what is under way"
        )
    clock.advance(LEASE)
    (again,) = await claimed(database, clock)
    assert again.id == row.id


@pytest.mark.usefixtures("waiting")
async def test_cards_come_before_what_only_changes_older_posts(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    places = [Place(11, channel) for channel in (81, 82, 83)]
    lobbies = [await service.lobby.create(ANN, one, GameSetup("nim"), cause=new_cause()) for one in places]
    game = await running(service, threaded=False)
    await outbox.drain()
    for lobby in lobbies:
        await service.lobby.join(BOB, lobby.code, cause=new_cause())
    clock.advance(timedelta(seconds=1))
    await act(service, ANN, game.code, "@d3")
    assert [row.kind for row in await claimed(database, clock, 2)] == ["card", "lobby"], (
        "though it is younger"
    )


async def test_a_lane_keeps_its_order(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    """The card of a game that begins is urgent, but its lobby's card and its thread stand before it."""
    await running(service)
    await outbox.drain()
    kinds = sender.kinds()
    assert kinds.index("lobby") < kinds.index("thread") < kinds.index("card")


def limited(delivery: Delivery) -> BaseException | None:
    """Discord limits every edit of a message that is older than an hour."""
    edits = isinstance(delivery.payload, PostLobby | RefreshCard | ClearHand | ShowHand)
    return RetryLater("400 30046", after=300, code="30046") if edits and delivery.message_id else None


async def test_a_lobby_that_cannot_be_changed_for_now_holds_up_no_card(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    lobby = await opened(service, "nim", seats=2)
    await outbox.drain()
    sender.fault = limited
    clock.advance(timedelta(hours=2))
    await service.lobby.join(BOB, lobby.code, cause=new_cause())
    await outbox.drain()
    assert sender.kinds() == ["lobby", "thread", "card"]
    sender.fault = lambda _: None
    clock.advance(timedelta(minutes=7))
    await outbox.drain()
    assert sender.kinds() == ["lobby", "thread", "card", "lobby"]
    last = sender.delivered[-1].payload
    assert isinstance(last, PostLobby)
    assert last.summary.status == "active"


async def test_edits_in_one_channel_take_one_hand_and_keep_no_card_waiting(
    service: Service, outbox: Outbox, database: Database, clock: ManualClock
) -> None:
    lobbies = [await opened(service, "nim", seats=3) for _ in range(2)]
    game = await running(service, threaded=False)
    await outbox.drain()
    for lobby in lobbies:
        await service.lobby.join(BOB, lobby.code, cause=new_cause())
    assert [row.kind for row in await claimed(database, clock)] == ["lobby"]
    assert await claimed(database, clock) == [], "Discord may limit the first for a minute"
    await act(service, ANN, game.code, "@d3")
    assert [row.kind for row in await claimed(database, clock)] == ["card"]


async def test_a_card_that_cannot_be_changed_for_now_holds_up_no_words_and_gives_way_to_a_new_one(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await four(service)
    await outbox.drain()
    sender.fault = limited
    clock.advance(timedelta(hours=2))
    await act(service, ANN, game.code, "ready")
    await outbox.drain()
    assert "refresh" not in sender.kinds()
    await service.chat.say(ANN, game.code, "hello", cause=new_cause())
    await outbox.drain()
    assert sender.kinds()[-1] == "talk"
    for person in (BOB, CLEO, DAN):
        await act(service, person, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]
    assert "refresh" not in sender.kinds()


@pytest.mark.usefixtures("notices_at_once")
async def test_a_hand_that_cannot_be_cleared_for_now_holds_up_no_message(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game, other = await running(service, "pouch"), await running(service, "pouch")
    await outbox.drain()
    sender.fault = limited
    await service.admin.apply(Operator(), game.code, Replace(1, CLEO, at_once=True))
    await outbox.drain()
    assert "hand_away" not in sender.kinds()
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    await act(service, ANN, other.code, "done")
    await outbox.drain()
    assert {"card", "notice"} <= {*sender.kinds()[-3:]}


async def test_nothing_goes_to_one_channel_at_the_same_time(
    service: Service, database: Database, clock: ManualClock
) -> None:
    for _ in range(4):
        await running(service, threaded=False)
    sender = Crowded(1)
    await Outbox(database, sender, clock).drain()
    assert sender.most == 1
    assert {delivery.channel_id for delivery in sender.delivered} == {HERE.channel_id}
    assert sum(isinstance(delivery.payload, PostCard) for delivery in sender.delivered) == 4
    assert not any(isinstance(delivery.payload, OpenThread) for delivery in sender.delivered)


async def test_under_load_old_cards_keep_their_buttons_until_there_is_room(
    service: Service, database: Database, sender: FakeSender, clock: ManualClock
) -> None:
    sender.room = False
    outbox = Outbox(database, sender, clock)
    game = await running(service, threaded=False)
    await act(service, ANN, game.code, "@d3")
    await outbox.drain()
    assert sender.kinds().count("card") == 2
    assert "strip" not in sender.kinds()
    sender.room = True
    await outbox.drain()
    assert sender.kinds()[-1] == "strip"


async def test_what_cannot_wait_does_not_wait_for_the_buttons_of_old_cards(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    """Though it is younger, and in the same place."""
    game = await four(service)
    sender.room = False
    for person in (ANN, BOB, CLEO, DAN):
        await act(service, person, game.code, "ready")
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "refresh"]
