"""Where public messages wait for others of their kind."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.notices.notice_rules import CHAT_GATHERING_DELAY
from bot.service.notices.turn_notices import chat_waits
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.repositories.partitions import CHAT, DAILY_CHAT

_NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ("{}", None),
        ('{"by": "mail"}', (CHAT, _NOW + CHAT_GATHERING_DELAY)),
        ('{"by": "mail", "when": "digest"}', (DAILY_CHAT, _NOW + timedelta(hours=6))),
    ],
)
def test_messages_by_mail_are_gathered(wishes: str, expected: tuple[str, datetime] | None) -> None:
    live: Any = SimpleNamespace(now=_NOW, row=GameRow())
    assert chat_waits(live, SeatRow(player=PersonRow(notices=wishes), notices="{}")) == expected
