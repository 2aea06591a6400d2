"""What the schema says of persons and requests is carried over from schemas that knew Discord alone."""

from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import text

from bot.service.facade import Service
from bot.service.values.request import Identity
from bot.store import schema
from bot.store.database import Database
from tests.databases import Postgres, Sqlite
from tests.manual_clock import ManualClock
from tests.service.actors import ALL
from tests.store.freeze import RELEASED
from tests.store.test_released import play_on, released

FORMER = -4_611_686_018_427
ADDED = (
    "INSERT INTO players (id, name, theme, dm_turns, dm_reminders, dm_hands, created_at) "
    f"VALUES ({FORMER}, 'Former player', 'dark', false, false, false, '2026-01-01 10:00:00')",
    "INSERT INTO talk (game_id, player_id, seat, turn, private, body, source_id, at) "
    "VALUES (1, 101, 0, 'ply 1', false, 'hello', 1234567890123456789, '2026-01-01 10:00:00')",
    "INSERT INTO audit (actor, act, at, interaction_id) VALUES ('101', 'pause', '2026-01-01 10:00:00', 77)",
    "INSERT INTO audit (actor, act, at) VALUES ('command line', 'pause', '2026-01-01 10:00:00')",
)


@pytest.fixture
async def old(databases: Sqlite | Postgres) -> AsyncIterator[Database]:
    """A database as the last schema that knew Discord alone left it, with a pseudonym, talk and acts."""
    with databases.empty() as address:
        databases.load(address, released("0007", databases))
        database = Database(address)
        async with database.transaction() as unit:
            for statement in ADDED:
                await unit._session.execute(text(statement))
        yield database
        await database.close()


async def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    async with database.reading() as unit:
        return [tuple(row) for row in (await unit._session.execute(text(query))).all()]


REQUESTS = "SELECT id, seq, cause, interaction_id FROM events ORDER BY id"


async def test_persons_keep_their_numbers_and_have_their_accounts(old: Database, clock: ManualClock) -> None:
    await old.migrate()
    known = await rows(old, "SELECT kind, external_id, person_id, verified_at FROM identities ORDER BY 2")
    assert [one[:3] for one in known] == [("discord", "101", 101), ("discord", "102", 102)]
    assert all(one[3] is not None for one in known)
    gone = await rows(
        old, "SELECT id FROM players WHERE forgotten_at IS NOT NULL AND forgotten_at = created_at"
    )
    assert gone == [(FORMER,)]
    service = Service(old, ALL, clock)
    ann = await service.identities.find(Identity("discord", "101", "Ann"))
    assert ann.id == 101
    assert {game.host.id for game in await service.reading.my_games(ann)} == {101}
    assert (await rows(old, "SELECT count(*) FROM counters")) == [(0,)]


async def test_requests_keep_their_causes(old: Database) -> None:
    before = await rows(old, REQUESTS)
    await old.migrate()
    after = await rows(old, "SELECT id, seq, first_seq, cause FROM events ORDER BY id")
    assert [one[:3] for one in after] == [one[:3] for one in before]
    numbers = [one[3] for one in before]
    assert [one[3] for one in after] == [
        None if number is None else f"discord:{number}" for number in numbers
    ]
    assert any(number is not None for number in numbers)
    assert any(number is None for number in numbers)
    assert await rows(old, "SELECT cause FROM talk") == [("discord:1234567890123456789",)]
    assert await rows(old, "SELECT cause FROM audit ORDER BY id") == [("discord:77",), (None,)]


@pytest.mark.slow
async def test_going_back_restores_the_numbers(old: Database) -> None:
    before = await rows(old, REQUESTS)
    await old.migrate()
    async with old.transaction() as unit:
        await unit._session.execute(text("UPDATE talk SET cause = 'mail:abc'"))
        await unit._session.execute(text("UPDATE audit SET cause = 'mail:abc' WHERE cause IS NULL"))
        await unit._session.execute(text("UPDATE games SET guild_id = NULL, channel_id = NULL WHERE id = 1"))
    await old.migrate("0007")
    assert await rows(old, REQUESTS) == before
    assert await rows(old, "SELECT id, source_id FROM talk") == [(1, -1)]
    assert await rows(old, "SELECT interaction_id FROM audit ORDER BY id") == [(77,), (None,)]
    assert await rows(old, "SELECT guild_id, channel_id FROM games WHERE id = 1") == [(0, 0)]
    await old.migrate()
    assert await old.examine(schema.differences) == []


@pytest.mark.slow
async def test_a_backup_of_that_schema_is_restored(databases: Sqlite | Postgres, clock: ManualClock) -> None:
    with databases.fresh() as address:
        database = Database(address)
        await database.restore(BytesIO((RELEASED / "0007.backup").read_bytes()), replace=True)
        assert await database.revision() == schema.head()
        assert await database.examine(schema.differences) == []
        assert await rows(database, "SELECT person_id FROM identities ORDER BY 1") == [(101,), (102,)]
        await play_on(database, clock)
        await database.close()
