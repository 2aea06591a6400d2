"""Retries at the door: temporary faults of Discord, requests that are refused for a moment."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

import aiohttp
import discord
from tenacity import RetryCallState, retry_if_result, stop_after_attempt

from bot.discord.api.error_codes import ErrorCode
from bot.retries import REQUEST_PASSING, fault_of
from bot.service.values.refused import Refused

T = TypeVar("T")


FAULTS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The errors that a request to Discord may raise."""


def code_of(error: BaseException) -> int | None:
    """Discord's own code of a refusal; None where it gave none."""
    return error.code if isinstance(error, discord.HTTPException) else None


def is_limited(error: BaseException) -> bool:
    """Whether a request was rate-limited, or edited a message older than an hour too often."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.code == ErrorCode.EDITS_LIMITED
    return isinstance(error, discord.RateLimited)


def is_transient(error: BaseException) -> bool:
    """Whether a server that gave this fault may do better a little later."""
    if isinstance(error, aiohttp.ClientResponseError | discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, aiohttp.ClientError | discord.RateLimited | OSError)


async def retry_while_passing(request: Callable[[], Awaitable[None]]) -> None:
    """Make a request, and retry refusals as long as they may last. Raises the last attempt's error."""
    await REQUEST_PASSING.call(
        request, lambda error: isinstance(error, Refused) and bool(error.passes_within), stop=_has_lasted
    )


def _has_lasted(state: RetryCallState) -> bool:
    refused = fault_of(state)
    longest = refused.passes_within if isinstance(refused, Refused) else timedelta(0)
    return (state.seconds_since_start or 0) >= longest.total_seconds()


async def retry_until_known(ask: Callable[[], Awaitable[T | None]], *, patient: bool) -> T | None:
    """Return what `ask` returns; if `patient`, call it again for a few seconds while that is None."""
    answer: T | None = None
    async for attempt in REQUEST_PASSING.attempts(
        retry=retry_if_result(lambda answer: answer is None),
        stop=REQUEST_PASSING.stop if patient else stop_after_attempt(1),
        retry_error_callback=lambda _: None,
    ):
        with attempt:
            answer = await ask()
        attempt.retry_state.set_result(answer)
    return answer
