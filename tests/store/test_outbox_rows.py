"""Deliveries that wait are changed where they are meant, and no others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.service.facade import Service
from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import OutboxRow
from bot.store.unit import Unit
from tests.service.people import new_cause, running

_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_LATER = _NOW + timedelta(hours=1)
_WAITS: dict[str, Any] = {
    **{"kind": "direct_talk", "payload": "{}", "status": "pending"},
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
        await unit._session.execute(insert(table_of(OutboxRow)).values(**_WAITS | {"lane": "user:1:words", "nonce": "n"} | values))
        await unit.outbox.bring_forward("user:1:words", _NOW)
        assert await unit._session.scalar(select(OutboxRow.not_before)) == moment


def _delivery(nonce: str) -> OutboxRow:
    return OutboxRow(**_WAITS, partition_key="user:1:words", nonce=nonce)


async def _next(unit: Unit, code: str) -> int:
    locked = await unit.games.locked_with_extras(code, new_cause().key)
    assert locked is not None
    return locked[1].next_delivery


async def _stored(database: Database, *nonces: str) -> list[int | None]:
    """The numbers of deliveries with these nonces."""
    async with database.reading() as unit:
        rows = [await unit.outbox.by_nonce(nonce) for nonce in nonces]
    return [None if row is None else row.id for row in rows]


@pytest.mark.parametrize("others", [1, 2])
async def test_the_first_of_a_unit_of_work_gets_the_number_that_was_kept_for_it(
    database: Database, service: Service, others: int
) -> None:
    game = await running(service)
    nonces = ["card", *(f"n{number}" for number in range(others))]
    async with database.transaction() as unit:
        kept = await _next(unit, game.code)
        assert await unit.outbox.number([*map(_delivery, nonces)], kept) == kept
        unit.outbox.add(_delivery("last"))
    found = [number for number in await _stored(database, *nonces, "last") if number is not None]
    assert found[0] == kept
    assert len(found) == others + 2
    assert found == sorted(found)
    # And the next one another.
    async with database.transaction() as unit:
        assert await _next(unit, game.code) > found[-1]


async def test_later_ones_are_numbered_after_those_before_them(database: Database, service: Service) -> None:
    game = await running(service)
    async with database.transaction() as unit:
        kept = await _next(unit, game.code)
        unit.outbox.add(_delivery("before"))
        number = await unit.outbox.number([_delivery("card"), _delivery("strip")], kept)
    before, card, strip = await _stored(database, "before", "card", "strip")
    assert card == number
    assert before is not None
    assert strip is not None
    assert before < number < strip


async def test_what_was_kept_is_given_to_nobody_else(database: Database, service: Service) -> None:
    game = await running(service)
    async with database.rehearsal() as unit:
        kept = await _next(unit, game.code)
        unit.outbox.add(_delivery("other"))
        await unit.flush()
        assert await _next(unit, game.code) > kept
