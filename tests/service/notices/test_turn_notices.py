"""What people are told of running games by their wishes, over the real outbox, on virtual time."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.posts.notices import notice_buttons, notices_text
from bot.outbox.delivery import Blocked, Delivery, PermanentFailure, RetryLater
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Pass, Pause
from bot.service.clock.vanished import VANISHED_AFTER
from bot.service.facade import Service
from bot.service.notices import turn_notices
from bot.service.scheduler import ClockScheduler
from bot.service.values.payloads import Direct, PostCard, TurnNotice
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import GameRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, DAN, HERE, act, new_cause, opened, running
from tests.service.admin.operators import AT_HAND

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
LATER = 11 * MINUTE
"""After which whoever has acted counts as gone."""


class Weeks:
    """Lets time pass, and keeps what was sent."""

    def __init__(self, service: Service, database: Database, clock: ManualClock) -> None:
        self.database, self.clock, self.sender = database, clock, FakeSender()
        self._keeper, self._outbox = (
            ClockScheduler(database, service, clock),
            Outbox(database, self.sender, clock),
        )

    async def deliver_all(self) -> None:
        await self._keeper.process_due()
        await self._outbox.drain()

    async def pass_by(self, span: timedelta, step: timedelta = MINUTE) -> None:
        end = self.clock.now() + span
        while self.clock.now() < end:
            self.clock.advance(min(step, end - self.clock.now()))
            await self.deliver_all()

    def notices(self, person: Person) -> list[Delivery]:
        """The direct messages to somebody that are about their turn."""
        found = (one for one in self.sender.delivered if isinstance(one.payload, TurnNotice))
        return [one for one in found if one.payload.person_id == person.id]  # type: ignore[union-attr]

    def occasions(self, person: Person) -> list[tuple[str, str]]:
        """Of what somebody was told, each with the game."""
        return [
            (one.occasion, one.summary.code)
            for message in self.notices(person)
            if isinstance(message.payload, TurnNotice)
            for one in (message.payload, *message.payload.others)
            if one.summary is not None
        ]

    def pings(self, person: Person) -> int:
        """How many cards have pinged somebody."""
        cards = [one for one in self.sender.delivered if isinstance(one.payload, PostCard)]
        return sum(
            person.id not in one.unpinged
            and any(
                seat.person == person and seat.seat in (one.payload.pinged or ())
                for seat in one.payload.summary.seats
            )
            for one in cards
            if isinstance(one.payload, PostCard)
        )


@pytest.fixture
def weeks(service: Service, database: Database, clock: ManualClock) -> Weeks:
    return Weeks(service, database, clock)


async def nim(service: Service, **more: object) -> str:
    return (await running(service, "nim", seats=2, options={"heap": 50}, **more)).code


async def test_in_quiet_hours_a_card_names_without_a_ping_and_the_notice_follows(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    hour = clock.now().hour
    quiet = ((hour * 60) % 1440, ((hour + 3) * 60) % 1440)
    code = await nim(service, deadline_hours=48)
    await weeks.deliver_all()
    await service.preferences.set_notice_settings(BOB, {"quiet_hours": quiet})
    clock.advance(LATER)
    await act(service, ANN, code, "1")
    await weeks.pass_by(2 * HOUR, 10 * MINUTE)
    assert (weeks.pings(BOB), weeks.notices(BOB)) == (0, [])
    card = weeks.sender.delivered[-1]
    while not isinstance(card.payload, PostCard):
        card = weeks.sender.delivered[weeks.sender.delivered.index(card) - 1]
    assert card.payload.pinged == (1,), "whoever reads the card sees him called as ever"
    await weeks.pass_by(2 * HOUR, 10 * MINUTE)
    (notice,) = weeks.notices(BOB)
    assert isinstance(notice.payload, TurnNotice)
    assert notice.payload.occasion == "turn"
    assert weeks.pings(ANN) == 1


async def test_a_card_that_comes_late_into_quiet_hours_is_followed_by_a_notice(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    code = await nim(service, deadline_hours=48)
    await weeks.deliver_all()
    clock.advance(LATER)
    await act(service, ANN, code, "1")
    minute = clock.now().hour * 60 + clock.now().minute
    await service.preferences.set_notice_settings(BOB, {"quiet_hours": (minute, (minute + 180) % 1440)})
    await weeks.pass_by(2 * HOUR, 10 * MINUTE)
    assert (weeks.pings(BOB), weeks.notices(BOB)) == (0, [])
    await weeks.pass_by(2 * HOUR, 10 * MINUTE)
    assert len(weeks.notices(BOB)) == 1


async def test_games_that_wait_at_about_the_same_time_come_as_one_message(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    codes = [await nim(service) for _ in range(3)]
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    for code in codes:
        await act(service, ANN, code, "1")
        await weeks.pass_by(40 * timedelta(seconds=1), timedelta(seconds=20))
    await weeks.pass_by(5 * MINUTE)
    (message,) = weeks.notices(BOB)
    assert isinstance(message.payload, TurnNotice)
    text = notices_text(message.payload)
    assert all(f"`{code}`" in text for code in codes)
    assert notice_buttons(message.payload) == []
    assert weeks.pings(BOB) == 0, "one notice for each clock period"


async def test_a_request_comes_by_itself_between_games_that_wait(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    first, asked, last = [await nim(service) for _ in range(3)]
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    await act(service, ANN, first, "1")
    await service.calling_off.ask(ANN, asked, True, cause=new_cause())
    await act(service, ANN, last, "1")
    await weeks.pass_by(5 * MINUTE)
    assert len(weeks.notices(BOB)) == 2
    assert sorted(weeks.occasions(BOB)) == sorted([("asked", asked), ("turn", first), ("turn", last)])


async def test_a_game_that_is_paused_meanwhile_is_left_out_of_the_message(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    codes = [await nim(service) for _ in range(3)]
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    for code in codes:
        await act(service, ANN, code, "1")
        await weeks.pass_by(20 * timedelta(seconds=1), timedelta(seconds=20))
    await service.admin.apply(AT_HAND, codes[1], Pause())
    await weeks.pass_by(5 * MINUTE)
    assert len(weeks.notices(BOB)) == 1
    assert weeks.occasions(BOB) == [("turn", codes[0]), ("turn", codes[2])]


async def test_who_is_at_the_table_is_told_when_they_have_left_it(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    first, second = await nim(service), await nim(service)
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    await act(service, ANN, first, "1")
    await weeks.pass_by(5 * MINUTE)
    await act(service, ANN, second, "1")
    await act(service, BOB, second, "1")
    await weeks.pass_by(9 * MINUTE)
    assert weeks.notices(BOB) == []
    await weeks.pass_by(5 * MINUTE)
    (message,) = weeks.notices(BOB)
    assert message.game == first
    assert isinstance(message.payload, TurnNotice)
    assert message.payload.others == (), "in the other game he has moved himself"


async def test_a_move_made_meanwhile_takes_the_notice_back(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    code = await nim(service)
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    await act(service, ANN, code, "1")
    await weeks.pass_by(MINUTE)
    await act(service, BOB, code, "1")
    await weeks.pass_by(30 * MINUTE)
    assert weeks.notices(BOB) == []


async def test_who_wants_no_notices_gets_none_by_cards_either_when_a_message_was_refused(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    code = await nim(service)
    await service.preferences.set_notice_settings(BOB, {"where": "none"})
    async with weeks.database.transaction() as unit:
        await unit.persons.close_dms(BOB.id, clock.now())
    await act(service, ANN, code, "1")
    await weeks.deliver_all()
    assert weeks.pings(BOB) == 0


async def test_nobody_is_told_to_choose_for_whom_an_admin_has_done_so(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    code = (await opened(service, "gods", deadline_hours=48)).code
    for person in (BOB, CLEO, DAN):
        await service.preferences.set_notice_settings(person, {"where": "dm"})
        await service.lobby.join(person, code, cause=new_cause())
    await weeks.pass_by(LATER)
    assert weeks.notices(BOB) == [], "it waits for others of his"
    await service.admin.apply(AT_HAND, code, Pass(1))
    await weeks.pass_by(30 * MINUTE)
    assert ([*map(len, map(weeks.notices, (BOB, CLEO)))]) == [0, 1]


async def test_a_digest_comes_at_its_time_of_day_with_all_that_waits(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    await service.preferences.change(BOB, time_zone="Asia/Kolkata")
    local_noon = 6 * 60 + 30
    codes = [await nim(service, deadline_hours=None) for _ in range(2)]
    await service.preferences.set_notice_settings(BOB, {"when": "digest", "digest_at": 12 * 60})
    for code in codes:
        clock.advance(LATER)
        await act(service, ANN, code, "1")
    await weeks.pass_by(24 * HOUR, 10 * MINUTE)
    (message,) = weeks.notices(BOB)
    assert isinstance(message.payload, TurnNotice)
    assert len(message.payload.others) == 1
    assert message.enqueued_at is not None
    assert message.enqueued_at.hour * 60 + message.enqueued_at.minute - local_noon < 12
    assert weeks.pings(BOB) == 0


async def test_reminders_follow_a_schedule_of_ones_own_and_a_game_its_own_wishes(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    usual, own = await nim(service, deadline_hours=48), await nim(service, deadline_hours=48)
    await service.preferences.set_notice_settings(ANN, {"reminders": (480, 60)})
    await service.preferences.set_notice_settings(ANN, {"where": "none"}, own)
    begun = clock.now()
    await weeks.pass_by(47.5 * HOUR, 15 * MINUTE)
    sent = [
        (one.game, round((one.enqueued_at - begun) / HOUR)) for one in weeks.notices(ANN) if one.enqueued_at
    ]
    assert sent == [(usual, 40), (usual, 47)]


async def test_nobody_is_pinged_twice_for_one_clock_period(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    game = await running(service)
    await weeks.deliver_all()
    assert weeks.pings(ANN) == 1
    clock.advance(MINUTE)
    await act(service, ANN, game.code, "draw offer")
    await weeks.deliver_all()
    clock.advance(MINUTE)
    await act(service, BOB, game.code, "draw decline")
    await weeks.deliver_all()
    assert (weeks.pings(ANN), weeks.pings(BOB)) == (1, 1), "he was asked for something of its own"


@pytest.mark.parametrize(
    ("what", "closed"), [("draw", False), ("draw", True), ("undo", False), ("pause", False), ("end", False)]
)
async def test_who_asks_the_same_again_and_again_pings_once(
    service: Service, weeks: Weeks, clock: ManualClock, what: str, closed: bool
) -> None:
    code = (await running(service)).code
    if closed:
        async with weeks.database.transaction() as unit:
            await unit.persons.close_dms(BOB.id, clock.now())
    await act(service, ANN, code, "@d3")
    await weeks.deliver_all()
    assert weeks.pings(BOB) == 1, "it is his turn"
    day = (clock.now() + timedelta(days=3)).date()
    for _ in range(4):
        clock.advance(MINUTE)
        if what == "draw":
            await act(service, ANN, code, "draw offer")
        elif what == "undo":
            await service.undo.request_undo(ANN, code, cause=new_cause())
        elif what == "pause":
            await service.pausing.ask(ANN, code, day, cause=new_cause())
        else:
            await service.calling_off.ask(ANN, code, True, cause=new_cause())
        await weeks.deliver_all()
        clock.advance(MINUTE)
        if what == "draw":
            await act(service, ANN, code, "draw withdraw")
        elif what == "undo":
            await service.undo.answer_undo(ANN, code, agree=False, cause=new_cause())
        elif what == "pause":
            await service.pausing.answer(ANN, code, False, cause=new_cause())
        else:
            await service.calling_off.ask(ANN, code, False, cause=new_cause())
        await weeks.deliver_all()
    assert weeks.pings(BOB) == 2, "and he was asked for something of its own, once"


async def test_who_plays_and_takes_back_again_and_again_pings_once_an_hour(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    code = (await running(service)).code
    await weeks.deliver_all()
    for _ in range(10):
        await act(service, ANN, code, "@d3")
        await weeks.deliver_all()
        clock.advance(MINUTE)
        await service.undo.take_back(ANN, code, cause=new_cause())
        await weeks.deliver_all()
        clock.advance(MINUTE)
    assert weeks.pings(BOB) + len(weeks.notices(BOB)) == 1
    await act(service, ANN, code, "@d3")
    await weeks.deliver_all()
    await weeks.pass_by(2 * HOUR, HOUR / 4)
    assert weeks.pings(BOB) + len(weeks.notices(BOB)) == 2, "that it is his turn after all he hears later"


@pytest.mark.parametrize("what", ["pause", "end"])
@pytest.mark.parametrize("wish", ["dm", "quiet"])
async def test_a_wish_for_a_pause_or_the_end_is_told_as_one_wishes(
    service: Service, weeks: Weeks, clock: ManualClock, what: str, wish: str
) -> None:
    code = (await running(service)).code
    minute = clock.now().hour * 60
    settings = {"where": "dm"} if wish == "dm" else {"quiet_hours": (minute, minute + 120)}
    await service.preferences.set_notice_settings(BOB, settings)
    clock.advance(LATER)
    if what == "pause":
        day = (clock.now() + timedelta(days=3)).date()
        await service.pausing.ask(ANN, code, day, cause=new_cause())
    else:
        await service.calling_off.ask(ANN, code, True, cause=new_cause())
    await weeks.pass_by(3 * HOUR, HOUR / 2)
    assert (weeks.pings(BOB), len(weeks.notices(BOB))) == (0, 1)
    (result,) = weeks.notices(BOB)
    assert isinstance(result.payload, TurnNotice)
    assert result.payload.occasion == "asked"
    for person, text in ((ANN, "@d3"), (BOB, "@c5"), (ANN, "@c2"), (BOB, "@d5")):
        await act(service, person, code, text)
        await weeks.pass_by(HOUR, HOUR / 4)
    assert weeks.pings(BOB) + len(weeks.notices(BOB)) == 3, (
        "of what waits longer they are not told with every turn"
    )


async def test_wishes_show_nowhere_but_to_their_owner(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    """What is posted is the same to the byte whatever the players wish."""
    seen = list[list[bytes]]()
    for settings in ({}, {"where": "none", "reminders": ()}, {"when": "digest", "quiet_hours": (0, 720)}):
        await service.preferences.set_notice_settings(BOB, dict(settings))
        code, before = await nim(service, threaded=False), len(weeks.sender.delivered)
        await weeks.deliver_all()
        await act(service, ANN, code, "1")
        await weeks.deliver_all()
        cards = [one.payload for one in weeks.sender.delivered[before:] if isinstance(one.payload, PostCard)]
        seen.append([bytes(card.view) + str((card.pinged, card.summary_lines)).encode() for card in cards])
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 2
    exported = (await service.privacy.export(BOB.id)).decode()
    assert "quiet_hours" in exported
    assert "quiet_hours" not in (await service.privacy.export(ANN.id)).decode()


async def test_what_waits_for_the_end_of_quiet_time_is_not_lost_by_what_else_happens(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    code = (await running(service)).code
    minute = clock.now().hour * 60
    await service.preferences.set_notice_settings(BOB, {"quiet_hours": (minute, minute + 120)})
    await act(service, ANN, code, "@d3")
    await weeks.deliver_all()
    clock.advance(LATER)
    await service.vacations.plan(ANN, (clock.now() + timedelta(days=3)).date())
    await weeks.pass_by(3 * HOUR, HOUR / 2)
    assert (weeks.pings(BOB), len(weeks.notices(BOB))) == (0, 1)


async def test_a_warning_does_not_wait_for_the_quiet_days_of_another_game(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    quiet, other = [(await running(service, deadline_hours=None)).code for _ in range(2)]
    clock.advance(VANISHED_AFTER)
    await weeks.deliver_all()
    today = clock.now().weekday()
    await service.preferences.set_notice_settings(ANN, {"quiet_days": (today, (today + 1) % 7)}, quiet)
    await service.substitutes.propose(BOB, quiet, 0, cause=new_cause())
    await weeks.deliver_all()
    assert ("warning", quiet) not in weeks.occasions(ANN)
    await service.substitutes.propose(BOB, other, 0, cause=new_cause())
    await weeks.deliver_all()
    assert ("warning", other) in weeks.occasions(ANN), "in this game nothing is quiet for her"


async def test_what_waits_for_the_end_of_quiet_time_does_so_though_another_game_is_told_at_once(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    quiet, other = (await running(service)).code, (await running(service)).code
    minute = clock.now().hour * 60
    await service.preferences.set_notice_settings(BOB, {"where": "dm", "quiet_hours": (minute, minute + 120)})
    await service.preferences.set_notice_settings(BOB, {"when": "at_once"}, other)
    clock.advance(LATER)
    await service.orders.plan(BOB, quiet, "whatever", "@c5", cause=new_cause())
    await service.admin.apply(AT_HAND, quiet, Pause(), cause=new_cause())
    clock.advance(2 * MINUTE)
    await weeks.deliver_all()
    await act(service, ANN, other, "@d3")
    await weeks.pass_by(20 * MINUTE, 4 * MINUTE)
    assert weeks.occasions(BOB) == [("turn", other)]
    await weeks.pass_by(2 * HOUR, HOUR / 2)
    assert ("fallen", quiet) in weeks.occasions(BOB)


def lock(weeks: Weeks, code: str) -> None:
    """Let nothing be posted in a game's place."""

    def fault(one: Delivery) -> BaseException | None:
        refused = one.game == code and not isinstance(one.payload, Direct)
        return Blocked("403 50013", code="50013") if refused else None

    weeks.sender.fault = fault


@pytest.mark.parametrize(("hours", "minutes"), [(None, 60), (9, 60), (2, 30), (-1, 0)])
def test_who_was_just_mentioned_is_again_after_an_hour_or_a_quarter_of_the_time(
    hours: float | None, minutes: float
) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    row = GameRow(deadline_at=None if hours is None else now + hours * HOUR)
    live: Any = SimpleNamespace(row=row, now=now)
    assert turn_notices._later(live, now) == now + minutes * MINUTE


@pytest.mark.parametrize("hours", [48, 1])
async def test_a_refused_card_is_told_after_quiet_hours_and_holds_up_no_other_game(
    service: Service, weeks: Weeks, clock: ManualClock, hours: int
) -> None:
    shut, other = await nim(service, deadline_hours=48), await nim(service, deadline_hours=hours)
    await weeks.deliver_all()
    minute = clock.now().hour * 60
    await service.preferences.set_notice_settings(BOB, {"where": "dm", "quiet_hours": (minute, minute + 180)})
    await service.preferences.set_notice_settings(BOB, {"when": "at_once"}, other)
    lock(weeks, shut)
    clock.advance(LATER)
    await act(service, ANN, shut, "1")
    await weeks.pass_by(5 * MINUTE)
    assert weeks.occasions(BOB) == []
    await act(service, ANN, other, "1")
    await weeks.pass_by(20 * MINUTE)
    assert weeks.occasions(BOB) == [("turn", other)]
    await weeks.pass_by(3 * HOUR, HOUR / 2)
    assert ("unposted", shut) in weeks.occasions(BOB)


@pytest.mark.parametrize("plays", [False, True])
async def test_nobody_is_told_after_quiet_hours_of_a_card_that_was_posted_meanwhile(
    service: Service, weeks: Weeks, clock: ManualClock, plays: bool
) -> None:
    code = await nim(service, deadline_hours=48)
    await weeks.deliver_all()
    minute = clock.now().hour * 60
    await service.preferences.set_notice_settings(BOB, {"quiet_hours": (minute, minute + 180)})
    lock(weeks, code)
    clock.advance(LATER)
    await act(service, ANN, code, "1")
    await weeks.pass_by(20 * MINUTE)
    weeks.sender.fault = lambda one: None
    await service.places.reachable_again(HERE.guild_id)
    await weeks.pass_by(5 * MINUTE)
    assert weeks.sender.kinds().count("card") == 2
    if plays:
        await act(service, BOB, code, "1")
    await weeks.pass_by(6 * HOUR, HOUR / 2)
    assert weeks.occasions(BOB) == ([] if plays else [("turn", code)])


async def test_a_notice_that_was_put_off_is_not_tried_earlier_because_another_one_comes(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    first, second = await nim(service, deadline_hours=48), await nim(service, deadline_hours=1)
    await weeks.deliver_all()
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    await act(service, ANN, first, "1")
    put_off = RetryLater("40003", after=1800, code="40003")
    weeks.sender.fault = lambda one: put_off if isinstance(one.payload, TurnNotice) else None
    await weeks.pass_by(4 * MINUTE)
    await act(service, ANN, second, "1")
    await weeks.pass_by(5 * MINUTE)
    assert sum(isinstance(one.payload, TurnNotice) for one in weeks.sender.tried) == 1


@pytest.mark.parametrize("bad", [0, 1])
async def test_what_was_gathered_with_a_notice_that_is_given_up_comes_by_itself(
    service: Service, weeks: Weeks, clock: ManualClock, bad: int
) -> None:
    codes = [await nim(service, deadline_hours=None) for _ in range(2)]
    await weeks.deliver_all()
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    for code in codes:
        await act(service, ANN, code, "1")

    def fault(one: Delivery) -> BaseException | None:
        notices = (one.payload, *one.payload.others) if isinstance(one.payload, TurnNotice) else ()
        wrong = any(notice.summary and notice.summary.code == codes[bad] for notice in notices)
        return PermanentFailure("400 50035", code="50035") if wrong else None

    weeks.sender.fault = fault
    await weeks.pass_by(HOUR)
    assert weeks.occasions(BOB) == [("turn", codes[1 - bad])]


async def test_a_second_attempt_does_not_tell_of_a_turn_that_is_over(
    service: Service, weeks: Weeks, clock: ManualClock
) -> None:
    codes = [await nim(service) for _ in range(3)]
    await weeks.deliver_all()
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    clock.advance(LATER)
    for code in codes:
        await act(service, ANN, code, "1")
    put_off = RetryLater("500", after=1200)
    weeks.sender.fault = lambda one: put_off if isinstance(one.payload, TurnNotice) else None
    await weeks.pass_by(4 * MINUTE)
    await act(service, BOB, codes[1], "1")
    weeks.sender.fault = lambda one: None
    await weeks.pass_by(40 * MINUTE)
    assert weeks.occasions(BOB) == [("turn", codes[0]), ("turn", codes[2])]
