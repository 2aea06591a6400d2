"""Addresses of databases: those that hosts write become those of the drivers, all others are refused."""

import re
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.store.database_url import DEFAULT, Ambiguous, parse_database_url, sqlite_file


def _named(text: str) -> str:
    """For a test that needs no server: those that do are known by the name of its kind."""
    return re.sub("postgres", "server", text, flags=re.IGNORECASE)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (DEFAULT, "sqlite+aiosqlite:///data/turnpost.sqlite3"),
        ("sqlite+aiosqlite:////var/lib/t@p@st.db", "sqlite+aiosqlite:////var/lib/t@p@st.db"),
        ("postgres://bot:hush@db/turnpost", "postgresql+asyncpg://bot:hush@db/turnpost"),
        ("postgres://bot:hush?&@db/turnpost", "postgresql+asyncpg://bot:hush%3F%26@db/turnpost"),
        ("postgresql://db:1/t?sslmode=require", "postgresql+asyncpg://db:1/t?ssl=require"),
        ("postgresql+asyncpg://db:65535/t?ssl=disable", "postgresql+asyncpg://db:65535/t?ssl=disable"),
        ("postgresql:///t?host=/run/pg", "postgresql+asyncpg:///t?host=%2Frun%2Fpg"),
    ],
    ids=_named,
)
def test_addresses_are_turned_into_those_of_the_drivers(typed: str, read: str) -> None:
    assert parse_database_url(typed) == make_url(read)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("hush", "not a database address"),
        ("postgres://bot:hush@db:port/t", "not a database address"),
        ("mysql://bot:hush@db/t", "no such kind of database"),
        ("sqlite://", "a SQLite database needs a file"),
        ("sqlite:///:memory:", "a SQLite database needs a file"),
        ("sqlite:///hush.db?mode=ro", "a SQLite address is a file and nothing else"),
        ("sqlite:////srv/hush?/file.db", "a SQLite address is a file and nothing else"),
        ("sqlite://hush/file.db", "a SQLite address is a file and nothing else"),
        ("sqlite://hush@/file.db", "a SQLite address is a file and nothing else"),
        ("sqlite://:80/hush.db", "a SQLite address is a file and nothing else"),
        ("postgres://bot:hush@db", "a PostgreSQL address names a database"),
        ("postgres://db:0/hush", "no such port"),
        ("postgres://db:65536/hush", "no such port"),
        ("postgres://db/t?sslmode=hush", "no such option of a database address"),
        ("postgres://db/t?ssl=require&ssl=hush", "no such option of a database address"),
        *(
            (f"postgres://bot:hush?@db/t?{options}", "no such option of a database address")
            for options in ("sslmode", "sslmode=", "sslmode=require&", "ssl=require&sslmode=disable")
        ),
        ("postgres://db/t?host=hush", "no such option of a database address"),
        ("postgres://db/t?password=hush", "no such option of a database address"),
    ],
    ids=_named,
)
def test_other_addresses_are_refused_without_being_quoted(typed: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$") as caught:
        parse_database_url(typed)
    assert not isinstance(caught.value, Ambiguous)


def test_a_password_with_an_at_sign_is_ambiguous() -> None:
    with pytest.raises(Ambiguous, match=r"^in the password of a database write @ as %40$"):
        parse_database_url("postgres://bot:hush@hush@db/t")


def test_only_sqlite_has_a_file() -> None:
    assert sqlite_file(parse_database_url("sqlite:///a.db")) == Path("a.db")
    assert sqlite_file(parse_database_url("postgres://db/t")) is None
