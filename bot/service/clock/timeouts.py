"""Timeouts, reminders, and compensation for outages.

The service is up as long as any process notes its heartbeat (`Timeouts.heartbeat`). A deadline that passed
during an outage is moved (`deadlines.after_outage`); no timeout is processed for it.
"""

import functools
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import structlog

from bot.service import deadlines, notifications
from bot.service.clock import control
from bot.service.due_orders import play_due
from bot.service.event_log import EventType, Timing
from bot.service.live import LiveGame, Overdue
from bot.service.summaries import GameSummary, Person
from bot.service.usecases import UseCases, retried

log = structlog.get_logger(__name__)

P = ParamSpec("P")
R = TypeVar("R")
Self = TypeVar("Self", bound="TimedUseCases")

HEARTBEAT_INTERVAL: Final = timedelta(seconds=10)
"""How often a process notes its heartbeat."""
HEARTBEAT_TIMEOUT: Final = 2 * HEARTBEAT_INTERVAL
"""A process whose last heartbeat is older counts as down."""


def clock_first(
    method: Callable[Concatenate[Self, Person, str, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Self, Person, str, P], Coroutine[Any, Any, R]]:
    """Process the timeout that a use case of a person on a game runs into (`Overdue`), then begin it again.

    The timeout has a transaction of its own: it is kept even if the request is refused.
    """

    @functools.wraps(method)
    async def after_the_clock(
        self: Self, person: Person, code: str, /, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        while True:
            try:
                return await method(self, person, code, *args, **kwargs)
            except Overdue:
                await self.process_timeout(code)

    return after_the_clock


class TimedUseCases(UseCases):
    """Use cases on games whose deadline may have passed; see `clock_first`."""

    @retried
    async def process_timeout(self, code: str) -> GameSummary:
        """Process a deadline that has passed, or send a reminder that is due. Raises Refused.

        Of simultaneous calls one does so, and the others find nothing due.
        """
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, lock=True)
            await _process(live)
            return live.summary()


class Timeouts(TimedUseCases):
    """The use cases of the scheduler. Each game has a transaction of its own, under its lock."""

    async def due(self, limit: int) -> Sequence[str]:
        """Codes of games with a due alarm, the longest due first, and of those with due orders."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            codes = [*await unit.games.due(now, limit=limit), *await unit.orders.due(now, limit=limit)]
        return list(dict.fromkeys(codes))[:limit]

    async def next_alarm(self, after: datetime) -> datetime | None:
        """The time of the next alarm of any game after this one, or when the next order is due."""
        async with self._database.reading() as unit:
            moments = await unit.games.next_alarm(after), await unit.orders.next_due(after)
        return min((moment for moment in moments if moment is not None), default=None)

    @retried
    async def process(self, code: str) -> timedelta | None:
        """As `process_timeout`, unless another transaction holds the game's lock, which will do it instead.

        How late this was; None if nothing was due. Raises Refused.
        """
        async with self._database.transaction() as unit:
            if not await unit.games.lock_if_free(code):
                return None
            live = await self._live(unit, code, lock=True)
            if await play_due(live):
                # Measured it would be counted, and what is due may be nobody's but its owner's business.
                return None
            due = live.row.deadline_at if live.overdue else live.row.alarm_at
            processed = await _process(live)
            return live.now - due if processed and due is not None else None

    async def absent_since(self, process: str, *, starting: bool) -> datetime | None:
        """When anybody last attended to the clocks, if there was an outage since then that ends now.

        `starting`: this process has not attended so far, or not for a while; so nobody did, not even for
        seconds, unless another process is alive.
        """
        async with self._database.reading() as unit:
            beats = await unit.heartbeats.each()
        now = self._clock.now()
        last = max(beats.values(), default=now)
        alone = all(now - at >= HEARTBEAT_TIMEOUT for name, at in beats.items() if name != process)
        return last if now - last >= HEARTBEAT_TIMEOUT or (starting and alone and last < now) else None

    async def heartbeat(self, process: str) -> None:
        """Note that this process is up, after it has compensated the last outage."""
        async with self._database.transaction() as unit:
            await unit.heartbeats.heartbeat(process, self._clock.now())

    async def affected_by_outage(self, since: datetime) -> Sequence[str]:
        """Codes of games that an outage from then until now may have cost their time."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            return await unit.games.ending(now + min(now - since, deadlines.AFTER_OUTAGE))

    @retried
    async def compensate_outage(self, code: str, since: datetime) -> bool:
        """Move a game's deadline after an outage; whether that was necessary. Raises Refused."""
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, lock=True)
            return live.row.status == "active" and await _compensate_outage(live, since)


async def _compensate_outage(live: LiveGame, since: datetime) -> bool:
    if not deadlines.after_outage(live.row, since, live.now):
        return False
    live.note(
        EventType.OUTAGE,
        data=Timing(live.row.deadline_at, live.row.deadline_hours),
        summary_line="nobody could play for a while, so the deadline is moved",
    )
    await notifications.conclude(live)
    return True


async def _process(live: LiveGame) -> bool:
    """Do what is due; whether anything was. Raises Refused."""
    if await play_due(live):
        return True
    if live.overdue:
        live.check_rules()
        # After an outage a command may come before the scheduler has compensated it.
        last = await live.unit.heartbeats.last()
        if last is None or live.now - last < HEARTBEAT_TIMEOUT or not await _compensate_outage(live, last):
            _time_out(live)
            await notifications.conclude(live, expired=True)
        return True
    if live.row.status == "active" and deadlines.untold(live.row, live.now):
        control.pause(live)
        live.summary_lines.append("nobody who is awaited could be told for three days")
        await notifications.conclude(live)
        return True
    if live.reminder_due:
        live.check_rules()
        await notifications.reminded(live)
        return True
    return False


def _time_out(live: LiveGame) -> None:
    """Apply the timeout action of each seat that missed the deadline of this clock period."""
    engine, period = live.engine, live.engine.clock.period(live.state)
    for seat in engine.to_act(live.state):
        # A timeout may end the period: nobody is late in the next one.
        if engine.clock.period(live.state) == period and seat in engine.to_act(live.state):
            live.apply(EventType.CLOCK, seat, engine.clock.on_timeout(live.state, seat))
    live.let_run()
