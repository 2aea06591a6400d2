"""Banks of time: each seat has one for all of its turns, charged by the clock and told by the log."""

from datetime import timedelta

import pytest

from bot.service.admin.acts import Pause, Resume, Retime, Rollback
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Extend
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, act, new_cause, running, sound

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BANK = Terms(bank_days=3, increment_hours=6)


def hours(game: GameSummary) -> list[float]:
    """What the banks hold; of those that run, when they began to."""
    return [round(bank.left / 3600, 3) for bank in game.banks]


async def healthy(service: Service, database: Database, code: str) -> None:
    """The log leads to the snapshot, and tells what the banks hold."""
    await sound(database, code)
    found = await service.doctor.games(("active", "paused", "finished"))
    assert [problem.sentence for problem in found.problems] == []


async def test_a_turn_is_paid_from_its_seats_bank_and_refills_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    assert (game.deadline_hours, game.deadline) == (None, clock.now() + 3 * DAY)
    assert [bank.until for bank in game.banks] == [clock.now() + 3 * DAY, None]
    clock.advance(20 * HOUR)
    game = (await act(service, ANN, game.code, "@d3")).summary
    assert (hours(game), game.deadline) == ([52, 72], clock.now() + 3 * DAY)
    clock.advance(2 * HOUR)
    game = (await act(service, BOB, game.code, "@c5")).summary
    assert hours(game) == [58, 70], "six hours more with the turn that begins"
    clock.advance(HOUR)
    game = (await act(service, ANN, game.code, "@c2")).summary
    assert hours(game) == [57, 72], "never more than at the beginning"
    await healthy(service, database, game.code)


async def test_when_a_bank_is_empty_the_rules_hold(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(3 * DAY)
    assert await service.clock.due(5) == [game.code]
    late = await service.clock.process_timeout(game.code)
    assert (late.answers, hours(late), late.deadline) == (((1, "claim"), (1, "extend")), [0, 72], None)
    more = (await act(service, BOB, game.code, Extend())).summary
    assert (hours(more), more.deadline) == ([6, 72], clock.now() + 6 * HOUR)
    clock.advance(HOUR)
    assert hours((await act(service, ANN, game.code, "@d3")).summary) == [5, 72]
    await healthy(service, database, game.code)


async def test_taking_back_earns_nothing(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, terms=BANK)
    clock.advance(40 * HOUR)
    await act(service, ANN, game.code, "@d3")
    clock.advance(HOUR)
    game = (await act(service, BOB, game.code, "@c5")).summary
    assert hours(game) == [38, 71]
    for _ in range(5):
        await service.undo.request_undo(BOB, game.code, cause=new_cause())
        await service.undo.answer_undo(ANN, game.code, True, cause=new_cause())
        game = (await act(service, BOB, game.code, "@c5")).summary
        assert hours(game) == [38, 71], "the turn has earned what it earns"
    clock.advance(2 * HOUR)
    await service.undo.request_undo(BOB, game.code, cause=new_cause())
    game = (await service.undo.answer_undo(ANN, game.code, True, cause=new_cause())).summary
    assert hours(game) == [36, 71], "what was spent stays spent"
    await healthy(service, database, game.code)


async def test_a_rollback_gives_back_what_was_spent_since(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(10 * HOUR)
    await act(service, ANN, game.code, "@d3")
    clock.advance(30 * HOUR)
    await act(service, BOB, game.code, "@c5")
    clock.advance(30 * HOUR)
    await act(service, ANN, game.code, "@c2")
    await service.admin.apply(Operator(), game.code, Rollback(1))
    back = await service.reading.summary(game.code)
    assert (hours(back), back.to_act) == ([62, 72], (1,))
    clock.advance(HOUR)
    assert hours((await act(service, BOB, game.code, "@c5")).summary) == [68, 71]
    await healthy(service, database, game.code)


async def test_a_clock_that_stands_costs_nothing(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(10 * HOUR)
    await service.admin.apply(Operator(), game.code, Pause())
    clock.advance(20 * DAY)
    paused = await service.reading.summary(game.code)
    assert hours(paused) == [62, 72]
    await service.admin.apply(Operator(), game.code, Resume())
    clock.advance(2 * HOUR)
    assert hours((await act(service, ANN, game.code, "@d3")).summary) == [60, 72]
    await healthy(service, database, game.code)


async def test_an_outage_leaves_an_hour_in_a_bank(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    scheduler = ClockScheduler(database, service, clock)
    clock.advance(71 * HOUR)
    await service.clock.heartbeat("main")
    clock.advance(5 * HOUR)
    await scheduler._compensate_if_due()
    moved = await service.reading.summary(game.code)
    assert (hours(moved), moved.deadline) == ([1, 72], clock.now() + HOUR)
    clock.advance(HOUR / 2)
    assert hours((await act(service, ANN, game.code, "@d3")).summary) == [0.5, 72]
    await healthy(service, database, game.code)


async def test_an_administrator_sets_what_is_left(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(50 * HOUR)
    await service.admin.apply(Operator(), game.code, Retime(left=30))
    clock.advance(10 * HOUR)
    assert hours((await act(service, ANN, game.code, "@d3")).summary) == [20, 72]
    with pytest.raises(Refused, match="each seat has a bank of time"):
        await service.admin.apply(Operator(), game.code, Retime(hours=30))
    await healthy(service, database, game.code)


async def test_what_an_administrator_gives_an_absent_player_does_not_run_before_play_resumes(
    service: Service, database: Database, clock: ManualClock
) -> None:
    terms = Terms(bank_days=1, increment_hours=6, absence="substitute", absent_after=1)
    game = await running(service, terms=terms)
    clock.advance(DAY)
    assert (await service.clock.process_timeout(game.code)).status == "paused"
    await service.admin.apply(Operator(), game.code, Retime(left=20.0), cause=new_cause())
    await healthy(service, database, game.code)
    clock.advance(10 * HOUR)
    back = await service.clock.resume(ANN, game.code, cause=new_cause())
    assert (hours(back)[0], back.deadline) == (20, clock.now() + 20 * HOUR)
    await healthy(service, database, game.code)


async def test_of_several_who_are_awaited_each_pays_alone(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Both choose at the beginning of Reef Encounter; the first to be out of time is late alone."""
    game = await running(service, "reef", seats=2, terms=BANK)
    clock.advance(10 * HOUR)
    await service.admin.apply(Operator(), game.code, Retime(left=20))
    people: list[Person] = [seat.person for seat in game.seats if seat.person is not None]
    clock.advance(5 * HOUR)
    offers = (await service.play.choices(people[0], game.code)).offers
    game = (await act(service, people[0], game.code, offers[0].action)).summary
    assert (hours(game), game.deadline) == ([15, 15], clock.now() + 15 * HOUR)
    clock.advance(15 * HOUR)
    struck = await service.clock.process_timeout(game.code)
    first = struck.to_act[0]
    assert hours(struck)[1] == (6 if first == 1 else 0), "the other has paid for its own time alone"
    assert hours(struck)[0] == (21 if first == 0 else 15)
    await healthy(service, database, game.code)


async def test_a_turn_that_was_over_is_taken_back_at_ones_own_cost(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(10 * HOUR)
    await act(service, ANN, game.code, "@d3")
    clock.advance(4 * HOUR)
    back = await service.undo.take_back(ANN, game.code, cause=new_cause())
    assert hours(back.summary) == [58, 72]
    assert back.summary.deadline == clock.now() + 58 * HOUR
    await healthy(service, database, game.code)


async def test_who_stays_away_with_a_bank_pauses_the_game(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", terms=BANK)
    for _ in range(12):
        alarm = await service.clock.next_alarm(clock.now())
        if alarm is not None:
            clock.advance(alarm - clock.now())
            await service.clock.process(game.code)
    paused = await service.reading.summary(game.code)
    assert (paused.status, len(paused.absent)) == ("paused", 1)
    resumed = await service.clock.resume(BOB, game.code, cause=new_cause())
    assert resumed.deadline is not None
    assert resumed.deadline == clock.now() + 6 * HOUR
    await healthy(service, database, game.code)


async def test_a_bank_does_not_run_while_its_owner_is_on_vacation(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(10 * HOUR)
    first = clock.now().date()
    await service.vacations.plan(ANN, first + timedelta(days=10))
    clock.advance(5 * DAY)
    await service.vacations.process_due()
    stands = await service.reading.summary(game.code)
    assert (stands.status, stands.clock_stopped) == ("active", True)
    await service.vacations.end(ANN)
    clock.advance(2 * HOUR)
    after = (await act(service, ANN, game.code, "@d3")).summary
    assert hours(after) == [60, 72]
    await healthy(service, database, game.code)


async def test_taking_back_refills_no_bank_that_is_almost_empty(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, terms=BANK)
    clock.advance(71 * HOUR)
    left = 1.0
    for _ in range(3):
        clock.advance(HOUR / 4)
        left -= 0.25
        game = (await act(service, ANN, game.code, "@d3")).summary
        assert hours(game)[0] == left
        game = (await service.undo.take_back(ANN, game.code, cause=new_cause())).summary
        assert (hours(game)[0], game.deadline) == (left, clock.now() + left * HOUR)
    await act(service, ANN, game.code, "@d3")
    clock.advance(HOUR / 4)
    with pytest.raises(Refused, match="nothing in this turn"):
        await service.undo.take_back(ANN, game.code, cause=new_cause())
    await healthy(service, database, game.code)
