"""The injected source of time: everything that reads the time or waits for a moment uses a clock."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

DAY: Final = timedelta(days=1)

_DURATION = re.compile(r"([1-9]\d{0,4})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_LONGEST_NAP = 60.0
"""Seconds between two looks at the wall clock, so that a clock that was set is noticed."""


class Clock(Protocol):
    """The current time, and waiting for a later one. All times are aware and in UTC."""

    def now(self) -> datetime:
        """The present moment."""
        ...

    async def sleep_until(self, moment: datetime) -> None:
        """Return when the moment has come; if it has passed, as soon as other tasks had a turn."""
        ...


async def woken_or_due(woken: asyncio.Event, clock: Clock, moment: datetime) -> None:
    """Return when the event is set or the moment has come, whichever is first."""
    waits = [asyncio.ensure_future(woken.wait()), asyncio.ensure_future(clock.sleep_until(moment))]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)


def parse_duration(text: str) -> timedelta:
    """A span of time as an operator writes it: ``30m``, ``24h``, ``7d``. Raises ValueError."""
    found = _DURATION.fullmatch(text.strip())
    if found is None:
        raise ValueError("a span of time is written as 30m, 24h or 7d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


class SystemClock:
    """The computer's clock."""

    def now(self) -> datetime:
        """The present moment."""
        return datetime.now(UTC)

    async def sleep_until(self, moment: datetime) -> None:
        """Return when the moment has come."""
        await asyncio.sleep(0)
        while True:
            left = (moment - self.now()).total_seconds()
            if left <= 0:
                return
            await asyncio.sleep(min(left, _LONGEST_NAP))


class OffsetClock:
    """Another clock with an offset. If it is not `adjustable`, the offset cannot change."""

    def __init__(self, own: Clock, *, adjustable: bool = True) -> None:
        self.own = own
        self.adjustable = adjustable
        self.offset = timedelta(0)

    def now(self) -> datetime:
        """The present moment."""
        return self.own.now() + self.offset

    async def sleep_until(self, moment: datetime) -> None:
        """Return when the moment has come."""
        await self.own.sleep_until(moment - self.offset)
        while (left := moment - self.now()) > timedelta(0):
            # It was put back meanwhile.
            await self.own.sleep_until(self.own.now() + left)
