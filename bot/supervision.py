"""Long-running tasks with an owner: one that dies is logged and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar

import structlog
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, wait_exponential_jitter

from bot.clock import Clock

log = structlog.get_logger(__name__)

T = TypeVar("T")

HEALTHY = timedelta(minutes=10)
"""How long a task must have run for its earlier deaths to be forgotten: the next wait is short again."""


class TaskEnded(Exception):  # noqa: N818 -- an event, made an exception so that it counts as a death
    """A task that should run for ever has come to an end."""


async def supervised(name: str, task: Callable[[], Awaitable[None]], clock: Clock) -> None:
    """Run a task for ever: after a fault once more, a little later each time, at most a minute.

    Ends only by cancellation.
    """

    def died(state: RetryCallState) -> None:
        fault = state.outcome.exception() if state.outcome else None
        log.error("task_died", task=name, times=state.attempt_number, exc_info=fault)

    async def nap(seconds: float) -> None:
        await clock.sleep_until(clock.now() + timedelta(seconds=seconds))

    async for attempt in AsyncRetrying(
        retry=retry_if_exception_type(Exception),
        wait=wait_exponential_jitter(multiplier=1, max=60),
        sleep=nap,
        before_sleep=died,
    ):
        with attempt:
            begun = clock.now()
            try:
                await task()
            finally:
                if clock.now() - begun >= HEALTHY:
                    attempt.retry_state.attempt_number = 1
            raise TaskEnded(name)


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """Do the work to its end even if cancelled meanwhile, and only then be cancelled.

    For what speaks to the database: it takes milliseconds, and a connection is not left in mid-sentence.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
