"""What the outbox decides about a delivery: superseded or not, to whom, with which deadline, when again."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.outbox import card_resolution, claims, notice_resolution, purging, worker
from bot.outbox.delivery import Delivery, PermanentFailure, RetryLater
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.facade import Service
from bot.service.notices.notice_rules import GATHERING_DELAY
from bot.service.values.payloads import FollowNotice, PostCard, ShowHand, TurnNotice
from bot.store.database import Database
from bot.store.models import OutboxRow
from engines.contract import StepSummary
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, act, new_cause, opened, running
from tests.service.admin.operators import AT_HAND

SECOND = timedelta(seconds=1)


async def row_of(database: Database, delivery: Delivery) -> OutboxRow:
    async with database.reading() as unit:
        row = await unit.outbox.get(delivery.id)
    assert row is not None
    return row


def cards(deliveries: list[Delivery]) -> list[int]:
    return [one.payload.summary.ply for one in deliveries if isinstance(one.payload, PostCard)]


async def lines_of(service: Service, outbox: Outbox, clock: ManualClock, *, waited: timedelta) -> None:
    """Two cards wait for so long."""
    game = await running(service, "nim", seats=2, threaded=False)
    await outbox.drain()
    await act(service, ANN, game.code, "1")
    await act(service, BOB, game.code, "1")
    clock.advance(waited)


@pytest.mark.parametrize(
    ("waited", "posted"), [(card_resolution.STALE - SECOND, [0, 1, 2]), (card_resolution.STALE, [0, 2])]
)
async def test_an_old_card_gives_way_to_a_newer_one(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    clock: ManualClock,
    *,
    waited: timedelta,
    posted: list[int],
) -> None:
    await lines_of(service, outbox, clock, waited=waited)
    with capture_logs() as logs:
        await outbox.drain()
    levels = [line["log_level"] for line in logs if line["event"] == "delivery_dropped"]
    assert {*levels} <= {"info"}, "nobody misses what another tells"
    assert cards(sender.delivered) == posted
    assert sender.news()[-2:] == ["Red takes 1", "Green takes 1"], "what it told is told by the newer one"
    assert timedelta(seconds=30) == card_resolution.STALE


async def test_a_card_that_was_tried_once_is_not_superseded(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    """It may have arrived: then nothing but a second try finds out."""
    game = await running(service, "nim", seats=2, threaded=False)
    await outbox.drain()
    await act(service, ANN, game.code, "1")
    sender.faults.append(RetryLater("connection lost"))
    await outbox.drain()
    await act(service, BOB, game.code, "1")
    clock.advance(2 * card_resolution.STALE)
    await outbox.drain()
    assert cards(sender.delivered) == [0, 1, 2]


@pytest.mark.usefixtures("notices_at_once")
async def test_nobody_is_called_to_a_seat_that_is_somebody_elses_by_now(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    game = await running(service)
    await outbox.drain()
    await act(service, ANN, game.code, "@d3")
    await service.admin.apply(AT_HAND, game.code, Replace(1, CLEO, at_once=True))
    await outbox.drain()
    notices = [one.payload for one in sender.tried if isinstance(one.payload, TurnNotice)]
    assert [(one.person_id, one.occasion) for one in notices] == [(BOB.id, "replaced")]
    async with database.reading() as unit:
        (dropped,) = await unit.outbox.troubled(game.id, f"user:{BOB.id}:notices", limit=5)
    assert dropped.note == "somebody else plays in that seat"


async def test_a_hand_is_not_shown_to_who_has_left_the_seat(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await running(service, "pouch")
    await service.admin.apply(AT_HAND, game.code, Replace(1, CLEO, at_once=True))
    await outbox.drain()
    shown = {one.payload.person_id for one in sender.delivered if isinstance(one.payload, ShowHand)}
    assert shown == {ANN.id, CLEO.id}


async def test_a_reminder_is_not_sent_once_its_deadline_has_come(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    assert game.deadline is not None
    clock.advance(timedelta(hours=21))
    await service.clock.process_timeout(game.code)
    clock.advance(timedelta(hours=3))
    await outbox.drain()
    assert not [one for one in sender.delivered if isinstance(one.payload, TurnNotice)]


async def test_where_seconds_count_a_card_shows_the_deadline_that_holds_when_it_is_posted(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock
) -> None:
    game = await opened(service, "blitz", options={"seconds": 20.0}, threaded=False)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.start(ANN, game.code, cause=new_cause())
    clock.advance(5 * SECOND)
    await outbox.drain()
    card = sender.delivered[-1].payload
    assert isinstance(card, PostCard)
    assert card.summary.deadline == clock.now() + 20 * SECOND
    assert (await service.reading.summary(game.code)).deadline == clock.now() + 20 * SECOND


@pytest.mark.parametrize("after", [0.5, 40.0])
async def test_no_try_comes_before_the_moment_that_the_server_named(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    clock: ManualClock,
    *,
    database: Database,
    after: float,
) -> None:
    for _ in range(8):
        await opened(service)
    sender.faults.extend([RetryLater("429", after=after)] * 8)
    await outbox.drain()
    earliest = clock.now() + timedelta(seconds=after)
    again = [(await row_of(database, one)).not_before for one in sender.tried]
    assert all(earliest <= moment <= clock.now() + timedelta(seconds=1.25 * after) for moment in again)
    assert len(set(again)) > 1, "those that failed together are spread"


async def test_without_a_word_of_the_server_the_waits_double_up_to_five_minutes(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    await opened(service)
    for expected in (1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300):
        sender.faults.append(RetryLater("503"))
        await outbox.drain()
        row = await row_of(database, sender.tried[-1])
        assert expected <= (row.not_before - clock.now()).total_seconds() <= 1.25 * expected
        assert (row.status, row.note, row.leased_by) == ("pending", "503", None)
        clock.advance(row.not_before - clock.now())


async def test_what_the_server_refuses_for_ever_is_tried_once(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    await opened(service)
    sender.faults.append(PermanentFailure("413 40005: Request entity too large", code="413"))
    with capture_logs() as logs:
        await outbox.drain()
    assert [line["log_level"] for line in logs if line["event"] == "delivery_dropped"] == ["warning"]
    clock.advance(timedelta(days=1))
    assert await outbox.drain() == 0
    row = await row_of(database, sender.tried[0])
    assert (row.status, row.note) == ("dropped", "413 40005: Request entity too large")


@pytest.mark.parametrize("attempts", [worker.MAX_FAULTS])
async def test_an_unknown_fault_is_given_up_after_so_many_tries(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, attempts: int
) -> None:
    await opened(service)
    sender.fault = lambda delivery: ZeroDivisionError()
    for _ in range(attempts + 3):
        await outbox.drain()
        clock.advance(timedelta(minutes=10))
    assert [one.attempts for one in sender.tried] == list(range(1, attempts + 1))


async def test_what_was_delivered_is_kept_for_a_week_after_its_game(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    assert timedelta(days=7) == purging.RETENTION
    game = await running(service, "nim", seats=2, threaded=False)
    await act(service, ANN, game.code, "resign")
    await outbox.drain()
    for ahead, purged in ((purging.RETENTION, False), (SECOND, True)):
        clock.advance(ahead)
        async with database.transaction() as unit:
            assert (await unit.outbox.purge(clock.now() - purging.RETENTION, limit=500) > 0) == purged


async def test_a_sweep_an_hour_leaves_what_is_younger_than_a_week(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, database: Database
) -> None:
    """One game ends now, another half an hour later; the first purge comes when the first is a week over."""
    games = [await running(service, "nim", seats=2, threaded=False) for _ in range(2)]
    for game in games:
        await act(service, ANN, game.code, "resign")
        await outbox.drain()
        clock.advance(timedelta(minutes=30))

    async def kept() -> list[bool]:
        """Of each game, whether what was delivered is still there."""
        await outbox._purging.purge()
        async with database.reading() as unit:
            rows = [await unit.outbox.get(one.id) for one in sender.delivered]
        return [any(row is not None and row.game_id == game.id for row in rows) for game in games]

    clock.advance(purging.RETENTION - timedelta(hours=1) + SECOND)
    assert await kept() == [False, True]
    clock.advance(timedelta(hours=1) - SECOND)
    assert await kept() == [False, True]
    clock.advance(SECOND)
    assert await kept() == [False, False]


async def test_a_game_that_is_too_much_for_one_sweep_is_swept_to_its_end(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    clock: ManualClock,
    database: Database,
    *,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(purging, "_BATCH", 1)
    game = await running(service, "nim", seats=2, threaded=False)
    await act(service, ANN, game.code, "resign")
    await outbox.drain()
    clock.advance(purging.RETENTION + SECOND)
    left = []
    for _ in sender.delivered:
        await outbox._purging.purge()
        clock.advance(purging._SOON)
        async with database.reading() as unit:
            rows = [await unit.outbox.get(one.id) for one in sender.delivered]
        left.append(len([row for row in rows if row is not None]))
    assert left[0] > left[-1] == 0


@pytest.mark.parametrize(("room", "text"), [(0, "older\nnewer"), (-1, "newer")])
async def test_a_card_tells_both_rounds_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch, room: int, text: str
) -> None:
    monkeypatch.setattr(card_resolution, "LONGEST_SUMMARY", len("older\nnewer") + room)
    both = card_resolution._both(StepSummary("Round 1", "older"), StepSummary("Round 2", "newer"))
    assert both == StepSummary("Round 2", text)


def test_of_two_cards_one_may_have_no_summary() -> None:
    summary = StepSummary("Round 1", "text")
    assert card_resolution._both(summary, None) == card_resolution._both(None, summary) == summary
    assert card_resolution._both(None, None) is None


@pytest.mark.parametrize("known", [{"summary": object()}, {"enqueued_at": datetime(2026, 1, 1, tzinfo=UTC)}])
async def test_what_an_earlier_release_has_gathered_is_sent(known: dict[str, Any]) -> None:
    told, none = TurnNotice(ANN.id, **known), cast("Any", None)
    assert await notice_resolution._still_valid(none, none, told, datetime(2026, 1, 2, tzinfo=UTC))


def test_a_follower_is_told_in_one_message_of_all_games_that_are_due_within_two_minutes() -> None:
    now, soon = datetime(2026, 1, 1, tzinfo=UTC), GATHERING_DELAY

    def waiting(game: int, wait: timedelta) -> OutboxRow:
        notice = FollowNotice(ANN.id, outbox_id=game)
        return OutboxRow(
            id=game, game_id=game, not_before=now + wait, payload=msgspec.json.encode(notice).decode()
        )

    others = [waiting(2, soon + SECOND), waiting(3, soon), waiting(4, timedelta(0))]
    told = notice_resolution._with_others(FollowNotice(ANN.id, outbox_id=1), waiting(1, soon), others, now)
    assert [one.outbox_id for one in told.others] == [3, 4]


def test_a_process_that_died_holds_its_deliveries_for_a_minute_and_a_half() -> None:
    assert timedelta(seconds=90) == claims.LEASE
    assert timedelta(seconds=worker._DELIVERY_SECONDS) < claims.LEASE, "no delivery outlives its lease"


def test_eight_deliveries_are_under_way_of_which_two_are_reserved(clock: ManualClock) -> None:
    server: Any = SimpleNamespace(file=None, on_outbox=lambda _: None)
    outbox = Outbox(server, FakeSender(), clock)
    assert (outbox._concurrency, outbox._urgent_only) == (8, 2)


def test_deliveries_of_other_processes_are_looked_for_when_these_say_so(clock: ManualClock) -> None:
    server: Any = SimpleNamespace(file=None, on_outbox=lambda _: None)
    outbox = Outbox(server, FakeSender(), clock)
    outbox._claims._looks_at_all = False
    outbox.wake(["own"])
    assert outbox._claims._settled() == clock.now() - timedelta.resolution, (
        "what is older than its start it takes up"
    )
    clock.advance(timedelta(minutes=1))
    assert outbox._claims._settled() == clock.now() - claims.FRESH
    outbox.wake()
    assert outbox._claims._settled() is None


def test_a_process_with_many_deliveries_of_its_own_looks_for_all(clock: ManualClock) -> None:
    server: Any = SimpleNamespace(file=None, on_outbox=lambda _: None)
    outbox = Outbox(server, FakeSender(), clock)
    outbox._claims._looks_at_all = False
    outbox.wake([f"own {number}" for number in range(claims._MANY)])
    assert outbox._claims._settled() is not None
    outbox.wake(["one more"])
    assert outbox._claims._settled() is None
