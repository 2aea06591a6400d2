"""A database belongs to the application that opens it first."""

from datetime import UTC, datetime

from bot.service.facade import Service
from bot.store.database import Database
from bot.store.repositories.ownership import UNKNOWN
from tests.databases import Postgres, Sqlite
from tests.service.actors import opened


async def test_the_first_who_claims_it_owns_it_until_it_is_released(database: Database) -> None:
    assert await database.owner() is None
    for claimer, owner in (("123", "123"), ("sandbox", "123"), ("123", "123")):
        async with database.transaction() as unit:
            assert await unit.ownership.claim(claimer) == owner
    assert await database.owner() == "123"
    async with database.transaction() as unit:
        # The row has the number that the examination expects of the only one.
        assert await unit.odd_rows.all(datetime(2026, 1, 2, tzinfo=UTC), limit=9) == []
        await unit.ownership.release()
        assert await unit.ownership.claim("sandbox") == "sandbox"


async def test_games_without_a_known_owner_are_somebodys(database: Database, service: Service) -> None:
    await opened(service)
    assert await database.owner() == UNKNOWN


async def test_a_database_of_before_owners_can_be_asked(databases: Sqlite | Postgres) -> None:
    with databases.empty() as address:
        database = Database(address)
        assert await database.owner() is None
        await database.migrate("0010")
        assert await database.owner() is None
        await database.close()
