"""How often failed work is retried, and for how long: every policy of the service in one table."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_after_delay,
    stop_never,
    wait_exponential,
    wait_exponential_jitter,
    wait_fixed,
)
from tenacity.stop import stop_base
from tenacity.wait import wait_base

from bot.clock import Clock

T = TypeVar("T")


class RetryPolicy(NamedTuple):
    """How long to wait between two attempts, in seconds, and when to give up."""

    wait: wait_base
    stop: stop_base = stop_never

    def attempts(self, clock: Clock | None = None, **more: Any) -> AsyncRetrying:
        """The attempts of this policy; `more`: which errors are retried (`retry`), and callbacks.

        `clock`: times the waits between them. The last attempt's error is raised again.
        """
        if clock is not None:
            more["sleep"] = lambda seconds: clock.sleep(timedelta(seconds=seconds))
        return AsyncRetrying(wait=self.wait, reraise=True, **({"stop": self.stop} | more))

    async def call(
        self, work: Callable[[], Awaitable[T]], transient: Callable[[BaseException], bool], **more: Any
    ) -> T:
        """Return the result of work, which is retried after `transient` faults; `more`: as in `attempts`.

        Work that succeeds at once, as nearly all does, never reaches the library: that would cost as much as
        an SQL statement. Otherwise the library is given the first fault as if it had made that attempt.
        """
        begun = monotonic()
        try:
            return await work()
        except Exception as fault:
            if not transient(fault):
                raise
            faults = [fault]
        # A cancellation is never retried, whatever counts as transient.
        retry = retry_if_exception(lambda fault: isinstance(fault, Exception) and transient(fault))
        async for attempt in self.attempts(retry=retry, **more):
            with attempt:
                if faults:
                    attempt.retry_state.start_time = begun
                    raise faults.pop()
                return await work()
        raise AssertionError("the last attempt returns or raises")


FIND_GATEWAY: Final = RetryPolicy(wait_exponential_jitter(multiplier=0.2, max=5), stop_after_delay(60))
"""A Discord-compatible server may still be starting."""
LOG_IN: Final = RetryPolicy(wait_exponential_jitter(multiplier=0.5, max=60))
REACH_DATABASE: Final = RetryPolicy(wait_exponential_jitter(multiplier=0.5, max=60))
"""A server may start later than we do."""
BEGIN_FILE: Final = RetryPolicy(wait_fixed(0.02), stop_after_attempt(25))
"""Two processes that create an SQLite file at the same moment: SQLite fails instead of waiting there."""
PUBLISH_COMMANDS: Final = RetryPolicy(wait_exponential_jitter(multiplier=1, max=300))
"""Meanwhile the commands of the last start work."""
RESTART_TASK: Final = RetryPolicy(wait_exponential_jitter(multiplier=1, max=60))
REQUEST_PASSING: Final = RetryPolicy(wait_exponential(0.1, max=0.5), stop_after_delay(3))
"""A post is visible to people a little before the database knows of it."""
ANSWER: Final = RetryPolicy(wait_exponential_jitter(multiplier=1, max=30), stop_after_delay(600))
"""While the connection is down; Discord accepts an answer for a quarter of an hour."""
USE_CASE: Final = RetryPolicy(
    wait_exponential_jitter(multiplier=0.1, max=2, jitter=0.1), stop_after_attempt(6)
)
"""While the database is unavailable: some three seconds in all if it refuses at once."""
CLOSE_DELIVERY: Final = RetryPolicy(wait_exponential(0.1, max=2), stop_after_attempt(20))
"""Half a minute while the database is unavailable. After that the delivery's lease must expire before
anything else of its partition is delivered."""
FIRST_DELIVERY_DELAY: Final = 1.0
"""Seconds before a delivery is retried, doubled each time; the outbox stores the moment in its row."""
LONGEST_DELIVERY_DELAY: Final = 300.0


def fault_of(state: RetryCallState) -> BaseException | None:
    """The error of the last attempt; None if it succeeded."""
    return state.outcome.exception() if state.outcome else None
