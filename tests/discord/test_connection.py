"""Ids in the settings, checked against Discord at the start."""

from __future__ import annotations

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.discord.connection import check_ids
from bot.errors import Unusable
from tests.discord.fake_discord import FakeDiscord, failure


async def test_ids_of_users_are_taken() -> None:
    fake = FakeDiscord()
    await check_ids(fake.client, {101, 102})
    assert [call.path for call in fake.calls] == ["/users/101", "/users/102"]


async def test_all_wrong_ids_are_named_at_once() -> None:
    fake = FakeDiscord()
    fake.strangers, fake.bots = {103, 105}, {104}
    fake.faults.extend([failure(400, 50035), None])
    with pytest.raises(Unusable) as caught:
        await check_ids(fake.client, {5, 102, 103, 104, 105})
    assert str(caught.value).splitlines() == [
        "OWNERS names 5, which is nobody on Discord: write the id of a user.",
        "OWNERS names 103, which is nobody on Discord: write the id of a user.",
        "OWNERS names 104, which is a bot: write the id of a user.",
        "OWNERS names 105, which is nobody on Discord: write the id of a user.",
    ]


@pytest.mark.parametrize("fault", [failure(503), failure(404), aiohttp.ClientError(), TimeoutError()])
async def test_the_start_goes_on_where_discord_does_not_answer(fault: BaseException) -> None:
    fake = FakeDiscord()
    fake.faults.append(fault)
    with capture_logs() as told:
        await check_ids(fake.client, {101})
    assert [line["event"] for line in told] == ["ids_not_checked"]


async def test_what_was_found_wrong_before_the_connection_went_counts() -> None:
    fake = FakeDiscord()
    fake.strangers = {101}
    fake.faults.extend([None, failure(503)])
    with pytest.raises(Unusable, match="OWNERS names 101"):
        await check_ids(fake.client, {101, 102})
