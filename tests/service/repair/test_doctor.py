"""The examination finds what is broken, says what to do, and finds nothing where nothing is."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.column_values import RUNNING
from bot.outbox.delivery import ChannelGone, Delivery
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Force, Move, Pause, Replace, Repost, Resume, Retime, Rollback
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.integrity import described, examine
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service import prepared
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    SAMPLE,
    act,
    game_row,
    new_cause,
    opened,
    play_through,
    running,
)
from tests.service.repair.broken import codes, execute


async def test_all_is_well_with_games_in_every_state(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await opened(service)
    left = await opened(service)
    await service.lobby.leave(ANN, left.code, cause=new_cause())
    over = await running(service)
    await play_through(service, over.code, SAMPLE)
    went_back = await running(service, deadline_hours=1)
    await act(service, ANN, went_back.code, "@d3")
    await service.undo.request_undo(ANN, went_back.code, cause=new_cause())
    await service.undo.answer_undo(BOB, went_back.code, True, cause=new_cause())
    late = await running(service, "nim", seats=2, deadline_hours=1)
    sealed = await running(service, "sealed")
    await act(service, BOB, sealed.code, "seal 4")
    await Outbox(database, FakeSender(), clock).drain()
    clock.advance(timedelta(hours=2))
    for code in (went_back.code, late.code):
        await service.clock.process_timeout(code)
    diagnosis = await service.doctor.everything()
    assert diagnosis.problems == ()
    assert (diagnosis.games, diagnosis.sound) == (6, True)


@pytest.mark.parametrize("late", [ANN, BOB])
async def test_a_draw_that_is_offered_after_a_deadline_starts_no_clock(
    service: Service, clock: ManualClock, late: Person
) -> None:
    """The doctor wanted a new deadline for a game in which one had just been let pass."""
    game = await running(service, deadline_hours=1)
    await act(service, ANN, game.code, "@d3")
    clock.advance(timedelta(hours=2))
    await service.clock.process_timeout(game.code)
    assert (await service.reading.summary(game.code)).deadline is None
    other = BOB if late == ANN else ANN
    await act(service, late, game.code, "draw")
    await act(service, other, game.code, "draw decline")
    assert (await service.doctor.games(RUNNING)).problems == ()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM events WHERE seq = 3", "numbering"),
        ("UPDATE games SET version = version + 1", "numbering"),
        ('UPDATE events SET action = \'{"kind": "take", "count": 2}\' WHERE seq = 5', "replay"),
        ("UPDATE events SET action = '{}' WHERE seq = 5", "replay"),
        ("UPDATE events SET action = 'hush' WHERE seq = 5", "replay"),
        ("UPDATE events SET seat = NULL WHERE seq = 5", "replay"),
        ("UPDATE events SET notation = 'hush' WHERE seq = 5", "replay"),
        ("UPDATE events SET seat = 1 WHERE seq = 5", "replay"),
        ("UPDATE games SET state = replace(state, '9', '8')", "snapshot"),
        ("UPDATE games SET state = 'hush'", "unreadable"),
        ("UPDATE games SET state = NULL", "unreadable"),
        ("UPDATE games SET status = 'finished'", "columns"),
        ("UPDATE games SET ply = 7", "columns"),
        ("UPDATE games SET edition = 99", "columns"),
        ("UPDATE games SET edition = -1", "columns"),
        ("UPDATE seats SET seat = 2 WHERE seat = 1", "seats"),
        ('UPDATE games SET options = \'{"heap": "hush"}\'', "replay"),
        ("UPDATE games SET key = 'chess'", "no_rules"),
        ("UPDATE games SET deadline_at = NULL", "no_deadline"),
        ("UPDATE games SET alarm_at = NULL", "no_deadline"),
        ("UPDATE games SET card_parcel_id = 999", "no_card"),
        ("UPDATE events SET public_notation = 'hush' WHERE seq = 5", "public_log"),
        ("UPDATE events SET public_notation = NULL WHERE seq = 5", "public_log"),
        ("UPDATE events SET reveals = NOT reveals WHERE seq = 5", "public_log"),
        ("UPDATE events SET data = '{\"anonymous\": true}' WHERE seq = 5", "public_log"),
        ("UPDATE events SET kind = 'hush' WHERE seq = 5", "unknown_event"),
        ("UPDATE games SET status = 'paused'", "columns"),
        ("UPDATE games SET status = 'abandoned'", "columns"),
        ("UPDATE events SET data = 'hush' WHERE seq = 4", "unreadable"),
        ("UPDATE events SET data = '{\"players\":[2,1]}' WHERE seq = 4", "seats"),
        ("UPDATE seats SET player_id = 3 WHERE player_id = 2", "seats"),
        (f"UPDATE games SET seed = '{'0' * 64}'", "promise"),
        ("UPDATE games SET mixture = replace(mixture, '1', '2')", "promise"),
        ("UPDATE games SET mixture = NULL", "promise"),
        ("UPDATE games SET mixture = 'hush'", "unreadable"),
        ("UPDATE games SET seed = NULL", "promise"),
        ("UPDATE games SET finished_at = created_at", "columns"),
        ("UPDATE games SET undo = 'hush'", "unreadable"),
        ('UPDATE games SET undo = \'{"by": 0, "undo_to": 0}\'', "columns"),
        ("UPDATE games SET rules_version = 9, status = 'finished'", "replay"),
        ("UPDATE events SET player_id = 3 WHERE seq = 5", "seats"),
        ("UPDATE events SET player_id = NULL WHERE seq = 5", "seats"),
        ("UPDATE events SET kind = 'automatic' WHERE seq = 5", "seats"),
        ("UPDATE events SET kind = 'clock' WHERE seq = 5", "seats"),
        ("UPDATE events SET kind = 'started', data = '{\"players\":[1,2]}' WHERE seq = 5", "replay"),
        ("UPDATE events SET kind = 'left' WHERE seq = 1", "replay"),
        (
            "UPDATE games SET status = 'lobby', state = NULL, seed = NULL, "
            "deadline_at = NULL, alarm_at = NULL",
            "unreadable",
        ),
        ("UPDATE events SET data = replace(data, '1', '2') WHERE kind = 'committed'", "promise"),
        (
            "UPDATE events SET kind = 'rules', data = '{\"version\": 1, \"basis\": {}}' WHERE seq = 5",
            "replay",
        ),
    ],
)
async def test_what_is_broken_is_found(
    service: Service, database: Database, statement: str, code: str
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    await execute(database, statement)
    diagnosis = await service.doctor.everything()
    assert code in codes(diagnosis.problems)
    assert {problem.game for problem in diagnosis.problems} == {game.code}
    assert diagnosis.sound == (code in {"no_deadline", "no_card"})
    assert "hush" not in str(diagnosis.problems)
    for problem in described(diagnosis.problems):
        assert str(problem["remedy"]).endswith(".")


@pytest.mark.parametrize(("minutes", "found"), [(59, []), (61, ["times"])])
async def test_events_follow_one_another_but_for_what_clocks_may_differ(
    service: Service, database: Database, minutes: int, found: list[str]
) -> None:
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    async with database.reading() as unit:
        (*_, last) = await unit.events.of_game(game.id)
    earlier = (last.at - timedelta(minutes=minutes)).strftime("%Y-%m-%d %H:%M:%S.%f")
    await execute(database, f"UPDATE events SET at = '{earlier}' WHERE seq = {last.seq}")
    assert codes((await service.doctor.everything()).problems) == found


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE games SET mixture = replace(mixture, '1', '2')", "promise"),
        ("UPDATE games SET mixture = replace(mixture, 'mine', 'yours')", "promise"),
        ("UPDATE games SET mixture = NULL", "promise"),
        ("UPDATE games SET mixture = 'hush'", "unreadable"),
        ("UPDATE games SET status = 'abandoned'", "columns"),
        ("UPDATE seats SET player_id = 3 WHERE player_id = 2", "seats"),
        ("DELETE FROM seats WHERE player_id = 2", "seats"),
    ],
)
async def test_what_is_broken_is_found_in_a_game_that_waits(
    service: Service, database: Database, statement: str, code: str
) -> None:
    await waiting(service)
    await execute(database, statement)
    diagnosis = await service.doctor.everything()
    assert codes(diagnosis.problems) == [code]
    assert "hush" not in str(diagnosis.problems)


@prepared.once
async def waiting(service: Service) -> None:
    """A game that waits, and was left by somebody."""
    game = await opened(service, "reef", seats=3, contribution="mine")
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    await service.lobby.leave(CLEO, game.code, cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    assert (await service.doctor.everything()).problems == ()


async def test_a_game_that_waits_is_sound_after_somebody_in_it_was_forgotten(service: Service) -> None:
    game = await opened(service, "reef", seats=3)
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.privacy.forget(BOB.id)
    assert (await service.doctor.everything()).problems == ()
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    assert (await service.doctor.everything()).problems == ()


async def test_a_commitment_that_is_gone_is_missed(service: Service, database: Database) -> None:
    """Without it the game would look like one of before commitments, whose seed anybody may have chosen."""
    await running(service, "nim", seats=2)
    await execute(database, "UPDATE events SET kind = 'admin', data = NULL WHERE kind = 'committed'")
    await execute(database, "UPDATE games SET mixture = NULL")
    assert codes((await service.doctor.everything()).problems) == ["public_log", "columns", "promise"]


async def test_a_position_that_no_change_of_rules_explains_is_found(
    service: Service, database: Database
) -> None:
    """Whoever stores a position as a checkpoint of rules makes the game go on from there."""
    game = await running(service, "tae", seats=2)
    mover = game.seats[game.to_act[0]].person
    assert mover is not None
    offers = (await service.play.choices(mover, game.code)).offers
    await act(service, mover, game.code, offers[0].action)
    forged = "UPDATE events SET kind = 'rules', data = '{\"version\": 2, \"basis\": ' || :state || '}', "
    cleared = "player_id = NULL, seat = NULL, action = NULL, notation = NULL, public_notation = NULL"
    row = await game_row(database, game.code)
    last = " WHERE kind = 'action' AND seq = :seq"
    await execute(database, f"{forged}{cleared}{last}", state=row.state, seq=row.last_seq)
    assert codes((await service.doctor.everything()).problems) == ["replay"]


async def test_a_card_is_the_games_own(service: Service, database: Database) -> None:
    game, other = await running(service, "nim", seats=2), await running(service, "nim", seats=2)
    others = "(SELECT card_parcel_id FROM games WHERE id = :other)"
    await execute(
        database, f"UPDATE games SET card_parcel_id = {others} WHERE id = :id", other=other.id, id=game.id
    )
    found = (await service.doctor.everything()).problems
    assert [(one.code, one.game) for one in found] == [("no_card", game.code)]


async def test_a_wish_to_go_back_is_the_one_that_the_log_tells(service: Service, database: Database) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    assert (await service.doctor.everything()).problems == ()
    asked = (await service.reading.summary(game.code)).undo_asked_by
    for tampered in ("undo = replace(undo, '[]', '[1]')", "undo = NULL"):
        await execute(database, f"UPDATE games SET {tampered}")
        found = (await service.doctor.everything()).problems
        assert codes(found) == ["columns"]
        await service.repair.repair(found, dry_run=False)
        assert (await service.doctor.everything()).problems == ()
    assert (await service.reading.summary(game.code)).undo_asked_by == asked == 0
    await service.undo.answer_undo(BOB, game.code, False, cause=new_cause())
    assert (await service.doctor.everything()).problems == ()


@pytest.mark.parametrize(
    ("statement", "seen", "left"),
    [
        ("UPDATE games SET deadline_hours = 100", ["columns"], []),
        (
            "UPDATE events SET data = replace(data, '48', '100') WHERE kind = 'retimed'",
            ["public_log", "columns"],
            ["public_log"],
        ),
        ("UPDATE events SET data = 'hush' WHERE kind = 'retimed'", ["unreadable"], ["unreadable"]),
    ],
)
async def test_turns_are_as_long_as_the_log_tells(
    service: Service, database: Database, statement: str, seen: list[str], left: list[str]
) -> None:
    game = await running(service)
    await service.admin.apply(Operator(), game.code, Retime(hours=48))
    assert (await service.doctor.everything()).problems == ()
    await execute(database, statement)
    found = (await service.doctor.everything()).problems
    assert codes(found) == seen
    await service.repair.repair(found, dry_run=False)
    assert codes((await service.doctor.everything()).problems) == left


async def test_the_lines_of_events_that_are_no_actions_are_those_of_what_happened(
    service: Service, database: Database, clock: ManualClock
) -> None:
    code = await eventful(service, clock)
    assert (await service.doctor.stored()).problems == ()
    async with database.reading() as unit:
        row = await unit.games.by_code(code)
        assert row is not None
        events: list[Any] = list(await unit.events.of_game(row.id))
        silent = [event for event in events if event.kind != "action"]
        assert len({event.kind for event in silent}) == 13
        for at, event in enumerate(events):
            result = event.notation, event.public_notation
            for wrong in (
                (("hush", result[1]), (result[0], "hush"), ("hush", "hush")) if event in silent else ()
            ):
                events[at] = replace(event, notation=wrong[0], public_notation=wrong[1])
                assert codes(examine(ENGINES[row.key], row, events)) == ["public_log"], result
            events[at] = event


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE events SET reveals = NOT reveals WHERE kind = 'undo_asked'", "public_log"),
        ("UPDATE events SET action = '{}' WHERE kind = 'paused'", "public_log"),
        ("UPDATE events SET notation = 'x', public_notation = 'x' WHERE kind = 'joined'", "public_log"),
        ("UPDATE events SET player_id = 3 WHERE kind = 'undo_asked'", "seats"),
        ("UPDATE events SET player_id = NULL WHERE kind = 'undo_agreed'", "seats"),
        ("UPDATE games SET edition = edition - 1", "columns"),
        ("UPDATE games SET edition = edition + 1", "columns"),
        ("UPDATE games SET created_at = '2001-01-01 00:00:00.000000+00'", "columns"),
        ("UPDATE games SET started_at = '2001-01-01 00:00:00.000000+00'", "columns"),
        ("UPDATE events SET at = '2001-01-01 00:00:00.000000+00' WHERE seq = 6", "times"),
        (
            "UPDATE events SET at = '2222-01-01 00:00:00.000000+00' WHERE seq = (SELECT version FROM games)",
            "times",
        ),
    ],
)
async def test_what_else_the_log_tells_is_compared(
    service: Service, database: Database, clock: ManualClock, statement: str, code: str
) -> None:
    await eventful(service, clock)
    await execute(database, statement)
    found = (await service.doctor.stored()).problems
    assert set(codes(found)) == {code}
    if code == "columns":
        await service.repair.repair(found, dry_run=False)
        assert (await service.doctor.stored()).problems == ()


@prepared.once
async def eventful(service: Service, clock: ManualClock) -> str:
    """A game in which much happened that is no action; its code."""
    game = await running(service, deadline_hours=24)
    code, admin = game.code, Operator()
    await act(service, ANN, code, "@d3")
    for agree in (False, True):
        await service.undo.request_undo(ANN, code, cause=new_cause())
        await service.undo.answer_undo(BOB, code, agree, cause=new_cause())
    for operation in (
        Force(0, "@d3"),
        Pause(),
        Resume(),
        Retime(hours=48),
        Retime(left=3),
        Repost(),
        Move(1, 2),
    ):
        await service.admin.apply(admin, code, operation)
    await service.admin.apply(admin, code, Rollback(0))
    await service.admin.apply(admin, code, Replace(0, CLEO, at_once=True))
    await service.clock.heartbeat("p")
    clock.advance(timedelta(days=4))
    await service.clock.compensate_outage(code, clock.now() - timedelta(days=4))
    return code


async def test_what_was_taken_back_is_looked_through_as_well(service: Service, database: Database) -> None:
    game = await running(service)
    await act(service, ANN, game.code, "@d3")
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.undo.answer_undo(BOB, game.code, True, cause=new_cause())
    await execute(database, "UPDATE events SET public_notation = '@c5' WHERE kind = 'action'")
    assert codes((await service.doctor.everything()).problems) == ["public_log"]


async def test_of_what_was_taken_back_others_read_no_more_than_before(
    service: Service, database: Database
) -> None:
    game = await running(service, "pouch")
    await act(service, ANN, game.code, "lay 3; tuck 0")
    await service.undo.take_back(ANN, game.code, cause=new_cause(), whole=True)
    assert (await service.doctor.everything()).problems == ()
    await execute(database, "UPDATE events SET public_notation = notation WHERE kind = 'undone'")
    assert codes((await service.doctor.everything()).problems) == ["public_log"]


@pytest.mark.parametrize("back_to", [0, 1])
async def test_a_game_that_went_on_with_a_new_secret_is_sound(
    service: Service, database: Database, back_to: int
) -> None:
    game = await running(service, "tae", seats=2)
    for _ in range(2):
        game = await service.reading.summary(game.code)
        pending = game.seats[game.to_act[0]].person
        assert pending is not None
        offers = (await service.play.choices(pending, game.code)).offers
        await act(service, pending, game.code, offers[0].action)
    await service.admin.apply(Operator(), game.code, Rollback(back_to))
    assert (await service.doctor.everything()).problems == ()
    assert (await service.doctor.gate()).problems == ()
    await execute(database, "UPDATE games SET mixture = replace(mixture, '1', '2')")
    assert "replay" in codes((await service.doctor.everything()).problems)


async def test_one_broken_game_hides_no_other(service: Service, database: Database) -> None:
    games = [await running(service, "nim", seats=2) for _ in range(3)]
    for game in games[:2]:
        await execute(database, "UPDATE games SET state = 'x' WHERE id = :id", id=game.id)
    diagnosis = await service.doctor.everything()
    assert {problem.game for problem in diagnosis.problems} == {game.code for game in games[:2]}
    assert (await service.doctor.everything(recent=1)).games == 1


async def test_an_overdue_game_is_a_notice(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=1)
    clock.advance(timedelta(hours=3))
    diagnosis = await service.doctor.games(["active"])
    assert [(one.code, one.game) for one in diagnosis.problems] == [("overdue", game.code)]
    assert diagnosis.sound


async def test_a_game_that_left_a_channel_behind_is_sound(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender
) -> None:
    outbox = Outbox(database, sender, clock)
    game = await running(service)
    await outbox.drain()
    before = (await service.reading.summary(game.code)).thread_id

    def gone(delivery: Delivery) -> BaseException | None:
        return ChannelGone("404 10003: Unknown Channel") if delivery.channel_id == before else None

    sender.fault = gone
    await service.admin.apply(Operator(), game.code, Move(1, 2))
    await outbox.drain()
    assert sender.kinds()[-1] == "card"
    assert await service.doctor.outbox() == []


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("undo = NULL", "Its request to undo is not the one in its log."),
        ("undo_asked_at = created_at", "Its request to undo was made at another moment than its log says."),
        (
            "clock = replace(clock, '\"ending\":[0]', '\"ending\":[1]')",
            "The players who ask to end it are not those in its log.",
        ),
        (
            "clock = replace(clock, '\"seats\":[0]', '\"seats\":[1]')",
            "Its request for a pause is not the one in its log.",
        ),
        (
            "pause_asked_at = created_at",
            "Its request for a pause was made at another moment than its log says.",
        ),
        ("status = 'finished'", "It is finished, by its log active."),
        ("status = 'finished'", "It is finished, but by its snapshot it is not."),
        ("finished_at = created_at", "It is active, by the moment of its end it is not."),
        ("edition = edition + 1", "Its public version is 8, by its log 7."),
        ("edition = 99", "Its public version 99 exceeds its last event."),
        ("ply = 7", "It is at ply 7, by its snapshot at 1."),
        (
            "started_at = '2001-01-01 00:00:00.000000+00'",
            "It was started at another time than its log says.",
        ),
        ("state = replace(state, '9', '8')", "Its log leads to another position than its snapshot."),
        ("version = version + 1", "Its events are not numbered 1 to 9."),
        ("card_parcel_id = 999", "The outbox no longer knows of its card."),
    ],
)
async def test_what_is_wrong_with_a_row_is_said(
    service: Service, database: Database, clock: ManualClock, statement: str, sentence: str
) -> None:
    code = await asked(service, clock)
    await execute(database, f"UPDATE games SET {statement}")
    found = (await service.doctor.everything()).problems
    assert (code, sentence) in [(one.game, one.sentence) for one in found]


@prepared.once
async def asked(service: Service, clock: ManualClock) -> str:
    """A game in which Ann asks the others for all that one may ask for; its code."""
    game = await running(service, "nim", seats=2, deadline_hours=24)
    await act(service, ANN, game.code, "1")
    clock.advance(timedelta(minutes=1))
    await service.undo.request_undo(ANN, game.code, cause=new_cause())
    await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    await service.pausing.ask(ANN, game.code, clock.now().date() + timedelta(days=3), cause=new_cause())
    assert (await service.doctor.everything()).problems == ()
    return game.code


async def test_what_banks_hold_and_why_a_game_is_paused_is_as_the_log_tells(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender
) -> None:
    banks = await running(service, "nim", seats=2, terms=Terms(bank_days=3, increment_hours=6))
    clock.advance(timedelta(hours=7))
    await act(service, ANN, banks.code, "1")
    paused = await running(service, "nim", seats=2)
    await service.admin.apply(Operator(), paused.code, Pause())
    await Outbox(database, sender, clock).drain()
    assert (await service.doctor.everything()).problems == ()
    await execute(database, "UPDATE games SET clock = replace(clock, '\"left\":[', '\"left\":[1')")
    await execute(database, "UPDATE games SET waits_for_players = TRUE WHERE status = 'paused'")
    assert {one.game: one.sentence for one in (await service.doctor.everything()).problems} == {
        banks.code: "Its banks of time hold something else than its log says.",
        paused.code: "It is paused for another reason than its log says.",
    }
