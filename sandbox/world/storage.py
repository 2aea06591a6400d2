"""The world on disk: one SQLite file that holds every thing as JSON, so that a restart finds it again."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

Thing = TypeVar("Thing")

_SCHEMA = """
create table if not exists things (kind text not null, id integer not null, body blob not null,
    primary key (kind, id)) without rowid;
create table if not exists files (path text primary key, data blob not null) without rowid;
"""


class Storage:
    """The place where the world stores itself. This base class keeps only files, and only in memory."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def put(self, kind: str, number: int, thing: object) -> None:
        """Remember the thing as it is now."""

    def drop(self, kind: str, number: int) -> None:
        """Forget it."""

    def put_file(self, path: str, data: bytes) -> None:
        """Remember a file."""
        self._files[path] = data

    def drop_file(self, path: str) -> None:
        """Forget a file."""
        self._files.pop(path, None)

    async def file(self, path: str) -> bytes | None:
        """A file's bytes."""
        return self._files.get(path)

    async def flush(self) -> None:
        """Return when everything stored so far would survive the death of the process."""

    async def close(self) -> None:
        """Write what is left, and let go of the file."""


class SqliteStorage(Storage):
    """Writes from one thread of its own, so that the event loop never waits for the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandbox-storage")
        self._database: sqlite3.Connection | None = None
        self._pending: list[tuple[str, tuple[object, ...]]] = []
        self._latest: asyncio.Future[None] | None = None

    async def open(self) -> None:
        """Open or create the file. Raises OSError or sqlite3.Error if that cannot be."""
        await self._run(self._open)

    async def load(self) -> dict[str, list[bytes]]:
        """All things by kind, the oldest first, as JSON."""
        return await self._run(self._load)

    def put(self, kind: str, number: int, thing: object) -> None:
        """Remember the thing as it is now."""
        body = msgspec.json.encode(thing)
        self._pending.append(("insert or replace into things values (?, ?, ?)", (kind, number, body)))

    def drop(self, kind: str, number: int) -> None:
        """Forget it."""
        self._pending.append(("delete from things where kind = ? and id = ?", (kind, number)))

    def put_file(self, path: str, data: bytes) -> None:
        """Remember a file."""
        self._pending.append(("insert or replace into files values (?, ?)", (path, data)))

    def drop_file(self, path: str) -> None:
        """Forget a file."""
        self._pending.append(("delete from files where path = ?", (path,)))

    async def file(self, path: str) -> bytes | None:
        """A file's bytes."""
        await self.flush()
        return await self._run(self._file, path)

    async def flush(self) -> None:
        """Return when everything stored so far would survive the death of the process."""
        if self._pending:
            batch, self._pending = self._pending, []
            self._latest = asyncio.get_running_loop().run_in_executor(self._writer, self._write, batch)
        if self._latest is not None:
            # Shielded: a request that is cancelled must not take the others' writes with it.
            await asyncio.shield(self._latest)

    async def close(self) -> None:
        """Write what is left, and let go of the file."""
        await self.flush()
        await self._run(self._close)
        self._writer.shutdown()

    async def _run(self, function: Callable[..., Thing], *arguments: object) -> Thing:
        return await asyncio.get_running_loop().run_in_executor(self._writer, function, *arguments)

    def _open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch(mode=0o600)
        self._database = sqlite3.connect(self._path)
        self._database.execute("pragma journal_mode = wal")
        self._database.execute("pragma synchronous = normal")
        self._database.executescript(_SCHEMA)

    def _load(self) -> dict[str, list[bytes]]:
        found: dict[str, list[bytes]] = {}
        for kind, body in self._rows("select kind, body from things order by kind, id"):
            found.setdefault(kind, []).append(body)
        return found

    def _rows(self, query: str) -> Iterator[tuple[str, bytes]]:
        yield from self._connection.execute(query)

    def _file(self, path: str) -> bytes | None:
        row = self._connection.execute("select data from files where path = ?", (path,)).fetchone()
        return bytes(row[0]) if row else None

    def _write(self, batch: list[tuple[str, tuple[object, ...]]]) -> None:
        with self._connection as transaction:
            for statement, values in batch:
                transaction.execute(statement, values)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._database is None:
            raise RuntimeError("the storage is not open")
        return self._database
