"""Reviews: asked for once, found by who thinks, kept for all, and stale when the game has gone on."""

import asyncio
from datetime import timedelta
from random import Random

import msgspec
import pytest

from bot.service.admin.acts import Rollback
from bot.service.facade import Service
from bot.service.jobs.queue import Claimed
from bot.service.jobs.reviews import ReviewPage, review_task
from bot.service.log.effective_events import effective_events
from bot.service.values.limits import NO_LIMITS
from bot.store.database import Database
from engines.contract import AnyEngine, Level
from engines.reviewing import Review, ReviewTask, Swing, Turn
from engines.thinking import think
from tests.manual_clock import ManualClock
from tests.service import prepared
from tests.service.actors import (
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    SAMPLE,
    act,
    begun,
    new_cause,
    play_through,
    refusal,
    running,
)
from tests.service.admin.operators import HELD
from tests.service.jobs.computers import MIND, claimed


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    return dict(ALL)


@prepared.once
async def finished(service: Service) -> str:
    """A game of Roses that is over."""
    game = await running(service)
    await play_through(service, game.code, SAMPLE)
    return game.code


async def thought(service: Service, owner: str = MIND) -> Claimed:
    """Somebody judges the game that waits longest."""
    one = await claimed(service, owner)
    found = think(one.task).review
    assert found is not None
    await service.jobs.answer(owner, one, msgspec.json.encode(found).decode(), 0.5)
    return one


async def reviewed(service: Service, code: str, number: int = 0) -> ReviewPage:
    found = await service.reviews.ask(code, CLEO, number)
    assert found is not None
    return found


async def test_it_is_found_once_for_all_who_ask(service: Service) -> None:
    code = await finished(service)
    assert await service.reviews.ask(code, ANN) is None
    # Who asks while it is under way asks for the same one.
    assert await service.reviews.ask(code, BOB) is None
    one = await thought(service)
    assert isinstance(one.task, ReviewTask)
    assert not await service.jobs.claim(MIND, 1)
    first = await reviewed(service, code)
    assert first.review.exact
    assert first.shown is not None
    turn = first.shown.swing.turn
    assert first.shown.point.number == turn.at
    assert first.shown.played
    assert first.shown.line
    assert first.shown.before.ply == turn.at
    assert first.shown.after.ply == first.shown.instead.ply == turn.at + 1
    assert first.shown.after != first.shown.instead
    last = await reviewed(service, code, 99)
    assert last.number == len(last.review.swings) - 1
    assert not await service.jobs.claim(MIND, 1)


async def test_two_who_ask_at_once_ask_for_one(service: Service) -> None:
    code = await finished(service)
    asked = await asyncio.gather(*(service.reviews.ask(code, person) for person in (CLEO, DAN)))
    assert asked == [None, None]
    await service.reviews.ask(await finished(service), ANN)
    assert len(await service.jobs.claim(MIND, 5)) == 2


async def test_a_review_of_an_end_that_was_taken_back_comes_to_nothing(service: Service) -> None:
    code = await finished(service)
    await service.reviews.ask(code, CLEO)
    await service.admin.apply(HELD, code, Rollback(15))
    await play_through(service, code, SAMPLE[15:], first=15)
    assert await service.jobs.claim(MIND, 1) == []
    assert await service.reviews.ask(code, CLEO) is None
    assert len(await service.jobs.claim(MIND, 1)) == 1


async def test_a_review_that_is_stored_again_costs_its_time_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    code = await finished(service)
    await service.reviews.ask(code, ANN)
    one = await thought(service)
    # The answer to the first commit may have been lost.
    await service.jobs.answer(MIND, one, msgspec.json.encode(Review(False, (), ())).decode(), 0.5)
    assert (await reviewed(service, code)).review.exact
    async with database.reading() as unit:
        assert await unit.jobs.spent(ANN.id, clock.now() - timedelta(days=1)) == 0.5


async def test_it_outlives_what_else_was_done(
    service: Service, clock: ManualClock, database: Database
) -> None:
    code = await finished(service)
    await service.reviews.ask(code, ANN)
    await thought(service)
    clock.advance(timedelta(days=40))
    await service.jobs.purge()
    assert await service.reviews.ask(code, ANN) is not None


async def test_a_running_game_is_judged_for_nobody(service: Service) -> None:
    game = await running(service)
    assert await refusal(service.reviews.ask(game.code, CLEO)) == "not_over"
    nim = await running(service, "nim")
    assert await refusal(service.reviews.ask(nim.code, CLEO)) == "no_computer"


async def test_a_game_that_was_called_off_is_told_as_such(service: Service) -> None:
    game = await running(service)
    for person in (ANN, BOB):
        await service.calling_off.ask(person, game.code, True, cause=new_cause())
    assert await refusal(service.reviews.ask(game.code, ANN)) == "game_over"


async def test_a_game_that_goes_on_has_no_review_any_more(service: Service) -> None:
    code = await finished(service)
    await service.reviews.ask(code, ANN)
    await thought(service)
    await service.admin.apply(HELD, code, Rollback(len(SAMPLE) - 1))
    assert await refusal(service.reviews.ask(code, ANN)) == "not_over"
    await act(service, BOB, code, "resign")
    assert await service.reviews.ask(code, ANN) is None


async def test_what_was_asked_for_before_a_game_went_on_comes_to_nothing(service: Service) -> None:
    code = await finished(service)
    await service.reviews.ask(code, ANN)
    await service.admin.apply(HELD, code, Rollback(len(SAMPLE) - 1))
    assert not await service.jobs.claim(MIND, 1)
    await act(service, BOB, code, "resign")
    assert await service.reviews.ask(code, ANN) is None
    await thought(service)
    assert await service.reviews.ask(code, ANN) is not None


async def test_who_dies_leaves_it_to_others_and_what_fails_again_and_again_is_given_up(
    service: Service, clock: ManualClock
) -> None:
    code = await finished(service)
    await service.reviews.ask(code, ANN)
    levels = []
    for _ in range(4):
        one = await claimed(service)
        levels.append(one.task.level)
        await service.jobs.failed(MIND, one, "it died", 0.5)
        clock.advance(timedelta(minutes=1))
    assert levels == [Level.STEADY, Level.STEADY, Level.GENTLE, Level.GENTLE]
    assert not await service.jobs.claim(MIND, 1)
    assert await refusal(service.reviews.ask(code, ANN)) == "no_review"
    clock.advance(timedelta(days=2))
    await service.jobs.purge()
    assert await service.reviews.ask(code, ANN) is None


async def test_a_lease_that_runs_out_is_taken_over_and_the_late_answer_dropped(
    service: Service, clock: ManualClock
) -> None:
    code = await finished(service)
    await service.reviews.ask(code, ANN)
    dead = await claimed(service, "dead")
    assert not await service.jobs.claim(MIND, 1)
    clock.advance(timedelta(minutes=3))
    await thought(service)
    await service.jobs.answer("dead", dead, msgspec.json.encode(Review(False, (), ())).decode(), 0.5)
    assert (await reviewed(service, code)).review.exact


async def test_one_person_is_served_one_at_a_time_and_by_the_days_budget(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, computer_seconds=0.4)
    service = Service(database, engines, clock, Random(1), limits=limits)
    first, second = await finished(service), await finished(service)
    await service.reviews.ask(first, ANN)
    assert await refusal(service.reviews.ask(second, ANN)) == "busy_reviewing"
    await thought(service)
    assert await refusal(service.reviews.ask(second, ANN)) == "spent"
    assert await service.reviews.ask(first, ANN) is not None
    assert await service.reviews.ask(second, BOB) is None


async def test_none_is_promised_where_no_computer_thinks(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, computer_games=0)
    service = Service(database, engines, clock, Random(1), limits=limits)
    code = await finished(service)
    assert await refusal(service.reviews.ask(code, ANN)) == "no_computer"


async def test_nobodys_words_are_in_what_is_judged(service: Service) -> None:
    game = await begun(service, "gods", BOB, CLEO, DAN)
    await service.chat.say(ANN, game.code, "-bg the walnut is yours", cause=new_cause())
    live, events = await service.reviews._read_with_log(game.code)
    task = review_task(live, events, "any", cheaper=True)
    assert b"walnut" not in msgspec.json.encode(task)


async def test_what_was_taken_back_is_not_judged(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    await service.undo.take_back(BOB, game.code, cause=new_cause(), whole=False)
    await act(service, BOB, game.code, "@b4")
    await act(service, ANN, game.code, "resign")
    await service.reviews.ask(game.code, ANN)
    one = await claimed(service)
    assert isinstance(one.task, ReviewTask)
    _, events = await service.reviews._read_with_log(game.code)
    assert len(one.task.acts) == len(effective_events(events)) == 3
    found = think(one.task).review
    assert found is not None
    assert found.turns == (1, 1)


async def test_of_what_is_hidden_the_words_are_everybodys_and_the_pictures_the_players(
    service: Service,
) -> None:
    game = await running(service, "tae")
    (seat,) = game.to_act
    mover = (ANN, BOB)[seat]
    for _ in range(2):
        (offer, *_) = (await service.play.choices(mover, game.code)).offers
        await act(service, mover, game.code, offer.notation)
    await act(service, ANN, game.code, "resign")
    await service.reviews.ask(game.code, ANN)
    one = await claimed(service)
    swing = Swing(Turn(seat, 0, 2), 0.4, ("end",), 0.6)
    review = msgspec.json.encode(Review(False, (1, 0), (swing,))).decode()
    await service.jobs.answer(MIND, one, review, 0.1)
    shown = (await reviewed(service, game.code)).shown
    assert shown is not None
    assert shown.before.viewer == shown.after.viewer == shown.instead.viewer == seat
    words = " ".join((*shown.played, *shown.line))
    assert words
    assert "you" not in words.split()


async def test_a_review_without_swings_shows_none(service: Service) -> None:
    code = await finished(service)
    assert await service.reviews.ask(code, CLEO) is None
    review = Review(exact=True, turns=(3, 3), swings=())
    await service.jobs.answer(MIND, await claimed(service), msgspec.json.encode(review).decode(), 0.5)
    shown = await reviewed(service, code, 7)
    assert (shown.review, shown.number, shown.shown) == (review, 0, None)
