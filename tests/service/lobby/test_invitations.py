"""Invitations: nobody is seated by another before they have accepted, once, in time, and as they wish."""

import asyncio
import json
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.service.admin.acts import Cancel, Import, Replace, Rollback
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.log.event_types import EventType
from bot.service.seats.inviting import DAILY_INVITATIONS, INVITATION_LIFE
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import GameSummary
from bot.service.values.limits import Limits
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import DeclineRow, EventRow, GameRow, InvitationRow
from bot.store.repositories.invitations import Invitations
from tests.manual_clock import ManualClock
from tests.service.actors import (
    ACCOUNTS,
    ADA,
    ALL,
    ANN,
    BOB,
    CLEO,
    DAN,
    EVE,
    HERE,
    SAMPLE,
    account,
    act,
    new_cause,
    opened,
    refusal,
    sound,
)
from tests.service.admin.operators import AT_HAND, HELD, everything
from tests.service.lobby.inviting import OLGAS, accept, begun, delivered, do, only, people


async def test_a_seat_stays_as_it_was_until_the_invitation_is_accepted(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    invited = await do(service, game.code, Replace(0, CLEO))
    assert invited == game
    await act(service, ANN, game.code, SAMPLE[4])
    assert await delivered(database, clock) == [(CLEO.id, "ask")]
    asked = await only(service)
    assert (asked.code, asked.seat_name, asked.inviter, asked.person) == (game.code, "White", ADA, CLEO)
    assert asked.expires_at == clock.now() + INVITATION_LIFE

    cause = new_cause()
    seated = await service.invitations.accept(CLEO, asked.id, cause=cause)
    assert people(seated) == ["Cleo", "Bob"]
    assert seated.host == CLEO
    await act(service, BOB, game.code, SAMPLE[5])
    again = await service.invitations.accept(CLEO, asked.id, cause=cause)
    assert people(again) == ["Cleo", "Bob"]
    assert await refusal(accept(service, CLEO, asked)) == "invitation_closed"
    assert await refusal(act(service, ANN, game.code, SAMPLE[6])) == "not_in_game"
    await act(service, CLEO, game.code, SAMPLE[6])
    lines = [line for line in await service.reading.history(game.code, BOB) if line.who == "White"]
    assert [line.still_seated for line in lines] == [False, False, False, True]
    await sound(database, game.code)
    assert (await service.doctor.everything()).problems == ()
    async with database.reading() as unit:
        (event,) = await unit.events.of_kinds(game.id, [EventType.ADMIN])
    assert (event.player_id, event.cause) == (CLEO.id, cause.key)
    assert json.loads(event.data or "") == {"seat": 0, "before": ANN.id, "after": CLEO.id}


async def test_who_declines_is_asked_no_more(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game, other = await begun(service), await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    asked = await only(service)
    declined = await service.invitations.decline(CLEO, asked.id)
    assert declined.status == "declined"
    assert await service.invitations.decline(CLEO, asked.id) == declined
    assert await refusal(accept(service, CLEO, asked)) == "invitation_closed"
    assert await delivered(database, clock) == [(ADA.id, "tell")]
    clock.advance(timedelta(days=400))
    await service.invitations.expire()
    # Not by the same administrator, to whatever game, and not to this game by whomever.
    for by, code in ((HELD, game.code), (HELD, other.code), (OLGAS, game.code), (AT_HAND, game.code)):
        assert await refusal(service.admin.plan(by, code, Replace(1, CLEO))) == "not_invited"
    await do(service, other.code, Replace(0, CLEO), OLGAS)
    await accept(service)


async def test_who_declines_is_asked_no_more_by_the_same_inviter_also_after_they_were_forgotten(
    service: Service, database: Database
) -> None:
    game, other = await begun(service), await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    await service.invitations.decline(CLEO, (await only(service)).id)
    await service.privacy.forget(CLEO.id)
    back = Person.of(account(CLEO))
    for code in (game.code, other.code):
        assert await refusal(service.admin.plan(HELD, code, Replace(1, back))) == "not_invited"
    await do(service, other.code, Replace(1, back), OLGAS)
    assert (await service.doctor.everything()).problems == ()
    async with database.reading() as unit:
        (kept,) = await unit.invitations.forgotten_declines(ADA.id)
    assert str(ACCOUNTS[CLEO.id]) not in kept
    await service.privacy.forget(ADA.id)
    async with database.reading() as unit:
        assert await unit.invitations.forgotten_declines(ADA.id) == []


async def test_nothing_is_kept_for_an_inviter_who_was_forgotten_first(
    service: Service, database: Database
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    await service.invitations.decline(CLEO, (await only(service)).id)
    await service.privacy.forget(ADA.id)
    await service.privacy.forget(CLEO.id)
    async with database.reading() as unit:
        assert await unit.odd_rows.forgotten(DeclineRow) == []


async def test_an_invitation_ends_after_a_week(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    asked = await only(service)
    clock.advance(INVITATION_LIFE - timedelta(seconds=1))
    assert await service.invitations.open_to(CLEO) == [asked]
    clock.advance(timedelta(seconds=1))
    assert await service.invitations.open_to(CLEO) == []
    assert await refusal(accept(service, CLEO, asked)) == "invitation_closed"
    clock.advance(timedelta(days=2))
    assert "invitation_overdue" in [one.code for one in (await service.doctor.everything()).problems]
    await service.invitations.expire()
    assert await refusal(service.invitations.decline(CLEO, asked.id)) == "invitation_closed"
    assert await delivered(database, clock) == [(ADA.id, "tell")]
    await do(service, game.code, Replace(0, CLEO))
    clock.advance(timedelta(days=15))
    await service.invitations.expire()
    assert await refusal(service.invitations.find(CLEO, asked.id)) == "no_invitation"


async def test_nobody_is_invited_more_than_five_times_a_day(service: Service, clock: ManualClock) -> None:
    games = [await begun(service) for _ in range(DAILY_INVITATIONS + 1)]
    for number, game in enumerate(games[:-1]):
        await do(service, game.code, Replace(0, CLEO), (HELD, OLGAS, AT_HAND)[number % 3])
    assert await refusal(service.admin.plan(HELD, games[-1].code, Replace(0, CLEO))) == "too_many_invitations"
    await do(service, games[-1].code, Replace(0, DAN))
    clock.advance(timedelta(days=1))
    await do(service, games[-1].code, Replace(0, CLEO))


async def test_five_a_day_holds_for_those_who_invite_at_the_same_moment(
    service: Service, database: Database
) -> None:
    games = [await begun(service) for _ in range(DAILY_INVITATIONS + 3)]
    await do(service, games[0].code, Replace(1, CLEO))
    results = await asyncio.gather(
        *(do(service, game.code, Replace(0, CLEO)) for game in games), return_exceptions=True
    )
    refusals = [one.code for one in results if isinstance(one, Refused)]
    assert refusals == ["too_many_invitations"] * (len(games) + 1 - DAILY_INVITATIONS)
    assert len(await service.invitations.open_to(CLEO)) == DAILY_INVITATIONS


async def test_a_seat_has_one_invitation_and_the_newest_holds(service: Service, database: Database) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    first = await only(service)
    assert await refusal(service.admin.plan(HELD, game.code, Replace(0, CLEO))) == "invited_already"
    await do(service, game.code, Replace(0, DAN))
    assert await refusal(accept(service, CLEO, first)) == "invitation_closed"
    facts = await service.admin.details(HELD, game.code)
    assert [one.person for one in facts.invitations] == [DAN]
    # Whoever sits there is named to withdraw it.
    done = await service.admin.apply(HELD, game.code, Replace(0, ANN))
    assert "withdrawn" in done.words
    assert await refusal(service.admin.plan(HELD, game.code, Replace(0, ANN))) == "already_in"
    assert await service.invitations.open_to(DAN) == []


async def test_of_answers_at_the_same_moment_one_counts(service: Service, database: Database) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    asked = await only(service)
    results = await asyncio.gather(
        *(accept(service, CLEO, asked) for _ in range(3)),
        service.invitations.decline(CLEO, asked.id),
        service.invitations.expire(),
        do(service, game.code, Replace(0, DAN)),
        return_exceptions=True,
    )
    summaries = [one for one in results[:3] if isinstance(one, GameSummary)]
    assert all(isinstance(one, Refused | GameSummary) for one in results[:3])
    async with database.reading() as unit:
        events = await unit.events.of_kinds(game.id, [EventType.ADMIN])
        statuses = (
            await unit._session.scalars(select(InvitationRow.status).order_by(InvitationRow.id))
        ).all()
    assert len(events) == len(summaries) <= 1
    assert statuses[0] == (
        "accepted" if summaries else "declined" if isinstance(results[3], Invitation) else "withdrawn"
    )
    await sound(database, game.code)


async def test_an_answer_is_what_has_become_of_it(
    service: Service, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else is invited between the look at an invitation and the answer."""
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    asked = await only(service)
    close = Invitations.close
    others: list[asyncio.Task[Any]] = []

    async def close_late(self: Invitations, *which: Any) -> bool:
        if not others:
            others.append(asyncio.create_task(do(service, game.code, Replace(0, DAN))))
            # On SQLite it waits for this one to end.
            await asyncio.wait(others, timeout=0.5)
        return await close(self, *which)

    monkeypatch.setattr(Invitations, "close", close_late)
    try:
        wanted = (await service.invitations.decline(CLEO, asked.id)).status
    except Refused:
        wanted = "withdrawn"
    await others[0]
    async with database.reading() as unit:
        row = await unit.invitations.get(asked.id)
    assert row is not None
    assert row.status == wanted


async def test_an_invitation_is_nobody_elses(service: Service) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    asked = await only(service)
    for person in (ANN, DAN, ADA, Person.of(account(EVE))):
        assert await refusal(accept(service, person, asked)) == "no_invitation"
        assert await refusal(service.invitations.decline(person, asked.id)) == "no_invitation"
    assert await refusal(service.invitations.find(CLEO, asked.id + 1)) == "no_invitation"


@pytest.mark.parametrize("end", ["resign", "cancel"])
async def test_nobody_accepts_a_seat_in_a_game_that_is_over(
    service: Service, database: Database, clock: ManualClock, end: str
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    asked = await only(service)
    if end == "resign":
        await act(service, BOB, game.code, "resign")
    else:
        await do(service, game.code, Cancel())
    assert await service.invitations.open_to(CLEO) == []
    assert await refusal(accept(service, CLEO, asked)) == "game_over"
    assert await delivered(database, clock) == []
    # Where the game goes on again, so does the invitation.
    await do(service, game.code, Rollback(2), AT_HAND)
    await accept(service)
    await sound(database, game.code)


async def test_a_rollback_across_it_leaves_the_newcomer_in_the_seat(
    service: Service, database: Database
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    await accept(service)
    await act(service, CLEO, game.code, SAMPLE[4])
    back = await do(service, game.code, Rollback(0))
    assert people(back) == ["Cleo", "Bob"]
    await act(service, CLEO, game.code, SAMPLE[0])
    await sound(database, game.code)
    assert (await service.doctor.everything()).problems == ()


async def test_who_has_a_seat_or_too_many_games_takes_none(database: Database, clock: ManualClock) -> None:
    service = Service(database, ALL, clock, Random(4), limits=Limits(person_games=2, patience=timedelta(0)))
    games = [await begun(service) for _ in range(2)]
    await do(service, games[0].code, Replace(0, CLEO))
    await do(service, games[1].code, Replace(1, CLEO))
    await do(service, games[1].code, Replace(0, CLEO))
    asked = await service.invitations.open_to(CLEO)
    await accept(service, CLEO, asked[2])
    assert await refusal(accept(service, CLEO, asked[1])) == "already_in"
    with pytest.raises(Refused, match="The person asked to play White already has a seat"):
        await service.admin.plan(HELD, games[1].code, Replace(0, BOB))
    second = await service.lobby.join(
        CLEO,
        (await service.lobby.create(DAN, HERE, GameSetup("nim", seats=2), cause=new_cause())).code,
        cause=new_cause(),
    )
    assert second.status == "active"
    assert await refusal(accept(service, CLEO, asked[0])) == "too_many_games"
    await act(service, CLEO, second.code, "resign")
    await accept(service, CLEO, asked[0])


async def test_a_game_without_a_server_has_no_members_to_invite(service: Service) -> None:
    game = await service.lobby.create(ANN, None, GameSetup("nim", seats=2), cause=new_cause())
    await service.lobby.join(BOB, game.code, cause=new_cause())
    assert await refusal(service.admin.plan(AT_HAND, game.code, Replace(0, CLEO))) == "no_server"


async def test_whoever_is_blocked_invites_nobody_and_does_not_learn_why(service: Service) -> None:
    game, other = await begun(service), await begun(service)
    found = []
    await do(service, other.code, Replace(0, DAN))
    await service.invitations.decline(DAN, (await only(service, DAN)).id)
    await service.blocks.block(CLEO, ADA)
    for person in (CLEO, DAN):
        with pytest.raises(Refused) as caught:
            await service.admin.plan(HELD, game.code, Replace(0, person))
        found.append((caught.value.code, caught.value.sentence))
    assert found[0] == found[1]
    await service.blocks.block(ADA, EVE)
    assert await refusal(service.admin.plan(HELD, game.code, Replace(0, EVE))) == "has_blocked"
    await do(service, game.code, Replace(0, CLEO), OLGAS)


async def test_only_the_command_line_seats_somebody_at_once(service: Service, database: Database) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO, at_once=True))
    assert people(await service.reading.summary(game.code)) == ["Ann", "Bob"]
    # Not without being asked, but oneself one need not ask.
    assert people(await do(service, game.code, Replace(1, ADA))) == ["Ann", "Ada"]
    assert people(await do(service, game.code, Replace(0, DAN, at_once=True), AT_HAND)) == ["Dan", "Ada"]
    assert await service.invitations.open_to(CLEO) == []
    await do(service, game.code, Replace(1, CLEO), AT_HAND)
    assert (await only(service)).inviter is None
    await sound(database, game.code)


async def test_who_was_forgotten_neither_invites_nor_is_invited(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    await do(service, game.code, Replace(1, DAN), OLGAS)
    exported = json.loads(await service.privacy.export(CLEO.id))
    assert [(one["code"], one["seat"], one["status"]) for one in exported["invitations"]] == [
        (game.code, 0, "open")
    ]
    assert [one["seat"] for one in json.loads(await service.privacy.export(ADA.id))["invited"]] == [0]
    assert "Cleo" not in (await service.privacy.export(ADA.id)).decode()
    asked, other = await only(service), await only(service, DAN)
    await service.privacy.forget(CLEO.id)
    assert await refusal(accept(service, CLEO, asked)) == "no_invitation"
    await service.privacy.forget(EVE.id)
    assert await refusal(accept(service, DAN, other)) == "invitation_closed"
    assert await delivered(database, clock) == []
    async with database.reading() as unit:
        rows: Sequence[InvitationRow] = (await unit._session.scalars(select(InvitationRow))).all()
        events = (await unit._session.scalars(select(EventRow.player_id))).all()
    assert {CLEO.id, EVE.id}.isdisjoint({row.player_id for row in rows} | {row.inviter_id for row in rows})
    assert {CLEO.id, EVE.id}.isdisjoint(set(events))


async def test_an_invitation_to_the_seat_of_who_was_forgotten_is_accepted(
    service: Service, database: Database
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    await service.privacy.forget(ANN.id)
    assert people(await accept(service)) == ["Cleo", "Bob"]
    await sound(database, game.code)


async def test_nothing_is_left_by_what_was_refused(service: Service, database: Database) -> None:
    game, lobby = await begun(service), await opened(service)
    before = await everything(database)
    for code, operation in (
        (game.code, Replace(0, BOB)),
        (lobby.code, Replace(0, CLEO)),
        (game.code, Replace(7, CLEO)),
    ):
        await refusal(service.admin.apply(HELD, code, operation))
    made = await service.archive.record(game.code, secrets=True)
    for people_ in ((CLEO,), (CLEO, CLEO), (CLEO, DAN, EVE)):
        await refusal(service.admin.apply(HELD, None, Import(made, people_, 11, 12)))
    assert await everything(database) == before


async def test_one_that_cannot_expire_keeps_no_other_open(
    service: Service, database: Database, clock: ManualClock
) -> None:
    broken, _ = [await opened(service, opponents=[person]) for person in (CLEO, DAN)]
    async with database.transaction() as unit:
        await unit._session.execute(update(GameRow).filter_by(code=broken.code).values(terms="{"))
    clock.advance(INVITATION_LIFE)
    await service.invitations.expire()
    async with database.reading() as unit:
        rows = (await unit._session.scalars(select(InvitationRow).order_by(InvitationRow.id))).all()
    assert [row.status for row in rows] == ["open", "expired"]
