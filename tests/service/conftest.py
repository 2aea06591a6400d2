"""What several tests of the use cases begin with."""

from __future__ import annotations

import pytest

from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service.accounts.post import Post


@pytest.fixture
def post(database: Database, clock: ManualClock) -> Post:
    return Post(database, clock)
