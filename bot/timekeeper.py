"""Lets the clocks act in time: one task that sleeps until the nearest alarm of any game.

No deadline depends on it for correctness: whoever acts in a game settles its clock first (`Play.act`). But
players should hear of a passed deadline, and be reminded of one that comes near, without having to ask.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import structlog

from bot.away import DatabaseAway
from bot.clock import Clock, woken_or_due
from bot.service import Service
from bot.service.reports import Refused
from bot.store import Database

log = structlog.get_logger(__name__)

_AT_ONCE = 16
"""Games settled at the same time: one that takes long does not hold the others up."""
_POLL = timedelta(seconds=10)
"""How long an alarm that another process has set may stay unseen; shorter than the shortest round."""
_SECOND_TRY = timedelta(minutes=10)
"""After which a game that could not be settled is tried again."""


class Timekeeper:
    """Settles the clocks of all games. Several processes may: each alarm takes effect once."""

    def __init__(self, database: Database, service: Service, clock: Clock) -> None:
        self._play = service.play
        self._clock = clock
        self._woken = asyncio.Event()
        self._put_off: dict[str, datetime] = {}
        self._refused: set[str] = set()
        self._under_way: set[str] = set()
        database.on_clocks(self._woken.set)

    async def run(self) -> None:
        """Settle clocks for ever; ends by cancellation, or by a fault of the database."""
        async with asyncio.TaskGroup() as settling:
            while True:
                self._woken.clear()
                # Before looking: an alarm that goes off meanwhile is the nearest, not a past one.
                now = self._clock.now()
                for code in await self._due(now):
                    settling.create_task(self._settle(code))
                nearest = await self._play.next_alarm(after=now)
                soon = now + _POLL
                await woken_or_due(self._woken, self._clock, soon if nearest is None else min(nearest, soon))

    async def settle(self) -> None:
        """Settle every game whose alarm has gone off, and return when that is done."""
        while codes := await self._due(self._clock.now()):
            async with asyncio.TaskGroup() as settling:
                for code in codes:
                    settling.create_task(self._settle(code))

    async def _due(self, now: datetime) -> list[str]:
        """Games to settle now that nobody here is settling: as many as there is a hand free for."""
        self._put_off = {code: until for code, until in self._put_off.items() if until > now}
        passed_over = self._under_way | self._put_off.keys()
        free = _AT_ONCE - len(self._under_way)
        codes = await self._play.alarmed(free + len(passed_over)) if free else ()
        due = [code for code in codes if code not in passed_over][:free]
        self._under_way.update(due)
        return due

    async def _settle(self, code: str) -> None:
        """Settle one game. If that fails the others go on; it is tried again later, if that can help."""
        with structlog.contextvars.bound_contextvars(game=code):
            try:
                await self._play.settle_clock(code)
            except Refused as refused:
                # Such as a game under rules that this host no longer has: worth a word, and no more than one.
                self._put_off[code] = self._clock.now() + _SECOND_TRY
                if code not in self._refused:
                    self._refused.add(code)
                    log.warning("clock_not_settled", reason=refused.code)
            except DatabaseAway:
                # No fault of this game's: the task begins anew when the database is there again.
                raise
            except Exception:
                self._put_off[code] = self._clock.now() + _SECOND_TRY
                log.exception("clock_not_settled")
            finally:
                self._under_way.discard(code)
                self._woken.set()
