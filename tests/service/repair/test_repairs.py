"""What the doctor sets right, and what stays as it is."""

from datetime import timedelta

import pytest
from sqlalchemy import bindparam, text

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.integrity import Problem
from bot.service.values.terms import Terms
from bot.store.database import Database
from bot.store.models import GameRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, act, game_row, new_cause, running
from tests.service.admin.operators import audited
from tests.service.log.other_rules import Tidied, under
from tests.service.repair.broken import codes, execute, repaired_nothing
from tests.tinygames import assembled


async def test_a_game_is_played_with_the_options_of_its_start(service: Service, database: Database) -> None:
    """A repair would otherwise make the position that others lead to."""
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    await execute(database, "UPDATE games SET options = replace(options, '10', '11'), ply = 7")
    assert "replay" in codes((await service.doctor.everything()).problems)
    await repaired_nothing(service, database, "columns")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET state = replace(state, '9', '8')",
        "UPDATE games SET state = 'x'",
        "UPDATE games SET state = NULL",
        "UPDATE games SET status = 'finished'",
        "UPDATE games SET ply = 7",
        "UPDATE games SET edition = 99",
        "UPDATE games SET undo = 'x'",
        "UPDATE games SET clock = 'x'",
        'UPDATE games SET clock = \'{"pausing":{"seats":[0],"until": null}}\'',
        "UPDATE games SET pause_asked_at = '2026-01-01 12:00:00'",
        "UPDATE games SET undo_asked_at = '2026-01-01 12:00:00'",
        'UPDATE games SET clock = \'{"open":[[1,"2026-01-01T12:00:00Z"]]}\'',
        "UPDATE games SET card_parcel_id = 999",
    ],
)
async def test_what_the_log_tells_is_set_right(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender, statement: str
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    await Outbox(database, sender, clock).drain()
    await execute(database, statement)
    found = (await service.doctor.everything()).problems
    would = await service.repair.repair(found, dry_run=True)
    assert (await service.doctor.everything()).problems == found
    assert await service.repair.repair(found, dry_run=False) == would
    assert [one.game for one in would] == [game.code]
    assert (await service.doctor.everything()).problems == ()
    await Outbox(database, sender, clock).drain()
    await act(service, BOB, game.code, "1")
    assert [row.act for row in await audited(database)] == ["repair"]


@pytest.mark.parametrize(
    ("over", "statement", "kept"),
    [
        (False, "UPDATE games SET status = 'finished', finished_at = '2025-01-01 00:00:00.000000+00'", None),
        (True, "UPDATE games SET status = 'active'", "its own"),
        (True, "UPDATE games SET status = 'active', finished_at = NULL", "now"),
    ],
)
async def test_a_game_that_is_set_right_is_over_since_it_was_or_not_at_all(
    service: Service, database: Database, clock: ManualClock, *, over: bool, statement: str, kept: str | None
) -> None:
    """What was delivered for a game is swept a week after its end: one that goes on must have none."""
    game = await running(service, "nim", seats=2)
    if over:
        await act(service, ANN, game.code, "resign")
    moments = {None: None, "its own": clock.now(), "now": clock.now() + timedelta(hours=1)}
    clock.advance(timedelta(hours=1))
    await execute(database, statement)
    await service.repair.repair((await service.doctor.everything()).problems, dry_run=False)
    row = await game_row(database, game.code)
    assert (row.status, row.finished_at) == ("finished" if over else "active", moments[kept])


async def test_banks_and_wishes_that_cannot_be_read_are_those_of_the_log(
    service: Service, database: Database, clock: ManualClock
) -> None:
    terms = Terms(bank_days=3, increment_hours=12)
    game = await running(service, "nim", seats=2, options={"heap": 9}, terms=terms)
    clock.advance(timedelta(hours=20))
    await act(service, ANN, game.code, "1")
    await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    before = await service.reading.summary(game.code)
    assert before.ending == (0,)
    await execute(database, "UPDATE games SET clock = 'x'")
    await service.repair.repair((await service.doctor.everything()).problems, dry_run=False)
    assert (await service.doctor.everything()).sound
    after = await service.reading.summary(game.code)
    assert (after.banks, after.ending) == (before.banks, before.ending)


async def test_what_the_log_does_not_tell_stays_as_it_is(service: Service, database: Database) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    await execute(database, "UPDATE games SET state = replace(state, '9', '8')")
    await execute(database, "UPDATE events SET notation = 'x' WHERE seq = 5")
    found = (await service.doctor.everything()).problems
    (done,) = await service.repair.repair([Problem("snapshot", game.code, ".")], dry_run=False)
    assert "nothing can be done" in done.sentence
    assert (await service.doctor.everything()).problems == found


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        (
            [
                "UPDATE events SET kind = 'admin', data = NULL WHERE kind = 'started'",
                "UPDATE games SET ply = 7",
            ],
            "columns",
        ),
        (["UPDATE events SET data = 'x' WHERE kind = 'joined'", "UPDATE games SET ply = 7"], "unreadable"),
        ([f"UPDATE games SET seed = '{'0' * 64}'", "UPDATE games SET ply = 7"], "columns"),
    ],
)
async def test_a_log_that_is_wrong_itself_sets_nothing_right(
    service: Service, database: Database, statements: list[str], code: str
) -> None:
    """Otherwise a running game would become one that waits for players, or one of another seed."""
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    for statement in statements:
        await execute(database, statement)
    await repaired_nothing(service, database, code)


async def test_a_swapped_seed_does_not_become_the_position(service: Service, database: Database) -> None:
    await running(service, "tae", seats=2)
    await execute(database, f"UPDATE games SET seed = '{'0' * 64}'")
    await repaired_nothing(service, database, "snapshot")


async def test_a_game_of_other_rules_is_not_played_on_by_a_repair(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "resign")
    await execute(database, "UPDATE games SET ply = 7")
    await repaired_nothing(under(assembled(Tidied()), database, clock), database, "columns")


async def test_a_game_that_is_over_by_its_log_has_no_clock(service: Service, database: Database) -> None:
    game = await running(service, "nim", seats=2, deadline_hours=24)
    deadline = (await game_row(database, game.code)).deadline_at
    await act(service, ANN, game.code, "resign")
    at = bindparam("at", deadline, GameRow.deadline_at.type)
    wrong = text("UPDATE games SET status = 'active', deadline_at = :at, alarm_at = :at").bindparams(at)
    async with database.transaction() as unit:
        await unit._session.execute(wrong)
    await service.repair.repair((await service.doctor.everything()).problems, dry_run=False)
    row = await game_row(database, game.code)
    assert (row.status, row.deadline_at, row.alarm_at) == ("finished", None, None)


async def test_a_game_that_cannot_be_repaired_stops_no_other_repair(
    service: Service, database: Database
) -> None:
    """Its seats are gone, so that no card can be made of it."""
    games = [await running(service, "nim", seats=2) for _ in range(2)]
    await execute(database, "DELETE FROM seats WHERE game_id = :id", id=games[0].id)
    await execute(database, "UPDATE games SET card_parcel_id = 999")
    found = (await service.doctor.everything()).problems
    assert sorted(codes(found)) == ["no_card", "no_card", "replay", "seats"]
    for dry_run in (True, False):
        done = {one.game: one.sentence for one in await service.repair.repair(found, dry_run=dry_run)}
        assert done[games[0].code] == "nothing can be done: its rows cannot be read (IndexError)"
        assert done[games[1].code] == "the card is posted again"
    assert sorted(codes((await service.doctor.everything()).problems)) == ["no_card", "replay", "seats"]
