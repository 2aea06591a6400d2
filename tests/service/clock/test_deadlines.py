"""Deadlines: whom they bind, what happens when they pass, and that nothing but play moves them."""

from datetime import timedelta

import pytest

from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import Claim, Draw, Extend
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, act, new_cause, refusal, running, sound

HOUR = timedelta(hours=1)


async def test_every_ply_sets_the_deadline_anew_and_talk_of_draws_does_not(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=10)
    assert game.deadline == clock.now() + 10 * HOUR
    clock.advance(3 * HOUR)
    offered = await act(service, ANN, game.code, Draw())
    assert offered.summary.deadline == game.deadline
    moved = await act(service, ANN, game.code, "@d3")
    assert moved.summary.deadline == clock.now() + 10 * HOUR


async def test_without_a_clock_nothing_ever_happens(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=None)
    clock.advance(timedelta(days=1000))
    assert (await service.clock.process_timeout(game.code)).public_version == game.public_version
    assert game.deadline is None


async def test_a_missed_deadline_lets_the_opponent_claim_the_win(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=10)
    assert await refusal(act(service, BOB, game.code, Claim())) == "not_late"
    clock.advance(10 * HOUR)
    won = await act(service, BOB, game.code, Claim())
    assert won.summary.outcome is not None
    assert won.summary.outcome.why == "timeout"
    assert won.summary.outcome.winners == (1,)
    lines = [(line.who, line.text) for line in await service.reading.history(game.code, None)]
    assert lines == [("White", "time up"), ("Black", "claim")]
    await sound(database, game.code)


async def test_the_clock_speaks_once(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    late = await service.clock.process_timeout(game.code)
    assert late.public_version > game.public_version
    assert late.deadline is None
    assert late.answers == ((1, "claim"), (1, "extend"))
    assert await service.clock.process_timeout(game.code) == late
    await sound(database, game.code)


async def test_what_the_clock_did_stands_even_if_the_action_is_refused(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    with pytest.raises(Refused):
        await act(service, BOB, game.code, "@c5")
    summary = await service.reading.summary(game.code)
    assert (1, "claim") in summary.answers


async def test_the_late_player_may_still_move(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    moved = await act(service, ANN, game.code, "@d3")
    assert moved.summary.answers == ()
    assert moved.summary.deadline == clock.now() + 10 * HOUR
    await sound(database, game.code)


async def test_the_opponent_may_give_more_time(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=10)
    clock.advance(11 * HOUR)
    given = await act(service, BOB, game.code, Extend())
    assert given.summary.deadline == clock.now() + 10 * HOUR
    assert given.summary.answers == ()
    clock.advance(11 * HOUR)
    assert (1, "claim") in (await service.clock.process_timeout(game.code)).answers


async def test_a_game_whose_clock_plays_on_goes_on(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=5)
    clock.advance(6 * HOUR)
    played = await act(service, BOB, game.code, "2")
    assert played.summary_lines == ("Green takes 2",)
    history = [(line.who, line.text) for line in await service.reading.history(game.code, None)]
    assert history == [("Red", "1"), ("Green", "2")]
    assert played.summary.deadline == clock.now() + 5 * HOUR
    await sound(database, game.code)


async def test_choices_know_what_the_clock_did(service: Service, clock: ManualClock) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=5)
    clock.advance(6 * HOUR)
    assert (await service.play.choices(BOB, game.code)).seat == 1


async def test_going_back_sets_the_deadline_anew(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=10)
    await act(service, ANN, game.code, "@d3")
    clock.advance(4 * HOUR)
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    back = await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert back.summary.deadline == clock.now() + 10 * HOUR
