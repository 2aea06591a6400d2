"""What is kept of deliveries: what is read again, packed; of the rest, for a while, that it happened."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from bot.outbox import purging
from bot.outbox.delivery import RetryLater
from bot.outbox.rows import read_payload
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.notices import undeliverable
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import FollowNotice, PostCard, RefreshCard, RemoveButtons
from bot.store.database import Database
from bot.store.models import OutboxRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, DAN, FOUR, OLGA, act, four, new_cause, running

DAY = timedelta(days=1)


async def rows(database: Database, game: GameSummary) -> Sequence[OutboxRow]:
    async with database.reading() as unit:
        query = select(OutboxRow).where(OutboxRow.game_id == game.id).order_by(OutboxRow.id)
        return (await unit.outbox._session.scalars(query)).all()


async def whole(database: Database, game: GameSummary) -> list[str]:
    """The kinds of what is over and not a receipt."""
    return [row.kind for row in await rows(database, game) if row.status != "pending" and row.payload]


async def played(service: Service, outbox: Outbox, game: GameSummary, count: int) -> None:
    for number in range(count):
        await act(service, (ANN, BOB)[number % 2], game.code, "1")
        await outbox.drain()


async def test_of_a_running_game_the_lobby_and_the_newest_card_are_no_receipts(
    service: Service, outbox: Outbox, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    await played(service, outbox, game, 6)
    assert sorted(await whole(database, game)) == ["card", "lobby"]
    newest = max(row.id for row in await rows(database, game) if row.kind == "card")
    assert [row.id for row in await rows(database, game) if row.kind == "card" and row.payload] == [newest]


async def test_of_hands_the_newest_of_each_player_is_no_receipt(
    service: Service, outbox: Outbox, database: Database
) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "lay 3")
    await outbox.drain()
    assert (await whole(database, game)).count("hand") == 2


async def test_what_a_hand_and_a_lobby_showed_is_kept_nowhere(
    service: Service, outbox: Outbox, database: Database
) -> None:
    game = await running(service, "pouch")
    assert {row.kind for row in await rows(database, game) if "Pouch" in row.payload} > {"lobby", "hand"}
    await outbox.drain()
    assert {row.kind for row in await rows(database, game) if "Pouch" in row.payload} == {"card"}


async def test_a_posted_card_is_kept_in_less_room(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    (posted,) = (one.payload for one in sender.delivered if isinstance(one.payload, PostCard))
    (card,) = (row for row in await rows(database, game) if row.kind == "card")
    assert len(card.stored_payload) < len(card.payload) * 2 / 3
    assert read_payload(card.payload) == replace(posted, summary=replace(posted.summary, thread_id=None))


async def test_a_card_that_is_posted_again_waits_as_others_do(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    async with database.transaction() as unit:
        row = await unit.games.bare(game.id)
        assert row is not None
        await undeliverable.post_again(unit, row, clock.now())
    assert await service.doctor.outbox() == []
    await outbox.drain()
    first, again = (one.payload for one in sender.delivered if isinstance(one.payload, PostCard))
    assert first == again


async def test_an_old_card_is_kept_whole_until_its_buttons_are_gone(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    sender.fault = lambda one: RetryLater("limited", 60) if isinstance(one.payload, RemoveButtons) else None
    await played(service, outbox, game, 1)
    assert (await whole(database, game)).count("card") == 2
    sender.fault = lambda _: None
    clock.advance(timedelta(minutes=2))
    await outbox.drain()
    (strip,) = [one for one in sender.delivered if isinstance(one.payload, RemoveButtons)]
    assert strip.card is not None
    assert (await whole(database, game)).count("card") == 1


async def test_who_follows_and_is_told_late_sees_the_newest_card(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    await service.following.follow(DAN, game.code)
    sender.fault = lambda one: RetryLater("limited", 60) if isinstance(one.payload, FollowNotice) else None
    await played(service, outbox, game, 1)
    first = next(row.id for row in await rows(database, game) if row.kind == "card")
    async with database.transaction() as unit:
        (waiting,) = [row for row in await rows(database, game) if row.kind == "follow"]
        stored = await unit.outbox.get(waiting.id)
        assert stored is not None
        stored.payload = msgspec.json.encode(FollowNotice(DAN.id, first)).decode()
    sender.fault = lambda _: None
    clock.advance(timedelta(minutes=2))
    await outbox.drain()
    (result,) = [one for one in sender.delivered if isinstance(one.payload, FollowNotice)]
    assert [one.card.summary_lines for one in result.followed] == [("Red takes 1",)]


async def test_who_follows_is_told_of_all_since_the_card_before(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    game = await four(service)
    await outbox.drain()
    await service.following.follow(OLGA, game.code)
    for person in FOUR:
        await act(service, person, game.code, "ready")
    clock.advance(timedelta(minutes=3))
    await outbox.drain()
    first = next(row for row in await rows(database, game) if row.kind == "card")
    (told,) = [one for one in sender.delivered if isinstance(one.payload, FollowNotice)]
    assert told.followed[0].after == first.seq, "the marks between the cards are told as well"


async def test_who_follows_is_told_when_the_receipt_of_the_card_is_gone(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    await service.following.follow(DAN, game.code)
    sender.fault = lambda one: RetryLater("limited", 3600) if isinstance(one.payload, FollowNotice) else None
    await played(service, outbox, game, 1)
    clock.advance(timedelta(minutes=3))
    await outbox.drain()
    await act(service, BOB, game.code, "1")
    await outbox.drain()
    clock.advance(timedelta(hours=2))
    await outbox._purging.purge()
    sender.fault = lambda _: None
    await outbox.drain()
    told = [one for one in sender.delivered if isinstance(one.payload, FollowNotice)]
    lines = [[followed.card.summary_lines for followed in one.followed] for one in told]
    assert lines == [[("Green takes 1",)], [("Green takes 1",)]]
    assert told[0].followed[0].after < told[1].followed[0].after


async def test_receipts_of_a_running_game_go_after_an_hour_and_what_can_be_answered_after_a_month(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    game = await running(service, "pouch")
    await outbox.drain()
    await act(service, ANN, game.code, "lay 3")
    await outbox.drain()
    await service.undo.take_back(ANN, game.code, cause=new_cause())
    await outbox.drain()
    before = await rows(database, game)
    dropped = [row.kind for row in before if row.status == "dropped"]
    answered = [row.kind for row in before if row.kind == "notice"]
    hour, everything = timedelta(hours=1), [row.kind for row in before]
    # A reply to a hand, one message that is brought up to date with each move, finds its game by the newest.
    then = [*answered, "card", "hand", "hand", "lobby"]
    assert dropped
    assert everything.count("hand") > 2
    for ahead, kept in ((hour, everything), (hour, [*then, *dropped]), (7 * DAY, then), (22 * DAY, then)):
        clock.advance(ahead)
        await outbox._purging.purge()
        assert sorted(row.kind for row in await rows(database, game)) == sorted(kept), ahead
    clock.advance(2 * DAY)
    await outbox._purging.purge()
    assert sorted(row.kind for row in await rows(database, game)) == ["card", "hand", "hand", "lobby"]


async def test_a_game_goes_on_when_its_receipts_are_gone(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50}, deadline_hours=None)
    await outbox.drain()
    await played(service, outbox, game, 4)
    clock.advance(40 * DAY)
    await outbox._purging.purge()
    old = next(row for row in await rows(database, game) if row.kind == "card")
    await played(service, outbox, game, 1)
    strip = sender.delivered[-1]
    assert isinstance(strip.payload, RemoveButtons)
    assert strip.message_id == old.message_id


async def test_what_is_too_much_for_one_sweep_goes_with_the_next_ones_soon(
    service: Service,
    outbox: Outbox,
    clock: ManualClock,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 50})
    await outbox.drain()
    await played(service, outbox, game, 4)
    monkeypatch.setattr(purging, "_BATCH", 4)
    clock.advance(2 * DAY)
    left, waits = [], list[timedelta]()
    for _ in range(4):
        await outbox._purging.purge()
        left.append(len(await rows(database, game)))
        waits.append(outbox._purging._next - clock.now())
        clock.advance(waits[-1])
    hour, soon = purging._INTERVAL, purging._SOON
    assert (left, waits) == ([8, 4, 3, 3], [soon, soon, hour, hour])


@pytest.mark.parametrize("kind", [RefreshCard, RemoveButtons])
def test_what_is_not_answered_has_a_short_life(kind: type[RefreshCard | RemoveButtons]) -> None:
    assert kind.__struct_config__.tag in purging._UNANSWERED
    assert FollowNotice.__struct_config__.tag not in purging._UNANSWERED
