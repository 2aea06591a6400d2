"""Deliveries that wait are changed where they are meant, and no others."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.request import Place
from bot.store.columns import table_of
from bot.store.database import Database
from bot.store.models import OutboxRow, RefusalRow
from bot.store.unit import Unit
from tests.service.actors import ANN, new_cause, running

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
    async with database.dry_run() as unit:
        stored = _WAITS | {"lane": "user:1:words", "nonce": "n"} | values
        await unit._session.execute(insert(table_of(OutboxRow)).values(**stored))
        await unit.outbox.bring_forward("user:1:words", _NOW)
        assert await unit._session.scalar(select(OutboxRow.not_before)) == moment


@pytest.mark.parametrize(
    ("held", "refused", "there_are"),
    [
        ("here", (), True),
        ("here", ("here",), False),
        ("elsewhere", (), False),
        ("here", ("elsewhere",), True),
    ],
)
async def test_held_deliveries_are_untried_where_nothing_was_refused_in_their_channel(
    service: Service, database: Database, held: str, refused: tuple[str, ...], there_are: bool
) -> None:
    places = {"here": Place(11, 81), "elsewhere": Place(12, 91)}
    games = {
        name: await service.lobby.create(ANN, place, GameSetup("nim"), cause=new_cause())
        for name, place in places.items()
    }
    async with database.dry_run() as unit:
        stored = _WAITS | {"lane": "game:1:x", "nonce": "n", "game_id": games[held].id, "blocked_at": _NOW}
        await unit._session.execute(insert(table_of(OutboxRow)).values(**stored))
        for name in refused:
            at = {"guild_id": 11, "place_id": places[name].channel_id}
            await unit._session.execute(insert(RefusalRow).values(**at, code="x", count=1, since=_NOW))
        assert await unit.outbox.untried(11) is there_are


def _delivery(nonce: str) -> OutboxRow:
    return OutboxRow(**_WAITS, partition_key="user:1:words", nonce=nonce)


async def _next(unit: Unit, code: str) -> int | None:
    locked = await unit.games.locked_with_extras(code, new_cause().key)
    assert locked is not None
    return locked[1].next_delivery


async def _stored(database: Database) -> list[tuple[str, int]]:
    """The deliveries of the tests below, in the order of their numbers."""
    async with database.reading() as unit:
        query = select(OutboxRow.nonce, OutboxRow.id).where(OutboxRow.kind == "direct_talk")
        found = await unit._session.execute(query.order_by(OutboxRow.id))
        return [(nonce, number) for nonce, number in found]


@pytest.mark.parametrize("before", [[], ["before"]])
async def test_a_card_gets_its_number_before_it_is_written(
    database: Database, service: Service, before: list[str]
) -> None:
    game = await running(service)
    async with database.transaction() as unit:
        known = await _next(unit, game.code)
        assert (known is None) == (database.file is None)
        for nonce in before:
            unit.outbox.add(_delivery(nonce))
        number = await unit.outbox.add_numbered([_delivery("card"), _delivery("strip")], next_delivery=known)
        unit.outbox.add(_delivery("last"))
    stored = await _stored(database)
    assert [nonce for nonce, _ in stored] == [*before, "card", "strip", "last"]
    assert number == dict(stored)["card"]
    assert known in {None, stored[0][1]}
    async with database.transaction() as unit:
        assert await _next(unit, game.code) in {None, stored[-1][1] + 1}
