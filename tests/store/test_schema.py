"""The schema: models and migrations agree, up and down, on both databases."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from alembic import op
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Column, Connection, PrimaryKeyConstraint, Table, UniqueConstraint, inspect, text
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from bot.store import schema
from bot.store.database import Database
from bot.store.models import GameRow
from bot.store.schema import UnknownSchema
from tests.databases import Postgres, Sqlite


@pytest.fixture
async def empty(databases: Sqlite | Postgres) -> AsyncIterator[Database]:
    """A database without tables."""
    with databases.empty() as address:
        opened = Database(address)
        yield opened
        await opened.close()


async def test_models_and_migrations_agree(database: Database) -> None:
    assert await database.examine(schema.differences) == []


async def test_every_revision_goes_up_down_and_up_again(empty: Database) -> None:
    await empty.migrate()
    assert await empty.revision() == schema.head()
    await empty.migrate("base")
    assert await empty.revision() is None
    assert await empty.examine(schema.differences) != []
    await empty.migrate()
    assert await empty.examine(schema.differences) == []


async def test_indexes_hold_the_rows_that_models_say(database: Database) -> None:
    """Which neither database's comparison looks at."""
    made = await database._with_connection(_conditions, reading=True)
    indexes = [index for table in GameRow.metadata.sorted_tables for index in table.indexes]
    result = {str(index.name): str(index.info["where"]) for index in indexes if index.info}
    if database.dialect == "postgresql":
        # It writes them in its own words.
        assert made.keys() == result.keys()
    else:
        assert made == result


def _conditions(connection: Connection) -> dict[str, str]:
    """Of the indexes that hold some rows alone."""
    looked_at = inspect(connection)
    indexes = [index for table in GameRow.metadata.tables for index in looked_at.get_indexes(table)]
    where = f"{connection.dialect.name}_where"
    conditions = {str(index["name"]): index["dialect_options"].get(where) for index in indexes}
    return {name: str(condition) for name, condition in conditions.items() if condition is not None}


def test_what_refers_to_a_row_is_found_by_an_index() -> None:
    """A row is deleted once the database has looked for such in every table that may refer to it."""
    found = {
        f"{key.parent}"
        for table in GameRow.metadata.sorted_tables
        for key in table.foreign_keys
        if key.parent not in _first_columns(table)
    }
    assert not found


def _first_columns(table: Table) -> set[Column[Any]]:
    """Of the indexes and of the constraints that have one."""
    unique = [one for one in table.constraints if isinstance(one, UniqueConstraint | PrimaryKeyConstraint)]
    return {next(iter(one.columns)) for one in (*table.indexes, *unique)}


def test_revisions_are_known_without_alembic_as_alembic_knows_them() -> None:
    scripts = ScriptDirectory.from_config(schema.config())
    assert list(schema.revisions()) == [script.revision for script in scripts.walk_revisions()]
    assert schema.head() == scripts.get_current_head()


async def test_other_types_and_defaults_of_columns_are_differences(empty: Database) -> None:
    await empty.migrate()
    remade = "CREATE TABLE {} (process {} NOT NULL, at {}, CONSTRAINT pk_heartbeats PRIMARY KEY (process))"
    async with empty.transaction() as unit:
        await unit._session.execute(text("DROP TABLE heartbeats"))
        moment = "TIMESTAMP" if empty.dialect == "postgresql" else "DATETIME"
        changed = remade.format("heartbeats", "VARCHAR(63)", f"{moment} DEFAULT '2026-01-01' NOT NULL")
        await unit._session.execute(text(changed))
    found = "".join(await empty.examine(schema.differences))
    assert "modify_type" in found
    assert "modify_default" in found


def test_only_new_rows_and_what_belongs_to_them_are_written_through_relations() -> None:
    writing = {
        f"{mapper.class_.__name__}.{relation.key}"
        for mapper in GameRow.registry.mappers
        for relation in mapper.relationships
        if not relation.viewonly
    }
    assert writing == {"GameRow.seats", "ChatMessageRow.readers"}


def test_the_database_numbers_the_rows_of_these_tables() -> None:
    numbered = {
        table.name for table in GameRow.metadata.sorted_tables if table.autoincrement_column is not None
    }
    assert numbered == {
        *("address_codes", "audit", "blocks", "declines", "drafts", "events", "games", "invitations", "jobs"),
        *("mail_invitations", "notes", "outbox", "reports", "talk", "vacations"),
    }


def test_a_new_row_counts_nothing_and_holds_nothing_unless_said() -> None:
    told = {
        str(column): column.default.arg
        for table in GameRow.metadata.sorted_tables
        for column in table.c
        if isinstance(column.default, ScalarElementColumnDefault)
        if column.default.arg not in (0, False, "", "{}")
    }
    assert told == {
        **{"players.theme": "dark", "players.dm_hands": True, "players.confirm": "weighty"},
        **{"invitations.status": "open", "outbox.status": "pending"},
    }


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


async def test_a_migration_that_fails_leaves_the_schema_as_it_was(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str, *_: object, **__: object) -> None:
        if "outbox" in name:
            raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(op, "create_index", fail)
        with pytest.raises(ZeroDivisionError):
            await empty.migrate()
    assert await empty.revision() is None
    # Had a table been left behind, this would stumble over it.
    await empty.migrate()
    assert await empty.examine(schema.differences) == []


@pytest.mark.slow
async def test_two_processes_migrate_at_the_same_moment(databases: Sqlite | Postgres) -> None:
    with databases.empty() as address:
        both = [Database(address) for _ in range(2)]
        await asyncio.gather(*(database.migrate() for database in both))
        assert await both[0].examine(schema.differences) == []
        for database in both:
            await database.close()


async def test_a_database_of_a_newer_version_is_left_alone(empty: Database) -> None:
    await empty.migrate()
    async with empty.transaction() as unit:
        await unit._session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnknownSchema, match="revision 9999"):
        await empty.migrate()
