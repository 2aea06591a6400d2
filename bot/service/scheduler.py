"""Processes alarms on time: one task that sleeps until the nearest alarm of any game.

Correctness does not depend on it, as each use case processes its game's timeout first (`clock_first`). It
makes timeouts and reminders happen without a request.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from bot.clock import Clock, woken_or_due
from bot.errors import DatabaseUnavailable
from bot.observer import NULL_OBSERVER, Observer
from bot.service.clock.timeouts import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT
from bot.service.facade import Service
from bot.service.usecases import succeeds
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.supervision import run_last, run_to_completion

log = structlog.get_logger(__name__)

_AT_ONCE = 16
"""Games processed at the same time, so that a slow one does not hold up the others."""
_ANOTHER_LOOK = timedelta(milliseconds=250)
"""Delay before a game that was locked by another process is looked at again."""
_SECOND_TRY = timedelta(minutes=10)
"""Delay before a game whose processing failed is retried."""


_NEVER = datetime.max.replace(tzinfo=UTC)
_PURGE_INTERVAL = timedelta(hours=1)
"""How often to look for games and invitations to expire."""
_SOON = timedelta(seconds=10)
"""How soon to look again where there may be more of them than were looked at."""


class ClockScheduler:
    """Processes the clocks of all games.

    Several processes share them: a locked game is skipped, and each alarm takes effect once. `process` is a
    name that no other running process of the database has. It writes a heartbeat every `HEARTBEAT_INTERVAL`,
    and notices alarms of other processes within that time, which is shorter than any round.
    """

    def __init__(
        self,
        database: Database,
        service: Service,
        clock: Clock,
        process: str = "main",
        observer: Observer = NULL_OBSERVER,
    ) -> None:
        self._service = service
        self._timeouts = service.clock
        self._observer = observer
        self._clock = clock
        self._process = process
        self._last_heartbeat: datetime | None = None
        self._woken = asyncio.Event()
        self._next_purge = clock.now()
        self._purging: asyncio.Task[None] | None = None
        self._vacations: asyncio.Task[None] | None = None
        self._put_off: dict[str | int, datetime] = {}
        """When to look again at games, by their codes, and at the vacations of persons."""
        self._refused: set[str] = set()
        self._in_flight: set[str] = set()
        self._next_look = _NEVER
        database.on_clocks(self._alarm_set)

    async def run(self) -> None:
        """Process clocks for ever; ends by cancellation, or by a fault of the database."""
        try:
            async with asyncio.TaskGroup() as processing:
                while True:
                    self._woken.clear()
                    self._next_look = _NEVER
                    await self._compensate_if_due()
                    self._purge_if_due(processing)
                    # Read the time first: an alarm that becomes due meanwhile is the nearest, not a past one.
                    now = self._clock.now()
                    await self._process_vacations_if_due(processing)
                    for code in await self._due(now):
                        processing.create_task(self._process_game(code))
                    alarm = await run_to_completion(self._timeouts.next_alarm(after=now))
                    leave = await run_to_completion(self._service.vacations.next_due(after=now))
                    moments = (alarm, leave, *self._put_off.values())
                    heartbeat = (self._last_heartbeat or now) + HEARTBEAT_INTERVAL
                    self._next_look = min(filter(None, (heartbeat, *moments)))
                    await woken_or_due(self._woken, self._clock, self._next_look)
        finally:
            await self._leave()

    def _alarm_set(self, at: datetime) -> None:
        """Wake the task for an alarm before its next look, which finds all later ones."""
        if at < self._next_look:
            self._woken.set()

    async def process_due(self) -> None:
        """Process every game with a due alarm, and return when that is done."""
        while codes := await self._due(self._clock.now()):
            await _each(self._process_game(code) for code in codes)

    # -- outages ---------------------------------------------------------------------------------------

    async def _compensate_if_due(self) -> None:
        """Write the heartbeat when it is due, after compensating an outage before it.

        No timeout is processed before that, so that nobody loses by an outage.
        """
        now, last = self._clock.now(), self._last_heartbeat
        # A clock that was set back makes it due.
        if last is not None and last <= now < last + HEARTBEAT_INTERVAL:
            return
        since = await run_to_completion(
            self._timeouts.down_since(self._process, starting=self._last_heartbeat is None)
        )
        if since is not None:
            codes = await run_to_completion(self._timeouts.affected_by_outage(since))
            seconds = (self._clock.now() - since).total_seconds()
            log.info("outage", since=since.isoformat(), seconds=round(seconds, 1), games=len(codes))
            for first in range(0, len(codes), _AT_ONCE):
                some = codes[first : first + _AT_ONCE]
                await _each(self._compensate_outage(code, since) for code in some)
        await run_to_completion(self._timeouts.heartbeat(self._process))
        self._last_heartbeat = self._clock.now()

    async def _leave(self) -> None:
        """Write a last heartbeat: an outage is counted from it."""
        last_heartbeat, self._last_heartbeat = self._last_heartbeat, None
        # Not after a long sleep: the next process to start compensates that.
        if last_heartbeat is None or self._clock.now() - last_heartbeat >= HEARTBEAT_TIMEOUT:
            return
        await run_last("last_heartbeat_missing", self._timeouts.heartbeat(self._process))

    async def _compensate_outage(self, code: str, since: datetime) -> None:
        with structlog.contextvars.bound_contextvars(game=code):
            # Without the database there is no heartbeat either: a restarted task sees the same outage.
            compensated = run_to_completion(self._timeouts.compensate_outage(code, since))
            await succeeds(compensated, "outage_not_compensated")

    # -- vacations -------------------------------------------------------------------------------------

    async def _process_vacations_if_due(self, tasks: asyncio.TaskGroup) -> None:
        """Begin and end vacations beside the clocks: hundreds may begin at one midnight, and no deadline
        depends on it, as timeouts regard the vacation itself.
        """
        if self._vacations is not None and not self._vacations.done():
            return
        due = await run_to_completion(self._service.vacations.due(self._put_off))
        if due:
            self._vacations = tasks.create_task(self._process_vacations())

    async def _process_vacations(self) -> None:
        try:
            failed = await run_to_completion(self._service.vacations.process_due(self._put_off))
            self._put_off |= dict.fromkeys(failed, self._clock.now() + _SECOND_TRY)
        finally:
            self._woken.set()

    # -- what has expired ------------------------------------------------------------------------------

    def _purge_if_due(self, tasks: asyncio.TaskGroup) -> None:
        """From time to time start the tasks of `_purge`, which have no moment of their own, beside the
        clocks: thousands of games may be over at the same time.
        """
        under_way = self._purging is not None and not self._purging.done()
        if self._clock.now() >= self._next_purge and not under_way:
            self._purging = tasks.create_task(self._purge())

    async def _purge(self) -> None:
        """Expire lobbies, invitations and requests, and unarchive quiet threads: many of each at a time, and
        soon again where there may be more. What fails waits for the next time, and holds up nothing else.
        """
        more, begun = False, self._clock.now()

        async def carry_out(task: Callable[[], Coroutine[Any, Any, bool]]) -> None:
            nonlocal more
            more |= await run_to_completion(task())

        try:
            for task in (
                self._service.lobby.expire_silent,
                self._service.lobby.purge,
                self._service.invitations.expire,
                self._service.mail.purge,
                self._service.undo.expire,
                self._service.pausing.expire,
                self._service.places.reopen_threads,
            ):
                await succeeds(carry_out(task), "housekeeping_failed")
        finally:
            self._next_purge = begun + (_SOON if more else _PURGE_INTERVAL)

    # -- alarms ----------------------------------------------------------------------------------------

    async def _due(self, now: datetime) -> list[str]:
        """Codes of due games that are not being processed here, up to the number of free slots."""
        self._put_off = {code: until for code, until in self._put_off.items() if until > now}
        passed_over = self._in_flight | self._put_off.keys()
        free = _AT_ONCE - len(self._in_flight)
        codes = await run_to_completion(self._timeouts.due(free + len(passed_over))) if free else ()
        due = [code for code in codes if code not in passed_over][:free]
        self._in_flight.update(due)
        return due

    async def _process_game(self, code: str) -> None:
        """Process one game. A failure does not affect others, and is retried later."""
        with structlog.contextvars.bound_contextvars(game=code):
            try:
                late = await run_to_completion(self._timeouts.process(code))
                if late is None:
                    # Another process has it. If that fails, the game is still due.
                    self._put_off[code] = self._clock.now() + _ANOTHER_LOOK
                else:
                    self._observer.timer(late.total_seconds())
            except Refused as refused:
                self._put_off[code] = self._clock.now() + _SECOND_TRY
                # For example, a game under rules that this host no longer has: log it once.
                if code not in self._refused:
                    self._refused.add(code)
                    log.warning("clock_not_settled", reason=refused.code)
            except DatabaseUnavailable:
                # Not this game's fault: the task restarts when the database is available again.
                raise
            except Exception:
                self._put_off[code] = self._clock.now() + _SECOND_TRY
                log.exception("clock_not_settled")
            finally:
                self._in_flight.discard(code)
                self._woken.set()


async def _each(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    async with asyncio.TaskGroup() as doing:
        for work in works:
            doing.create_task(work)
