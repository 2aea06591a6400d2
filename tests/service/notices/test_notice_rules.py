"""When a person is told next, and how: the pure rules, case by case; `tests.simulation` tries all at once."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.service.notices.notice_rules import (
    ClockPeriod,
    Notice,
    Recipient,
)
from bot.service.people.notice_settings import NoticeSettings

PARIS = ZoneInfo("Europe/Paris")
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NIGHT = (22 * 60, 8 * 60)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """In Paris in March 2026, where summer time begins on the 29th, a Sunday."""
    return datetime(2026, 3, day, hour, minute, tzinfo=PARIS).astimezone(UTC)


NOON = at(10, 12)


def planned(
    settings: NoticeSettings,
    now: datetime = NOON,
    *,
    since: datetime = NOON,
    length: timedelta | None = timedelta(hours=24),
    notified_at: datetime | None = None,
    active: datetime | None = None,
    card: bool = False,
) -> Notice | None:
    period = ClockPeriod(since, None if length is None else since + length)
    recipient = Recipient(settings, PARIS)
    return recipient.next_notice(period, notified_at=notified_at, active=active, now=now, card=card)


@pytest.mark.parametrize(
    ("wished", "now", "expected"),
    [
        ({}, at(10, 12), Notice(at(10, 12), "mention", "turn")),
        ({"where": "dm"}, at(10, 12), Notice(at(10, 12), "dm", "turn")),
        ({"where": "none"}, at(10, 12), None),
        ({"quiet_hours": NIGHT}, at(10, 12), Notice(at(10, 12), "mention", "turn")),
        ({"quiet_hours": NIGHT}, at(10, 23), Notice(at(11, 8), "dm", "turn")),
        ({"quiet_hours": NIGHT}, at(10, 3), Notice(at(10, 8), "dm", "turn")),
        ({"quiet_hours": NIGHT, "when": "at_once"}, at(10, 23), Notice(at(10, 23), "mention", "turn")),
        ({"quiet_hours": (13 * 60, 14 * 60)}, at(10, 13, 30), Notice(at(10, 14), "dm", "turn")),
        ({"quiet_days": (1, 2)}, at(10, 12), Notice(at(12, 0), "dm", "turn")),
        ({"quiet_days": (1,), "quiet_hours": NIGHT}, at(10, 12), Notice(at(11, 8), "dm", "turn")),
        ({"when": "digest"}, at(10, 12), Notice(at(10, 18), "dm", "turn")),
        ({"when": "digest", "digest_at": 60}, at(10, 12), Notice(at(11, 1), "dm", "turn")),
        ({"when": "digest", "digest_at": 60, "quiet_hours": NIGHT}, NOON, Notice(at(11, 8), "dm", "turn")),
    ],
)
def test_the_first_notice(wished: dict[str, Any], now: datetime, expected: Notice | None) -> None:
    assert planned(NoticeSettings(**wished), now, since=now, length=None, card=True) == expected


def test_a_digest_that_would_come_too_late_is_not_waited_for() -> None:
    settings = NoticeSettings(when="digest")
    assert planned(settings, length=6 * HOUR) == Notice(NOON, "dm", "turn")
    assert planned(settings, length=7 * HOUR) == Notice(at(10, 18), "dm", "turn")
    assert planned(settings, length=8 * HOUR) == Notice(at(10, 18), "dm", "turn")


def test_a_digest_that_has_come_is_not_waited_for() -> None:
    settings, evening = NoticeSettings(when="digest"), at(10, 18)
    assert planned(settings, evening, active=evening) == Notice(at(10, 18, 10), "dm", "turn")
    assert planned(settings, evening, since=evening, length=None) == Notice(at(11, 18), "dm", "turn")


def test_who_is_at_the_table_is_left_alone_unless_it_would_be_too_late() -> None:
    lately = NOON - 3 * MINUTE
    assert planned(NoticeSettings(where="dm"), active=lately) == Notice(NOON + 7 * MINUTE, "dm", "turn")
    for length in (6 * MINUTE, 7 * MINUTE):
        assert planned(NoticeSettings(where="dm"), active=lately, length=length) == Notice(NOON, "dm", "turn")
    assert planned(NoticeSettings(), active=lately, card=True) == Notice(NOON, "mention", "turn")


def test_a_period_is_told_of_once_and_then_reminded_of() -> None:
    settings = NoticeSettings()
    assert planned(settings, notified_at=NOON, card=True) == Notice(at(11, 0), "dm", "reminder")
    assert planned(settings, at(11, 0), notified_at=at(11, 0)) == Notice(at(11, 9), "dm", "reminder")
    assert planned(settings, at(11, 9), notified_at=at(11, 9)) is None
    # One that was missed is made up for, and of several one.
    assert planned(settings, at(11, 10), notified_at=NOON) == Notice(at(11, 10), "dm", "reminder")
    assert planned(settings, notified_at=NOON, length=None) is None


@pytest.mark.parametrize(
    ("wished", "length", "moments"),
    [
        ({}, 24, [at(11, 0), at(11, 9)]),
        ({"reminders": (480, 240, 60)}, 24, [at(11, 4), at(11, 8), at(11, 11)]),
        ({"reminders": (480, 240, 60)}, 8, [at(10, 16), at(10, 19)]),
        ({"reminders": (480, 240, 60)}, 5, [at(10, 13), at(10, 16)]),
        ({"reminders": ()}, 24, []),
        ({"quiet_hours": NIGHT}, 24, [at(11, 8), at(11, 9)]),
        ({"quiet_hours": NIGHT, "reminders": (60,)}, 19, [at(10, 20, 59)]),
        ({"quiet_hours": NIGHT, "reminders": (60,)}, 20.5, [at(10, 20, 59)]),
        ({"quiet_hours": NIGHT, "reminders": (60,)}, 21.5, [at(11, 8, 30)]),
        # A reminder moves up to an eighth of a short period before its end, or not at all.
        ({"quiet_hours": (13 * 60, 15 * 60 + 30), "reminders": (60,)}, 4, [at(10, 15, 30)]),
        ({"quiet_hours": (13 * 60, 15 * 60 + 31), "reminders": (60,)}, 4, []),
        ({"quiet_hours": (13 * 60 + 1, 18 * 60), "reminders": (60,)}, 5, []),
        ({"quiet_hours": (12 * 60 + 1, 15 * 60 + 45), "reminders": (60,)}, 4, [at(10, 15, 45)]),
        ({"quiet_hours": (11 * 60, 16 * 60)}, 4, []),
        ({"quiet_days": (0, 1, 2, 3, 4, 5)}, 24, []),
        ({"quiet_days": tuple(range(7))}, 24, []),
        ({}, 1 / 6, [NOON + 5 * MINUTE, NOON + 8.75 * MINUTE]),
        ({}, 0.1, []),
    ],
)
def test_reminders_come_out_of_quiet_time(
    wished: dict[str, Any], length: float, moments: list[datetime]
) -> None:
    recipient = Recipient(NoticeSettings(**wished), PARIS)
    assert recipient.reminders(ClockPeriod(NOON, NOON + length * HOUR)) == moments


def test_nothing_comes_where_all_that_is_left_is_quiet() -> None:
    settings = NoticeSettings(quiet_hours=NIGHT)
    for length in (6 * HOUR, 9 * HOUR):
        assert planned(settings, at(10, 23), since=at(10, 23), length=length, card=True) is None


def test_who_has_no_time_that_is_not_quiet_is_told_nothing() -> None:
    never = NoticeSettings(where="dm", quiet_days=tuple(range(7)))
    assert Recipient(never, PARIS).quiet_until(NOON) is None
    assert planned(never, length=None) is None
    seldom = NoticeSettings(quiet_days=(0, 1, 2, 3, 4, 5), quiet_hours=(0, 23 * 60))
    assert Recipient(seldom, PARIS).quiet_until(at(9, 0)) == at(15, 23)


def test_quiet_days_end_at_midnight_to_the_second() -> None:
    days = NoticeSettings(quiet_days=(1, 2))
    assert Recipient(days, PARIS).quiet_until(at(10, 12) + timedelta(seconds=30)) == at(12, 0)


def test_the_clock_on_the_wall_counts_when_it_is_put_forward_and_back() -> None:
    night = NoticeSettings(quiet_hours=NIGHT)
    assert Recipient(night, PARIS).quiet_until(at(28, 23)) == at(28, 23) + 8 * HOUR == at(29, 8)
    october = datetime(2026, 10, 24, 23, tzinfo=PARIS).astimezone(UTC)
    assert Recipient(night, PARIS).quiet_until(october) == october + 10 * HOUR
    # Half past two is left out in March, and shown twice in October.
    late = NoticeSettings(quiet_hours=(60, 150))
    assert Recipient(late, PARIS).quiet_until(at(29, 1, 30)) == at(29, 3, 30)
    second = datetime(2026, 10, 25, 2, 10, tzinfo=PARIS, fold=1).astimezone(UTC)
    assert Recipient(late, PARIS).quiet_until(second) == second + 20 * MINUTE


def test_direct_messages_wait_for_each_other_unless_time_is_short() -> None:
    day, hour = ClockPeriod(NOON, NOON + 24 * HOUR), ClockPeriod(NOON, NOON + 30 * MINUTE)
    usual = Recipient(NoticeSettings(), PARIS)
    assert usual.gathered(day, NOON) == NOON + 2 * MINUTE
    assert usual.gathered(ClockPeriod(NOON, None), NOON) == NOON + 2 * MINUTE
    assert usual.gathered(hour, NOON) == NOON
    assert usual.gathered(day, NOON + 24 * HOUR - 3 * MINUTE) == NOON + 24 * HOUR - 3 * MINUTE
    # It may not come into quiet time by that.
    assert Recipient(NoticeSettings(quiet_hours=NIGHT), PARIS).gathered(day, at(10, 21, 59)) == at(10, 21, 59)
