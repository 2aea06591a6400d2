"""Seats that let their time run out again and again: one rule for all games, as was agreed at opening."""

from datetime import timedelta
from typing import Literal

import pytest

from bot.service.admin.acts import Cancel, Pause, Rollback
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.log.event_types import EventType
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Extend
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    DAN,
    act,
    begun,
    history,
    new_cause,
    newest_card,
    running,
    sound,
)
from tests.service.lobby.test_substitutes import warnings

DAY = timedelta(days=1)


async def days_pass(service: Service, clock: ManualClock, code: str, days: int) -> GameSummary:
    """Nobody does anything for so many days, of which the scheduler sees each."""
    end = clock.now() + days * DAY
    while (alarm := await service.clock.next_alarm(clock.now())) is not None and alarm <= end:
        clock.advance(alarm - clock.now())
        await service.clock.process(code)
    clock.advance(end - clock.now())
    problems = (await service.doctor.games(("active", "paused", "finished"))).problems
    assert [one.sentence for one in problems if one.code != "no_card"] == []
    return await service.reading.summary(code)


@pytest.mark.parametrize("key", ["tae", "flicflac", "reef"])
async def test_a_game_pauses_for_who_stays_away_and_goes_on_when_resumed(
    service: Service, database: Database, clock: ManualClock, key: str
) -> None:
    game = await running(service, key, deadline_hours=24, seats=2)
    paused = await days_pass(service, clock, game.code, 30)
    assert paused.status == "paused"
    assert paused.outcome is None
    async with database.reading() as unit:
        acted = await unit.events.of_kinds(game.id, (EventType.CLOCK,))
    assert sorted(event.seat or 0 for event in acted) == [0, 1], "the clock acted once for each"
    card = await newest_card(database, game.code)
    assert card.pinged == paused.absent
    text = " ".join(card.summary_lines)
    assert "has let the time run out twice in a row and done nothing" in text
    assert "is paused" not in text, "the card says it in any case"
    assert paused.deadline is None
    resumed = await service.clock.resume(BOB, game.code, cause=new_cause())
    assert (resumed.status, resumed.absent) == ("active", ())
    assert resumed.deadline is not None
    assert resumed.deadline >= clock.now() + 12 * timedelta(hours=1), "with a whole deadline"
    assert (await days_pass(service, clock, game.code, 60)).status == "paused", "and again"
    await sound(database, game.code)


async def test_who_does_something_in_time_is_not_absent(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """In TaE a turn is two actions: who does one of them, and lets the clock end the turn, is there."""
    game = await running(service, "tae", deadline_hours=24)
    for _ in range(6):
        person = game.seats[game.to_act[0]].person
        assert person is not None
        offers = (await service.play.choices(person, game.code)).offers
        swap = next(offer.action for offer in offers if offer.notation.startswith("swap"))
        await act(service, person, game.code, swap)
        game = await days_pass(service, clock, game.code, 1)
        assert game.status == "active"
    await sound(database, game.code)


async def test_only_one_of_the_players_resumes_and_no_other_pause(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", deadline_hours=24)
    await days_pass(service, clock, game.code, 10)
    with pytest.raises(Refused, match="Only players"):
        await service.clock.resume(CLEO, game.code, cause=new_cause())
    with pytest.raises(Refused, match="Any of its players may resume it"):
        await act(service, ANN, game.code, "end")
    cause = new_cause()
    await service.clock.resume(ANN, game.code, cause=cause)
    await service.clock.resume(ANN, game.code, cause=cause)
    with pytest.raises(Refused, match="is not paused"):
        await service.clock.resume(ANN, game.code, cause=new_cause())
    await service.admin.apply(Operator(), game.code, Pause())
    with pytest.raises(Refused, match="is paused: an admin lets it go on"):
        await service.clock.resume(ANN, game.code, cause=new_cause())
    with pytest.raises(Refused, match="is paused: an admin lets it go on"):
        await act(service, ANN, game.code, "end")


async def test_the_clock_alone_ends_no_game_unless_that_was_agreed(
    service: Service, clock: ManualClock
) -> None:
    patient = await running(service, "nim", seats=2, deadline_hours=5, terms=Terms(absent_after=99))
    paused = await days_pass(service, clock, patient.code, 30)
    assert (paused.status, paused.outcome) == ("paused", None), "the last stick is still there"
    agreed = Terms(absence="rules", absent_after=99)
    by_rules = await running(service, "nim", seats=2, deadline_hours=5, terms=agreed)
    assert (await days_pass(service, clock, by_rules.code, 30)).status == "finished"


async def test_play_may_wait_when_time_runs_out(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "roses", deadline_hours=24, terms=Terms(at_zero="wait", absence="pause"))
    clock.advance(DAY)
    waits = await service.clock.process_timeout(game.code)
    assert (waits.status, waits.answers, waits.deadline) == ("active", (), clock.now() + DAY)
    assert (await act(service, ANN, game.code, "@d3")).summary.to_act == (1,)
    assert await history(service, game.code) == ["misses the deadline", "@d3"]
    paused = await days_pass(service, clock, game.code, 10)
    assert (paused.status, paused.absent) == ("paused", (1,))
    await sound(database, game.code)


async def test_who_lets_time_run_out_may_lose(
    service: Service, database: Database, clock: ManualClock
) -> None:
    for key in ("roses", "flicflac", "tae", "reef"):
        game = await running(service, key, deadline_hours=24, seats=2, terms=Terms(at_zero="lose"))
        lost = game.to_act[0]
        over = await days_pass(service, clock, game.code, 2)
        assert over.outcome is not None
        assert over.outcome.winners == (1 - lost,)
        name = ENGINES[key].info.seats[lost].name
        result = (await newest_card(database, game.code)).summary_lines
        assert result[0] == f"the time of {name} is up", "nobody is said to give up for no reason"
        await sound(database, game.code)


@pytest.mark.parametrize("key", ["roses", "flicflac", "tae"])
async def test_the_card_says_once_whose_time_is_up(
    service: Service, database: Database, clock: ManualClock, key: str
) -> None:
    game = await running(service, key, deadline_hours=24, seats=2)
    clock.advance(DAY)
    await service.clock.process_timeout(game.code)
    name = ENGINES[key].info.seats[game.to_act[0]].name
    result = (await newest_card(database, game.code)).summary_lines
    late = {f"the time of {name} is up", f"{name} has missed the deadline"}
    assert len([line for line in result if line in late]) == 1, result


async def test_who_may_claim_the_win_can_do_so_however_often_time_ran_out(
    service: Service, clock: ManualClock
) -> None:
    """Where the rules see to absence the host leaves it to them."""
    game = await running(service, "roses", deadline_hours=24)
    for _ in range(3):
        summary = await days_pass(service, clock, game.code, 2)
        assert (summary.status, summary.answers) == ("active", ((1, "claim"), (1, "extend")))
        await act(service, BOB, game.code, Extend())


async def test_a_live_game_of_people_who_are_gone_pauses(service: Service, clock: ManualClock) -> None:
    game = await begun(service, "gods", BOB, CLEO, DAN, options={"mode": "live", "timer": 20})
    clock.advance(timedelta(seconds=51))
    await service.clock.process_timeout(game.code)
    clock.advance(timedelta(seconds=51))
    paused = await service.clock.process_timeout(game.code)
    assert (paused.status, paused.turn) == ("paused", "round 3")
    resumed = await service.clock.resume(ANN, game.code, cause=new_cause())
    await act(service, ANN, game.code, "ready")
    for _ in range(3):
        assert (await service.reading.summary(game.code)).status == "active"
        clock.advance(timedelta(seconds=51))
        await service.clock.process_timeout(game.code)
    assert resumed.deadline is not None


async def test_a_seat_opens_also_where_but_one_deadline_is_missed(
    service: Service, clock: ManualClock
) -> None:
    """After a missed deadline in Guerre des Deux Roses no other runs: the one must do."""
    game = await running(service, "roses", deadline_hours=24, terms=Terms(absence="substitute"))
    paused = await days_pass(service, clock, game.code, 2)
    assert (paused.status, paused.absent, paused.answers) == ("paused", (0,), ())


async def test_who_only_lets_it_go_on_and_never_plays_holds_nobody_up_for_ever(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "tae", deadline_hours=24, seats=2)
    while (game := await days_pass(service, clock, game.code, 1)).status == "active":
        pass
    [away] = game.absent
    sitting = {seat.seat: seat.person for seat in game.seats}
    owner, other = sitting[away], sitting[1 - away]
    assert owner is not None
    assert other is not None
    await service.substitutes.propose(other, game.code, away, cause=new_cause())
    await service.substitutes.here(owner, game.code, cause=new_cause())
    # What is only asked or answered is no play.
    await service.pausing.ask(owner, game.code, (clock.now() + 5 * DAY).date(), cause=new_cause())
    await service.pausing.answer(owner, game.code, agree=False, cause=new_cause())
    while (game := await service.reading.summary(game.code)).to_act != (away,):
        await act(service, other, game.code, (await service.play.choices(other, game.code)).offers[0].action)
    once = await days_pass(service, clock, game.code, 1)
    assert (once.status, once.absent) == ("paused", (away,)), "one deadline is enough now"
    await service.substitutes.propose(other, game.code, away, cause=new_cause())
    assert [notice.must_play for notice in await warnings(database)] == [False, True]
    with pytest.raises(Refused, match="play, and your seat is yours"):
        await service.substitutes.here(owner, game.code, cause=new_cause())
    resumed = await service.clock.resume(owner, game.code, cause=new_cause())
    assert (resumed.status, len(resumed.open)) == ("active", 1), "and the seat stays open"
    offers = (await service.play.choices(owner, game.code)).offers
    played = await act(service, owner, game.code, offers[0].action)
    assert played.summary.open == ()
    assert (await days_pass(service, clock, game.code, 1)).status == "active"
    await sound(database, game.code)


async def test_who_was_absent_and_has_not_played_since_is_not_asked_whether_the_game_may_end(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, "flicflac", deadline_hours=24, terms=Terms(absent_after=1))
    paused = await days_pass(service, clock, game.code, 1)
    [away] = paused.absent
    sitting = {seat.seat: seat.person for seat in game.seats}
    owner, other = sitting[away], sitting[1 - away]
    assert owner is not None
    assert other is not None
    await service.clock.resume(owner, game.code, cause=new_cause())
    over = await service.calling_off.ask(other, game.code, True, cause=new_cause())
    assert over.status == "abandoned"


async def test_a_game_that_was_called_off_during_an_absence_goes_on_with_its_clock(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24, terms=Terms(absence="substitute", absent_after=1))
    await act(service, ANN, game.code, "@d3")
    assert (await days_pass(service, clock, game.code, 1)).status == "paused"
    for operation in (Cancel(), Rollback(0)):
        await service.admin.apply(Operator(), game.code, operation, cause=new_cause())
    back = await service.reading.summary(game.code)
    assert (back.status, back.deadline) == ("active", clock.now() + timedelta(hours=24))


@pytest.mark.parametrize("absence", ["pause", "substitute", "computer"])
async def test_nobody_waits_for_who_stays_away_and_falls_in_that_very_round(
    service: Service, clock: ManualClock, absence: Literal["pause", "substitute", "computer"]
) -> None:
    options = {"start": 5, "damage": 5}
    game = await begun(
        service, "gods", BOB, CLEO, DAN, options=options, deadline_hours=24, terms=Terms(absence=absence)
    )
    await days_pass(service, clock, game.code, 1)
    clock.advance(timedelta(minutes=1))
    for person in (ANN, BOB, CLEO):
        await act(service, person, game.code, "Ao")
    clock.advance(DAY)
    await service.clock.process(game.code)
    after = await service.reading.summary(game.code)
    assert (after.status, after.absent, after.open, after.to_act) == ("active", (), (), (0, 1, 2))
    assert [seat.person for seat in after.seats] == [ANN, BOB, CLEO, DAN]
