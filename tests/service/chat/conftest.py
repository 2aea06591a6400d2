"""A table at which people talk."""

import pytest

from bot.service.facade import Service
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.chat.table import Table


@pytest.fixture
async def table(database: Database, service: Service, clock: ManualClock) -> Table:
    return await Table(database, service, clock).open()
