"""Which faults of Discord are worth another try."""

import contextlib
from datetime import timedelta
from time import monotonic

import aiohttp
import discord
import pytest
from tenacity import AsyncRetrying, RetryCallState

from bot.discord.api.retries import is_transient, retry_while_passing
from bot.retries import REQUEST_PASSING
from bot.service.values.refused import Refused
from tests.discord.fake_discord import failure


@pytest.mark.parametrize(
    "fault",
    [
        failure(429),
        failure(500),
        failure(503),
        discord.RateLimited(1),
        aiohttp.ServerDisconnectedError(),
        TimeoutError(),
        OSError(),
    ],
)
def test_what_passes_is_tried_again(fault: Exception) -> None:
    assert is_transient(fault)


@pytest.mark.parametrize("fault", [failure(400), failure(403), failure(404), failure(428), ValueError()])
def test_what_stays_refused_is_not(fault: Exception) -> None:
    assert not is_transient(fault)


def test_what_is_passing_is_asked_for_soon_and_a_few_times_alone() -> None:
    """Each try is a transaction, and many may wait for the same card."""
    state = RetryCallState(AsyncRetrying(), None, (), {})
    waits: list[float] = []
    while sum(waits) < 3:
        waits.append(REQUEST_PASSING.wait(state))
        state.attempt_number += 1
    assert waits[0] <= 0.1
    assert len(waits) <= 10


@pytest.mark.parametrize(("lasts", "tries"), [(3, 1), (30, 2)])
async def test_what_is_passing_is_waited_for_as_long_as_it_may_last(
    monkeypatch: pytest.MonkeyPatch, lasts: int, tries: int
) -> None:
    """Of many who join at once the last one waits for the cards with the words of all others."""
    tried: list[int] = []
    ten_seconds_ago = monotonic() - 10
    monkeypatch.setattr("bot.retries.monotonic", lambda: ten_seconds_ago)

    async def join() -> None:
        tried.append(1)
        if len(tried) == 1:
            within = timedelta(seconds=lasts)
            raise Refused("being_shown", "Not yet.", passes_within=within)

    with contextlib.suppress(Refused):
        await retry_while_passing(join)
    assert len(tried) == tries
