"""The injected source of time: everything that reads the time or waits for a moment uses a clock."""

import asyncio
import re
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any, Final, Protocol

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)

_DURATION = re.compile(r"([1-9]\d{0,4})([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
_LONGEST_NAP = 60.0
"""Seconds between two looks at a clock, after which it is noticed that the clock was set."""


class Clock(Protocol):
    """The current time, and waiting for a later one. All times are aware and in UTC."""

    def now(self) -> datetime:
        """The present moment."""
        ...

    async def sleep_until(self, moment: datetime) -> None:
        """Return when the moment has come; if it has passed, as soon as other tasks have had a turn."""
        ...

    def sleep(self, span: timedelta) -> Coroutine[Any, Any, None]:
        """Return after the span of time, however the clock is set meanwhile."""
        ...


async def woken_or_due(woken: asyncio.Event, clock: Clock, moment: datetime) -> None:
    """Return when the event is set or the moment has come, whichever is first.

    It waits no longer than the time until the moment at first, however the clock is set meanwhile.
    """
    waits = [asyncio.ensure_future(woken.wait()), asyncio.ensure_future(clock.sleep(moment - clock.now()))]
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

    async def sleep(self, span: timedelta) -> None:
        """Return after the span of time, however the clock is set meanwhile."""
        await asyncio.sleep(span.total_seconds())


class SteadyClock(SystemClock):
    """The time when it was made plus the time since then, however the computer's clock is set meanwhile."""

    def __init__(self) -> None:
        self._start, self._began = datetime.now(UTC), monotonic()

    def now(self) -> datetime:
        """The present moment."""
        return self._start + timedelta(seconds=monotonic() - self._began)


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
        """Return when the moment has come; within a minute after it where the offset grows meanwhile."""
        while True:
            due = moment - self.offset
            if self.adjustable:
                due = min(due, self.own.now() + timedelta(seconds=_LONGEST_NAP))
            await self.own.sleep_until(due)
            if self.now() >= moment:
                return

    def sleep(self, span: timedelta) -> Coroutine[Any, Any, None]:
        """Return after the span of time, however the clock is set meanwhile."""
        return self.own.sleep(span)
