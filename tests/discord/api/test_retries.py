"""Which faults of Discord are worth another try."""

import aiohttp
import discord
import pytest
from tenacity import AsyncRetrying, RetryCallState

from bot.discord.api.retries import is_transient
from bot.retries import REQUEST_PASSING
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
