"""Where the database is: addresses as hosts write them, turned into those of the async drivers."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def database_address(text: str) -> URL:
    """The address with its async driver: ``sqlite:///file``, ``postgresql://...`` or ``postgres://...``.

    The ``sslmode`` that hosting services append becomes asyncpg's ``ssl``. Raises ValueError, without the
    text in it (it may hold a password), for anything else and for SQLite in memory, which no second
    connection could see.
    """
    try:
        url = make_url(text)
    except ArgumentError:
        raise ValueError("not a database address") from None
    if url.drivername not in _DRIVERS:
        raise ValueError("no such kind of database")
    url = url.set(drivername=_DRIVERS[url.drivername])
    if url.drivername.startswith("sqlite"):
        if url.database in (None, "", ":memory:"):
            raise ValueError("a SQLite database needs a file")
        return url
    if not url.database:
        raise ValueError("a PostgreSQL address names a database")
    mode = url.query.get("sslmode")
    if mode is not None:
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return url


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database; None for a server."""
    if not url.drivername.startswith("sqlite") or url.database is None:
        return None
    return Path(url.database)
