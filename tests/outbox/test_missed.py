"""Which refusals of Discord are of deliveries that somebody misses."""

import pytest

from bot.discord.delivery.sender import failure_of
from bot.outbox.delivery import PermanentFailure
from bot.service.values.payloads import Payload, PostNote, RemoveButtons
from tests.discord.fake_discord import failure


@pytest.mark.parametrize(
    ("status", "code", "payload", "missed"),
    [
        (404, 10008, PostNote("hello"), False),
        (400, 50035, PostNote("hello"), True),
        (403, 50001, RemoveButtons(3), False),
        (403, 50013, RemoveButtons(3), True),
        (403, 50007, RemoveButtons(3), False),
    ],
)
def test_nobody_misses_what_is_gone_or_out_of_sight(
    status: int, code: int, payload: Payload, missed: bool
) -> None:
    found = failure_of(failure(status, code), payload)
    assert isinstance(found, PermanentFailure)
    assert found.missed is missed
