"""Fixtures of the outbox's tests."""

from __future__ import annotations

import pytest

from bot.outbox.worker import Outbox
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender


@pytest.fixture
def sender() -> FakeSender:
    """Takes whatever the outbox hands out."""
    return FakeSender()


@pytest.fixture
def outbox(database: Database, sender: FakeSender, clock: ManualClock) -> Outbox:
    """An outbox that delivers when the test says so."""
    return Outbox(database, sender, clock)
