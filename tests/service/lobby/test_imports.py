"""Records that come in as games invite those who are to sit there."""

from datetime import timedelta
from typing import Any

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Import, Pause, Replace, Resume
from bot.service.facade import Service
from bot.service.seats.inviting import INVITATION_LIFE
from bot.service.values.request import Person
from bot.store.database import Database
from engines import record
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ADA,
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    OLGA,
    SAMPLE,
    ZOE,
    account,
    act,
    new_cause,
    opened,
    refusal,
    running,
    sound,
)
from tests.service.admin.operators import AT_HAND, HELD
from tests.service.lobby.inviting import OLGAS, accept, begun, delivered, do, only, people


async def made_record(service: Service, key: str = "roses", **arguments: Any) -> record.Record:
    game = await begun(service) if key == "roses" else await running(service, key, **arguments)
    return await service.archive.record(game.code, secrets=True)


async def test_an_import_seats_nobody_but_those_who_accept(
    service: Service, database: Database, clock: ManualClock
) -> None:
    made = await made_record(service)
    await delivered(database, clock)
    plan = await service.admin.plan(HELD, None, Import(made, (CLEO, DAN), 11, 12))
    assert [(one.what, one.after) for one in plan.changes if "invited" in one.what] == [
        ("invited to White", "Cleo"),
        ("invited to Black", "Dan"),
    ]
    game = await do(service, None, Import(made, (CLEO, DAN), 11, 12))
    assert (game.status, people(game), game.deadline) == ("paused", ["Vacant", "Vacant"], None)
    assert await delivered(database, clock) == [(CLEO.id, "ask"), (DAN.id, "ask")]
    assert await refusal(act(service, CLEO, game.code, SAMPLE[4])) == "not_in_game"
    clock.advance(timedelta(days=3))
    half = await accept(service)
    assert (half.status, people(half)) == ("paused", ["Cleo", "Vacant"])
    assert await refusal(act(service, CLEO, game.code, SAMPLE[4])) == "paused"
    whole = await accept(service, DAN)
    assert (whole.status, people(whole)) == ("active", ["Cleo", "Dan"])
    assert whole.deadline_hours is not None
    assert whole.deadline == clock.now() + timedelta(hours=whole.deadline_hours)
    await act(service, CLEO, game.code, SAMPLE[4])
    await sound(database, game.code)
    assert [one.code for one in (await service.doctor.everything()).problems if one.game == game.code] == []
    # And once more: what was accepted is no part of the record.
    again = await service.archive.record(game.code, secrets=True)
    assert (again.entries[: len(made.entries)], again.seed) == (made.entries, made.seed)
    copy = await do(service, None, Import(again, (ANN, BOB), 11, 12))
    await accept(service, ANN)
    assert (await accept(service, BOB)).status == "active"
    await act(service, BOB, copy.code, SAMPLE[5])
    await sound(database, copy.code)


async def test_who_imports_is_seated_at_once_and_who_declines_leaves_the_seat_vacant(
    service: Service, database: Database
) -> None:
    made = await made_record(service)
    game = await do(service, None, Import(made, (ADA, DAN), 11, 12))
    assert (game.status, people(game)) == ("paused", ["Ada", "Vacant"])
    await service.invitations.decline(DAN, (await only(service, DAN)).id)
    assert (await service.reading.summary(game.code)).status == "paused"
    await do(service, game.code, Replace(1, CLEO))
    assert (await accept(service)).status == "active"
    await act(service, ADA, game.code, SAMPLE[4])
    await sound(database, game.code)


async def test_an_imported_game_whose_seats_stay_vacant_is_called_off(
    service: Service, database: Database, clock: ManualClock
) -> None:
    made = await made_record(service)
    nobody = await do(service, None, Import(made, (CLEO, DAN), 11, 12))
    half = await do(service, None, Import(made, (ADA, EVE), 11, 12))
    gone_on = await do(service, None, Import(made, (ZOE, BOB), 11, 12), OLGAS)
    await accept(service, ZOE)
    await accept(service, BOB)
    # For another reason, as long as it takes.
    await do(service, gone_on.code, Pause())
    clock.advance(INVITATION_LIFE)
    assert await service.lobby.silent() == []
    await service.invitations.expire()
    clock.advance(INVITATION_LIFE - timedelta(hours=1))
    # As long as they may, admins invite others.
    await do(service, half.code, Replace(1, DAN))
    clock.advance(timedelta(hours=1))
    assert await service.lobby.silent() == [nobody.code]
    for game in (nobody, half, gone_on):
        await service.lobby.expire(game.code)
    ended = [(await service.reading.summary(game.code)).status for game in (nobody, half, gone_on)]
    assert ended == ["abandoned", "paused", "paused"]
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert "nobody has taken the seats: called off" in sender.news()
    await sound(database, nobody.code)
    assert [one for one in (await service.doctor.everything()).problems if one.game == nobody.code] == []
    await service.invitations.decline(DAN, (await only(service, DAN)).id)
    clock.advance(INVITATION_LIFE)
    assert await service.lobby.silent() == [half.code]
    await service.lobby.expire(half.code)
    assert (await service.reading.summary(half.code)).status == "abandoned"


async def test_a_game_that_was_paused_for_another_reason_stays_so(service: Service) -> None:
    made = await made_record(service)
    game = await do(service, None, Import(made, (CLEO, DAN), 11, 12))
    await accept(service)
    await do(service, game.code, Resume())
    await do(service, game.code, Pause())
    assert (await accept(service, DAN)).status == "paused"
    other = await begun(service)
    await do(service, other.code, Pause())
    await do(service, other.code, Replace(0, EVE))
    assert (await accept(service, EVE)).status == "paused"


async def test_a_record_of_a_game_that_is_over_invites_nobody(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    await act(service, BOB, game.code, "resign")
    made = await service.archive.record(game.code, secrets=True)
    plan = await service.admin.plan(HELD, None, Import(made, (CLEO, DAN), 11, 12))
    assert "nobody is invited" in plan.warnings[0]
    over = await do(service, None, Import(made, (CLEO, DAN), 11, 12))
    assert (over.status, people(over)) == ("finished", ["Vacant", "Vacant"])
    assert await delivered(database, clock) == []
    restored = await do(service, None, Import(made, (CLEO, DAN), 11, 12, at_once=True), AT_HAND)
    assert people(restored) == ["Cleo", "Dan"]


async def test_every_game_waits_for_its_players_when_it_is_imported(
    service: Service, database: Database, clock: ManualClock
) -> None:
    invited = [CLEO, DAN, ADA, EVE]
    for key, engine in ENGINES.items():
        table = await opened(service, key, seats=engine.info.min_seats)
        for person in (BOB, OLGA, ZOE)[: engine.info.min_seats - 1]:
            table = await service.lobby.join(person, table.code, cause=new_cause())
        made = await service.archive.record(table.code, secrets=True)
        asked = invited[: len(made.seats)]
        game = await do(service, None, Import(made, tuple(asked), 11, 12), AT_HAND)
        await delivered(database, clock)
        clock.advance(timedelta(hours=5))
        for person in asked:
            assert game.status == "paused"
            game = await accept(service, person)
        assert game.status == "active"
        assert game.deadline is not None
        await delivered(database, clock)
        seconds = engine.clock.seconds(engine.options(game.options))
        if seconds is not None:
            shown = (await service.reading.summary(game.code)).deadline
            assert shown is not None
            assert shown >= clock.now() + timedelta(seconds=seconds)
        await sound(database, game.code)
        clock.advance(timedelta(days=1))
    problems = (await service.doctor.everything()).problems
    assert {one.code for one in problems} <= {"overdue"}


async def test_who_has_imported_a_game_with_secrets_does_not_play_it(service: Service) -> None:
    hidden = next(key for key, engine in ENGINES.items() if engine.info.hidden)
    made = await made_record(service, hidden, seats=2)
    game = await do(service, None, Import(made, (CLEO, DAN), 11, 12))
    assert await refusal(service.admin.plan(HELD, game.code, Replace(0, ADA))) == "plays_here"
    assert await refusal(do(service, game.code, Replace(0, ADA), OLGAS)) == "plays_here"
    assert await refusal(do(service, game.code, Replace(0, ADA, at_once=True), AT_HAND)) == "plays_here"
    # Nor under another number.
    await service.privacy.forget(ADA.id)
    back = Person.of(account(ADA))
    assert await refusal(do(service, game.code, Replace(0, back), OLGAS)) == "plays_here"
    await do(service, game.code, Replace(0, EVE), OLGAS)
