"""Where the database is: addresses as hosts write them, turned into those of the async drivers."""

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
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


DEFAULT = "sqlite:///data/turnpost.sqlite3"
"""The address of the database where none is named."""


class Ambiguous(ValueError):  # noqa: N818 -- a state of affairs
    """An ambiguous database url; the message says how to write it, and quotes nothing."""


def parse_database_url(text: str) -> URL:
    """The address with its async driver: ``sqlite:///file``, ``postgresql://...`` or ``postgres://...``.

    Of options PostgreSQL takes ``sslmode`` (asyncpg's name for it is ``ssl``) and ``host``, the folder of a
    socket; SQLite takes none. Raises ValueError, without the text in it (it may hold a password), for
    anything else and for SQLite in memory, which no second connection could see; Ambiguous where a
    password has an ``@``.
    """
    if text.startswith("postgres") and text.count("@") > 1:
        # A part of the password would be taken for the host, and shown as such.
        raise Ambiguous("in the password of a database write @ as %40")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError("not a database address") from None
    if url.drivername not in _DRIVERS:
        raise ValueError("no such kind of database")
    url = url.set(drivername=_DRIVERS[url.drivername])
    if url.drivername.startswith("sqlite"):
        if url.database in (None, "", ":memory:"):
            raise ValueError("a SQLite database needs a file")
        if "?" in text or url.host or url.username or url.port is not None:
            raise ValueError("a SQLite address is a file and nothing else")
        return url
    if not url.database:
        raise ValueError("a PostgreSQL address names a database")
    if url.port is not None and not 0 < url.port < 65536:
        raise ValueError("no such port")
    written = text.rpartition("@")[2].partition("?")[2]
    return url.set(query=_options(url, len(written.split("&")) if written else 0))


def _options(url: URL, count: int) -> dict[str, str]:
    """The options of a PostgreSQL address by asyncpg's names, `count` of them as written."""
    options: dict[str, str] = {}
    for name, value in url.query.items():
        match name, value:
            case "ssl" | "sslmode", str() if value in _SSL_MODES:
                options["ssl"] = value
            case "host", str() if value.startswith("/"):
                options["host"] = value
            case _:
                raise ValueError("no such option of a database address")
    if len(options) != count:
        # The parser leaves out an option without a value: a connection that was to be encrypted would not be.
        raise ValueError("no such option of a database address")
    return options


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database; None for a server."""
    if not url.drivername.startswith("sqlite") or url.database is None:
        return None
    return Path(url.database)
