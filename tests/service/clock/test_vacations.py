"""Vacations: thirty days a year, announced to all tables, while the clocks of who is away stand."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Pause, Replace
from bot.service.admin.operator import Operator
from bot.service.clock.vacations import DAYS_A_YEAR, Dates, check, dates_between, days_in
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.answers import Vacation
from bot.service.values.payloads import PostCard, RefreshCard
from bot.service.values.refused import IsAway, Refused
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Level
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    act,
    history,
    new_cause,
    newest_card,
    opened,
    refusal,
    running,
    sound,
    stranger,
)
from tests.service.scheduling import passes, running_scheduler, until

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)

# -- the accounting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "zone", "start", "end"),
    [
        (None, date(2026, 7, 3), None, NOON, datetime(2026, 7, 4, tzinfo=UTC)),
        (date(2026, 7, 2), date(2026, 7, 2), "Europe/Paris", "2026-07-01T22:00", "2026-07-02T22:00"),
        # On the day of the change from summer time a day has 25 hours.
        (date(2026, 10, 25), date(2026, 10, 25), "Europe/Paris", "2026-10-24T22:00", "2026-10-25T23:00"),
        # A zone that the present list of zones has no more counts as UTC, as for notices.
        (None, date(2026, 7, 3), "Europe/Atlantis", NOON, datetime(2026, 7, 4, tzinfo=UTC)),
        # A day that has begun begins now.
        (date(2026, 7, 1), date(2026, 7, 3), None, NOON, datetime(2026, 7, 4, tzinfo=UTC)),
    ],
)
def test_days_are_those_of_ones_own_zone(
    first: date | None, last: date, zone: str | None, start: datetime | str, end: datetime | str
) -> None:
    wanted = [
        datetime.fromisoformat(one).replace(tzinfo=UTC) if isinstance(one, str) else one
        for one in (start, end)
    ]
    assert list(dates_between(first, last, zone, NOON)) == wanted


@pytest.mark.parametrize("zone", ["Asia/Tokyo", None, "America/New_York"])
def test_days_far_off_are_refused_or_count_as_now(zone: str | None) -> None:
    assert dates_between(date.min, date(2026, 7, 3), zone, NOON) == dates_between(
        None, date(2026, 7, 3), zone, NOON
    )
    for first, last in ((None, date.max), (date.max, date.max), (None, date.min)):
        with pytest.raises(Refused):
            check(dates_between(first, last, zone, NOON), [], NOON)


@pytest.mark.parametrize("hour", [0, 12, 23])
@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Pacific/Kiritimati"])
def test_a_vacation_begins_now_unless_a_day_to_come_is_named(hour: int, zone: str) -> None:
    now = NOON.replace(hour=hour)
    today = now.astimezone(ZoneInfo(zone)).date()
    assert [dates_between(first, today + DAY, zone, now).start for first in (None, today)] == [now, now]


def test_one_is_planned_up_to_a_year_ahead() -> None:
    last = NOON + 366 * DAY
    check(Dates(last - DAY, last), [], NOON)
    with pytest.raises(Refused):
        check(Dates(last - DAY, last + HOUR), [], NOON)


def test_one_that_ends_with_a_year_takes_nothing_of_the_next() -> None:
    one = Dates(datetime(2026, 12, 30, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC))
    assert (days_in(2026, [one]), days_in(2027, [one])) == (2, 0)


def test_a_day_on_which_clocks_are_changed_is_a_day() -> None:
    short, long = date(2026, 3, 29), date(2026, 10, 25)
    for day in (short, long):
        one = dates_between(day, day, "Europe/Paris", datetime(2026, 1, 1, tzinfo=UTC))
        check(one, [], datetime(2026, 1, 1, tzinfo=UTC))
        week = dates_between(day - 6 * DAY, day, "Europe/Paris", datetime(2026, 1, 1, tzinfo=UTC))
        assert (days_in(2026, [one]), days_in(2026, [week])) == (1, 7)


def dates(start: int, days: float) -> Dates:
    return Dates(NOON + start * DAY, NOON + (start + days) * DAY)


def test_begun_days_count_whole_and_each_vacation_at_least_one() -> None:
    assert days_in(2026, []) == 0
    assert days_in(2026, [dates(0, 1), dates(5, 1.2), dates(9, 0.1), dates(12, 0)]) == 1 + 2 + 1
    over_new_year = Dates(datetime(2026, 12, 30, tzinfo=UTC), datetime(2027, 1, 3, tzinfo=UTC))
    assert [days_in(year, [over_new_year]) for year in (2025, 2026, 2027)] == [0, 2, 2]


@pytest.mark.parametrize(
    ("wanted", "taken", "code"),
    [
        (dates(0, 30), [], None),
        (dates(0, 31), [], "long_vacation"),
        (dates(40, 10), [dates(0, 20)], None),
        (dates(40, 11), [dates(0, 20)], "long_vacation"),
        (dates(0, 0.9), [], "short_vacation"),
        (dates(360, 7), [], "far_vacation"),
    ],
)
def test_thirty_days_a_year_at_least_one_at_a_time(
    wanted: Dates, taken: list[Dates], code: str | None
) -> None:
    if code is None:
        check(wanted, taken, NOON)
        return
    with pytest.raises(Refused) as caught:
        check(wanted, taken, NOON)
    assert caught.value.code == code


def test_who_wants_more_days_than_are_left_is_told_how_many_are() -> None:
    with pytest.raises(Refused, match="takes 11 days of 2026, of which you have 10 left"):
        check(dates(40, 11), [dates(0, 20)], NOON)
    with pytest.raises(Refused, match="takes 1 day of 2026, of which you have 0 left"):
        check(dates(40, 1), [dates(0, 30)], NOON)


@given(st.lists(st.tuples(st.integers(0, 300), st.floats(1, 40)), max_size=40))
def test_nobody_gets_more_than_a_year_has(vacations: list[tuple[int, float]]) -> None:
    taken: list[Dates] = []
    for start, days in vacations:
        wanted = dates(start, days)
        try:
            check(wanted, taken, NOON)
        except Refused:
            continue
        taken.append(wanted)
    for year in (2026, 2027):
        assert days_in(year, taken) <= DAYS_A_YEAR


# -- at the tables -------------------------------------------------------------------------------------


async def gone(
    service: Service, clock: ManualClock, person: Any = ANN, days: int = 3, **more: Any
) -> Vacation:
    return await service.vacations.plan(person, (clock.now() + days * DAY).date(), **more)


async def test_who_was_never_here_before_is_shown_the_vacation_that_they_planned(
    service: Service, clock: ManualClock
) -> None:
    planned = await service.vacations.plan(stranger(77, "Newcomer"), clock.now().date() + timedelta(days=2))
    assert planned.dates is not None


async def test_the_clock_stands_while_whoever_is_awaited_is_away(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    clock.advance(5 * HOUR)
    await gone(service, clock, days=10)
    assert (await service.vacations.of(ANN)).begun
    away = await service.reading.summary(game.code)
    assert (away.clock_stopped, away.deadline, [seat for seat, _ in away.away]) == (True, None, [0])
    clock.advance(9 * DAY)
    assert (await service.vacations.of(ANN)).begun
    await service.clock.process(game.code)
    assert (await service.reading.summary(game.code)).ply == 0
    ended = await service.vacations.end(ANN)
    assert (ended.dates, ended.left) == (None, DAYS_A_YEAR - 9)
    back = await service.reading.summary(game.code)
    assert (back.clock_stopped, back.deadline, back.away) == (False, clock.now() + 19 * HOUR, ())
    await act(service, ANN, game.code, "@d3")
    assert await history(service, game.code) == ["on vacation", "back from vacation", "@d3"]
    await sound(database, game.code)
    assert await service.archive.inconsistency(game.code) is None
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_one_that_nobody_saw_begin_is_over_at_its_end(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    planned = await gone(service, clock, first=(clock.now() + DAY).date())
    assert planned.dates is not None
    clock.advance(planned.dates[1] - clock.now())
    await service.vacations.process_due()
    assert (await history(service, game.code), (await service.vacations.of(ANN)).dates) == ([], None)


async def test_a_game_whose_rules_are_gone_keeps_no_other_from_hearing_of_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    first, second = sorted([await running(service), await running(service, "nim")], key=lambda one: one.code)
    poorer = Service(database, {second.key: ALL[second.key]}, clock)
    await gone(poorer, clock)
    assert (await history(service, first.code), await history(service, second.code)) == ([], ["on vacation"])


async def test_nobody_else_is_called_for_that_and_the_card_tells_of_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    sender.delivered.clear()
    await gone(service, clock, BOB)
    await Outbox(database, sender, clock).drain()
    await service.vacations.end(BOB)
    await Outbox(database, sender, clock).drain()
    found = [one.payload for one in sender.delivered]
    assert not [one for one in found if isinstance(one, PostCard)], "nobody is pinged"
    lines = [one.summary_lines for one in found if isinstance(one, RefreshCard)]
    assert lines[0][0].startswith("Black is on vacation until the end of ")
    assert lines[1:] == [("Black is back",)]
    assert (await newest_card(database, game.code)).summary.away == ()


async def test_the_clock_of_others_runs_and_stands_when_play_comes_to_who_is_away(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    await gone(service, clock, BOB, days=10)
    before = await service.reading.summary(game.code)
    assert (before.clock_stopped, before.deadline, len(before.away)) == (False, game.deadline, 1)
    await act(service, ANN, game.code, "@d3")
    assert (await service.reading.summary(game.code)).clock_stopped
    clock.advance(5 * DAY)
    await service.vacations.end(BOB)
    assert (await service.reading.summary(game.code)).deadline == clock.now() + DAY


async def test_the_clock_stands_for_who_joins_while_away(service: Service, clock: ManualClock) -> None:
    game = await opened(service, seat=1, deadline_hours=24)
    await gone(service, clock, BOB, days=10)
    started = await service.lobby.join(BOB, game.code, seat=0, cause=new_cause())
    assert (started.status, started.to_act) == ("active", (0,))
    assert (started.clock_stopped, started.deadline, [seat for seat, _ in started.away]) == (True, None, [0])
    await service.vacations.end(BOB)
    assert (await service.reading.summary(game.code)).deadline == clock.now() + DAY


async def test_the_clock_stands_for_who_opens_a_game_against_computers_while_away(
    service: Service, clock: ManualClock
) -> None:
    await gone(service, clock, days=10)
    started = await opened(service, deadline_hours=24, seats=2, levels=(Level.GENTLE,))
    assert (started.status, started.to_act) == ("active", (0,))
    assert started.clock_stopped
    await service.vacations.end(ANN)
    assert not (await service.reading.summary(started.code)).clock_stopped


async def test_the_clock_stands_for_who_takes_a_seat_over_while_away(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    await gone(service, clock, CLEO, days=10)
    await service.admin.apply(Operator(), game.code, Replace(0, CLEO))
    (asked,) = await service.invitations.open_to(CLEO)
    clock.advance(5 * HOUR)
    taken = await service.invitations.accept(CLEO, asked.id, cause=new_cause())
    assert (taken.clock_stopped, taken.deadline, [seat for seat, _ in taken.away]) == (True, None, [0])
    clock.advance(2 * DAY)
    await service.clock.process(game.code)
    await service.vacations.end(CLEO)
    assert (await service.reading.summary(game.code)).deadline == clock.now() + DAY


async def test_where_the_table_agreed_so_the_clock_runs_on(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24, terms=Terms(vacation="run"))
    await gone(service, clock)
    now = await service.reading.summary(game.code)
    assert (now.clock_stopped, now.deadline, len(now.away)) == (False, game.deadline, 1)


async def test_who_acts_is_asked_first_and_may_look_meanwhile(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    await gone(service, clock)
    for operation in (
        lambda: act(service, ANN, game.code, "@d3"),
        lambda: service.undo.undo(ANN, game.code, cause=new_cause()),
        lambda: service.undo.answer_undo(ANN, game.code, True, cause=new_cause()),
    ):
        with pytest.raises(IsAway) as asked:
            await operation()  # type: ignore[no-untyped-call]
        assert asked.value.game_code == game.code
    await service.play.choices(ANN, game.code)
    await service.vacations.end(ANN)
    await act(service, ANN, game.code, "@d3")


async def test_one_at_a_time_and_what_is_only_planned_is_told_to_nobody(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    before = await service.reading.summary(game.code)
    tomorrow = (clock.now() + DAY).date()
    await gone(service, clock, days=3, first=tomorrow)
    assert await service.reading.summary(game.code) == before
    await act(service, ANN, game.code, "@d3")
    assert await refusal(gone(service, clock)) == "away_already"
    assert (await service.vacations.end(ANN)).left == DAYS_A_YEAR
    assert await history(service, game.code) == ["@d3"]
    assert await refusal(service.vacations.end(ANN)) == "not_away"


async def test_one_that_has_begun_is_made_longer(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=48)
    await gone(service, clock, days=2)
    await gone(service, clock, days=2)
    assert await history(service, game.code) == ["on vacation"]
    clock.advance(DAY)
    longer = await gone(service, clock, days=4)
    end = datetime.combine((clock.now() + 5 * DAY).date(), datetime.min.time(), UTC)
    assert (longer.dates, longer.left) == ((clock.now() - DAY, end), DAYS_A_YEAR - 6)
    assert (await service.reading.summary(game.code)).away == ((0, end),)
    assert await history(service, game.code) == ["on vacation", "on vacation"]
    for days, code in ((3, "away_already"), (40, "long_vacation"), (-1, "away_already")):
        assert await refusal(gone(service, clock, days=days)) == code
    with pytest.raises(Refused, match="end it first"):
        await gone(service, clock, days=9, first=(clock.now() + 8 * DAY).date())
    clock.advance(end - clock.now() - HOUR)
    await service.vacations.process_due()
    assert (await service.reading.summary(game.code)).clock_stopped
    clock.advance(HOUR)
    await service.vacations.process_due()
    assert await history(service, game.code) == ["on vacation", "on vacation", "back from vacation"]
    assert (await service.vacations.of(ANN)).left == DAYS_A_YEAR - 6
    await sound(database, game.code)


async def test_what_one_has_left_of_a_year_holds_for_a_longer_one(
    service: Service, clock: ManualClock
) -> None:
    await gone(service, clock, days=19)
    await service.vacations.end(ANN)
    left = (await service.vacations.of(ANN)).left
    assert (await gone(service, clock, days=left - 2)).left == 1
    with pytest.raises(Refused, match="takes 2 more days of 2026, of which you have 1 left"):
        await gone(service, clock, days=left)
    assert (await gone(service, clock, days=left - 1)).left == 0


async def test_the_scheduler_begins_and_ends_them(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=48)
    start = (clock.now() + DAY).date()
    await gone(service, clock, days=3, first=start)
    begins = datetime.combine(start, datetime.min.time(), UTC)
    second = timedelta(seconds=1)
    for moment in (begins, begins + 3 * DAY):
        clock.advance(moment - clock.now() - 15 * second)
        async with running_scheduler(ClockScheduler(database, service, clock)):
            before = len(await history(service, game.code))
            await passes(clock, 14 * second)
            assert len(await history(service, game.code)) == before
            await passes(clock, second)

            async def processed(before: int = before) -> bool:
                return len(await history(service, game.code)) > before

            # They are processed beside the clocks.
            await until(processed)
            assert (await service.reading.summary(game.code)).clock_stopped == (moment == begins)
    assert await history(service, game.code) == ["on vacation", "back from vacation"]
    assert (await service.vacations.of(ANN)).dates is None


async def test_it_ends_with_whoever_is_forgotten(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    await gone(service, clock)
    assert b'"vacations"' in await service.privacy.export(ANN.id)
    await service.privacy.forget(ANN.id)
    assert (await service.reading.summary(game.code)).away == ()


async def test_the_clock_acts_on_who_was_forgotten_on_vacation(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    await gone(service, clock)
    assert (await service.reading.summary(game.code)).clock_stopped
    await service.privacy.forget(ANN.id)
    clock.advance(24 * HOUR)
    await service.clock.process(game.code)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_a_vacation_that_begins_and_ends_by_itself_is_no_act(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", deadline_hours=24)
    scheduler = ClockScheduler(service.vacations._database, service, clock)
    absent = (await service.reading.summary(game.code)).to_act[0]
    person = game.seats[absent].person
    assert person is not None
    stays, now = BOB if person == ANN else ANN, game
    for _ in range(60):
        clock.advance(6 * HOUR)
        await service.vacations.process_due()
        await scheduler.process_due()
        now = await service.reading.summary(game.code)
        if now.status == "paused":
            break
        if now.to_act == (absent,) and not now.away and (await service.vacations.of(person)).dates is None:
            tomorrow = (clock.now() + DAY).date()
            await service.vacations.plan(person, tomorrow, tomorrow)
        if stays.id == now.seats[now.to_act[0]].person.id:  # type: ignore[union-attr]
            await act(service, stays, game.code, "end")
    assert (now.status, now.absent) == ("paused", (absent,))


@pytest.mark.parametrize("paused", [False, True])
async def test_who_announces_a_vacation_keeps_a_seat_that_was_opened(
    service: Service, clock: ManualClock, paused: bool
) -> None:
    game = await running(service, deadline_hours=None)
    clock.advance(3 * DAY)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())
    if paused:
        await service.admin.apply(Operator(), game.code, Pause(), cause=new_cause())
    await service.vacations.plan(ANN, (clock.now() + 5 * DAY).date())
    assert (await service.reading.summary(game.code)).open == ()
