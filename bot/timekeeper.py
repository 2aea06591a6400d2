"""Lets the clock act in time: one task that sleeps until the nearest deadline of any game.

Nothing depends on it for correctness: whoever acts in a game settles its clock first (`Play.act`). But
players should hear of a passed deadline without having to ask.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import structlog

from bot.clock import Clock, woken_or_due
from bot.service import Service
from bot.store import Database

log = structlog.get_logger(__name__)

_AT_ONCE = 100
"""Games settled before looking again."""
_POLL = timedelta(minutes=1)
"""How long a deadline that another process has set may stay unseen."""
_SECOND_TRY = timedelta(minutes=10)
"""After which a game that could not be settled is tried again."""


class Timekeeper:
    """Settles the clocks of all games. Several processes may: each deadline takes effect once."""

    def __init__(self, database: Database, service: Service, clock: Clock) -> None:
        self._service = service
        self._clock = clock
        self._woken = asyncio.Event()
        self._put_off: dict[str, datetime] = {}
        database.on_parcels(self._woken.set)

    async def run(self) -> None:
        """Settle clocks for ever; ends by cancellation, or by a fault of the database."""
        while True:
            self._woken.clear()
            now = self._clock.now()
            await self.settle()
            # Seen from before the settling: a deadline that passed meanwhile is the nearest, not a past one.
            nearest = await self._service.play.next_deadline(after=now)
            soon = now + _POLL
            await woken_or_due(self._woken, self._clock, soon if nearest is None else min(nearest, soon))

    async def settle(self) -> None:
        """Settle every game whose deadline has passed. One that cannot be does not hold the others up."""
        now = self._clock.now()
        self._put_off = {code: until for code, until in self._put_off.items() if until > now}
        codes = await self._service.play.overdue(_AT_ONCE + len(self._put_off))
        for code in codes:
            if code in self._put_off:
                continue
            try:
                await self._service.play.settle_clock(code)
            except Exception:
                log.exception("clock_not_settled", game=code)
                self._put_off[code] = now + _SECOND_TRY
