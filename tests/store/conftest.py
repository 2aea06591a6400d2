"""Databases that tests of the store migrate back and forth."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.service.facade import Service
from bot.store.database import Database
from tests.databases import Postgres, Sqlite
from tests.manual_clock import ManualClock
from tests.service.actors import ALL


@pytest.fixture
async def migrating(databases: Sqlite | Postgres) -> AsyncIterator[Database]:
    """A migrated, empty database that no other test gets, so that its schema may be changed."""
    with databases.unshared() as address:
        opened = Database(address)
        yield opened
        await opened.close()


@pytest.fixture
def served(migrating: Database, clock: ManualClock) -> Service:
    """The use cases on this database."""
    return Service(migrating, ALL, clock, Random(1))
