"""Days as people write them."""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Final

from bot.service.values.refused import Refused
from bot.service.values.typed import quoted

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = re.compile(r"((?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\b[.,]* *")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([a-z]{3,9})\.?(?:,? (\d{4}))?")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")
_IN_FIGURES = re.compile(r"(\d{1,2})\. ?(\d{1,2})(?:\. ?(\d{4})?)?")


def day_of(typed: str, today: date) -> date:
    """A day: ``2026-08-03``, ``3 Aug``, ``August 3, 2026``, ``3.8.``, ``Friday``, ``tomorrow``; the next such
    day where it has no year. Raises Refused.
    """
    text = " ".join(typed.lower().split())
    weekday = _WEEKDAY.match(text)
    try:
        if weekday is None:
            return _day(text, today)
        name, rest = weekday[1][:3], text[weekday.end() :]
        coming = [today + timedelta(days) for days in range(1, 8)] if not rest else [_day(rest, today)]
        return next(day for day in coming if _WEEKDAYS[day.weekday()] == name)
    except (StopIteration, ValueError):
        raise Refused(
            "bad_day", f"{quoted(typed)} is not a day: write it like 2026-08-03 or 3 Aug."
        ) from None


def day_words(day: date) -> str:
    """A day in words: ``4 December 2026``."""
    return f"{day.day} {day:%B %Y}"


def _day(text: str, today: date) -> date:
    """A day without the name of its day of the week. Raises ValueError."""
    if text in {"today", "tomorrow"}:
        return today + timedelta(text == "tomorrow")
    if found := _DAY_FIRST.fullmatch(text):
        return _next(int(found[1]), _month(found[2]), found[3], today)
    if found := _MONTH_FIRST.fullmatch(text):
        return _next(int(found[2]), _month(found[1]), found[3], today)
    if found := _IN_FIGURES.fullmatch(text):
        return _next(int(found[1]), int(found[2]), found[3], today)
    return date.fromisoformat(text)


def _month(name: str) -> int:
    """The number of a month. Raises ValueError."""
    return _MONTHS.index(name[:3]) + 1


def _next(day: int, number: int, year: str | None, today: date) -> date:
    """The next day with this number in this month, or the one in the given year. Raises ValueError."""
    if year is not None:
        return date(int(year), number, day)
    # The 29th of February is not a day of every year.
    years = [one for one in (today.year, today.year + 1) if day <= monthrange(one, number)[1]]
    coming = [found for one in years if (found := date(one, number, day)) >= today]
    if not coming:
        raise ValueError("there is no such day within a year")
    return coming[0]
