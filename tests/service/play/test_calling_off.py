"""Ending a game without a result, by agreement of those who are there."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import msgspec
import pytest

from bot.service.admin.acts import Pause, Resume, Rollback
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.notices.unposted_results import POSTING
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import HeadLine
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, CLEO, DAN, act, begun, new_cause, newest_card, running, sound


async def healthy(service: Service, database: Database, code: str) -> None:
    await sound(database, code)
    found = await service.doctor.games(("active", "paused", "finished", "abandoned"))
    assert [problem.sentence for problem in found.problems] == []


def _seat(game: GameSummary, person: Person) -> int:
    return next(seat.seat for seat in game.seats if seat.person is not None and seat.person.id == person.id)


async def test_two_end_their_game_when_both_wish_it(service: Service, database: Database) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    cause = new_cause()
    asked = await service.calling_off.ask(ANN, game.code, True, cause=cause)
    assert (asked.status, asked.ending, asked.ending_asked) == ("active", (0,), (1,))
    assert (await service.calling_off.ask(ANN, game.code, True, cause=cause)).ending == (0,)
    card = await newest_card(database, game.code)
    assert card.pinged == (1,), "who is to answer, alone"
    line = "White asks to end the game without a result"
    assert (card.summary_lines, card.head_lines) == ((line,), (HeadLine("ending", 0, line),))
    with pytest.raises(Refused, match="You have already asked for that"):
        await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    with pytest.raises(Refused, match="Only those who still play"):
        await service.calling_off.ask(CLEO, game.code, True, cause=new_cause())
    await act(service, BOB, game.code, "@c5")
    await healthy(service, database, game.code)
    over = await service.calling_off.ask(BOB, game.code, True, cause=new_cause())
    assert (over.status, over.outcome, over.ending) == ("abandoned", None, ())
    assert "without a result" in " ".join((await newest_card(database, game.code)).summary_lines)
    with pytest.raises(Refused, match="is not running"):
        await service.calling_off.ask(BOB, game.code, False, cause=new_cause())
    await healthy(service, database, game.code)
    await service.admin.apply(Operator(), game.code, Rollback(2))
    assert (await service.reading.summary(game.code)).ending == ()
    await healthy(service, database, game.code)


async def test_a_wish_is_taken_back_or_declined(service: Service, database: Database) -> None:
    game = await begun(service, "reef", BOB, CLEO)
    with pytest.raises(Refused, match="Nobody has asked for that"):
        await service.calling_off.ask(ANN, game.code, False, cause=new_cause())
    await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    asked = await service.calling_off.ask(BOB, game.code, True, cause=new_cause())
    back = await service.calling_off.ask(ANN, game.code, False, cause=new_cause())
    assert set(back.ending) == set(asked.ending) - {_seat(game, ANN)}
    assert (await service.calling_off.ask(CLEO, game.code, False, cause=new_cause())).ending == ()
    await healthy(service, database, game.code)


async def test_who_is_out_is_not_asked_and_who_stayed_away_need_not_agree(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, "tae", BOB, CLEO, DAN, deadline_hours=24, terms=Terms(absent_after=1))
    people = [seat.person for seat in game.seats if seat.person is not None]
    away = game.to_act[0]
    others = [seat for seat in range(4) if seat != away]
    await act(service, people[others[0]], game.code, "resign")
    clock.advance(timedelta(hours=24))
    paused = await service.clock.process_timeout(game.code)
    assert (paused.status, paused.absent) == ("paused", (away,))
    with pytest.raises(Refused, match="Only those who still play"):
        await service.calling_off.ask(people[others[0]], game.code, True, cause=new_cause())
    asked = await service.calling_off.ask(people[others[1]], game.code, True, cause=new_cause(), sure=False)
    assert asked.ending_asked == (others[2],)
    over = await service.calling_off.ask(people[others[2]], game.code, True, cause=new_cause())
    assert over.status == "abandoned"
    await healthy(service, database, game.code)


async def test_whom_nobody_else_must_follow_is_sure_of_it_first(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, "tae", BOB, deadline_hours=24, terms=Terms(absent_after=1))
    there = BOB if game.to_act == (_seat(game, ANN),) else ANN
    clock.advance(timedelta(hours=24))
    assert (await service.clock.process_timeout(game.code)).absent == game.to_act
    ask = service.calling_off.ask
    with pytest.raises(Refused, match="Nobody else must agree"):
        await ask(there, game.code, True, cause=new_cause(), sure=False)
    paused = await service.reading.summary(game.code)
    assert (paused.status, paused.ending) == ("paused", ())
    assert (await ask(there, game.code, True, cause=new_cause(), sure=True)).status == "abandoned"
    await healthy(service, database, game.code)


@pytest.mark.parametrize("agreed_pause", [False, True])
async def test_who_is_asked_does_not_show_who_has_acted_in_secret(
    service: Service, database: Database, clock: ManualClock, agreed_pause: bool
) -> None:
    terms, options = Terms(absent_after=1), {"show_ready": False}
    game = await begun(service, "gods", BOB, CLEO, DAN, options=options, deadline_hours=24, terms=terms)
    people = [seat.person for seat in game.seats if seat.person is not None]
    for person in people[2:]:
        await act(service, person, game.code, "ready")
    clock.advance(timedelta(hours=24))
    assert (await service.clock.process_timeout(game.code)).absent == (0, 1)
    await service.clock.resume(people[2], game.code, cause=new_cause())
    clock.advance(POSTING)
    asked = await service.calling_off.ask(people[2], game.code, True, cause=new_cause())
    assert asked.ending_asked == (3,)
    await act(service, people[0], game.code, "ready")
    if agreed_pause:
        for act_ in (Pause(), Resume()):
            await service.admin.apply(Operator(), game.code, act_)
    assert (await service.reading.summary(game.code)).ending_asked == (3,)
    await healthy(service, database, game.code)
    for person in people[1:]:
        await act(service, person, game.code, "ready")
    assert (await service.reading.summary(game.code)).ending_asked == (0, 1, 3)
    await healthy(service, database, game.code)


async def test_who_resigns_need_not_agree_any_more(service: Service, database: Database) -> None:
    game = await begun(service, "tae", BOB, CLEO)
    for person in (ANN, BOB):
        await service.calling_off.ask(person, game.code, True, cause=new_cause())
    left = (await act(service, CLEO, game.code, "resign")).summary
    assert (left.status, len(left.ending), left.ending_asked) == ("active", 2, ())
    over = await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert over.status == "abandoned"
    await healthy(service, database, game.code)


async def test_where_the_rules_say_so_a_majority_ends_it(database: Database, clock: ManualClock) -> None:
    info = msgspec.structs.replace(ALL["reef"].info, call_off="majority")
    service = Service(database, ALL | {"reef": replace(ALL["reef"], info=info)}, clock, Random(1))
    game = await begun(service, "reef", BOB, CLEO)
    assert (await service.calling_off.ask(ANN, game.code, True, cause=new_cause())).status == "active"
    assert (await service.calling_off.ask(BOB, game.code, True, cause=new_cause())).status == "abandoned"


async def test_nobody_waits_for_the_consent_of_who_was_forgotten(
    service: Service, database: Database
) -> None:
    game = await begun(service, "nim", BOB, CLEO, deadline_hours=None)
    await service.privacy.forget(CLEO.id)
    asked = await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert asked.ending_asked == (asked.seat_of(BOB.id),)
    over = await service.calling_off.ask(BOB, game.code, True, cause=new_cause())
    assert over.status == "abandoned"
    await healthy(service, database, game.code)


async def test_who_agrees_asks_for_nothing_where_nobody_asks(service: Service) -> None:
    game = await running(service)
    with pytest.raises(Refused, match="Nobody has asked for that"):
        await service.calling_off.ask(ANN, game.code, True, cause=new_cause(), asked_by=())
    await service.calling_off.ask(BOB, game.code, True, cause=new_cause())
    over = await service.calling_off.ask(ANN, game.code, True, cause=new_cause(), asked_by=())
    assert over.status == "abandoned"


async def test_an_answer_is_for_the_position_in_which_it_was_asked_for(service: Service) -> None:
    game = await running(service)
    old = (await service.calling_off.ask(ANN, game.code, True, cause=new_cause())).public_version
    await service.calling_off.ask(ANN, game.code, False, cause=new_cause())
    await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    day = game.created_at.date() + timedelta(days=9)
    await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    await act(service, ANN, game.code, "@d3")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    for answer in (service.calling_off.ask, service.pausing.answer, service.undo.answer_undo):
        with pytest.raises(Refused, match="This position has passed"):
            await answer(BOB, game.code, True, cause=new_cause(), expected_public_version=old)
