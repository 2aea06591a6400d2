"""Supervision of long-running tasks: one that fails is logged and restarted."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

import structlog
from tenacity import RetryCallState, retry_if_exception_type

from bot.clock import Clock
from bot.retries import RESTART_TASK, fault_of

log = structlog.get_logger(__name__)

T = TypeVar("T")

_PATIENCE = 5.0
"""Seconds that work may still take after it was cancelled."""
HEALTHY = timedelta(minutes=10)
"""A task that ran this long before it failed restarts after the shortest wait."""


class TaskEnded(Exception):  # noqa: N818 -- an event that counts as a failure
    """A task that should never end returned."""


async def supervised(name: str, task: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Run a task until cancelled; restart it after failures with exponential backoff of at most a minute."""

    def died(state: RetryCallState) -> None:
        log.error("task_died", task=name, times=state.attempt_number, exc_info=fault_of(state))

    retry = retry_if_exception_type(Exception)
    async for attempt in RESTART_TASK.attempts(clock, retry=retry, before_sleep=died):
        with attempt:
            begun = clock.now()
            try:
                # In a task of its own: before Python 3.13 a failed group marks the waiting task as being
                # cancelled.
                await asyncio.ensure_future(task())
            except Exception as fault:
                if _being_cancelled():
                    raise asyncio.CancelledError from fault
                raise
            finally:
                if clock.now() - begun >= HEALTHY:
                    attempt.retry_state.attempt_number = 1
            raise TaskEnded(name)


def _being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def run_to_completion(work: Coroutine[Any, Any, T]) -> T:
    """Finish the work even if cancelled meanwhile; then raise the cancellation, whatever the work's result.

    It is meant for database transactions: they take milliseconds, and no connection may be left within a
    statement. Work that takes longer than `_PATIENCE` is cancelled as well.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        try:
            await asyncio.wait({task}, timeout=_PATIENCE)
        finally:
            task.cancel()
        if task.done() and not task.cancelled() and (fault := task.exception()) is not None:
            log.warning("fault_while_stopping", reason=str(fault) or type(fault).__name__)
        raise


async def run_last(failure: str, work: Coroutine[Any, Any, object]) -> None:
    """Run optional work at the end of a task, for at most `_PATIENCE`; a failure is only logged."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await run_to_completion(work)
    except Exception as fault:
        log.warning(failure, reason=str(fault) or type(fault).__name__)


class InFlight:
    """Counts work under way, so that others can wait for its end."""

    def __init__(self) -> None:
        self.count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count the block as work under way."""
        self.count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.count -= 1
            if self.count == 0:
                self._idle.set()

    async def ended(self, seconds: float) -> bool:
        """Wait until there is no work under way; False where that takes too long."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
