"""Fixtures of the mail door's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.mail.outgoing.sender import MailSender
from bot.picture_service import PictureService
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.store.database import Database
from engines.contract import AnyEngine
from tests.mail.mail_server import Kept, mail_server
from tests.mail.people import MailPlayers
from tests.manual_clock import ManualClock


@pytest.fixture
def players(service: Service, database: Database, clock: ManualClock) -> MailPlayers:
    """A door, and who writes to it."""
    return MailPlayers(service, database, clock)


@pytest.fixture
async def game(players: MailPlayers) -> GameSummary:
    """A game of Ann and Bob; Ann is to play."""
    return await players.nowhere()


@pytest.fixture
async def outgoing() -> AsyncIterator[Kept]:
    """What mails go to."""
    async with mail_server() as kept:
        yield kept


@pytest.fixture
def pictures() -> Iterator[PictureService]:
    """Real pictures."""
    service = PictureService(1)
    yield service
    service.close()


@pytest.fixture
def sender(
    outgoing: Kept,
    service: Service,
    engines: dict[str, AnyEngine],
    pictures: PictureService,
    clock: ManualClock,
) -> MailSender:
    """Sends to the server of this test."""
    return MailSender(
        outgoing.server,
        "turn@games.example",
        service=service,
        pictures=pictures,
        clock=clock,
    )
