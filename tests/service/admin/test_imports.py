"""A record comes in as a game."""

import threading
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
import pytest

from bot.service.admin.acts import Import, Rollback
from bot.service.admin.records import Imported, play_import
from bot.service.facade import Service
from bot.service.log.event_types import APPLIED, EventType
from bot.service.values.payloads import PostCard
from bot.service.values.refused import Refused
from bot.store.database import Database
from engines.record import Made, read
from engines.registry import ENGINES
from tests.records import FOLDER
from tests.service.actors import CLEO, DAN, FOUR, SAMPLE, act, four, new_cause, sound
from tests.service.admin.operators import AT_HAND, HELD, everything
from tests.service.admin.states import begun

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_a_record_comes_in_as_a_game(service: Service, database: Database) -> None:
    game = await begun(service)
    record = await service.archive.record(game.code, secrets=True)
    operation = Import(record, (CLEO, DAN), 11, 12)
    before = await everything(database)
    draft, plan = await service.admin.draft(HELD, None, operation)
    assert plan.summary is None
    assert await everything(database) == before
    cause = new_cause()
    done = await service.admin.confirm(HELD, draft, cause=cause)
    again = await service.admin.confirm(HELD, draft, cause=cause)
    assert done.summary is not None
    assert again.summary is not None
    assert (again.repeated, again.summary.code) == (True, done.summary.code)
    assert done.summary.status == "paused"
    imported = (await service.admin.audit(AT_HAND))[0]
    # It is opened, started and paused as well.
    assert (imported.code, imported.events) == (done.summary.code, f"0 → {len(record.entries) + 3}")
    for person in (CLEO, DAN):
        (asked,) = await service.invitations.open_to(person)
        await service.invitations.accept(person, asked.id, cause=new_cause())
        if person == CLEO:
            with pytest.raises(Refused, match="is paused until all who are invited have accepted"):
                await act(service, CLEO, done.summary.code, SAMPLE[5])
    summary = await service.reading.summary(done.summary.code)
    assert (summary.status, [seat.person for seat in summary.seats]) == ("active", [CLEO, DAN])
    await act(service, DAN, done.summary.code, SAMPLE[5])
    await sound(database, done.summary.code)
    with pytest.raises(Refused, match="2 players"):
        await service.admin.plan(HELD, None, Import(record, (CLEO,), 11, 12))
    with pytest.raises(Refused, match="into the server"):
        await service.admin.plan(HELD, None, Import(record, (CLEO, DAN), 99, 12))


async def test_the_card_of_a_record_tells_no_round_that_was_taken_back(
    service: Service, database: Database
) -> None:
    game = await four(service)
    for person in FOUR:
        await act(service, person, game.code, "ready")
    await service.admin.apply(HELD, game.code, Rollback(0))
    record = await service.archive.record(game.code, secrets=True)
    done = await service.admin.apply(AT_HAND, None, Import(record, FOUR, 11, 12, at_once=True))
    assert done.summary is not None
    async with database.reading() as unit:
        partition = f"game:{done.summary.id}"
        (row,) = await unit.outbox.waiting(partition, "card", after=0)
    card = msgspec.json.decode(row.payload, type=PostCard)
    assert (card.summary_lines, card.step_summary) == (("the game goes on from its record",), None)


async def test_a_record_is_played_again_beside_the_loop_and_before_the_transaction(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(service)
    record = await service.archive.record(game.code, secrets=True)
    seen = []

    def watched(*args: Any, **kwargs: Any) -> Imported:
        seen.append((threading.current_thread() is threading.main_thread(), database._in_flight.count))
        return play_import(*args, **kwargs)

    monkeypatch.setattr("bot.service.admin.usecases.play_import", watched)
    draft, _ = await service.admin.draft(HELD, None, Import(record, (CLEO, DAN), 11, 12))
    done = await service.admin.confirm(HELD, draft, cause=new_cause())
    assert done.summary is not None
    await sound(database, done.summary.code)
    assert seen == [(False, 0), (False, 0)]


def test_a_record_tells_a_deadline_that_passed_from_a_players_action() -> None:
    record = read((FOLDER / "roses" / "timeout.json").read_bytes())
    table = Import(record, (CLEO, DAN), 11, 12)
    imported = play_import(table, ENGINES, rng=Random(1), now=_NOW, cause=None)
    played = [event.kind for event in imported.events if event.kind in APPLIED]
    texts = [entry.text for entry in record.entries if isinstance(entry, Made)]
    assert played == [EventType.CLOCK if text == "time up" else EventType.ACTION for text in texts]
    assert EventType.CLOCK in played


def test_a_record_of_a_game_that_is_not_here_is_refused() -> None:
    record = read((FOLDER / "roses" / "timeout.json").read_bytes())
    with pytest.raises(Refused, match="There is no “roses” here"):
        play_import(Import(record, (CLEO, DAN), 11, 12), {}, rng=Random(1), now=_NOW, cause=None)
