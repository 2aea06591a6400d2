"""The clock acts in time, once, and one broken game does not stop it."""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import select, update

from bot.clock import SystemClock
from bot.errors import DatabaseUnavailable
from bot.observer import Observer
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Pause
from bot.service.admin.operator import Operator
from bot.service.clock.timeouts import HEARTBEAT_INTERVAL
from bot.service.facade import Service
from bot.service.lobby.unstarted import LOBBY_LIFE
from bot.service.log.event_types import EventType
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.models import EventRow, GameRow, OutboxRow
from engines.registry import ENGINES
from tests.databases import Postgres
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, CLEO, SAMPLE, act, four, history, new_cause, opened, running
from tests.service.scheduling import passes, running_scheduler, until

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


async def until_history(service: Service, code: str, wanted: list[str]) -> None:
    async def so() -> bool:
        return await history(service, code) == wanted

    await until(so)


async def test_a_deadline_passes_without_anybody_looking(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "blitz", seats=2, options={"seconds": 60})
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, timedelta(seconds=89))
        assert await history(service, game.code) == []
        await passes(clock, timedelta(seconds=1))
        await until_history(service, game.code, ["1"])


async def test_a_new_deadline_wakes_the_keeper(
    service: Service, database: Database, clock: ManualClock
) -> None:
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, timedelta(0))
        game = await running(service, "blitz", seats=2, options={"seconds": 1})
        await act(service, ANN, game.code, "2")
        # Its card is posted, and so the deadline is much nearer than it was thought to be.
        await Outbox(database, FakeSender(), clock).drain()
        await until(nearest_is(clock, timedelta(seconds=1)))
        await passes(clock, timedelta(seconds=1))
        await until_history(service, game.code, ["2", "1"])


async def test_a_deadline_that_is_far_away_wakes_nobody(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, looks = await running(service, deadline_hours=48), looks_counted(service, monkeypatch)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await until(nearest_is(clock, HEARTBEAT_INTERVAL))
        await act(service, ANN, game.code, SAMPLE[0])
        await passes(clock, timedelta(0))
        assert len(looks) == 1
        await passes(clock, HEARTBEAT_INTERVAL)
        await until(nearest_is(clock, HEARTBEAT_INTERVAL))
        assert len(looks) == 2


def looks_counted(service: Service, monkeypatch: pytest.MonkeyPatch) -> Sequence[int]:
    """Grows by one whenever somebody looks which games are due."""
    looks, due = list[int](), service.clock.due

    async def counted(limit: int) -> Sequence[str]:
        looks.append(limit)
        return await due(limit)

    monkeypatch.setattr(service.clock, "due", counted)
    return looks


def nearest_is(clock: ManualClock, ahead: timedelta) -> Callable[[], Awaitable[bool]]:
    """Whether the clock wakes somebody next in so much time."""

    async def all_notified() -> bool:
        return clock.next_alarm == clock.now() + ahead

    return all_notified


async def test_two_keepers_settle_once(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=1)
    clock.advance(2 * HOUR)
    schedulers = [ClockScheduler(database, service, clock) for _ in range(3)]
    await asyncio.gather(*(scheduler.process_due() for scheduler in schedulers))
    assert await history(service, game.code) == ["time up"]


async def test_a_game_that_cannot_be_settled_holds_nobody_up_and_is_told_of_once(
    service: Service, database: Database, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = [await running(service, deadline_hours=hours) for hours in (1, 2)]
    await leave_behind(database, broken.code)
    clock.advance(3 * HOUR)
    scheduler = ClockScheduler(database, service, clock)
    caplog.set_level("WARNING", logger="bot.service.scheduler")
    for _ in range(10):
        await scheduler.process_due()
        clock.advance(timedelta(minutes=30))
    assert await history(service, sound.code) == ["time up"]
    [all_notified] = [record for record in caplog.records if record.name == "bot.service.scheduler"]
    assert "clock_not_settled" in all_notified.getMessage()
    assert "other_rules" in all_notified.getMessage()
    assert all_notified.exc_info is None
    assert "Traceback" not in all_notified.getMessage()


@pytest.mark.usefixtures("heartbeats_are_rare")
async def test_a_vacation_that_cannot_begin_holds_up_no_clock(
    service: Service, database: Database, clock: ManualClock
) -> None:
    broken, sound = [await running(service, deadline_hours=hours) for hours in (300, 13)]
    tomorrow = (clock.now() + timedelta(days=1)).date()
    await service.vacations.plan(BOB, tomorrow + timedelta(days=3), tomorrow)
    async with database.transaction() as unit:
        await unit._session.execute(update(GameRow).filter_by(code=broken.code).values(clock="{"))
    clock.advance(12 * HOUR)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, HOUR)

        async def late() -> bool:
            # A game that is locked, here by the vacation, is looked at again after a moment of this clock.
            await passes(clock, SECOND)
            return await history(service, sound.code) == ["time up"]

        await until(late)


async def leave_behind(database: Database, code: str) -> None:
    """Make a game one of rules that nobody here knows any more: neither its snapshot nor its log is read."""
    async with database.transaction() as unit:
        row = await unit.games.by_code(code)
        assert row is not None
        row.state = "{}"
        await unit._session.execute(
            update(EventRow).where(EventRow.game_id == row.id).values(seq=EventRow.seq + 9)
        )


async def test_a_slow_game_holds_no_other_up(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, *others = [await running(service, deadline_hours=hours) for hours in range(1, 8)]
    done = asyncio.Event()
    process = service.clock.process

    async def process_at_leisure(code: str) -> timedelta | None:
        if code == slow.code:
            await done.wait()
        return await process(code)

    monkeypatch.setattr(service.clock, "process", process_at_leisure)
    clock.advance(9 * HOUR)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        for game in others:
            await until_history(service, game.code, ["time up"])
        assert await history(service, slow.code) == []
        done.set()
        await until_history(service, slow.code, ["time up"])


async def test_whoever_is_woken_between_two_heartbeats_is_not_late_with_the_next(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = looks_counted(service, monkeypatch)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, timedelta(seconds=9))
        before = len(looks)
        database.wake(["clocks"])

        async def looked_again() -> bool:
            return len(looks) > before

        await until(looked_again)
        await passes(clock, timedelta(seconds=1))
        async with database.reading() as unit:
            assert await unit.heartbeats.last() == clock.now()


async def test_a_sweep_that_fails_holds_up_no_other(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept, others = list[str](), list[str]()

    async def many() -> list[str]:
        return ["NONE"] * 120

    async def expire(code: str) -> None:
        swept.append(code)
        raise Refused("busy", "Too many people are acting at this moment; please try again.")

    async def purge() -> bool:
        raise Refused("busy", "Too many people are acting at this moment; please try again.")

    async def reopen_threads() -> bool:
        others.append("threads")
        return False

    for name, work in {"silent": many, "expire": expire, "purge": purge}.items():
        monkeypatch.setattr(service.lobby, name, work)
    monkeypatch.setattr(service.places, "reopen_threads", reopen_threads)

    async def all_done() -> bool:
        return (len(swept), others) == (120, ["threads"])

    async with running_scheduler(ClockScheduler(database, service, clock)):
        await until(all_done)


@pytest.mark.parametrize(
    "sweep",
    [
        *("lobby.expire_silent", "lobby.purge", "invitations.expire", "mail.purge", "undo.expire"),
        *("pausing.expire", "places.reopen_threads"),
    ],
)
async def test_no_sweep_holds_the_clocks_up(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, sweep: str
) -> None:
    """However many games it has to look after."""
    game = await running(service, "blitz", seats=2, options={"seconds": 60})
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def takes_long() -> bool:
        begun.set()
        await goes_on.wait()
        return False

    group, name = sweep.split(".")
    monkeypatch.setattr(getattr(service, group), name, takes_long)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await begun.wait()
        await passes(clock, timedelta(seconds=90))
        await until_history(service, game.code, ["1"])
        goes_on.set()


@pytest.mark.usefixtures("heartbeats_are_rare")
async def test_a_sweep_that_is_broken_off_before_it_begins_is_made_up_for(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """The database may be away just then; nothing would ever be swept again."""
    game = await opened(service)
    clock.advance(LOBBY_LIFE + timedelta(seconds=1))
    scheduler = ClockScheduler(database, service, clock)

    async def broken_off() -> None:
        async with asyncio.TaskGroup() as tasks:
            scheduler._purge_if_due(tasks)
            raise DatabaseUnavailable("away")

    with pytest.raises(ExceptionGroup):
        await broken_off()

    async def called_off() -> bool:
        return (await service.reading.summary(game.code)).status == "abandoned"

    async with running_scheduler(scheduler):
        await passes(clock, HOUR)
        await until(called_off)


async def test_where_more_is_over_than_one_look_finds_the_next_look_follows_soon(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where thousands are over within an hour some would stay for ever."""
    monkeypatch.setattr("bot.service.lobby.unstarted._AT_ONCE", 2)
    games = [await opened(service) for _ in range(5)]
    clock.advance(LOBBY_LIFE + timedelta(seconds=1))
    within_the_hour = clock.now() + HOUR

    async def called_off() -> bool:
        return {(await service.reading.summary(game.code)).status for game in games} == {"abandoned"}

    async with running_scheduler(ClockScheduler(database, service, clock)):
        while not await called_off():
            assert clock.now() < within_the_hour
            await passes(clock, timedelta(seconds=10))


async def test_a_vacation_that_begins_while_the_scheduler_looks_up_is_not_missed(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    due, tomorrow = service.vacations.due, (clock.now() + timedelta(days=1)).date()
    await service.vacations.plan(ANN, tomorrow, tomorrow)

    clock.advance(timedelta(hours=12) - timedelta(seconds=3))

    async def while_it_begins(passed_over: Collection[int | str]) -> Sequence[int]:
        found = await due(passed_over)
        if clock.now().hour:
            clock.advance(timedelta(seconds=4))
        return found

    async def is_away() -> bool:
        async with database.reading() as unit:
            return clock.now().hour == 0 and not await unit.vacations.due(clock.now(), limit=1)

    monkeypatch.setattr(service.vacations, "due", while_it_begins)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await until(is_away, seconds=20)


async def test_vacations_hold_no_clock_up(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many begin at one midnight, each in hundreds of games."""
    tomorrow = (clock.now() + timedelta(days=1)).date()
    await service.vacations.plan(ANN, tomorrow, tomorrow)
    clock.advance(timedelta(hours=12))
    game = await running(service, "blitz", seats=2, options={"seconds": 60})
    begun, goes_on, process_due = asyncio.Event(), asyncio.Event(), service.vacations.process_due

    async def takes_long(passed_over: Collection[int | str]) -> Sequence[int]:
        begun.set()
        await goes_on.wait()
        return await process_due(passed_over)

    async def is_away() -> bool:
        return not await service.vacations.due()

    monkeypatch.setattr(service.vacations, "process_due", takes_long)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await begun.wait()
        await passes(clock, timedelta(seconds=90))
        await until_history(service, game.code, ["1"])
        goes_on.set()
        await until(is_away)


async def test_vacations_that_fail_hold_up_no_others(
    service: Service, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.clock.vacations._AT_ONCE", 2)
    tomorrow = (clock.now() + timedelta(days=1)).date()
    people = [ANN, BOB, CLEO]
    for person in people:
        await service.vacations.plan(person, tomorrow, tomorrow)
    clock.advance(timedelta(hours=12))
    assert await service.vacations.due() == [ANN.id, BOB.id]
    assert await service.vacations.due({ANN.id, BOB.id}) == [CLEO.id]


async def test_more_games_than_hands(service: Service, database: Database, clock: ManualClock) -> None:
    games = [await running(service, "nim", seats=2, deadline_hours=1) for _ in range(40)]
    clock.advance(HOUR)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        for game in games:
            await until_history(service, game.code, ["1"])


async def test_a_game_in_which_nobody_plays_pauses(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Nothing is scored by silence: four idle gods would fall together, so their game pauses before."""
    game = await four(service, start=9)
    begun, scheduler = clock.now(), ClockScheduler(database, service, clock)
    while (summary := await service.reading.summary(game.code)).status == "active":
        alarm = await service.clock.next_alarm(clock.now())
        assert alarm is not None
        clock.advance(alarm - clock.now())
        await scheduler.process_due()
    assert clock.now() - begun == timedelta(days=2)
    assert (summary.status, summary.outcome, summary.absent) == ("paused", None, (0, 1, 2, 3))
    assert summary.turn == "round 3", "what was settled is told before"
    async with database.reading() as unit:
        reminders = [
            await unit.outbox.waiting(f"user:{person.id}:notices", "notice") for person in (ANN, BOB)
        ]
    assert [len(sent) for sent in reminders] == [2 * 2, 2 * 2]
    clock.advance(timedelta(days=30))
    await scheduler.process_due()
    resumed = await service.clock.resume(CLEO, game.code, cause=new_cause())
    assert (resumed.status, resumed.deadline) == ("active", clock.now() + timedelta(days=1))


async def lateness(database: Database, game: GameSummary) -> list[float]:
    """Seconds by which each round of a game was settled later than the receipt of its card called for."""
    async with database.reading() as unit:
        struck = [event.at for event in await unit.events.of_game(game.id) if event.kind == EventType.CLOCK]
        cards = select(OutboxRow.done_at).where(OutboxRow.game_id == game.id, OutboxRow.kind == "card")
        posted = (await unit._session.scalars(cards.order_by(OutboxRow.id))).all()
    assert game.seconds_per_period is not None
    return [
        (end - begun).total_seconds() - game.seconds_per_period
        for begun, end in zip(posted, struck, strict=False)
        if begun is not None
    ]


@pytest.mark.slow
async def test_rounds_of_seconds_end_under_load_and_none_too_early(database_address: str) -> None:
    """The real clock, a busy loop, busy threads, and people who play elsewhere."""
    database, clock = Database(database_address), SystemClock()
    service = Service(database, ALL, clock, Random(1))
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    games = [
        await running(service, "blitz", seats=2, threaded=False, options={"heap": 100, "seconds": 1.0})
        for _ in range(3)
    ]
    busy = await running(service, "nim", seats=2, options={"heap": 100}, threaded=False)
    ended = asyncio.Event()

    async def play_elsewhere() -> None:
        for ply in range(30):
            await act(service, (ANN, BOB)[ply % 2], busy.code, "1")

    async def hog_the_loop() -> None:
        while not ended.is_set():
            sum(range(100_000))
            await asyncio.sleep(0.02)

    def draw() -> None:
        while not ended.is_set():
            hashlib.sha256(b"x" * 4_000_000).digest()
            time.sleep(0.02)

    async def each_has_ended_three_rounds() -> bool:
        await asyncio.sleep(0.2)
        return all([len(await history(service, game.code)) >= 3 for game in games])

    async with running_scheduler(ClockScheduler(database, service, clock)), asyncio.TaskGroup() as load:
        delivering = load.create_task(outbox.run())
        load.create_task(play_elsewhere())
        load.create_task(hog_the_loop())
        load.create_task(asyncio.to_thread(draw))
        try:
            await until(each_has_ended_three_rounds, seconds=300)
        finally:
            ended.set()
            delivering.cancel()
    late = [seconds for game in games for seconds in await lateness(database, game)]
    assert min(late) >= 0
    await database.close()


async def test_a_game_that_another_process_has_in_hand_is_passed_over(
    postgres: Postgres, clock: ManualClock
) -> None:
    with postgres.fresh() as address:
        mine, theirs = Database(address), Database(address)
        service = Service(mine, ENGINES, clock, Random(1))
        game = await running(service, deadline_hours=1)
        clock.advance(HOUR)
        async with theirs.transaction() as unit:
            assert await unit.games.by_code(game.code, lock=True)
            # Would it wait, it would wait for ever.
            async with asyncio.timeout(120):
                assert await service.clock.process(game.code) is None
        assert await history(service, game.code) == []
        # That came to nothing, so it is still due, and looked at again soon.
        async with running_scheduler(ClockScheduler(mine, service, clock)):
            await until_history(service, game.code, ["time up"])
        for database in (mine, theirs):
            await database.close()


async def test_games_that_are_put_off_take_no_other_games_place(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.scheduler._AT_ONCE", 2)
    games = [await running(service, deadline_hours=hours) for hours in (1, 2, 3, 4, 5)]
    clock.advance(5 * HOUR)
    scheduler = ClockScheduler(database, service, clock)
    scheduler._put_off = {game.code: clock.now() + HOUR for game in games[:2]}
    scheduler._in_flight = {games[2].code}
    assert await scheduler._due(clock.now()) == [games[3].code]
    assert await scheduler._due(clock.now()) == [], "no room is left"


async def test_how_late_a_deadline_took_effect_is_told(
    service: Service, database: Database, clock: ManualClock
) -> None:
    class Notified(Observer):
        late: float | None = None

        def timer(self, late: float) -> None:
            self.late = late

    result = Notified()
    await running(service, deadline_hours=1)
    clock.advance(HOUR + timedelta(seconds=3))
    await ClockScheduler(database, service, clock, observer=result).process_due()
    assert result.late == 3


async def test_an_alarm_of_a_game_that_does_not_run_rings_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await service.admin.apply(Operator(), game.code, Pause())
    async with database.transaction() as unit:
        row = await unit.games.by_code(game.code, lock=True)
        assert row is not None
        row.alarm_at = clock.now()
        await unit.games.decide_notices(row.id, clock.now())
    assert await service.clock.due(5) == [game.code]
    await ClockScheduler(database, service, clock).process_due()
    assert await service.clock.due(5) == []
    assert (await service.reading.summary(game.code)).status == "paused"
