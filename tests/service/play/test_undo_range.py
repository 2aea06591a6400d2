"""What may be undone and redone after an action, told with its answer: the same as the whole log tells."""

from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.service.facade import Service
from bot.service.play.actions import Closing
from bot.service.values.answers import Played, UndoRange
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, act, new_cause, running
from tests.service.log.other_rules import Greedy, Tidied, under
from tests.tinygames import assembled

_ACTS = 40


@pytest.mark.parametrize("bank", [None, Terms(bank_days=3)])
async def test_an_answer_tells_what_the_log_tells(
    service: Service, clock: ManualClock, bank: Terms | None
) -> None:
    told = [
        undo_range
        for key in [key for key, engine in ENGINES.items() if engine.info.undo != "none"]
        for undo_range in await _told(service, clock, key, bank)
    ]
    assert UndoRange(1, 0) in told


async def _told(service: Service, clock: ManualClock, key: str, bank: Terms | None) -> list[UndoRange]:
    """What answers have told of a game at random, each as the log tells it."""
    chance, told = Random(f"{key} {bank}"), []
    limits = {"deadline_hours": 24} if bank is None else {"terms": bank}
    code = (await running(service, key, **limits)).code
    for person in (ANN, BOB):
        await service.preferences.change(person, confirm="never")
    for number in range(_ACTS):
        clock.advance(timedelta(minutes=chance.choice([5, 5, 5, 20, 23 * 60])))
        summary = await service.reading.summary(code)
        if summary.status != "active":
            break
        person = (ANN, BOB)[summary.to_act[0]]
        if number > _ACTS / 2 and chance.random() < 0.3:
            ways: list[Any] = [service.undo.take_back, service.undo.undo, service.undo.redo]
            with suppress(Refused):
                await chance.choice(ways)((ANN, BOB)[chance.randrange(2)], code, cause=new_cause())
            asked = (await service.reading.summary(code)).undo_asked
            if asked and chance.random() < 0.7:
                await service.undo.answer_undo((ANN, BOB)[asked[0]], code, True, cause=new_cause())
            continue
        with suppress(Refused):
            offers = (await service.play.choices(person, code)).offers
            action, closing = chance.choice(offers).action, Closing(service.undo.with_undo_range)
            played = await service.play.attempt(person, code, action, cause=new_cause(), closing=closing)
            if isinstance(played, Played) and played.undo_range is not None:
                told.append(played.undo_range)
                assert played.undo_range == await service.undo.undo_range(person, code)
    return told


async def _attempted(service: Service, person: Person, code: str, action: str) -> UndoRange | None:
    played = await service.play.attempt(
        person, code, action, cause=new_cause(), closing=Closing(service.undo.with_undo_range)
    )
    assert isinstance(played, Played)
    return played.undo_range


async def test_what_is_done_again_leaves_the_rest_to_be_done_again(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "done")
    await act(service, BOB, game.code, "lay 4; done")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    await service.undo.redo(ANN, game.code, cause=new_cause())
    told = await _attempted(service, BOB, game.code, "lay 4")
    assert told is None, "the log has to be read"
    assert await service.undo.undo_range(BOB, game.code) == (1, 1)


async def test_after_anothers_move_the_log_is_not_needed(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "done")
    assert await _attempted(service, BOB, game.code, "lay 4") == (1, 0)


async def test_several_actions_at_once_are_left_to_the_log(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "done")
    assert await _attempted(service, BOB, game.code, "lay 4; done") is None


@pytest.mark.parametrize(("rules", "told"), [(Tidied, (1, 0)), (Greedy, None)])
async def test_after_a_checkpoint_the_log_is_needed(
    service: Service, database: Database, clock: ManualClock, rules: Any, told: UndoRange | None
) -> None:
    """An action that comes with a change of rules, with which earlier ones replay or do not."""
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    newer = under(assembled(rules()), database, clock)
    assert await _attempted(newer, BOB, game.code, "2") == told
    assert await newer.undo.undo_range(BOB, game.code) == (1, 0)
