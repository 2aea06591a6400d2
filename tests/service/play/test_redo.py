"""Doing again what was taken back: the same, by who did it, until anything else is done."""

from datetime import timedelta
from typing import Any

import pytest

from bot.service.facade import Service
from bot.service.play.undoing import REQUEST_LIFE
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.record import read, replay
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    act,
    cause_of,
    new_cause,
    opened,
    play_through,
    refusal,
    running,
    sound,
)


async def undone(service: Service, code: str, *, whole: bool = True) -> Any:
    return await service.undo.take_back(ANN, code, cause=new_cause(), whole=whole)


async def refused(service: Service, code: str, person: Any = ANN) -> str:
    with pytest.raises(Refused) as caught:
        await service.undo.redo(person, code, cause=new_cause())
    return caught.value.code


async def test_action_by_action(service: Service, database: Database) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; tuck 0")
    views = [await service.reading.view(game.code, person) for person in (ANN, BOB, None)]
    await undone(service, game.code)
    for done in range(2):
        assert await service.undo.undo_range(ANN, game.code) == (done, 2 - done)
        await service.undo.redo(ANN, game.code, cause=new_cause())
    assert [await service.reading.view(game.code, person) for person in (ANN, BOB, None)] == views
    assert await service.undo.undo_range(ANN, game.code) == (2, 0)
    assert await refused(service, game.code) == "nothing_to_redo"
    await sound(database, game.code)
    assert await service.archive.inconsistency(game.code) is None
    lines = [line.text for line in await service.reading.history(game.code, BOB)]
    assert lines == ["lay 3", "undo lay 3", "lay 3"], "what was hidden stays so"


async def test_one_after_the_other_and_back_in_the_order_of_play(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; lay 0")
    for redo in (1, 2):
        await undone(service, game.code, whole=False)
        assert await service.undo.undo_range(ANN, game.code) == (2 - redo, redo)
    assert (await service.undo.redo(ANN, game.code, cause=new_cause())).notation == "lay 3"
    assert await service.undo.undo_range(ANN, game.code) == (1, 1)
    # Who does the same by hand leaves the rest.
    await undone(service, game.code)
    await act(service, ANN, game.code, "lay 3")
    assert await service.undo.undo_range(ANN, game.code) == (1, 1)


async def test_the_next_action_ends_it(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3")
    await undone(service, game.code)
    await act(service, ANN, game.code, "lay 0")
    assert await refused(service, game.code) == "nothing_to_redo"
    await undone(service, game.code)
    assert await refused(service, game.code, BOB) == "nothing_to_redo"
    assert await refused(service, game.code, CLEO) == "not_in_game"


async def test_each_does_again_their_own_alone(service: Service, database: Database) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    after = await service.reading.view(game.code, None)
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert await refused(service, game.code, BOB) == "nothing_to_redo"
    await service.undo.redo(ANN, game.code, cause=new_cause())
    assert (await service.reading.summary(game.code)).to_act == (1,)
    await service.undo.redo(BOB, game.code, cause=new_cause())
    assert await service.reading.view(game.code, None) == after
    await sound(database, game.code)
    record = read((await service.reading.export(game.code, None))[0])
    assert [played.text for played in replay(record).played] == ["@d3", "@c5"]


async def test_it_counts_once_and_not_from_an_older_position(service: Service) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; lay 0")
    old = (await service.reading.summary(game.code)).public_version
    await undone(service, game.code)
    first = await service.undo.redo(ANN, game.code, cause=cause_of(78))
    again = await service.undo.redo(ANN, game.code, cause=cause_of(78))
    assert (again.repeated, again.notation) == (True, first.notation)
    assert await service.undo.undo_range(ANN, game.code) == (1, 1)
    assert (
        await refusal(service.undo.redo(ANN, game.code, cause=new_cause(), expected_public_version=old))
        == "stale"
    )


async def test_a_wish_that_nobody_answers_expires(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service, "nim", options={"heap": 20}, deadline_hours=None, seats=2)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await act(service, ANN, game.code, "2")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    clock.advance(REQUEST_LIFE - timedelta(minutes=1))
    await service.undo.expire()
    assert (await service.reading.summary(game.code)).undo_asked == (1,)
    clock.advance(timedelta(minutes=2))
    await service.undo.expire()
    await service.undo.expire()
    summary = await service.reading.summary(game.code)
    assert (summary.undo_asked, summary.ply) == ((), 1)
    assert [line.text for line in await service.reading.history(game.code, None)][-2:] == ["undo?", "no undo"]
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.undo.expire()
    assert (await service.reading.summary(game.code)).undo_asked == (1,), "an older wish is not this one"
    await sound(database, game.code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []
