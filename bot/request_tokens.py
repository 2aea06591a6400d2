"""Tokens for requests to Discord: of this process alone, or shared by all processes of a database."""

from collections.abc import Awaitable, Callable
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from bot.store.database import Database
from bot.supervision import run_to_completion
from bot.token_bucket import TokenBucket

AT_ONCE: Final = 10
"""Tokens that pile up and are taken at a time, at most."""


class RequestTokens(NamedTuple):
    """Where tokens come from."""

    bucket: TokenBucket
    take: Callable[[int], Awaitable[tuple[int, float]]]
    """Takes up to so many: how many there were, and how many are left. Raises DatabaseUnavailable."""


def request_tokens(database: Database, requests: int) -> RequestTokens:
    """Tokens for so many requests a second of all processes that share a database."""
    bucket = bucket_of(requests)
    return _shared(database, bucket) if database.file is None else own_tokens(bucket)


def bucket_of(requests: int) -> TokenBucket:
    """A bucket from which within any second no more than so many are taken."""
    # At most the refill that has accumulated since the last request.
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
        # A request that is given up meanwhile costs no connection.
        return await run_to_completion(taken(wanted))

    async def taken(wanted: int) -> tuple[int, float]:
        async with database.transaction() as unit:
            return await unit.request_budget.take(bucket, wanted)

    return RequestTokens(bucket, take)
