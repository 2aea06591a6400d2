"""Fixtures of the outbox's tests."""

from __future__ import annotations

import pytest

from bot.clock import ManualClock
from bot.outbox.worker import Outbox
from bot.store.database import Database
from tests.outbox.couriers import FakeCourier


@pytest.fixture
def courier() -> FakeCourier:
    """Takes whatever the outbox hands out."""
    return FakeCourier()


@pytest.fixture
def outbox(database: Database, courier: FakeCourier, clock: ManualClock) -> Outbox:
    """An outbox that delivers when the test says so."""
    return Outbox(database, courier, clock)
