"""What people type of their notices, and how wishes for one game override the others."""

import pytest

from bot.service.people import notice_settings
from bot.service.people.notice_settings import NoticeSettings, notice_settings_of
from bot.service.values.refused import Refused


def test_wishes_for_a_game_override_those_for_all() -> None:
    assert notice_settings_of("{}") == NoticeSettings()
    personal = '{"where":"dm","quiet_hours":[1320,480]}'
    assert notice_settings_of(personal, '{"where":"thread"}') == NoticeSettings(quiet_hours=(1320, 480))
    assert notice_settings_of(personal, '{"quiet_hours":null}') == NoticeSettings(where="dm")


def test_what_was_chosen_is_kept_also_where_it_is_the_usual() -> None:
    assert notice_settings.changed("{}", {"reminders": (0.5, 0.125)}) == '{"reminders":[0.5,0.125]}'
    assert notice_settings.changed('{"where":"dm"}', {"where": "thread"}) == '{"where":"thread"}'
    with pytest.raises(Refused, match="leave a day out"):
        notice_settings.changed("{}", {"quiet_days": tuple(range(7))})


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("8 h, 4 h, 1 h", (480, 240, 60)),
        ("1h; 30 min and 2 days", (2880, 60, 30)),
        ("1/8, half", (0.5, 0.125)),
        ("None", ()),
        ("30 d, 5 h, 4 h, 3 h, 2 h, 1 min", (30 * 1440, 300, 240, 180, 120, 1)),
    ],
)
def test_schedules(typed: str, leads: tuple[float, ...]) -> None:
    assert notice_settings.reminders_in(typed) == leads
    assert notice_settings.reminders_in(", ".join(map(notice_settings.lead_words, leads)) or "none") == leads


def test_a_time_before_a_deadline_is_told_in_the_largest_unit() -> None:
    assert [*map(notice_settings.lead_words, (90, 60, 1440, 0.125))] == ["90 min", "1 h", "1 d", "1/8"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("none", "never"),
        ("1/2, 1/8", "when half, then an eighth of the time is left"),
        ("1/3, 1/4, 1/5", "when a third, then a quarter, then a fifth of the time is left"),
        ("1/6, 1/10", "when a sixth, then a tenth of the time is left"),
        ("1 d, 90 min, 1 h", "1 day, 90 minutes and 1 hour before a deadline"),
        ("1 min", "1 minute before a deadline"),
        ("4 h, 1/12", "4 hours before a deadline and when 1/12 of the time is left"),
    ],
)
def test_schedules_are_told_in_a_sentence(typed: str, expected: str) -> None:
    assert notice_settings.schedule_words(notice_settings.reminders_in(typed)) == expected


@pytest.mark.parametrize("typed", ["", "soon", "8", "0 h", "1/1", "1/0", "43201 min", "1h,2h,3h,4h,5h,6h,7h"])
def test_schedules_that_are_none(typed: str) -> None:
    with pytest.raises(Refused):
        notice_settings.reminders_in(typed)


def test_hours_and_days() -> None:
    assert notice_settings.quiet_hours_in("22:00 – 8") == (1320, 480)
    assert notice_settings.quiet_hours_in("0-23:59") == (0, 24 * 60 - 1)
    assert notice_settings.quiet_hours_in("none") is None
    assert notice_settings.quiet_days_in("Sunday, sat") == (5, 6)
    assert notice_settings.quiet_days_in("none") == ()
    assert notice_settings.time_words(notice_settings.minute_in("7h05")) == "07:05"
    assert notice_settings.time_words(notice_settings.minute_in("23:59")) == "23:59"
    for typed in ("22", "22-22", "25-3", "8:60-9", "noon-3", "24-3"):
        with pytest.raises(Refused):
            notice_settings.quiet_hours_in(typed)
    with pytest.raises(Refused, match="“son”"):
        notice_settings.quiet_days_in("son")


@pytest.mark.parametrize(
    ("typed", "stored", "shown"),
    [
        ("UTC+2", "Etc/GMT-2", "UTC+2"),
        ("gmt+1", "Etc/GMT-1", "UTC+1"),
        ("+02:00", "Etc/GMT-2", "UTC+2"),
        ("-0500", "Etc/GMT+5", "UTC-5"),
        ("UTC − 12", "Etc/GMT+12", "UTC-12"),
        ("GMT+14", "Etc/GMT-14", "UTC+14"),
        ("UTC+0", "UTC", "UTC"),
        ("Etc/GMT+1", "Etc/GMT+1", "UTC-1"),
        (" new york ", "America/New_York", "America/New York"),
    ],
)
def test_a_time_zone_is_a_city_or_a_fixed_offset(typed: str, stored: str, shown: str) -> None:
    assert notice_settings.zone_in(typed) == stored
    assert notice_settings.zone_words(stored) == shown
    assert notice_settings.zone_in(shown) == stored
    assert ("summer time" in notice_settings.zone_note(stored)) == (shown[:4] in {"UTC+", "UTC-"})


@pytest.mark.parametrize("typed", ["UTC+5:30", "+0545", "UTC-13", "GMT+15"])
def test_an_offset_that_no_zone_has_is_refused_with_a_way_out(typed: str) -> None:
    with pytest.raises(Refused, match="For any other name a city"):
        notice_settings.zone_in(typed)


def test_a_zone_that_is_known_no_more_is_utc() -> None:
    assert notice_settings.zone_of("Europe/Paris").key == "Europe/Paris"
    assert notice_settings.zone_of("Middle/Earth").key == "UTC"
