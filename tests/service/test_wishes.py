"""What people type of their notices, and how wishes for one game override the others."""

from __future__ import annotations

import pytest

from bot.service import wishes
from bot.service.refused import Refused
from bot.service.wishes import Wishes, wishes_of


def test_wishes_for_a_game_override_those_for_all() -> None:
    assert wishes_of("{}") == Wishes()
    personal = '{"where":"dm","quiet_hours":[1320,480]}'
    assert wishes_of(personal, '{"where":"thread"}') == Wishes(quiet_hours=(1320, 480))
    assert wishes_of(personal, '{"quiet_hours":null}') == Wishes(where="dm")


def test_what_was_chosen_is_kept_also_where_it_is_the_usual() -> None:
    assert wishes.changed("{}", {"reminders": (0.5, 0.125)}) == '{"reminders":[0.5,0.125]}'
    assert wishes.changed('{"where":"dm"}', {"where": "thread"}) == '{"where":"thread"}'
    with pytest.raises(Refused, match="leave a day out"):
        wishes.changed("{}", {"quiet_days": tuple(range(7))})


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("8 h, 4 h, 1 h", (480, 240, 60)),
        ("1h; 30 min and 2 days", (2880, 60, 30)),
        ("1/8, half", (0.5, 0.125)),
        ("None", ()),
    ],
)
def test_schedules(typed: str, leads: tuple[float, ...]) -> None:
    assert wishes.reminders_in(typed) == leads
    assert wishes.reminders_in(", ".join(map(wishes.lead_words, leads)) or "none") == leads


def test_a_time_before_a_deadline_is_told_in_the_largest_unit() -> None:
    assert [*map(wishes.lead_words, (90, 60, 1440, 0.125))] == ["90 min", "1 h", "1 d", "1/8"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("none", "never"),
        ("1/2, 1/8", "when half, then an eighth of the time is left"),
        ("1/3, 1/4, 1/5", "when a third, then a quarter, then a fifth of the time is left"),
        ("1/6, 1/10", "when a sixth, then a tenth of the time is left"),
        ("1 d, 90 min, 1 h", "1 day, 90 minutes and 1 hour before a deadline"),
        ("4 h, 1/12", "4 hours before a deadline and when 1/12 of the time is left"),
    ],
)
def test_schedules_are_told_in_a_sentence(typed: str, told: str) -> None:
    assert wishes.schedule_words(wishes.reminders_in(typed)) == told


@pytest.mark.parametrize("typed", ["", "soon", "8", "0 h", "1/1", "1/0", "9000 d", "1h,2h,3h,4h,5h,6h,7h"])
def test_schedules_that_are_none(typed: str) -> None:
    with pytest.raises(Refused):
        wishes.reminders_in(typed)


def test_hours_and_days() -> None:
    assert wishes.quiet_hours_in("22:00 – 8") == (1320, 480)
    assert wishes.quiet_hours_in("none") is None
    assert wishes.quiet_days_in("Sunday, sat") == (5, 6)
    assert wishes.quiet_days_in("none") == ()
    assert wishes.time_words(wishes.minute_in("7h05")) == "07:05"
    for typed in ("22", "22-22", "25-3", "8:61-9", "noon-3", "24-3"):
        with pytest.raises(Refused):
            wishes.quiet_hours_in(typed)
    with pytest.raises(Refused, match="“son”"):
        wishes.quiet_days_in("son")


def test_a_zone_that_is_known_no_more_is_utc() -> None:
    assert wishes.zone_of("Europe/Paris").key == "Europe/Paris"
    assert wishes.zone_of("Middle/Earth").key == "UTC"
