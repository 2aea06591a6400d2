"""The sender, and a client of Discord that answers as tests say."""

import pytest

from bot.discord.delivery.sender import DiscordSender
from tests.discord.delivery.deliveries import UNTOLD, Pictures
from tests.discord.fake_discord import FakeDiscord


@pytest.fixture
def fake() -> FakeDiscord:
    return FakeDiscord()


@pytest.fixture
def sender(fake: FakeDiscord) -> DiscordSender:
    return DiscordSender(fake.client, UNTOLD, Pictures())  # type: ignore[arg-type]
