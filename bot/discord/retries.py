"""Asking again, for a short while, where what stands in the way of a request is over in a moment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from tenacity import AsyncRetrying, retry_if_exception, stop_after_delay, wait_fixed

from bot.service.reports import Refused

_MOMENT: Final = 3.0
"""Seconds. Everybody sees results a little before the database knows that they were posted."""


def _passing(error: BaseException) -> bool:
    return isinstance(error, Refused) and error.passing


async def retry_while_passing(request: Callable[[], Awaitable[None]]) -> None:
    """Make a request, again where it was refused for what is passing. Raises what the last try raised."""
    async for attempt in AsyncRetrying(
        retry=retry_if_exception(_passing), wait=wait_fixed(0.1), stop=stop_after_delay(_MOMENT), reraise=True
    ):
        with attempt:
            await request()
