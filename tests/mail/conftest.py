"""Fixtures of the mail door's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.mail.outgoing.sender import MailSender
from bot.picture_service import PictureService
from bot.service import Service
from engines.contract import AnyEngine
from tests.mail.mail_server import Kept, mail_server
from tests.manual_clock import ManualClock


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
        engines=engines,
        pictures=pictures,
        clock=clock,
    )
