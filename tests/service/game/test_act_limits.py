"""How often one person may act and ask in one game in a day: no log, and no thread, is to be flooded."""

from datetime import timedelta

import pytest

from bot.clock import DAY
from bot.service.admin.acts import Import
from bot.service.facade import Service
from bot.service.game import act_limits
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import Draw
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, SAMPLE, act, new_cause, opened, play_through, running, sound
from tests.service.admin.operators import AT_HAND


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(act_limits, "ACTS", 6)
    monkeypatch.setattr(act_limits, "REQUESTS", 2)
    monkeypatch.setattr(act_limits, "MESSAGES", 3)


async def test_nobody_fills_a_log_by_playing_and_taking_back(
    service: Service, database: Database, clock: ManualClock, few: None
) -> None:
    game = await running(service)
    clock.advance(timedelta(seconds=1))
    for _ in range(3):
        await act(service, ANN, game.code, "@d3")
        await service.undo.take_back(ANN, game.code, cause=new_cause())
    with pytest.raises(Refused, match="6 times within a day") as refused:
        await act(service, ANN, game.code, "@d3")
    assert refused.value.code == "too_often"
    clock.advance(DAY - timedelta(seconds=1))
    with pytest.raises(Refused, match="6 times within a day"):
        await act(service, ANN, game.code, "@d3")
    clock.advance(timedelta(seconds=1))
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    await sound(database, game.code)


async def test_what_one_does_takes_nothing_from_the_others(
    service: Service, clock: ManualClock, few: None
) -> None:
    game = await running(service)
    clock.advance(timedelta(seconds=1))
    for _ in range(3):
        await act(service, ANN, game.code, Draw())
        await act(service, ANN, game.code, Draw("withdraw"))
    with pytest.raises(Refused, match="6 times within a day"):
        await act(service, ANN, game.code, Draw())
    await act(service, BOB, game.code, Draw())
    other = await running(service)
    await act(service, ANN, other.code, "@d3")


async def test_a_refused_act_leaves_nothing(
    service: Service, database: Database, clock: ManualClock, few: None
) -> None:
    game = await running(service)
    clock.advance(timedelta(seconds=1))
    for _ in range(3):
        await act(service, ANN, game.code, "@d3")
        await service.undo.take_back(ANN, game.code, cause=new_cause())
    before = await service.reading.summary(game.code)
    with pytest.raises(Refused):
        await act(service, ANN, game.code, "@d3")
    assert await service.reading.summary(game.code) == before
    await sound(database, game.code)


async def test_what_was_imported_counts_for_nobody(service: Service, clock: ManualClock, few: None) -> None:
    """An imported game has all of its acts at once, under the names of those who go on with it."""
    game = await running(service)
    clock.advance(timedelta(seconds=1))
    await play_through(service, game.code, SAMPLE[:12])
    clock.advance(DAY)
    record = await service.archive.record(game.code, secrets=True)
    copy = await service.admin.apply(AT_HAND, None, Import(record, (ANN, BOB), 11, 12, at_once=True))
    assert copy.summary is not None
    clock.advance(timedelta(seconds=1))
    await act(service, ANN, copy.summary.code, SAMPLE[12])


async def test_a_table_is_asked_only_so_often_for_a_pause_an_end_or_an_undo(
    service: Service, clock: ManualClock, few: None
) -> None:
    game = await running(service)
    day = (clock.now() + timedelta(days=3)).date()
    await act(service, ANN, game.code, "@d3")
    await act(service, BOB, game.code, "@c5")
    await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    await service.pausing.answer(ANN, game.code, False, cause=new_cause())
    with pytest.raises(Refused, match="2 times within a day"):
        await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    with pytest.raises(Refused, match="2 times within a day"):
        await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    with pytest.raises(Refused, match="2 times within a day"):
        await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.calling_off.ask(BOB, game.code, True, cause=new_cause())
    await service.calling_off.ask(ANN, game.code, False, cause=new_cause())
    clock.advance(DAY)
    await service.undo.request_undo(ANN, game.code, cause=new_cause())


async def test_nobody_joins_and_leaves_again_and_again(service: Service, few: None) -> None:
    game = await opened(service, "nim", seats=3)
    for _ in range(2):
        await service.lobby.join(BOB, game.code, cause=new_cause())
        await service.lobby.leave(BOB, game.code, cause=new_cause())
    with pytest.raises(Refused, match="2 times within a day"):
        await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.join(CLEO, game.code, cause=new_cause())


async def test_nobody_floods_a_table_with_words(service: Service, clock: ManualClock, few: None) -> None:
    game, other = await running(service), await running(service)
    first = new_cause()
    await service.chat.say(ANN, game.code, "one", cause=first)
    for body in ("two", "three"):
        await service.chat.say(ANN, game.code, body, cause=new_cause())
    with pytest.raises(Refused, match="3 times within a day") as refused:
        await service.chat.say(ANN, game.code, "four", cause=new_cause())
    assert refused.value.code == "too_often"
    assert (await service.chat.say(ANN, game.code, "one", cause=first)).repeated
    await service.chat.say(BOB, game.code, "one", cause=new_cause())
    await service.chat.say(ANN, other.code, "one", cause=new_cause())
    clock.advance(DAY)
    await service.chat.say(ANN, game.code, "four", cause=new_cause())
