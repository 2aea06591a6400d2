"""A computer keeps the seat of somebody who stays away, as was agreed, until they come back with one tap."""

from datetime import timedelta
from random import Random

import pytest

from bot.column_values import RUNNING
from bot.discord.posts.notices import invitation_parts
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.facade import Service
from bot.service.game.term_options import agreed, words_of
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import InvitationNotice, TurnNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import AnyEngine, Level
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service import prepared
from tests.service.actors import ANN, BOB, CLEO, act, new_cause, newest_card, opened, refusal, running, sound
from tests.service.admin.operators import AT_HAND
from tests.service.jobs.computers import NIM, ROSES, SEALED, against, jobs, replace_limits, thought
from tests.tinygames import TINY

DAY = timedelta(days=1)
KEPT = Terms(absence="computer", caretaker=Level.STEADY)


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    return {**ENGINES, **TINY, "roses": ROSES, "nim": NIM, "sealed": SEALED}


async def days_pass(service: Service, clock: ManualClock, code: str, days: int) -> GameSummary:
    for _ in range(days):
        clock.advance(DAY)
        await service.clock.process(code)
    return await service.reading.summary(code)


@prepared.once
async def kept(service: Service, clock: ManualClock) -> GameSummary:
    """A game of Roses in which a computer keeps the seat of Bob, who let his deadline pass."""
    game = await running(service, "roses", deadline_hours=24, terms=KEPT)
    await act(service, ANN, game.code, "@d3")
    return await days_pass(service, clock, game.code, 2)


def names(game: GameSummary) -> list[str | None]:
    return [seat.person.name if seat.person else None for seat in game.seats]


async def test_a_computer_keeps_the_seat_until_its_owner_is_back(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await kept(service, clock)
    assert (game.status, names(game)) == ("active", ["Ann", "Steady computer"])
    assert game.deadline is None
    shown = " ".join((await newest_card(database, game.code)).summary_lines)
    assert "somebody has let the time run out: a computer plays on until they come back" in shown
    await thought(service, "@c5")
    clock.advance(max(ANSWER_DELAYS.values()))
    assert await service.jobs.play_due() == 1
    assert (await service.reading.summary(game.code)).deadline is not None
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    (asked,) = [one for one in sender.delivered if isinstance(one.payload, InvitationNotice)]
    assert asked.payload.person_id == BOB.id  # type: ignore[union-attr]
    assert asked.invitation is not None
    text, buttons = invitation_parts(asked.invitation, {}, to_return=True)
    assert "a computer plays **Black** for you" in text
    assert len(buttons) == 1
    await act(service, ANN, game.code, "@c2")
    assert await jobs(database) == [("move", 1, "done"), ("move", 1, "pending")]
    game = await service.invitations.accept(BOB, asked.invitation.id, cause=new_cause())
    assert names(game) == ["Ann", "Bob"]
    await act(service, BOB, game.code, "@d5")
    clock.advance(max(ANSWER_DELAYS.values()))
    assert await service.jobs.claim("mind", 1) == []
    await sound(database, game.code)
    assert (await service.doctor.games(RUNNING)).problems == ()


@pytest.mark.parametrize(("newcomer", "told"), [(CLEO, {BOB.id}), (BOB, set[int]())])
async def test_who_may_come_back_no_more_is_told(
    service: Service, database: Database, clock: ManualClock, newcomer: Person, told: set[int]
) -> None:
    game = await kept(service, clock)
    await service.admin.apply(AT_HAND, game.code, Replace(1, newcomer, at_once=True))
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    notices = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    assert {one.person_id for one in notices if one.occasion == "replaced"} == told


async def test_who_has_opened_the_game_stays_its_host(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "roses", deadline_hours=24, terms=KEPT)
    game = await days_pass(service, clock, game.code, 2)
    assert names(game) == ["Steady computer", "Bob"]
    assert game.host.id == ANN.id
    assert (await service.doctor.games(RUNNING)).problems == ()


async def test_who_comes_back_plays_no_more_against_the_computer_that_kept_the_seat(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    """Whoever played as many games against computers as one may did not get their seat back."""
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=1))
    game = await kept(service, clock)
    await against(service, "roses", by=BOB)
    (asked,) = await service.invitations.open_to(BOB)
    game = await service.invitations.accept(BOB, asked.id, cause=new_cause())
    assert names(game) == ["Ann", "Bob"]


async def test_a_rematch_is_for_the_owner_of_the_seat_that_a_computer_kept(
    service: Service, clock: ManualClock
) -> None:
    """The computer was seated, its owner not even asked, and refused where they pressed the button."""
    game = await kept(service, clock)
    await act(service, ANN, game.code, "resign")
    again = await service.lobby.again(ANN, game.code, cause=new_cause())
    assert (again.status, names(again)) == ("lobby", ["Ann", None])
    assert [one.code for one in await service.invitations.open_to(BOB)] == [again.code]
    await service.lobby.cancel(ANN, again.code, cause=new_cause())
    again = await service.lobby.again(BOB, game.code, cause=new_cause())
    assert [one.code for one in await service.invitations.open_to(ANN)] == [again.code]


async def test_a_rematch_keeps_the_computer_in_the_seat_of_somebody_who_was_forgotten(
    service: Service, clock: ManualClock
) -> None:
    game = await kept(service, clock)
    await act(service, ANN, game.code, "resign")
    await service.privacy.forget(BOB.id)
    again = await service.lobby.again(ANN, game.code, cause=new_cause())
    assert again.status == "active"
    assert sorted(filter(None, names(again))) == ["Ann", "Steady computer"]


async def test_where_nobody_is_left_the_game_pauses(service: Service, clock: ManualClock) -> None:
    game = await against(service, "roses", Level.GENTLE, deadline_hours=24, terms=KEPT)
    game = await days_pass(service, clock, game.code, 4)
    assert (game.status, names(game)[0]) == ("paused", "Ann")


async def test_who_has_resigned_is_nobody_who_is_left(service: Service, clock: ManualClock) -> None:
    """Computers alone played the game of who stayed away to its end."""
    terms = Terms(absence="computer", absent_after=1)
    game = await opened(service, "reef", seats=3, deadline_hours=24, terms=terms)
    await service.lobby.join(BOB, game.code, seat=1, cause=new_cause())
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    await act(service, ANN, game.code, "resign")
    game = await days_pass(service, clock, game.code, 1)
    assert (game.status, names(game)) == ("paused", ["Ann", "Bob", "Gentle computer"])


async def test_it_is_offered_where_a_computer_plays() -> None:
    terms = agreed(ROSES, "absence: strong computer")
    assert (terms.absence, terms.caretaker) == ("computer", Level.STRONG)
    assert any("a strong computer plays on until they come back" in one for one in words_of(ROSES, terms))
    with pytest.raises(Refused):
        agreed(TINY["blitz"], "absence: strong computer")


async def test_none_is_agreed_on_where_none_is_to_think(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=0))
    assert await refusal(opened(service, "roses", terms=KEPT)) == "no_computer"
    await opened(service, "roses", terms=Terms())


@pytest.fixture
def thoughtless(database: Database, engines: dict[str, AnyEngine], clock: ManualClock) -> Service:
    """The same host, started again without anybody who thinks."""
    return Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=0))


async def test_none_takes_a_seat_where_none_thinks_any_more(
    service: Service, thoughtless: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "roses", deadline_hours=24, terms=KEPT)
    await act(service, ANN, game.code, "@d3")
    game = await days_pass(thoughtless, clock, game.code, 2)
    assert (game.status, names(game), game.absent) == ("paused", ["Ann", "Bob"], (1,))
    shown = (await newest_card(database, game.code)).summary_lines
    assert "this bot runs no computer players at present, so none plays on" in shown
    await thoughtless.clock.resume(BOB, game.code, cause=new_cause())
    await act(thoughtless, BOB, game.code, "@c5")


async def test_who_waits_for_a_computer_where_none_thinks_any_more_is_told_so(
    service: Service, thoughtless: Service, clock: ManualClock
) -> None:
    game = await kept(service, clock)
    with pytest.raises(Refused, match="This bot runs no computer players, so none can play on for Black"):
        await thoughtless.substitutes.propose(ANN, game.code, 1, cause=new_cause())


async def test_no_game_begins_with_a_computer_where_none_thinks_any_more(
    service: Service, thoughtless: Service
) -> None:
    game = await opened(service, "nim")
    await service.lobby.add_computer(ANN, game.code, Level.GENTLE, cause=new_cause())
    assert await refusal(thoughtless.lobby.start(ANN, game.code, cause=new_cause())) == "no_computer"
    await thoughtless.lobby.remove_computer(ANN, game.code, cause=new_cause())
    assert await refusal(thoughtless.lobby.start(ANN, game.code, cause=new_cause())) == "too_few"


async def test_it_is_agreed_on_where_a_computer_plays(service: Service) -> None:
    assert await refusal(opened(service, "blitz", terms=KEPT)) == "no_computer"
