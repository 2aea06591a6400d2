"""The rules of a game change while it is played: it goes on, and its log stays the truth about it."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.service.facade import Service
from bot.service.log import replay
from bot.service.log.event_types import RulesMigrated
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import AnyEngine, Resign
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, act, cause_of, new_cause, opened, refusal, running
from tests.service.log.other_rules import (
    FailingView,
    Foreign,
    ForeignCodec,
    Greedy,
    Renamed,
    Tidied,
    Wider,
    changes,
    events_of,
    under,
)
from tests.tinygames import NimView, assembled


@pytest.mark.parametrize("engine", [assembled(Tidied()), assembled(Wider()), assembled(Renamed())])
async def test_a_game_that_replays_goes_over(
    service: Service, database: Database, clock: ManualClock, engine: AnyEngine
) -> None:
    game = await running(service, "nim", seats=2)
    first = (await act(service, ANN, game.code, "1")).summary
    newer = under(engine, database, clock)
    before = (await newer.play.act(BOB, game.code, "2", cause=cause_of(77))).summary
    assert before.ply == 2
    assert before.public_version == first.public_version + 1, "buttons stay valid"
    assert await changes(database, game.id) == [RulesMigrated(2)]
    assert await newer.archive.inconsistency(game.code) is None
    # What is delivered again finds what it did, not the change of rules that came before it.
    again = await newer.play.act(BOB, game.code, "2", cause=cause_of(77))
    assert (again.repeated, again.notation) == (True, "2")
    assert [line.text for line in await newer.reading.history(game.code, ANN)] == ["1", "2"]
    await newer.undo.request_undo(ANN, game.code, cause=new_cause())
    await newer.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    assert (await newer.reading.summary(game.code)).ply == 0
    assert await newer.archive.inconsistency(game.code) is None


async def test_a_game_that_replays_no_more_goes_on_from_its_snapshot(
    service: Service, database: Database, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    newer = under(assembled(Greedy()), database, clock)
    assert len((await newer.play.choices(BOB, game.code)).offers) == 3
    (change,) = await changes(database, game.id)
    assert change.has_checkpoint
    assert assembled(Greedy()).codec.decode_state(bytes(change.checkpoint)).heap == 9
    assert "rules_changed_from_snapshot" in caplog.text
    assert (await newer.reading.summary(game.code)).undo_asked_by is None
    await act(newer, BOB, game.code, "3")
    await act(newer, ANN, game.code, "2")
    assert await newer.archive.inconsistency(game.code) is None
    # What is looked back on begins there as well.
    first = await newer.lookback.past(game.code, ANN, 0)
    assert isinstance(first.view, NimView)
    assert (first.view.heap, first.last) == (9, 2)
    # Back as far as to the change, and no further.
    await newer.undo.request_undo(BOB, game.code, cause=new_cause())
    back = await newer.undo.answer_undo(ANN, game.code, True, cause=new_cause())
    assert (back.summary.ply, back.summary.to_act) == (1, (1,))
    assert await newer.archive.inconsistency(game.code) is None
    assert await refusal(newer.undo.request_undo(ANN, game.code, cause=new_cause())) == "nothing_to_undo"
    over = await act(newer, BOB, game.code, "resign")
    assert over.summary.status == "finished"
    with pytest.raises(Refused) as caught:
        await newer.reading.export(game.code, ANN)
    assert "changed while" in caught.value.sentence


async def test_rules_change_again_and_back(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, "nim", seats=2, options={"heap": 30})
    await act(service, ANN, game.code, "1")
    await act(under(assembled(Greedy()), database, clock), BOB, game.code, "2")
    await act(service, ANN, game.code, "1")
    newest = under(assembled(Greedy()), database, clock)
    await act(newest, BOB, game.code, "3")
    kinds = [change.has_checkpoint for change in await changes(database, game.id)]
    assert kinds == [True, False, True]
    assert (await newest.reading.summary(game.code)).ply == 4
    assert await newest.archive.inconsistency(game.code) is None


@pytest.mark.parametrize("engine", [assembled(Foreign()), assembled(FailingView())])
async def test_a_change_that_is_refused_leaves_the_game_as_it_was(
    service: Service, database: Database, clock: ManualClock, engine: AnyEngine
) -> None:
    """A game that the new rules can make nothing of waits for a version that can."""
    game = await running(service, "nim", seats=2, deadline_hours=1)
    await act(service, ANN, game.code, "1")
    newer = under(engine, database, clock)
    known = len(await events_of(database, game.id))
    operations: list[Callable[[], Awaitable[object]]] = [
        lambda: act(newer, BOB, game.code, "1"),
        lambda: newer.play.choices(BOB, game.code),
        lambda: newer.play.attempt(BOB, game.code, Resign(), cause=new_cause()),
        lambda: newer.undo.request_undo(ANN, game.code, cause=new_cause()),
    ]
    if isinstance(engine.codec, ForeignCodec):
        for operation in operations:
            assert await refusal(operation()) == "other_rules"
        assert len(await events_of(database, game.id)) == known
    await act(service, BOB, game.code, "1")
    async with database.reading() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        assert replay.inconsistency(ALL["nim"], row, await unit.events.of_game(row.id)) is None


async def test_a_refused_request_changes_no_rules(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    newer = under(assembled(Tidied()), database, clock)
    with pytest.raises(Refused):
        await act(newer, BOB, game.code, "1")
    assert await changes(database, game.id) == []
    await newer.play.migrate_if_outdated(game.code)
    await newer.play.migrate_if_outdated(game.code)
    assert await changes(database, game.id) == [RulesMigrated(2)]


async def test_a_deadline_passes_under_new_rules(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=1)
    clock.advance(timedelta(hours=2))
    newer = under(assembled(Greedy()), database, clock)
    assert (await newer.clock.process_timeout(game.code)).ply == 1
    assert await newer.archive.inconsistency(game.code) is None


async def test_a_finished_game_stays_under_its_rules(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "resign")
    newer = under(assembled(Tidied()), database, clock)
    await newer.play.migrate_if_outdated(game.code)
    assert await changes(database, game.id) == []
    assert (await newer.reading.summary(game.code)).status == "finished"


async def test_a_lobby_from_before_new_rules_starts_under_them(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service, "nim", seats=2)
    newer = under(assembled(Tidied()), database, clock)
    await newer.lobby.join(BOB, game.code, cause=new_cause())
    await act(newer, ANN, game.code, "1")
    assert await changes(database, game.id) == []
    assert await newer.archive.inconsistency(game.code) is None
