"""Deliveries that wait are changed where they are meant, and no others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import OutboxRow

_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_LATER = _NOW + timedelta(hours=1)
_WAITS: dict[str, Any] = {
    **{"lane": "user:1:words", "kind": "direct_talk", "payload": "{}", "nonce": "n", "status": "pending"},
    **{"attempts": 0, "not_before": _LATER, "created_at": _NOW},
}


@pytest.mark.parametrize(
    ("values", "moment"),
    [
        ({}, _NOW),
        ({"lane": "user:2:words"}, _LATER),
        ({"status": "done"}, _LATER),
        ({"attempts": 1}, _LATER),
    ],
)
async def test_what_waits_untried_in_a_partition_is_brought_forward(
    database: Database, values: dict[str, Any], moment: datetime
) -> None:
    async with database.rehearsal() as unit:
        await unit._session.execute(insert(table_of(OutboxRow)).values(**_WAITS | values))
        await unit.outbox.bring_forward("user:1:words", _NOW)
        assert await unit._session.scalar(select(OutboxRow.not_before)) == moment
