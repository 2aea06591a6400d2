"""Clocks that stand still, run on, are set by hand, or belong to the game itself."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.outbox.worker import Outbox
from bot.service.clock import control
from bot.service.facade import Service
from bot.service.game.clock import Overdue
from bot.service.game.live import LiveGame
from bot.service.notices.notifications import conclude
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostCard
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.gods.engine import GODS
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, act, history, opened, refusal, running, sound

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


class Host:
    """Whoever may set clocks: one act, one transaction."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self._database = database
        self._clock = clock

    async def do(self, code: str, operation: Callable[[LiveGame], None]) -> GameSummary:
        async with self._database.transaction() as unit:
            row = await unit.games.by_code(code, lock=True)
            assert row is not None
            live = LiveGame(unit, ALL[row.key], row, self._clock.now())
            operation(live)
            await conclude(live)
            return live.summary()


@pytest.fixture
def host(database: Database, clock: ManualClock) -> Host:
    return Host(database, clock)


async def test_a_paused_game_keeps_the_time_that_was_left(
    service: Service, database: Database, clock: ManualClock, host: Host
) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(4 * HOUR)
    paused = await host.do(game.code, control.pause)
    assert (paused.status, paused.deadline, paused.public_version) == (
        "paused",
        None,
        game.public_version + 1,
    )
    with pytest.raises(Refused, match="is paused"):
        await act(service, ANN, game.code, "@d3")
    clock.advance(100 * HOUR)
    assert await service.clock.due(10) == []
    await service.clock.process_timeout(game.code)
    resumed = await host.do(game.code, control.resume)
    assert (resumed.status, resumed.deadline) == ("active", clock.now() + 6 * HOUR)
    clock.advance(6 * HOUR)
    await service.clock.process_timeout(game.code)
    assert await history(service, game.code) == ["paused", "resumed", "time up"]
    await sound(database, game.code)


async def test_a_deadline_set_by_hand(service: Service, clock: ManualClock, host: Host) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(2 * HOUR)
    now = clock.now()
    later = await host.do(game.code, lambda live: control.set_remaining(live, 13, ANN))
    assert later.deadline == now + 13 * HOUR
    sooner = await host.do(game.code, lambda live: control.set_remaining(live, 2))
    assert sooner.deadline == now + 2 * HOUR
    moved = await act(service, ANN, game.code, "@d3")
    assert moved.summary.deadline == now + 10 * HOUR


async def test_turns_of_another_length(service: Service, clock: ManualClock, host: Host) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(2 * HOUR)
    shorter = await host.do(game.code, lambda live: control.set_hours(live, 4))
    assert (shorter.deadline_hours, shorter.deadline) == (4, clock.now() + 4 * HOUR)
    moved = await act(service, ANN, game.code, "@d3")
    assert moved.summary.deadline == clock.now() + 4 * HOUR
    none = await host.do(game.code, lambda live: control.set_hours(live, None))
    assert (none.deadline_hours, none.deadline) == (None, None)
    some = await host.do(game.code, lambda live: control.set_remaining(live, 3))
    assert some.deadline == clock.now() + 3 * HOUR


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (control.resume, "not_paused"),
        (lambda live: control.set_remaining(live, -1), "bad_deadline"),
        (lambda live: control.set_remaining(live, 19 / 3600), "bad_deadline"),
        (lambda live: control.set_remaining(live, 366 * 24 + 1), "bad_deadline"),
        (lambda live: control.set_remaining(live, 1e300), "bad_deadline"),
        (lambda live: control.set_remaining(live, float("nan")), "bad_deadline"),
        (lambda live: control.set_hours(live, 0.1), "bad_deadline"),
    ],
)
async def test_what_does_not_fit_is_refused_and_changes_nothing(
    service: Service, host: Host, operation: Callable[[LiveGame], None], code: str
) -> None:
    game = await running(service, deadline_hours=10)
    assert await refusal(host.do(game.code, operation)) == code
    assert await service.reading.summary(game.code) == game


@pytest.mark.parametrize("hours", [20 / 3600, 366 * 24])
async def test_a_deadline_may_be_as_near_and_as_far_as_the_refusal_says(
    service: Service, clock: ManualClock, host: Host, hours: float
) -> None:
    game = await running(service, deadline_hours=10)
    after = await host.do(game.code, lambda live: control.set_remaining(live, hours))
    assert after.deadline == clock.now() + timedelta(hours=hours)


async def test_only_games_under_way_have_a_clock_to_set(service: Service, host: Host) -> None:
    waiting = await opened(service)
    over = await running(service)
    await act(service, ANN, over.code, "resign")
    for code in (waiting.code, over.code):
        for operation in (control.pause, lambda live: control.set_remaining(live, 1)):
            assert await refusal(host.do(code, operation)) == "not_running"


async def test_a_deadline_that_has_passed_is_settled_before_a_hand_is_laid_on_the_clock(
    service: Service, clock: ManualClock, host: Host
) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    for operation in (control.pause, lambda live: control.set_remaining(live, 20)):
        with pytest.raises(Overdue):
            await host.do(game.code, operation)


# -- games that set their own pace -----------------------------------------------------------------------


async def test_the_host_has_no_say_in_a_game_of_seconds(service: Service, host: Host) -> None:
    game = await opened(service, "blitz", seats=2, deadline_hours=1000)
    assert (game.seconds_per_period, game.deadline_hours) == (20, None)
    game = await running(service, "blitz", seats=2, options={"seconds": 45})
    assert game.seconds_per_period == 45
    assert await refusal(host.do(game.code, lambda live: control.set_hours(live, 4))) == "own_pace"


async def test_live_gods_have_their_timer_and_others_their_hours() -> None:
    engine = GODS
    assert engine.clock.seconds(engine.options({})) is None
    assert engine.clock.seconds(engine.options({"mode": "live"})) == 40
    assert engine.clock.seconds(engine.options({"mode": "live", "timer": 25})) == 25
    assert engine.clock.seconds(engine.options({"mode": "live", "preset": "server"})) == 25
    assert engine.clock.seconds(engine.options({"preset": "server"})) is None


async def test_seconds_run_from_the_moment_when_the_card_is_posted(
    service: Service, database: Database, clock: ManualClock
) -> None:
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    game = await running(service, "blitz", seats=2, threaded=False)
    assert game.deadline == clock.now() + 20 * SECOND
    clock.advance(12 * SECOND)
    await outbox.drain()
    assert (await service.reading.summary(game.code)).deadline == clock.now() + 20 * SECOND
    # And so it stands on the card.
    card = sender.delivered[-1].payload
    assert isinstance(card, PostCard)
    assert card.summary.deadline == clock.now() + 20 * SECOND
    clock.advance(15 * SECOND)
    played = await act(service, ANN, game.code, "1")
    assert played.summary.deadline == clock.now() + 20 * SECOND
    clock.advance(3 * SECOND)
    await outbox.drain()
    assert (await service.reading.summary(game.code)).deadline == clock.now() + 20 * SECOND


async def test_a_card_that_cannot_be_posted_stops_a_game_of_seconds_for_half_a_minute_at_most(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "blitz", seats=2, threaded=False)
    begun = clock.now()
    clock.advance(49 * SECOND)
    assert await service.clock.due(10) == []
    clock.advance(SECOND)
    assert await service.clock.due(10) == [game.code]
    await service.clock.process_timeout(game.code)
    assert await history(service, game.code) == ["1"]
    # The card that comes late has no say over the period that has begun since.
    await Outbox(database, FakeSender(), clock).drain()
    assert (await service.reading.summary(game.code)).deadline == clock.now() + 20 * SECOND
    assert clock.now() == begun + 50 * SECOND
    await sound(database, game.code)


async def test_a_pause_does_not_wait_for_cards(
    service: Service, database: Database, clock: ManualClock, host: Host
) -> None:
    game = await running(service, "blitz", seats=2, threaded=False)
    clock.advance(5 * SECOND)
    await host.do(game.code, control.pause)
    clock.advance(HOUR)
    await Outbox(database, FakeSender(), clock).drain()
    resumed = await host.do(game.code, control.resume)
    assert resumed.deadline == clock.now() + 20 * SECOND


async def test_a_game_of_hours_does_not_wait_for_its_card(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=5, threaded=False)
    clock.advance(10 * SECOND)
    await Outbox(database, FakeSender(), clock).drain()
    assert (await service.reading.summary(game.code)).deadline == game.deadline


async def test_nobody_is_reminded_in_a_live_game(service: Service, clock: ManualClock) -> None:
    game = await running(service, "blitz", seats=2, threaded=False, options={"seconds": 300})
    await act(service, ANN, game.code, "1")
    assert await service.clock.next_alarm(clock.now()) == clock.now() + 330 * SECOND
