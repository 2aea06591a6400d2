"""Tokens for requests to Discord: of this process alone, or shared by all processes of a database."""

from collections.abc import Awaitable, Callable
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from bot.store.database import Database
from bot.supervision import run_to_completion
from bot.token_bucket import TokenBucket

AT_ONCE: Final = 10
"""The most tokens that accumulate and are taken at a time."""


class RequestTokens(NamedTuple):
    """A source of tokens."""

    bucket: TokenBucket
    take: Callable[[int], Awaitable[tuple[int, float]]]
    """Takes up to so many tokens, and returns how many, and how many are left. Raises DatabaseUnavailable."""


def request_tokens(database: Database, requests: int) -> RequestTokens:
    """Tokens for so many requests a second, made by all processes that share a database."""
    bucket = bucket_of(requests)
    return _shared(database, bucket) if database.file is None else own_tokens(bucket)


def bucket_of(requests: int) -> TokenBucket:
    """A bucket from which at most so many tokens are taken in any second."""
    # A full bucket and the refill of one second must not exceed the limit together.
    piled_up = min(AT_ONCE, requests // 5)
    return TokenBucket(requests - piled_up, piled_up)


def own_tokens(bucket: TokenBucket, now: Callable[[], float] = monotonic) -> RequestTokens:
    """Tokens of this process alone."""
    full_at = -inf

    async def take(wanted: int) -> tuple[int, float]:
        nonlocal full_at
        moment = now()
        taken, full_at = bucket.take(full_at, moment, wanted)
        return taken, bucket.left(full_at, moment)

    return RequestTokens(bucket, take)


def _shared(database: Database, bucket: TokenBucket) -> RequestTokens:
    async def take(wanted: int) -> tuple[int, float]:
        # A cancelled request must not cost the connection to the database.
        return await run_to_completion(taken(wanted))

    async def taken(wanted: int) -> tuple[int, float]:
        async with database.transaction() as unit:
            return await unit.request_budget.take(bucket, wanted)

    return RequestTokens(bucket, take)
