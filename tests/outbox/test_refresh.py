"""Marks that change are shown on the newest card, in place; only what is more than a mark gets a new card."""

from datetime import timedelta
from random import Random

import pytest

from bot.outbox import claims
from bot.outbox.delivery import Blocked, ChannelGone, Delivery, PermanentFailure, RetryLater
from bot.outbox.purging import RETENTION
from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.notices.unposted_results import POSTING
from bot.service.values.payloads import PostCard, RefreshCard, RemoveButtons
from bot.store.database import Database
from engines.contract import Draw, Resign
from tests.crashes import FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.outbox.attempting import attempt
from tests.outbox.fake_sender import FakeSender
from tests.outbox.test_crashes import die_at
from tests.service.actors import ALL, ANN, BOB, CLEO, DAN, FOUR, HERE, OLGA, act, four, new_cause
from tests.service.repair.broken import execute


def shown(delivery: Delivery) -> PostCard:
    """What a delivery shows on its card."""
    card = delivery.card or delivery.payload
    assert isinstance(card, PostCard)
    return card


def ready(delivery: Delivery) -> list[bool | None]:
    """The marks on a card."""
    return [god.ready for god in ALL["gods"].codec.decode_view(bytes(shown(delivery).view)).gods]


async def test_a_round_of_marks_is_one_card(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await four(service)
    await outbox.drain()
    first = sender.delivered[-1]
    for person in FOUR[:3]:
        await act(service, person, game.code, "ready")
        await outbox.drain()
    assert sender.kinds()[-4:] == ["card", "refresh", "refresh", "refresh"]
    *_, last = sender.delivered
    assert ready(last) == [True, True, True, False]
    async with database.reading() as unit:
        posted = await unit.outbox.get(first.id)
        assert posted is not None
        assert last.message_id == posted.message_id
    assert shown(last).summary.public_version == game.public_version, (
        "what is open on somebody's screen stays valid"
    )
    await act(service, DAN, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]
    account = shown(sender.delivered[-2]).step_summary
    assert account is not None
    assert account.headline == "Round 1: no attack"
    strip = sender.delivered[-1]
    assert isinstance(strip.payload, RemoveButtons)
    assert ready(last) == ready(strip), "the old card keeps what it showed last"


async def test_a_mark_shows_the_deadline_as_it_is_by_then(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        assert row.deadline_at is not None
        row.deadline_at += timedelta(hours=1)
        later = row.deadline_at
    await outbox.drain()
    assert sender.kinds()[-1] == "refresh"
    assert shown(sender.delivered[-1]).summary.deadline == later


@pytest.mark.parametrize("under_way", [False, True])
async def test_marks_that_are_put_off_hold_up_no_card(
    service: Service, outbox: Outbox, sender: FakeSender, under_way: bool
) -> None:
    game = await four(service)
    await outbox.drain()
    for person in FOUR[:3]:
        await act(service, person, game.code, "ready")
    sender.fault = lambda one: RetryLater("429", after=300) if isinstance(one.payload, RefreshCard) else None
    if not under_way:
        await outbox.drain()
        await act(service, DAN, game.code, "ready")
    else:
        (refresh,) = await outbox._claims.claim(8)
        await act(service, DAN, game.code, "ready")
        await attempt(outbox, refresh)
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "strip"]


async def test_a_card_that_was_deleted_is_shown_anew_as_things_stand(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await four(service)
    assert await service.play.newest_card(game.code) is None
    await outbox.drain()
    newest = await service.play.newest_card(game.code)
    assert newest is not None
    await act(service, ANN, game.code, "ready")
    await outbox.drain()
    await service.play.restore_card(game.code)
    await outbox.drain()
    restored = sender.delivered[-1]
    assert (restored.channel_id, restored.message_id) == newest
    assert ready(restored) == [True, False, False, False]


async def test_marks_that_are_refused_are_shown_when_that_is_possible_again(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await four(service)
    await outbox.drain()
    sender.fault = lambda _: Blocked("403 160005: Thread is locked", code="160005")
    await act(service, ANN, game.code, "ready")
    await act(service, BOB, game.code, "ready")
    await outbox.drain()
    sender.fault = lambda _: None
    await service.places.reachable_again(HERE.guild_id)
    await outbox.drain()
    assert ready(sender.delivered[-1]) == [True, True, False, False]


async def test_only_the_last_of_several_marks_matters(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await four(service)
    await outbox.drain()
    for text in ("ready", "not ready", "ready"):
        await act(service, ANN, game.code, text)
    await act(service, BOB, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-2:] == ["card", "refresh"]
    assert ready(sender.delivered[-1]) == [True, True, False, False]


async def test_marks_behind_a_new_card_are_not_shown_on_the_old_one(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await four(service)
    await outbox.drain()
    for person in FOUR:
        await act(service, person, game.code, "ready")
    clock.advance(POSTING)
    await act(service, CLEO, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-3:] == ["card", "strip", "refresh"]
    assert ready(sender.delivered[-1]) == [False, False, True, False]


async def test_what_the_card_tells_stays_on_it(service: Service, outbox: Outbox, sender: FakeSender) -> None:
    game = await four(service)
    await act(service, ANN, game.code, Draw())
    await outbox.drain()
    delivered = shown(sender.delivered[-2]).summary_lines
    assert delivered == ("RED asks for a draw (1 of 4 living gods do)",)
    await act(service, BOB, game.code, "ready")
    await outbox.drain()
    assert sender.kinds()[-3:] == ["card", "strip", "refresh"]
    assert shown(sender.delivered[-1]).summary_lines == delivered


async def test_a_mark_is_tried_again(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "ready")
    sender.faults.append(RetryLater("later", after=5))
    await outbox.drain()
    clock.advance(timedelta(seconds=10))
    await outbox.drain()
    assert ready(sender.delivered[-1]) == [True, False, False, False]


async def missed(database: Database, clock: ManualClock) -> int:
    """How many deliveries the doctor says are missed."""
    async with database.reading() as unit:
        return sum(one.times for one in await unit.inspection.missed(clock.now() - RETENTION, limit=9))


async def test_a_card_that_was_given_up_is_posted_by_the_next_mark(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await four(service, preset="short30")
    sender.fault = lambda delivery: (
        PermanentFailure("403") if isinstance(delivery.payload, PostCard) else None
    )
    await outbox.drain()
    assert await missed(database, clock) == 1
    sender.fault = lambda delivery: None
    await act(service, ANN, game.code, "ready")
    await outbox.drain()
    assert await missed(database, clock) == 0, "it is there after all"
    anew = sender.delivered[-1]
    assert anew.message_id is None
    assert sender.seen[-1][0] == "refresh"
    await act(service, BOB, game.code, "ready")
    await outbox.drain()
    assert sender.delivered[-1].message_id == sender.message(anew.nonce)
    for person in FOUR[2:]:
        await act(service, person, game.code, "ready")
    await outbox.drain()
    strip = sender.delivered[-1]
    assert isinstance(strip.payload, RemoveButtons)
    assert strip.message_id == sender.delivered[-3].message_id


async def test_marks_follow_the_game_out_of_a_thread_that_is_gone(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await four(service)
    await outbox.drain()
    thread = sender.delivered[-1].channel_id
    sender.fault = lambda delivery: ChannelGone("10003") if delivery.channel_id == thread else None
    await act(service, ANN, game.code, "ready")
    await outbox.drain()
    await service.admin.leave_threads(Operator(OLGA, HERE.guild_id), new_cause())
    await outbox.drain()
    last = next(one for one in sender.delivered[::-1] if one.channel_id is not None)
    assert isinstance(last.payload, PostCard)
    assert (last.channel_id, last.message_id) == (game.channel_id, None)
    assert last.payload.summary.thread_id is None
    await act(service, BOB, game.code, "ready")
    await outbox.drain()
    assert sender.delivered[-1].message_id == sender.message(last.nonce)


async def test_marks_are_shown_anew_where_the_game_is_played_now(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await four(service)
    await outbox.drain()
    await execute(database, "UPDATE games SET thread_id = 77")
    await act(service, ANN, game.code, "ready")
    await outbox.drain()
    anew = sender.delivered[-1]
    assert isinstance(anew.payload, RefreshCard)
    assert (anew.channel_id, anew.message_id) == (77, None)


@pytest.mark.parametrize("show_ready", [True, False])
async def test_what_is_secret_leaves_no_trace(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, show_ready: bool
) -> None:
    game = await four(service, show_ready=show_ready)
    await outbox.drain()
    for action in ("Ab Ag", "none", "clear", "Ab"):
        played = await act(service, ANN, game.code, action)
        assert (played.card_tells, played.marked) == (False, False)
    assert await outbox.drain() == 0
    resigned = await act(service, ANN, game.code, Resign())
    assert (resigned.card_tells, resigned.marked) == (False, show_ready)
    assert await outbox.drain() == show_ready
    if show_ready:
        other = await four(service, show_ready=True)
        await outbox.drain()
        await act(service, ANN, other.code, "ready")
        await outbox.drain()
        one, two = (
            sender.delivered[-1],
            next(delivery for delivery in sender.delivered if isinstance(delivery.payload, RefreshCard)),
        )
        assert bytes(shown(one).view) == bytes(shown(two).view), "a resignation looks like a ready mark"
    assert (await service.reading.summary(game.code)).public_version == game.public_version


@pytest.mark.slow
async def test_dying_at_every_point_of_a_refresh(database_address: str, clock: ManualClock) -> None:
    fragile = FragileDatabase(database_address, Fuse())
    service = Service(fragile, ALL, clock, Random(1))
    deaths = 0
    for point in range(1, 60):
        sender = FakeSender()
        game = await four(service)
        await Outbox(fragile, sender, clock).drain()
        await act(service, ANN, game.code, "ready")
        died = await die_at(point, fragile, sender, Outbox(fragile, sender, clock))
        if fragile.dialect == "postgresql":
            clock.advance(claims.LEASE)
        await act(service, BOB, game.code, "ready")
        await Outbox(fragile, sender, clock).drain()
        assert [kind for kind, _ in sender.seen].count("card") == 1
        assert ready(sender.delivered[-1]) == [True, True, False, False]
        deaths += died
        if not died:
            break
    await fragile.close()
    assert deaths > 5


async def test_after_a_long_outage_one_card_tells_all_rounds(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await four(service)
    await outbox.drain()
    for _ in range(2):
        for person in FOUR:
            await act(service, person, game.code, "ready")
        clock.advance(timedelta(minutes=2))
    await act(service, ANN, game.code, Draw())
    await outbox.drain()
    (card,) = [shown(one) for one in sender.delivered if isinstance(one.payload, PostCard)][1:]
    assert card.step_summary is not None
    assert card.step_summary.headline == "Round 2: no attack"
    assert card.step_summary.text.index("**Round 1**") < card.step_summary.text.index("**Round 2**")
    assert card.summary_lines[-1].startswith("RED asks for a draw")


async def test_what_an_account_tells_is_not_told_again(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await four(service)
    await outbox.drain()
    await act(service, ANN, game.code, "Ab")
    clock.advance(timedelta(hours=25))
    await service.clock.process_timeout(game.code)
    await outbox.drain()
    card = shown(sender.delivered[-2])
    assert card.step_summary is not None
    assert "RED hit BLUE" in card.step_summary.text
    assert "Not ready in time: RED, BLUE, GREEN and ORANGE." in card.step_summary.text
    assert card.summary_lines == ()
    own = [(line.who, line.text) for line in await service.reading.history(game.code, CLEO)]
    assert own[0] == ("GREEN", "time up")
    (line,) = await service.reading.history(game.code, None)
    assert (line.who, line.text) == ("", "round 1: R Ab; B none; G none; O none")
