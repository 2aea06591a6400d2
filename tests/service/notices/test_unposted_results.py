"""What was sent before results could be seen is told from what was sent in view of them."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.notices.unposted_results import POSTING, _crossed, _under_way
from bot.service.values.request import Cause

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LIVE: Any = SimpleNamespace(now=NOW)
POSTED = {"message_id": 500, "done_at": NOW - timedelta(milliseconds=900)}


@pytest.mark.parametrize(
    ("cause", "changes", "crossed"),
    [
        (Cause("discord:499", 499), {}, True),
        (Cause("discord:501", 501), {}, False),
        (Cause("discord:499", 499), {"done_at": NOW - timedelta(milliseconds=1100)}, False),
        (Cause("discord:499", 499), {"message_id": None}, False),
        (Cause("discord:499", 499), {"done_at": None}, False),
        (Cause("mail:x"), {}, False),
    ],
)
def test_what_was_sent_before_the_results_comes_right_after_them(
    cause: Cause, changes: dict[str, Any], *, crossed: bool
) -> None:
    results: Any = SimpleNamespace(**POSTED | changes)
    assert _crossed(LIVE, results, cause) is crossed


@pytest.mark.parametrize(
    ("status", "since", "waits"),
    [
        ("pending", POSTING - timedelta(milliseconds=1), True),
        ("pending", POSTING, False),
        ("done", timedelta(0), False),
    ],
)
def test_a_table_waits_for_its_results_for_a_moment(status: str, since: timedelta, *, waits: bool) -> None:
    results: Any = SimpleNamespace(status=status, created_at=NOW - since)
    assert _under_way(LIVE, results) is waits
