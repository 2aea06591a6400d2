"""Days as people write them in mails."""

import re
from calendar import monthrange
from datetime import date
from typing import Final

from bot.service.values.refused import Refused
from bot.service.values.typed import quoted

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?(?:,? (\d{4}))?")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")


def day_of(typed: str, today: date) -> date:
    """A day: ``2026-08-03``, ``3 Aug``, ``August 3, 2026``; without a year the next such. Raises Refused."""
    text = " ".join(typed.lower().split())
    try:
        if found := _DAY_FIRST.fullmatch(text):
            return _next(int(found[1]), found[2], found[3], today)
        if found := _MONTH_FIRST.fullmatch(text):
            return _next(int(found[2]), found[1], found[3], today)
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("bad_day", f"{quoted(typed)} is no day: write it as 2026-08-03 or as 3 Aug.") from None


def _next(day: int, month: str, year: str | None, today: date) -> date:
    """Raises ValueError."""
    number = _MONTHS.index(month[:3]) + 1
    if year is not None:
        return date(int(year), number, day)
    # The 29th of February is not a day of every year.
    years = [one for one in (today.year, today.year + 1) if day <= monthrange(one, number)[1]]
    coming = [found for one in years if (found := date(one, number, day)) >= today]
    if not coming:
        raise ValueError("there is no such day within a year")
    return coming[0]
