"""Supervision of long-running tasks: one that fails is logged and restarted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar

import structlog
from tenacity import RetryCallState, retry_if_exception_type

from bot.clock import Clock
from bot.retries import RESTART_TASK, fault_of

log = structlog.get_logger(__name__)

T = TypeVar("T")

HEALTHY = timedelta(minutes=10)
"""A task that ran this long before it failed restarts after the shortest wait."""


class TaskEnded(Exception):  # noqa: N818 -- an event that counts as a failure
    """A task that should run for ever returned."""


async def supervised(name: str, task: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Run a task for ever. After a failure it restarts with exponential backoff of at most a minute.

    Ends only by cancellation.
    """

    def died(state: RetryCallState) -> None:
        log.error("task_died", task=name, times=state.attempt_number, exc_info=fault_of(state))

    async def nap(seconds: float) -> None:
        await clock.sleep_until(clock.now() + timedelta(seconds=seconds))

    retry = retry_if_exception_type(Exception)
    async for attempt in RESTART_TASK.attempts(retry=retry, sleep=nap, before_sleep=died):
        with attempt:
            begun = clock.now()
            try:
                await task()
            finally:
                if clock.now() - begun >= HEALTHY:
                    attempt.retry_state.attempt_number = 1
            raise TaskEnded(name)


async def run_to_completion(work: Coroutine[Any, Any, T]) -> T:
    """Finish the work even if cancelled meanwhile, and then raise the cancellation.

    For database transactions: they take milliseconds, and a connection is never left in mid-statement.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
