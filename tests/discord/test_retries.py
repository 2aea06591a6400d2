"""Which faults of Discord are worth another try."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.discord.retries import is_transient
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
