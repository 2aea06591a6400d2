"""Asking again, for a short while, where what stands in the way of a request is over in a moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from tenacity import (
    AsyncRetrying,
    retry_if_exception,
    retry_if_result,
    stop_after_attempt,
    stop_after_delay,
    wait_fixed,
)

from bot.service.summaries import Refused

T = TypeVar("T")

_MOMENT: Final = 3.0
"""Seconds. Everybody sees what is posted a little before the database knows that it was."""


def _passing(error: BaseException) -> bool:
    return isinstance(error, Refused) and error.passing


async def retry_while_passing(request: Callable[[], Awaitable[None]]) -> None:
    """Make a request, again where it was refused for what is passing. Raises what the last try raised."""
    async for attempt in AsyncRetrying(
        retry=retry_if_exception(_passing), wait=wait_fixed(0.1), stop=stop_after_delay(_MOMENT), reraise=True
    ):
        with attempt:
            await request()


async def retry_until_known(ask: Callable[[], Awaitable[T | None]], *, patient: bool) -> T | None:
    """The answer to a question, asked again where it is None and may come in a moment."""
    answer: T | None = None
    async for attempt in AsyncRetrying(
        retry=retry_if_result(lambda answer: answer is None),
        wait=wait_fixed(0.1),
        stop=stop_after_delay(_MOMENT) if patient else stop_after_attempt(1),
        retry_error_callback=lambda _: None,
    ):
        with attempt:
            answer = await ask()
        attempt.retry_state.set_result(answer)
    return answer
