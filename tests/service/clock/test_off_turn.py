"""Phases that call people out of their turn: their share of the clock, and what it does for the late."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from random import Random

import msgspec
import pytest

from bot.service.facade import Service
from bot.service.log.event_types import EventType, RulesMigrated
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PanelButton
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.contract import AnyEngine
from engines.tae.actions import End
from tests.engines.tae.table import load
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, act, newest_card, running, sound

HOUR = timedelta(hours=1)


@pytest.fixture
async def war(
    service: Service, engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch
) -> GameSummary:
    """A game of 10 hours a turn, in whose first combat Bow has 0 and Pot 1, and Bow holds merchants."""
    state = load(
        "r@E5 r@J6 g@G5 k@H5",
        "Pg@F5 Bg@J5",
        hands={"bow": {"settler": 1, "merchant": 2}, "pot": {"merchant": 1}},
        artifacts="A1 B1 C1",
        options={"combat_time": 30},
    )
    for known in (engines, ALL):
        monkeypatch.setitem(known, "tae", replace(known["tae"], set_up=lambda *_: state))
    game = await running(service, "tae", seats=2, deadline_hours=10, options={"combat_time": 30})
    return (await act(service, ANN, game.code, "colony settler I5")).summary


async def calls(database: Database, user: int) -> list[PanelButton]:
    """The buttons of a user's direct messages, the oldest first."""
    async with database.reading() as unit:
        waiting = await unit.outbox.waiting(f"user:{user}:notices", "notice", after=0)
    notices = [msgspec.json.decode(row.payload) for row in waiting]
    return [msgspec.convert(notice["call"], PanelButton) for notice in notices if notice["call"]]


async def test_everybody_involved_is_called_and_nobody_else(
    service: Service, database: Database, war: GameSummary
) -> None:
    assert war.off_turn_prompt == "Commit ships"
    assert war.to_act == (0, 1)
    assert (await newest_card(database, war.code)).pinged == (0, 1)
    for person, seat in ((ANN, 0), (BOB, 1)):
        (call,) = await calls(database, person.id)
        assert call == PanelButton("Commit ships", war.code, war.public_version, seat)
    await act(service, BOB, war.code, "reinforce 1", expected_public_version=war.public_version)
    # Who has yet to commit does so by the button that came first: the mark has made no new position.
    await act(service, ANN, war.code, "reinforce 2", expected_public_version=war.public_version)
    assert len(await calls(database, ANN.id)) == 1
    await sound(database, war.code)


async def test_a_commitment_has_its_share_of_the_deadline(
    service: Service, clock: ManualClock, war: GameSummary
) -> None:
    assert war.deadline == clock.now() + 3 * HOUR
    clock.advance(2 * HOUR)
    committed = await act(service, BOB, war.code, "reinforce 0")
    assert committed.summary.deadline == war.deadline
    clock.advance(HOUR)
    settled = await service.clock.process_timeout(war.code)
    assert settled.off_turn_prompt is None
    assert settled.deadline == clock.now() + 10 * HOUR
    last = (await service.reading.history(war.code, None))[-1]
    assert last.text == "time up, reinforce sealed: bow 0+0 : pot 1+0, pot wins, pot +1 money"


async def test_whoever_is_late_commits_nothing(
    service: Service, database: Database, clock: ManualClock, war: GameSummary
) -> None:
    clock.advance(4 * HOUR)
    with pytest.raises(Refused):
        await act(service, ANN, war.code, "reinforce 2")
    lines = [line.text for line in await service.reading.history(war.code, None)]
    assert lines[1:] == [
        "time up, reinforce sealed",
        "time up, reinforce sealed: bow 0+0 : pot 1+0, pot wins, pot +1 money",
    ]
    await sound(database, war.code)


async def test_commitments_at_the_same_moment_are_settled_once(
    service: Service, database: Database, war: GameSummary
) -> None:
    played = await asyncio.gather(
        act(service, ANN, war.code, "reinforce 2"),
        act(service, BOB, war.code, "reinforce 1"),
        act(service, ANN, war.code, "reinforce 1"),
        act(service, BOB, war.code, "reinforce 0"),
        return_exceptions=True,
    )
    assert [isinstance(one, Refused) for one in played].count(True) == 2
    history = await service.reading.history(war.code, None)
    assert [line.text.startswith("reinforce sealed") for line in history] == [False, True, True]
    await sound(database, war.code)


async def test_a_turn_that_the_clock_ended_under_the_first_rules_counts_as_it_did(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """Then it was an ordinary end of the turn, and quiet: the game goes over to these rules with its log."""
    present = ALL["tae"]
    first = replace(
        present,
        info=msgspec.structs.replace(present.info, rules_version=1),
        clock=replace(present.clock, on_timeout=lambda *_: End()),
    )
    older = Service(database, {**ALL, "tae": first}, clock, Random(5))
    game = await running(older, "tae", seats=2, deadline_hours=10)
    clock.advance(11 * HOUR)
    await older.clock.process_timeout(game.code)
    clock.advance(11 * HOUR)
    await service.clock.process_timeout(game.code)
    texts = [line.text for line in await service.reading.history(game.code, None)]
    assert texts == ["end", "time up, end"]
    async with database.reading() as unit:
        row = await unit.games.by_code(game.code)
        assert row is not None
        changes = [event for event in await unit.events.of_game(row.id) if event.kind == EventType.RULES]
    assert row.rules_version == present.info.rules_version
    assert [msgspec.json.decode(event.data or "", type=RulesMigrated) for event in changes] == [
        RulesMigrated(present.info.rules_version)
    ]
    assert present.codec.decode_state(row.state or "").quiet == 1
    assert await service.archive.inconsistency(game.code) is None
    await sound(database, game.code)
