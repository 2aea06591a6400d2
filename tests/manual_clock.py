"""A clock that tests move."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.clock import SystemClock


class ManualClock:
    """A clock that moves only when told to, so that weeks pass in a test within milliseconds."""

    def __init__(self, now: datetime = datetime(2026, 1, 1, 12, tzinfo=UTC)) -> None:
        self._now = now
        self._sleepers: list[tuple[datetime, asyncio.Future[None]]] = []

    def __repr__(self) -> str:
        """The moment that it shows, which is its whole state while nobody sleeps."""
        return f"ManualClock({self._now})"

    def now(self) -> datetime:
        """The moment it was last set to."""
        return self._now

    async def sleep_until(self, moment: datetime) -> None:
        """Return when the clock has been moved to the moment or past it."""
        if moment <= self._now:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (moment, woken)
        self._sleepers.append(entry)
        try:
            await woken
        finally:
            if entry in self._sleepers:
                self._sleepers.remove(entry)

    def sleep(self, span: timedelta) -> Coroutine[Any, Any, None]:
        """Return when the clock has been moved by this span since the call."""
        return self.sleep_until(self._now + span)

    def advance(self, by: timedelta) -> None:
        """Let time pass, and wake the tasks that have waited for it. Raises ValueError for negative spans."""
        if by < timedelta(0):
            raise ValueError("a clock does not run backwards")
        self._now += by
        for entry in [entry for entry in self._sleepers if entry[0] <= self._now]:
            self._sleepers.remove(entry)
            if not entry[1].done():
                entry[1].set_result(None)

    @property
    def next_alarm(self) -> datetime | None:
        """The nearest moment for which a task waits; None if none does."""
        return min((moment for moment, _ in self._sleepers), default=None)


class SetClock(SystemClock):
    """A clock with the computer's time and an offset, set forward while the bot is away."""

    def __init__(self) -> None:
        self._ahead = timedelta(0)

    def now(self) -> datetime:
        """The time it was set to."""
        return super().now() + self._ahead

    def set_forward(self, by: timedelta) -> None:
        """Set the clock forward."""
        self._ahead += by
