"""A table agrees to pause until a day, and to go on sooner; at that day it goes on by itself."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from bot.discord.formatting.markdown import Markdown
from bot.outbox.worker import Outbox
from bot.sentences.requests import request_lines
from bot.service.admin.acts import Pause, Resume, Retime, Rollback
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.play.undoing import REQUEST_LIFE
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import HeadLine, TurnNotice
from bot.service.values.refused import Refused
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Resign
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    act,
    begun,
    history,
    new_cause,
    newest_card,
    refusal,
    running,
    sound,
)
from tests.service.admin.operators import HELD
from tests.service.scheduling import passes, running_scheduler, until

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)


async def ask(service: Service, code: str, clock: ManualClock, days: int | None = 3) -> GameSummary:
    day = None if days is None else (clock.now() + days * DAY).date()
    return await service.pausing.ask(ANN, code, day, cause=new_cause())


async def answer(service: Service, code: str, person: Any = BOB, agree: bool = True) -> GameSummary:
    return await service.pausing.answer(person, code, agree, cause=new_cause())


async def sane(service: Service, database: Database, code: str) -> None:
    await sound(database, code)
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def test_a_pause_may_last_a_year(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    clock.advance(12 * HOUR)
    assert clock.now().hour == 0, "where a day begins"
    assert (await ask(service, game.code, clock, 366)).pausing_asked == (1,)


async def test_all_agree_and_at_that_day_it_goes_on_by_itself(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    clock.advance(5 * HOUR)
    asked = await ask(service, game.code, clock)
    assert (asked.status, asked.pausing_asked) == ("active", (1,))
    card = await newest_card(database, game.code)
    assert card.pinged == (1,), "who is to answer is called, alone"
    paused = await answer(service, game.code)
    day = datetime.combine((clock.now() + 3 * DAY).date(), time(), UTC)
    assert (paused.status, paused.paused_until, paused.pausing) == ("paused", day, None)
    with pytest.raises(Refused, match="is paused: `pause end` asks the others to go on sooner"):
        await act(service, ANN, game.code, "@d3")
    await sane(service, database, game.code)
    clock.advance(day - clock.now() - 5 * SECOND)
    async with running_scheduler(ClockScheduler(database, service, clock)):
        await passes(clock, 4 * SECOND)
        assert (await service.reading.summary(game.code)).status == "paused"
        await passes(clock, SECOND)

        async def goes_on() -> bool:
            return (await service.reading.summary(game.code)).status == "active"

        await until(goes_on)
        back = await service.reading.summary(game.code)
        assert (back.status, back.deadline, back.paused_until) == ("active", day + 19 * HOUR, None)
    assert await history(service, game.code) == ["pause?", "agreed", "paused", "resumed"]
    await act(service, ANN, game.code, "@d3")
    await sane(service, database, game.code)


@pytest.mark.parametrize(
    ("hours", "change"), [(24.0, Retime(hours=0.0)), (None, Retime(hours=0.0)), (None, Rollback(0))]
)
async def test_a_pause_ends_at_its_day_in_a_game_without_a_clock(
    service: Service, database: Database, clock: ManualClock, hours: float | None, change: Retime | Rollback
) -> None:
    game = await running(service, deadline_hours=hours)
    await act(service, ANN, game.code, "@d3")
    await ask(service, game.code, clock)
    assert (await answer(service, game.code)).status == "paused"
    await service.admin.apply(Operator(), game.code, change, cause=new_cause())
    clock.advance(3 * DAY)
    await ClockScheduler(database, service, clock).process_due()
    assert (await service.reading.summary(game.code)).status == "active"


async def test_a_day_is_the_same_in_every_time_zone(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """It begins where the first who asked for it is, and the card names it as they did."""
    await service.preferences.change(ANN, time_zone="Asia/Tokyo")
    await service.preferences.change(BOB, time_zone="America/New_York")
    game = await running(service)
    day = (clock.now() + 3 * DAY).date()
    await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    card = await newest_card(database, game.code)
    line = "White asks that the game be paused until 4 January 2026"
    assert (card.summary_lines, card.head_lines) == ((line,), (HeadLine("pausing", 0, line),))
    for other in (day - DAY, day + DAY):
        with pytest.raises(Refused, match="answer that first"):
            await service.pausing.ask(BOB, game.code, other, cause=new_cause())
    paused = await service.pausing.ask(BOB, game.code, day, cause=new_cause())
    assert (paused.status, paused.paused_until) == ("paused", datetime.combine(day, time(), UTC) - 9 * HOUR)


@pytest.mark.parametrize("day", [date.min, date.max])
async def test_a_day_far_off_is_refused(service: Service, day: date) -> None:
    game = await running(service)
    for zone in ("Asia/Tokyo", "America/New_York"):
        await service.preferences.change(ANN, time_zone=zone)
        assert await refusal(service.pausing.ask(ANN, game.code, day, cause=new_cause())) == "bad_day"


async def test_a_day_that_begins_at_this_moment_is_not_to_come(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    clock.advance(12 * HOUR)
    assert clock.now().time() == time()
    assert await refusal(ask(service, game.code, clock, 0)) == "bad_day"
    assert (await ask(service, game.code, clock, 366)).pausing is not None


async def test_a_zone_that_is_known_no_more_counts_as_utc(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    async with database.transaction() as unit:
        await unit.persons.prefer(ANN.id, {"time_zone": "Europe/Atlantis"})
    await ask(service, game.code, clock)
    paused = await answer(service, game.code)
    day = (clock.now() + 3 * DAY).date()
    assert (paused.status, paused.paused_until) == ("paused", datetime.combine(day, time(), UTC))


async def test_who_asks_for_the_same_agrees(service: Service, clock: ManualClock) -> None:
    game = await running(service)
    day = (clock.now() + 3 * DAY).date()
    await service.pausing.ask(ANN, game.code, day, cause=new_cause())
    for person, other, words in (
        (ANN, day, "withdraw that first: `pause answer decline`"),
        (BOB, day + DAY, "answer that first: `pause answer`"),
        (BOB, None, "answer that first: `pause answer`"),
    ):
        with pytest.raises(Refused, match=words):
            await service.pausing.ask(person, game.code, other, cause=new_cause())
    paused = await service.pausing.ask(BOB, game.code, day, cause=new_cause())
    assert (paused.status, paused.pausing) == ("paused", None)
    await service.pausing.ask(BOB, game.code, None, cause=new_cause())
    assert (await service.pausing.ask(ANN, game.code, None, cause=new_cause())).status == "active"


async def test_it_goes_on_sooner_if_all_agree(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=None)
    await ask(service, game.code, clock)
    await answer(service, game.code)
    assert (await ask(service, game.code, clock, None)).pausing_asked == (1,)
    assert (await answer(service, game.code, agree=False)).status == "paused"
    await ask(service, game.code, clock, None)
    back = await answer(service, game.code)
    assert (back.status, back.paused_until) == ("active", None)
    clock.advance(10 * DAY)
    await service.clock.process(game.code)
    await act(service, ANN, game.code, "@d3")
    await sane(service, database, game.code)


async def test_a_wish_is_declined_taken_back_or_expires(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=None)
    for person in (ANN, BOB):
        await ask(service, game.code, clock)
        done = await answer(service, game.code, person, agree=False)
        assert (done.pausing, done.status) == (None, "active")
    await ask(service, game.code, clock, 10)
    await act(service, ANN, game.code, "@d3")
    assert (await service.reading.summary(game.code)).pausing_asked == (1,), "play goes on meanwhile"
    clock.advance(REQUEST_LIFE - SECOND)
    await service.pausing.expire()
    assert (await service.reading.summary(game.code)).pausing is not None
    clock.advance(2 * SECOND)
    await service.pausing.expire()
    assert (await service.reading.summary(game.code)).pausing is None
    lines = ["pause?", "declined", "pause?", "declined", "pause?", "@d3", "not agreed in time"]
    assert await history(service, game.code) == lines
    await sane(service, database, game.code)


async def of_three(service: Service) -> str:
    return (await begun(service, "nim", BOB, CLEO, options={"heap": 30}, deadline_hours=None)).code


async def test_with_three_all_must_agree(service: Service, clock: ManualClock) -> None:
    code = await of_three(service)
    asked = await ask(service, code, clock)
    assert len(asked.pausing_asked) == 2
    assert (await answer(service, code, BOB)).status == "active"
    assert (await answer(service, code, CLEO)).status == "paused"


async def test_who_agrees_prolongs_no_wish(service: Service, database: Database, clock: ManualClock) -> None:
    code = await of_three(service)
    for days in (10, None):
        await ask(service, code, clock, days)
        clock.advance(REQUEST_LIFE - SECOND)
        await answer(service, code, BOB)
        await service.pausing.expire()
        assert (await service.reading.summary(code)).pausing is not None
        clock.advance(2 * SECOND)
        await service.pausing.expire()
        assert (await service.reading.summary(code)).pausing is None
        if days is not None:
            # And so it is with a wish to go on.
            await ask(service, code, clock, 20)
            for person in (BOB, CLEO):
                await answer(service, code, person)
    await sane(service, database, code)


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (lambda s, g, c: ask(s, g, c, 0), "bad_day"),
        (lambda s, g, c: ask(s, g, c, 367), "bad_day"),
        (lambda s, g, c: ask(s, g, c, None), "not_paused"),
        (lambda s, g, _: answer(s, g), "no_wish"),
        (lambda s, g, _: answer(s, g, CLEO), "not_in_game"),
    ],
)
async def test_what_cannot_be_asked_for(
    service: Service, clock: ManualClock, operation: Any, code: str
) -> None:
    game = await running(service)
    assert await refusal(operation(service, game.code, clock)) == code


async def test_nobody_agrees_to_a_day_that_has_come_or_names_one_during_a_pause(
    service: Service, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=100)
    await ask(service, game.code, clock, 1)
    clock.advance(datetime.combine((clock.now() + DAY).date(), time(), UTC) - clock.now())
    with pytest.raises(Refused, match="has already come"):
        await answer(service, game.code)
    await answer(service, game.code, ANN, agree=False)
    await ask(service, game.code, clock)
    await answer(service, game.code)
    with pytest.raises(Refused, match=f"Game {game.code} is not running"):
        await ask(service, game.code, clock, 5)


async def test_vacations_and_pauses_end_each_in_their_time(service: Service, clock: ManualClock) -> None:
    """The clock stands for either; what was left before both is left after both."""
    game = await running(service, deadline_hours=24)
    clock.advance(4 * HOUR)
    await ask(service, game.code, clock, 3)
    await answer(service, game.code)
    await service.vacations.plan(ANN, (clock.now() + 6 * DAY).date())
    clock.advance(4 * DAY)
    await service.clock.process(game.code)
    away = await service.reading.summary(game.code)
    assert (away.status, away.clock_stopped) == ("active", True)
    clock.advance(DAY)
    await service.vacations.end(ANN)
    assert (await service.reading.summary(game.code)).deadline == clock.now() + 20 * HOUR


@pytest.mark.parametrize(
    ("settings", "at_once", "later"),
    [
        ({"where": "dm"}, [BOB.id], []),
        ({"where": "thread"}, [], []),
        ({"where": "none"}, [], []),
        ({"where": "dm", "quiet_hours": (0, 23 * 60)}, [], [BOB.id]),
        ({"where": "thread", "quiet_hours": (0, 23 * 60)}, [], [BOB.id]),
    ],
)
async def test_a_wish_to_go_on_reaches_who_is_not_mentioned(  # noqa: PLR0917 -- fixtures, and a case of three
    service: Service,
    database: Database,
    clock: ManualClock,
    settings: Any,
    at_once: list[int],
    later: list[int],
) -> None:
    game = await running(service, deadline_hours=24)
    await ask(service, game.code, clock)
    await answer(service, game.code)
    await service.preferences.set_notice_settings(BOB, settings)
    await delivered(database, clock)
    clock.advance(2 * HOUR)
    await ask(service, game.code, clock, days=None)
    assert await delivered(database, clock) == at_once
    clock.advance(9 * HOUR)
    assert await delivered(database, clock) == later
    clock.advance(DAY)
    assert await delivered(database, clock) == [], "once"


async def test_who_has_answered_in_quiet_hours_is_asked_no_more_after_them(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await running(service, deadline_hours=24)
    await ask(service, game.code, clock)
    await answer(service, game.code)
    await service.preferences.set_notice_settings(BOB, {"where": "dm", "quiet_hours": (0, 23 * 60)})
    await delivered(database, clock)
    clock.advance(2 * HOUR)
    await ask(service, game.code, clock, days=None)
    await answer(service, game.code, agree=False)
    clock.advance(9 * HOUR)
    assert await delivered(database, clock) == []


async def test_who_has_agreed_in_quiet_hours_is_asked_no_more_while_others_are(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, "tae", BOB, CLEO, deadline_hours=24)
    await ask(service, game.code, clock)
    for person in (BOB, CLEO):
        await answer(service, game.code, person)
        await service.preferences.set_notice_settings(person, {"where": "dm", "quiet_hours": (0, 23 * 60)})
    await delivered(database, clock)
    clock.advance(2 * HOUR)
    await ask(service, game.code, clock, days=None)
    await answer(service, game.code, BOB)
    clock.advance(9 * HOUR)
    assert await delivered(database, clock) == [CLEO.id]


async def delivered(database: Database, clock: ManualClock) -> list[int]:
    """Who gets a message now that asks for something."""
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    payloads = [one.payload for one in sender.delivered]
    return [one.person_id for one in payloads if isinstance(one, TurnNotice) and one.occasion == "asked"]


async def test_a_pause_to_which_all_agree_who_are_left_begins_with_one_more_word(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, "tae", BOB, CLEO, deadline_hours=24)
    await ask(service, game.code, clock)
    agreed = await answer(service, game.code)
    assert len(agreed.pausing_asked) == 1
    with pytest.raises(Refused, match="You have already asked for that"):
        await answer(service, game.code, ANN)
    await act(service, CLEO, game.code, Resign())
    left = await service.reading.summary(game.code)
    assert (left.status, left.pausing_asked) == ("active", ())
    assert "each of them may agree or decline" in " ".join(request_lines(left, Markdown()))
    assert (await answer(service, game.code, ANN)).status == "paused"
    await sane(service, database, game.code)


async def test_the_table_learns_who_wished_a_pause_and_who_ends_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    """On cards, and by notices where there are none."""
    on_cards, by_notices = await running(service), await begun(service, "roses", BOB, place=None)
    for game in (on_cards, by_notices):
        await ask(service, game.code, clock)
        await answer(service, game.code)
    assert (await newest_card(database, on_cards.code)).summary_lines == (
        "Black agrees",
        "the game is paused, as White wished",
    )
    await service.pausing.ask(BOB, on_cards.code, None, cause=new_cause())
    await answer(service, on_cards.code, ANN)
    assert (await newest_card(database, on_cards.code)).summary_lines == (
        "White agrees",
        "the game goes on, as Black wished",
    )
    clock.advance(4 * DAY)
    await service.clock.process_timeout(by_notices.code)
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    notices = [one.payload for one in sender.delivered if isinstance(one.payload, TurnNotice)]
    assert {one.text for one in notices if one.occasion == "table" and one.text} == {
        "Black agrees; the game is paused, as White wished.",
        "The pause is over, and the game goes on.",
    }


async def test_a_card_names_who_lets_a_game_go_on_in_which_somebody_was_absent(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, "tae", BOB, deadline_hours=24, terms=Terms(absent_after=1))
    (bobs,) = (seat.name for seat in game.seats if seat.person == BOB)
    clock.advance(DAY)
    await service.clock.process_timeout(game.code)
    await service.clock.resume(BOB, game.code, cause=new_cause())
    assert (await newest_card(database, game.code)).summary_lines == (f"{bobs} lets the game go on",)
    for act_ in (Pause(), Resume()):
        await service.admin.apply(HELD, game.code, act_, cause=new_cause())
    assert (await newest_card(database, game.code)).summary_lines == ("an admin lets the game go on",)
