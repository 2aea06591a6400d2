"""The clock's own doings: deadlines that have passed, reminders, and what an outage took."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import structlog

from bot.service import dispatch
from bot.service.journal import Kind
from bot.service.live import LiveGame
from bot.service.reports import GameReport
from bot.service.undoing import conclude
from bot.service.usecases import UseCases, retried

log = structlog.get_logger(__name__)


class Settling(UseCases):
    """The use cases of the timekeeper. Each game is settled in a transaction of its own, under its lock."""

    async def alarmed(self, limit: int) -> Sequence[str]:
        """Codes of games whose clock has something to do now, the longest due first."""
        async with self._database.reading() as unit:
            return await unit.games.alarmed(self._clock.now(), limit=limit)

    async def next_alarm(self, after: datetime) -> datetime | None:
        """The nearest moment later than this at which the clock of any game has something to do."""
        async with self._database.reading() as unit:
            return await unit.games.next_alarm(after)

    @retried
    async def settle_clock(self, code: str) -> GameReport:
        """Let the clock do what is due: settle a deadline that has passed, or remind. Raises Refused.

        However many ask for it at the same moment, each deadline is settled and each reminder sent once.
        """
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, lock=True)
            if live.overdue:
                live.check_rules()
                _time_out(live)
                await conclude(live, expired=True)
            elif live.reminder_due:
                live.check_rules()
                dispatch.reminded(live)
            return live.report()


def _time_out(live: LiveGame) -> None:
    """What the clock does for each seat that let the deadline of this stretch of play pass."""
    engine, span = live.engine, live.engine.span(live.state)
    for seat in engine.to_act(live.state):
        # One seat's doing may end the stretch: nobody is late in the next one.
        if engine.span(live.state) == span and seat in engine.to_act(live.state):
            live.apply(Kind.CLOCK, seat, engine.expiry(live.state, seat))
    live.let_run()
