"""Who takes a seat of a running game, whatever the way, gets what it holds and answers for nobody else."""

from datetime import timedelta

import pytest

from bot.service.admin.acts import Pause, Replace, Rollback
from bot.service.clock.vanished import VANISHED_AFTER, WARNING
from bot.service.facade import Service
from bot.service.play.undoing import REQUEST_LIFE
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Claim, Draw, MetaAction
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service import prepared
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    act,
    begun,
    history,
    new_cause,
    newest_card,
    opened,
    refusal,
    running,
    sound,
)
from tests.service.admin.operators import AT_HAND, HELD

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


async def seat(service: Service, code: str, number: int, *, at_once: bool = False) -> None:
    """Cleo takes a seat: as the host says at once, or as an administrator asks her."""
    if at_once:
        await service.admin.apply(AT_HAND, code, Replace(number, CLEO, at_once=True), cause=new_cause())
        return
    await service.admin.apply(HELD, code, Replace(number, CLEO), cause=new_cause())
    (asked,) = await service.invitations.open_to(CLEO)
    await service.invitations.accept(CLEO, asked.id, cause=new_cause())


async def of_three(service: Service) -> tuple[GameSummary, list[Person]]:
    """A game of three without a clock, and its players in the order of their seats."""
    game = await begun(service, "nim", BOB, DAN, options={"heap": 50}, deadline_hours=None)
    return game, [sitting.person for sitting in game.seats if sitting.person is not None]


@prepared.once
async def absent(service: Service, clock: ManualClock, late: int) -> GameSummary:
    """A game of four that is paused, as so many of its players have missed one deadline."""
    terms = Terms(absence="substitute", absent_after=1)
    game = await begun(service, "gods", BOB, DAN, EVE, deadline_hours=24, terms=terms)
    for sitting in game.seats[late:]:
        assert sitting.person is not None
        await act(service, sitting.person, game.code, "ready")
    clock.advance(DAY)
    await service.clock.process(game.code)
    game = await service.reading.summary(game.code)
    assert (game.status, game.absent) == ("paused", tuple(range(late)))
    return game


async def offered(service: Service, database: Database, code: str, number: int) -> list[MetaAction]:
    """The actions about the game that a seat may make."""
    async with database.reading() as unit:
        live = await service.play._load(unit, code)
        return list(live.engine.legal_meta(live.state, number))


async def sane(service: Service, database: Database, code: str) -> None:
    await sound(database, code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


@pytest.mark.parametrize("at_once", [False, True])
async def test_the_clock_runs_for_who_replaces_somebody_on_vacation(
    service: Service, database: Database, clock: ManualClock, at_once: bool
) -> None:
    game = await running(service, deadline_hours=24)
    await service.vacations.plan(ANN, (clock.now() + 5 * DAY).date())
    await seat(service, game.code, 0, at_once=at_once)
    summary = await service.reading.summary(game.code)
    assert (summary.clock_stopped, summary.deadline) == (False, clock.now() + DAY)
    await sane(service, database, game.code)


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_newcomer_has_missed_no_deadline(service: Service, clock: ManualClock, at_once: bool) -> None:
    game = await running(service, "flicflac", deadline_hours=24)
    (late,) = game.to_act
    # Both miss one, then it is the first one's turn again.
    for _ in range(2):
        clock.advance(DAY)
        await service.clock.process(game.code)
    await seat(service, game.code, late, at_once=at_once)
    clock.advance(DAY)
    await service.clock.process(game.code)
    assert (await service.reading.summary(game.code)).status == "active"


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("at_once", [False, True])
async def test_nobody_takes_the_seat_of_who_has_just_taken_it(
    service: Service, database: Database, clock: ManualClock, at_once: bool, paused: bool
) -> None:
    code = (await running(service, deadline_hours=None)).code
    clock.advance(VANISHED_AFTER)
    await service.substitutes.propose(BOB, code, 0, cause=new_cause())
    if paused:
        await service.admin.apply(HELD, code, Pause(), cause=new_cause())
    await seat(service, code, 0, at_once=at_once)
    assert (await service.reading.summary(code)).open == ()
    clock.advance(WARNING)
    assert await refusal(service.substitutes.take_over(DAN, code, 0, cause=new_cause())) == "not_open"
    await sane(service, database, code)


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_game_that_was_paused_for_an_absence_goes_on_with_a_newcomer(
    service: Service, database: Database, clock: ManualClock, at_once: bool
) -> None:
    code = (await absent(service, clock, late=1)).code
    await seat(service, code, 0, at_once=at_once)
    summary = await service.reading.summary(code)
    assert (summary.status, summary.absent, summary.open) == ("active", (), ())
    assert summary.deadline == clock.now() + DAY
    await act(service, CLEO, code, "ready")
    await sane(service, database, code)


async def test_it_waits_on_for_others_who_are_absent(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await absent(service, clock, late=2)
    await seat(service, game.code, 0)
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.absent) == ("paused", (1,))
    assert [number for number, _ in summary.open] == [1]
    await sane(service, database, game.code)
    assert game.seats[1].person is not None
    await service.substitutes.here(game.seats[1].person, game.code, cause=new_cause())
    assert (await service.reading.summary(game.code)).status == "active"
    await sane(service, database, game.code)


async def test_nobody_has_agreed_to_the_end_for_a_newcomer(service: Service, database: Database) -> None:
    game = await running(service, deadline_hours=None)
    await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    await seat(service, game.code, 0)
    assert (await service.reading.summary(game.code)).ending == ()
    assert await history(service, game.code) == [
        "end without a result?",
        "White goes to another player",
        "no longer wished",
    ]
    asked = await service.calling_off.ask(BOB, game.code, True, cause=new_cause())
    assert (asked.status, asked.ending_asked) == ("active", (0,))
    await sane(service, database, game.code)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("key", sorted(ENGINES))
async def test_nobody_has_offered_a_draw_for_a_newcomer(
    service: Service, database: Database, key: str, at_once: bool
) -> None:
    game = await opened(service, key, seats=ENGINES[key].info.min_seats)
    for person in (BOB, DAN, EVE)[: len(game.seats) - 1]:
        if game.status == "lobby":
            game = await service.lobby.join(person, game.code, cause=new_cause())
    people = [sitting.person for sitting in game.seats if sitting.person is not None]
    try:
        await act(service, people[0], game.code, "draw")
    except Refused:
        assert Draw("offer") not in await offered(service, database, game.code, 0)
        return
    await seat(service, game.code, 0, at_once=at_once)
    assert len((await newest_card(database, game.code)).summary_lines) == 2
    assert await service.archive.inconsistency(game.code) is None
    assert Draw("offer") in await offered(service, database, game.code, 0)
    assert Draw("accept") not in await offered(service, database, game.code, 1)
    assert not [one for one in (await service.reading.summary(game.code)).answers if "draw" in one[1]]
    assert await refusal(act(service, people[1], game.code, "draw accept")) == "no_offer"
    await act(service, CLEO, game.code, "draw")
    assert Draw("accept") in await offered(service, database, game.code, 1)
    await sane(service, database, game.code)


async def test_a_draw_that_others_offer_stays_offered_to_a_newcomer(
    service: Service, database: Database
) -> None:
    game = await running(service)
    await act(service, BOB, game.code, "draw")
    await seat(service, game.code, 0)
    await act(service, CLEO, game.code, "draw accept")
    assert (await service.reading.summary(game.code)).status == "finished"
    await sane(service, database, game.code)


@pytest.mark.parametrize("by_consent", [False, True])
async def test_a_draw_offered_by_who_sat_there_before_does_not_come_back(
    service: Service, database: Database, by_consent: bool
) -> None:
    game = await running(service)
    await act(service, BOB, game.code, "draw")
    await act(service, ANN, game.code, "@d3")
    await seat(service, game.code, 1)
    if by_consent:
        await service.undo.request_undo(ANN, game.code, cause=new_cause())
        await service.undo.answer_undo(CLEO, game.code, True, cause=new_cause())
    else:
        await service.admin.apply(HELD, game.code, Rollback(1), cause=new_cause())
    assert (await service.reading.summary(game.code)).to_act == (0,)
    assert Draw("accept") not in await offered(service, database, game.code, 0)
    await sane(service, database, game.code)
    # A newcomer's own offer stands.
    await act(service, CLEO, game.code, "draw")
    await act(service, ANN, game.code, "@d3")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.undo.answer_undo(CLEO, game.code, True, cause=new_cause())
    assert Draw("accept") in await offered(service, database, game.code, 0)
    await sane(service, database, game.code)


@pytest.mark.parametrize("at_once", [False, True])
async def test_nobody_wins_against_a_newcomer_by_a_deadline_that_another_missed(
    service: Service, database: Database, clock: ManualClock, at_once: bool
) -> None:
    game = await running(service, deadline_hours=24)
    clock.advance(DAY)
    await service.clock.process(game.code)
    assert Claim() in await offered(service, database, game.code, 1)
    await seat(service, game.code, 0, at_once=at_once)
    assert Claim() not in await offered(service, database, game.code, 1)
    summary = await service.reading.summary(game.code)
    assert (summary.deadline, summary.to_act) == (clock.now() + DAY, (0,))
    card = await newest_card(database, game.code)
    assert card.pinged == (0,)
    assert [line for line in card.summary_lines if "gives" in line] == []
    await sane(service, database, game.code)
    await service.admin.apply(HELD, game.code, Rollback(1), cause=new_cause())
    assert Claim() not in await offered(service, database, game.code, 1)
    await sane(service, database, game.code)
    clock.advance(DAY)
    await service.clock.process(game.code)
    assert Claim() in await offered(service, database, game.code, 1)
    await sane(service, database, game.code)


async def test_nobody_has_agreed_to_a_pause_for_a_newcomer(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game, (first, second, third) = await of_three(service)
    day = (clock.now() + 30 * DAY).date()
    await service.pausing.ask(first, game.code, day, cause=new_cause())
    await service.pausing.answer(second, game.code, True, cause=new_cause())
    await seat(service, game.code, 1)
    asked = await service.reading.summary(game.code)
    assert asked.pausing_asked == (1, 2)
    await sane(service, database, game.code)
    assert (await service.pausing.answer(third, game.code, True, cause=new_cause())).status == "active"
    assert (await service.pausing.answer(CLEO, game.code, True, cause=new_cause())).status == "paused"
    await sane(service, database, game.code)


async def test_a_wish_for_a_pause_goes_with_who_alone_has_asked(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=None)
    await service.pausing.ask(ANN, game.code, (clock.now() + 30 * DAY).date(), cause=new_cause())
    await seat(service, game.code, 0)
    assert (await service.reading.summary(game.code)).pausing is None
    await sane(service, database, game.code)


async def test_a_newcomer_prolongs_no_wish_of_others(service: Service, clock: ManualClock) -> None:
    game, (first, second, _) = await of_three(service)
    day = (clock.now() + 30 * DAY).date()
    await service.pausing.ask(first, game.code, day, cause=new_cause())
    await service.pausing.answer(second, game.code, True, cause=new_cause())
    clock.advance(REQUEST_LIFE - HOUR)
    await seat(service, game.code, 0)
    assert (await service.reading.summary(game.code)).pausing_asked == (0, 2)
    clock.advance(2 * HOUR)
    await service.pausing.expire()
    assert (await service.reading.summary(game.code)).pausing is None


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_newcomer_is_asked_whether_play_goes_back(
    service: Service, database: Database, at_once: bool
) -> None:
    game, (first, second, third) = await of_three(service)
    for person in (first, second, third):
        await act(service, person, game.code, "1")
    await service.undo.request_undo(first, game.code, cause=new_cause())
    await service.undo.answer_undo(second, game.code, True, cause=new_cause())
    await seat(service, game.code, 1, at_once=at_once)
    assert (await newest_card(database, game.code)).pinged == (1,)
    await sane(service, database, game.code)
    assert (await service.undo.answer_undo(third, game.code, True, cause=new_cause())).did == "agreed"
    assert (await service.undo.answer_undo(CLEO, game.code, True, cause=new_cause())).did == "undone"
    await sane(service, database, game.code)


async def test_a_request_to_go_back_goes_with_who_has_asked(service: Service, database: Database) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await seat(service, game.code, 0)
    assert (await service.reading.summary(game.code)).undo_asked_by is None
    await sane(service, database, game.code)


async def test_who_takes_the_seat_of_who_has_resigned_is_not_asked_either(
    service: Service, database: Database
) -> None:
    game = await begun(service, "tae", BOB, DAN)
    seats = [sitting.person for sitting in game.seats if sitting.person]
    first, second, third = ((game.to_act[0] + step) % 3 for step in range(3))
    await act(service, seats[third], game.code, "resign")
    offers = (await service.play.choices(seats[first], game.code)).offers
    leader = next(offer.action for offer in offers if offer.notation.startswith("leader"))
    await act(service, seats[first], game.code, leader)
    await service.undo.request_undo(seats[first], game.code, cause=new_cause())
    await seat(service, game.code, third)
    assert (await service.reading.summary(game.code)).undo_asked == (second,)
    await sane(service, database, game.code)


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("awaited", [0, 1])
async def test_who_is_to_act_there_gets_a_whole_deadline(
    service: Service, clock: ManualClock, *, awaited: int, at_once: bool
) -> None:
    """They would lose by a move that was to be made minutes after they came."""
    game = await running(service, deadline_hours=24)
    clock.advance(DAY - HOUR / 60)
    await seat(service, game.code, awaited, at_once=at_once)
    deadline = (await service.reading.summary(game.code)).deadline
    assert deadline == clock.now() + (DAY if awaited == game.to_act[0] else HOUR / 60)
