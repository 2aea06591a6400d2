"""Days as they are typed."""

from datetime import date

import pytest

from bot.service.values.days import day_of
from bot.service.values.refused import Refused


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-08-03", date(2026, 8, 3)),
        ("5 Jul", date(2026, 7, 5)),
        ("july 4th", date(2027, 7, 4)),
        ("4. July", date(2027, 7, 4)),
        ("Dec 1, 2025", date(2025, 12, 1)),
        ("31 dec 2030", date(2030, 12, 31)),
        ("10th of July", date(2026, 7, 10)),
        ("4.7.", date(2027, 7, 4)),
        ("10.7.2026", date(2026, 7, 10)),
        ("Sunday", date(2026, 7, 12)),
        ("Mon", date(2026, 7, 6)),
        ("Friday, 10 July", date(2026, 7, 10)),
        ("tomorrow", date(2026, 7, 6)),
    ],
)
def test_a_day_without_its_year_is_the_next_such(typed: str, day: date) -> None:
    assert day_of(typed, date(2026, 7, 5)) == day


def test_the_next_29th_of_february_may_be_that_of_next_year() -> None:
    assert day_of("29 Feb", date(2027, 6, 1)) == date(2028, 2, 29)
    for typed, today in (
        ("29 Feb", date(2028, 3, 1)),
        ("31 Apr", date(2027, 6, 1)),
        ("0 May", date(2027, 6, 1)),
        ("Friday 2 June", date(2027, 6, 1)),
        ("1/7", date(2027, 6, 1)),
        ("next Friday", date(2027, 6, 1)),
    ):
        with pytest.raises(Refused, match="is not a day"):
            day_of(typed, today)
