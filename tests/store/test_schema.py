"""The schema: models and migrations agree, up and down, on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.util import CommandError

from bot.store import schema
from bot.store.database import Database
from tests.databases import Postgres, Sqlite


@pytest.fixture
async def empty(databases: Sqlite | Postgres) -> AsyncIterator[Database]:
    """A database without tables."""
    with databases.empty() as address:
        opened = Database(address)
        yield opened
        await opened.close()


async def test_models_and_migrations_agree(database: Database) -> None:
    assert await database.differences() == []


async def test_every_revision_goes_up_down_and_up_again(empty: Database) -> None:
    await empty.migrate()
    assert await empty.revision() == schema.head()
    await empty.migrate("base")
    assert await empty.revision() is None
    assert await empty.differences() != []
    await empty.migrate()
    assert await empty.differences() == []


async def test_migrating_twice_changes_nothing(database: Database) -> None:
    await database.migrate()
    assert await database.revision() == schema.head()


async def test_an_unknown_revision_is_refused(database: Database) -> None:
    with pytest.raises(CommandError):
        await database.migrate("from-the-future")


async def test_migrations_run_from_any_folder(
    empty: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await empty.migrate()
    assert await empty.revision() == schema.head()
