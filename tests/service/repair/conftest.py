"""Fixtures of the doctor's tests: checks of deliveries need a sender."""

import pytest

from tests.outbox.fake_sender import FakeSender


@pytest.fixture
def sender() -> FakeSender:
    return FakeSender()
