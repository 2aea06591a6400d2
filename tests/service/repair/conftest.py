"""What the doctor finds out about deliveries needs somebody who takes them."""

import pytest

from tests.outbox.fake_sender import FakeSender


@pytest.fixture
def sender() -> FakeSender:
    return FakeSender()
