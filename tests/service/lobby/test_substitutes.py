"""Who vanishes is warned, then another player may take the seat, with all that it holds and nothing else."""

from datetime import timedelta
from typing import Any, Literal

import msgspec
import pytest

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Pause, Retime, Rollback
from bot.service.clock.vanished import VANISHED_AFTER, WARNING
from bot.service.facade import Service
from bot.service.notices.unposted_results import POSTING
from bot.service.values.payloads import TurnNotice
from bot.service.values.refused import Refused
from bot.service.values.request import Identity, Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service import prepared
from tests.service.actors import ANN, BOB, CLEO, DAN, act, begun, history, new_cause, refusal, running, sound
from tests.service.admin.operators import AT_HAND, HELD

DAY = timedelta(days=1)
DORA = Person.of(Identity("discord", "100777", "Dora"))


async def warnings(database: Database) -> list[TurnNotice]:
    """The warnings that are under way, the oldest first."""
    async with database.reading() as unit:
        rows = [await unit.outbox.get(number) for number in range(1, 100)]
    notices = [
        msgspec.json.decode(row.payload, type=TurnNotice) for row in rows if row and row.kind == "notice"
    ]
    return [notice for notice in notices if notice.occasion == "warning"]


@prepared.once
async def vanished(service: Service, clock: ManualClock, key: str = "roses", **more: Any) -> str:
    """A game in which Ann has kept Bob waiting, and Bob has said so."""
    game = await running(service, key, **({"deadline_hours": None} | more))
    clock.advance(VANISHED_AFTER)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())
    return game.code


async def test_who_vanishes_is_warned_and_the_seat_goes_to_somebody_else(
    service: Service, database: Database, clock: ManualClock
) -> None:
    code = await vanished(service, clock)
    assert [notice.person_id for notice in await warnings(database)] == [ANN.id]
    summary = await service.reading.summary(code)
    assert summary.open == ((0, clock.now() + WARNING),)
    early = await refusal(service.substitutes.take_over(CLEO, code, 0, cause=new_cause()))
    assert early == "not_open_yet"
    clock.advance(WARNING)
    cause = new_cause()
    for _ in range(2):
        taken = await service.substitutes.take_over(DORA, code, 0, cause=cause)
        assert [seat.person.name for seat in taken.seats if seat.person] == ["Dora", "Bob"]
        assert taken.open == ()
    assert await refusal(act(service, ANN, code, "@d3")) == "not_in_game"
    await act(service, await service.identities.find(Identity("discord", "100777", "Dora")), code, "@d3")
    assert await history(service, code) == [
        "a seat is opened to others",
        "White goes to another player",
        "@d3",
    ]
    await sound(database, code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_only_another_player_says_so_and_only_of_who_has_vanished(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=None)
    proposing = service.substitutes.propose
    for seat in (-1, 2):
        assert await refusal(proposing(BOB, game.code, seat, cause=new_cause())) == "no_such_seat"
    assert await refusal(proposing(BOB, game.code, 0, cause=new_cause())) == "not_vanished"
    clock.advance(VANISHED_AFTER)
    assert await refusal(proposing(BOB, game.code, 1, cause=new_cause())) == "not_in_game"
    assert await refusal(proposing(CLEO, game.code, 0, cause=new_cause())) == "not_in_game"
    assert await refusal(proposing(ANN, game.code, 1, cause=new_cause())) == "not_vanished"
    await proposing(BOB, game.code, 0, cause=new_cause())
    assert await refusal(proposing(BOB, game.code, 0, cause=new_cause())) == "open_already"


async def test_whoever_is_on_vacation_has_not_vanished(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24)
    await service.vacations.plan(ANN, (clock.now() + 10 * DAY).date())
    clock.advance(VANISHED_AFTER)
    assert await refusal(service.substitutes.propose(BOB, game.code, 0, cause=new_cause())) == "on_vacation"


@pytest.mark.parametrize("by", ["here", "act"])
async def test_who_answers_keeps_the_seat(
    service: Service, database: Database, clock: ManualClock, by: str
) -> None:
    code = await vanished(service, clock)
    assert await refusal(service.substitutes.here(BOB, code, cause=new_cause())) == "not_open"
    clock.advance(2 * WARNING)
    if by == "here":
        await service.substitutes.here(ANN, code, cause=new_cause())
    else:
        await act(service, ANN, code, "@d3")
    assert (await service.reading.summary(code)).open == ()
    assert await refusal(service.substitutes.take_over(CLEO, code, 0, cause=new_cause())) == "not_open"
    await sound(database, code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_nobody_sits_with_those_whom_they_have_blocked_or_twice(
    service: Service, clock: ManualClock
) -> None:
    code = await vanished(service, clock)
    clock.advance(WARNING)
    taking = service.substitutes.take_over
    assert await refusal(taking(BOB, code, 0, cause=new_cause())) == "already_in"
    for blocker, blocked in ((BOB, CLEO), (DORA, BOB)):
        await service.blocks.block(blocker, blocked)
    dora = await service.identities.find(Identity("discord", "100777", "Dora"))
    answers = [await refusal(taking(who, code, 0, cause=new_cause())) for who in (CLEO, dora)]
    assert answers == ["not_here", "not_here"], "whoever blocked whom reads the same"


async def test_who_has_seen_a_hand_takes_no_other_seat(service: Service, clock: ManualClock) -> None:
    code = await vanished(service, clock, "pouch")
    clock.advance(WARNING)
    await service.substitutes.take_over(CLEO, code, 0, cause=new_cause())
    clock.advance(VANISHED_AFTER)
    await act(service, CLEO, code, "done")
    clock.advance(VANISHED_AFTER)
    await service.substitutes.propose(CLEO, code, 1, cause=new_cause())
    clock.advance(WARNING)
    assert await refusal(service.substitutes.take_over(ANN, code, 1, cause=new_cause())) == "has_seen"


async def test_a_game_that_opens_the_seat_of_who_stays_away_goes_on_with_a_substitute(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24, terms=Terms(absence="substitute", absent_after=1))
    clock.advance(timedelta(hours=25))
    await service.clock.process(game.code)
    paused = await service.reading.summary(game.code)
    assert (paused.status, paused.absent) == ("paused", (0,))
    assert [seat for seat, _ in paused.open] == [0]
    assert [notice.person_id for notice in await warnings(database)] == [ANN.id]
    clock.advance(WARNING)
    taken = await service.substitutes.take_over(CLEO, game.code, 0, cause=new_cause())
    assert (taken.status, taken.deadline, taken.absent) == ("active", clock.now() + DAY, ())
    await act(service, CLEO, game.code, "@d3")
    await sound(database, game.code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_or_with_its_owner(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24, terms=Terms(absence="substitute", absent_after=1))
    clock.advance(timedelta(hours=25))
    await service.clock.process(game.code)
    here = await service.substitutes.here(ANN, game.code, cause=new_cause())
    assert (here.status, here.open, here.deadline) == ("active", (), clock.now() + DAY)


async def test_nobody_vanishes_while_a_game_is_paused_or_within_the_time_they_have(
    service: Service, clock: ManualClock
) -> None:
    proposing = service.substitutes.propose
    slow = (await running(service, deadline_hours=168)).code
    agreed = (await running(service, deadline_hours=None)).code
    clock.advance(timedelta(hours=1))
    day = (clock.now() + 20 * DAY).date()
    await service.pausing.ask(BOB, agreed, day, cause=new_cause())
    await service.pausing.answer(ANN, agreed, True, cause=new_cause())
    clock.advance(6 * DAY)
    for code in (slow, agreed):
        assert await refusal(proposing(BOB, code, 0, cause=new_cause())) == "not_vanished"
    clock.advance(15 * DAY)
    await service.clock.process(agreed)
    assert (await service.reading.summary(agreed)).status == "active"
    assert await refusal(proposing(BOB, agreed, 0, cause=new_cause())) == "not_vanished"
    clock.advance(VANISHED_AFTER)
    await proposing(BOB, agreed, 0, cause=new_cause())


async def test_in_a_paused_game_nobody_is_said_to_have_missed_no_deadline(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24, terms=Terms(at_zero="wait"))
    clock.advance(timedelta(hours=25))
    await service.clock.process(game.code)
    await service.admin.apply(AT_HAND, game.code, Pause())
    with pytest.raises(Refused, match="is paused, and not because White stays away"):
        await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())


async def test_one_missed_deadline_is_enough(service: Service, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=24)
    clock.advance(timedelta(hours=25))
    await service.clock.process(game.code)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())


@pytest.mark.parametrize("show_ready", [False, True])
async def test_nobody_learns_from_a_refusal_who_has_acted_in_secret(
    service: Service, clock: ManualClock, show_ready: bool
) -> None:
    game = await begun(service, "gods", BOB, CLEO, DAN, options={"show_ready": show_ready}, deadline_hours=24)
    people = [seat.person for seat in game.seats if seat.person]
    for person in people[:2]:
        await act(service, person, game.code, "ready")
    clock.advance(DAY)
    await service.clock.process(game.code)
    proposing = service.substitutes.propose
    answers = []
    for number, seat in enumerate(game.seats[1:], start=1):
        try:
            await proposing(ANN, game.code, number, cause=new_cause())
            answers.append("done")
        except Refused as caught:
            answers.append(caught.sentence.replace(seat.name, "they"))
    if show_ready:
        assert answers == ["they has not vanished: they have missed no deadline.", "done", "done"]
        return
    assert len(set(answers)) == 1
    # The second one in a row is announced, as the game pauses for it.
    clock.advance(POSTING)
    for person in people[:2]:
        await act(service, person, game.code, "ready")
    clock.advance(DAY)
    await service.clock.process(game.code)
    paused = await service.reading.summary(game.code)
    assert (paused.status, paused.absent) == ("paused", (2, 3))
    await proposing(ANN, game.code, 2, cause=new_cause())
    assert await refusal(proposing(ANN, game.code, 1, cause=new_cause())) == "not_vanished"


async def test_who_says_that_they_are_there_is_not_asked_again_at_once(
    service: Service, clock: ManualClock
) -> None:
    code = await vanished(service, clock)
    await service.substitutes.here(ANN, code, cause=new_cause())
    proposing = service.substitutes.propose
    assert await refusal(proposing(BOB, code, 0, cause=new_cause())) == "not_vanished"
    clock.advance(VANISHED_AFTER)
    await proposing(BOB, code, 0, cause=new_cause())


async def test_a_warning_waits_for_the_end_of_quiet_time(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=None)
    hour = clock.now().hour
    await service.preferences.set_notice_settings(ANN, {"quiet_hours": (hour * 60, hour * 60 + 180)})
    clock.advance(VANISHED_AFTER)
    await service.substitutes.propose(BOB, game.code, 0, cause=new_cause())
    (seat,) = (await service.reading.summary(game.code)).open
    assert seat == (0, clock.now() + WARNING), "which tells nobody of anybody's quiet time"
    sender = FakeSender()
    for left in (timedelta(hours=3) - timedelta(seconds=1), timedelta(seconds=1)):
        await Outbox(database, sender, clock).drain()
        assert "warning" not in [getattr(one.payload, "occasion", "") for one in sender.delivered]
        clock.advance(left)
    await Outbox(database, sender, clock).drain()
    assert [getattr(one.payload, "occasion", "") for one in sender.delivered].count("warning") == 1


async def test_who_has_resigned_is_missed_by_nobody_and_misses_nobody(
    service: Service, clock: ManualClock
) -> None:
    game = await begun(service, "tae", BOB, CLEO, deadline_hours=24)
    seats = [seat.person for seat in game.seats if seat.person]
    late = game.to_act[0]
    clock.advance(timedelta(hours=25))
    await service.clock.process(game.code)
    await act(service, seats[late], game.code, "resign")
    other, third = ((late + step) % 3 for step in (1, 2))
    proposing = service.substitutes.propose
    assert await refusal(proposing(seats[other], game.code, late, cause=new_cause())) == "not_vanished"
    assert await refusal(proposing(seats[late], game.code, third, cause=new_cause())) == "not_in_game"


async def test_who_was_absent_before_keeps_an_open_seat_only_by_playing(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24, terms=Terms(absence="substitute", absent_after=1))
    clock.advance(DAY)
    await service.clock.process(game.code)
    await service.clock.resume(BOB, game.code, cause=new_cause())
    await service.calling_off.ask(ANN, game.code, True, cause=new_cause())
    assert [seat for seat, _ in (await service.reading.summary(game.code)).open] == [0]
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []
    await act(service, ANN, game.code, "@d3")
    assert (await service.reading.summary(game.code)).open == ()
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


@pytest.mark.parametrize("opened_before", [True, False])
async def test_nobody_takes_the_seat_of_who_is_out(
    service: Service, database: Database, clock: ManualClock, opened_before: bool
) -> None:
    terms = Terms(at_zero="lose")
    game = await begun(service, "tae", BOB, CLEO, deadline_hours=None, terms=terms)
    seats, late = [seat.person for seat in game.seats if seat.person], game.to_act[0]
    other = seats[(late + 1) % 3]
    if opened_before:
        clock.advance(VANISHED_AFTER)
        await service.substitutes.propose(other, game.code, late, cause=new_cause())
        assert [seat for seat, _ in (await service.reading.summary(game.code)).open] == [late]
    await service.admin.apply(HELD, game.code, Retime(hours=24), cause=new_cause())
    await service.admin.apply(HELD, game.code, Retime(left=24), cause=new_cause())
    clock.advance(WARNING)
    await service.clock.process(game.code)
    summary = await service.reading.summary(game.code)
    assert (summary.status, summary.open) == ("active", ())
    taking = service.substitutes.take_over(DAN, game.code, late, cause=new_cause())
    assert await refusal(taking) == "not_open"
    proposing = service.substitutes.propose(other, game.code, late, cause=new_cause())
    assert await refusal(proposing) == "not_vanished"
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []
    if opened_before:
        # Play goes back to when its player kept the others waiting.
        await service.admin.apply(HELD, game.code, Rollback(0), cause=new_cause())
        assert [seat for seat, _ in (await service.reading.summary(game.code)).open] == [late]


@pytest.mark.parametrize("terms", [Terms(), Terms(absence="substitute")])
async def test_no_seat_is_opened_where_nobody_could_take_it(
    service: Service, database: Database, clock: ManualClock, terms: Terms
) -> None:
    game = await begun(service, "flicflac", BOB, place=None, deadline_hours=24, terms=terms)
    assert game.terms.absence == "pause"
    for _ in range(4):
        clock.advance(DAY)
        await service.clock.process(game.code)
    paused = await service.reading.summary(game.code)
    assert (paused.status, paused.absent, paused.open) == ("paused", (0,), ())
    refused = await refusal(service.substitutes.propose(BOB, game.code, 0, cause=new_cause()))
    assert refused == "no_server"
    assert await warnings(database) == []


@pytest.mark.parametrize("absence", ["substitute", "computer"])
async def test_a_game_on_no_server_pauses_also_where_its_rules_would_go_on(
    service: Service, clock: ManualClock, absence: Literal["substitute", "computer"]
) -> None:
    terms = Terms(absence=absence)
    game = await begun(service, "roses", BOB, place=None, deadline_hours=24, terms=terms)
    assert (game.terms.absence, game.terms.absent_after) == ("pause", 1)
    for _ in range(2):
        clock.advance(DAY)
        await service.clock.process(game.code)
    paused = await service.reading.summary(game.code)
    assert (paused.status, paused.absent, paused.answers) == ("paused", (0,), ())
