"""Fixtures of the tests of Discord's door. What the bot says in them is compared with recordings."""

from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import discord
import pytest

from bot.discord.formatting.pictures import DiscordPictures
from bot.outbox.delivery import Failure
from bot.service.facade import Service
from bot.service.values.refused import Refused
from engines.contract import AnyEngine
from engines.registry import ENGINES
from render.contract import Frame
from tests.discord import saying
from tests.discord.guests import Guests
from tests.service.prepared import Numbers


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    """Only the real games: the commands are made of them."""
    return dict(ENGINES)


@pytest.fixture
async def guests(service: Service) -> AsyncIterator[Guests]:
    """People who play on Discord, with pictures."""
    pictures = DiscordPictures(1)
    yield Guests(service, pictures)
    pictures.close()


pytest_pyfunc_call = saying.compare


@pytest.fixture(autouse=True)
def _interactions_are_numbered_anew(noting: pytest.MonkeyPatch) -> None:
    """Give interactions the same numbers whichever tests ran before: random draws depend on them."""
    noting.setattr("tests.service.prepared.requests", Numbers())
    noting.setattr("tests.discord.guests._ids", count(7_000_000))


@pytest.fixture(autouse=True)
def _frames_are_noted(noting: pytest.MonkeyPatch) -> None:
    """Note how pictures are framed; the pictures are compared in the tests of the renderers."""
    picture = DiscordPictures.picture

    async def drawn(self: DiscordPictures, key: str, view: Any, frame: Frame) -> discord.File:
        saying.note(f"picture of {key}", {"frame": frame})
        return await picture(self, key, view, frame)

    noting.setattr(DiscordPictures, "picture", drawn)


@pytest.fixture(autouse=True)
def _refusals_are_noted(noting: pytest.MonkeyPatch) -> None:
    saying.note_refusals(noting, Refused, Failure)
