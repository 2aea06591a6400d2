"""Checks by query plans that no statement of the bot reads a growing table whole.

The fixture `database` notes what the bot asks in every test that uses it, and asks for the plan of each
statement once in a run: so all use cases, keystrokes and timers are looked at as tests exercise them.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest
from greenlet import getcurrent  # type: ignore[import-untyped]
from sqlalchemy import Connection, text

from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.store import session
from bot.store.database import Database
from bot.store.row_statements import RowStatement
from bot.store.session import fetched
from bot.store.sqlite_connection import SqliteConnection
from bot.store.storage import driver_errors, translated

GROWING = {
    "address_codes",
    "audit",
    "events",
    "followers",
    "games",
    "invitations",
    "jobs",
    "mail_invitations",
    "mails_received",
    "notes",
    "orders",
    "outbox",
    "reports",
    "seats",
    "talk",
    "talk_readers",
    "vacations",
}
OVER_ALL = {"inspection", "odd_rows"}
"""Repositories of the doctor, which reads everything on purpose."""
LOOKS = {
    "inspection.missed",
    "inspection.overdue_invitations",
    "inspection.payloads",
    "inspection.put_off",
    "inspection.queue_statistics",
    "inspection.waiting",
}
"""Functions of those repositories that must not: they run every few seconds or at each start."""
_PARTIAL = (
    "ix_outbox_pending_lane",
    "ix_outbox_not_before",
    "ix_outbox_leased_until",
    "ix_outbox_blocked_at",
    "ix_jobs_to_think",
    "ix_jobs_ready",
    "ix_events_admin",
    "ix_games_with_computers",
)
"""Partial indexes that may be read whole: they hold only what is under way, which does not grow with the
past, or the rare acts of administrators.
"""
_ROOT = Path(__file__).parents[1]
_BELOW = {"repository.py", "session.py", "unit.py", "database.py"}
"""Modules of the store that only execute the statements of others."""

_seen = set[tuple[str, str]]()


class Asked(NamedTuple):
    """A statement, and the function that had it executed."""

    statement: str
    parameters: Any
    by: str
    """The module and function: ``outbox.claim``."""


@contextmanager
def noted(database: Database) -> Iterator[list[Asked]]:
    """Collect the bot's statements within the block, each once in a run. Statements of tests, and those that
    may read everything, are left out.
    """
    asked: dict[str, Asked] = {}

    def note(statement: str, parameters: Any) -> None:
        known = (
            statement in asked
            or (database.dialect, statement) in _seen
            or not re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)", statement)
        )
        if not known and (by := _asking()) and not _may_read_all(by):
            asked[statement] = Asked(statement, parameters, by)

    found: list[Asked] = []
    try:
        with heard(database, note):
            yield found
    finally:
        found += asked.values()


@contextmanager
def heard(database: Database, note: Callable[[str, Any], None]) -> Iterator[None]:
    """Call `note` with each statement executed within the block, and with its parameters.

    Consecutive equal statements that write rows of SQLite are noted once.
    """
    last = ""

    def told(statement: str, parameters: Any) -> None:
        nonlocal last
        last = statement
        note(statement, parameters)

    # Not by an event listener: an engine that has one looks for all listeners at every statement.
    dialect = database._engine.dialect

    def executing(execute: Callable[..., None]) -> Callable[..., None]:
        def executed(cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
            told(statement, parameters)
            execute(cursor, statement, parameters, context)

        return executed

    postpone = SqliteConnection.postpone

    def postponed(self: SqliteConnection, sql: str, parameters: Any, **options: bool) -> None:
        # Postponed statements of SQLAlchemy have been noted before.
        if sql != last and database.dialect == "sqlite":
            told(sql, parameters)
        postpone(self, sql, parameters, **options)

    def past_sqlalchemy(
        connection: Connection, statement: RowStatement, given: Mapping[str, object]
    ) -> Sequence[Sequence[Any]]:
        # A test may look at two databases.
        if connection.dialect is dialect:
            told(statement.sql, statement.parameters(given))
        return fetched(connection, statement, given)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("do_execute", "do_executemany"):
            patch.setattr(dialect, name, executing(getattr(dialect, name)))
        patch.setattr(SqliteConnection, "postpone", postponed)
        patch.setattr(session, "fetched", past_sqlalchemy)
        yield


def _asking() -> str | None:
    """The function of the bot that executes a statement; None where a test does."""
    # SQLAlchemy runs in a greenlet; the frames of its caller are in the parent greenlet.
    parent = getcurrent().parent
    frame: FrameType | None = parent.gr_frame if parent is not None else sys._getframe()
    while frame is not None:
        name = frame.f_code.co_name
        package, module = _place(frame.f_code.co_filename)
        if package == "tests":
            return None
        if package == "bot" and name[0] not in "_<":
            return f"{module}.{name}"
        frame = frame.f_back
    return None


@cache
def _place(filename: str) -> tuple[str, str]:
    """The project's package of a file ("" for foreign files and those of `_BELOW`), and its module."""
    file = Path(filename)
    ours = file.is_relative_to(_ROOT) and file.name not in _BELOW
    return (file.relative_to(_ROOT).parts[0] if ours else "", file.stem)


def _may_read_all(by: str) -> bool:
    return by.partition(".")[0] in OVER_ALL and by not in LOOKS


async def read_whole(database: Database, asked: Iterable[Asked]) -> dict[str, str]:
    """The functions that read a growing table whole, with the statement; each is checked once in a run."""
    found = dict[str, str]()
    for statement, parameters, by in asked:
        if (database.dialect, statement) in _seen:
            continue
        try:
            lines = await plan(database, statement, parameters)
        except driver_errors() as error:
            if isinstance(translated(error), DatabaseUnavailable | DatabaseDamaged):
                # The test's database is gone: the statement is checked with another test.
                continue
            raise
        _seen.add((database.dialect, statement))
        if scanned(statement, lines):
            found[by] = f"{statement}\n{lines}"
    return found


async def plan(database: Database, statement: str, parameters: Any) -> list[str]:
    """The database's plan for a statement; PostgreSQL is told to avoid reading tables whole.

    Of a list of parameters, for a statement that is executed with each, the first are taken.
    """
    given = parameters[0] if isinstance(parameters, list) else parameters
    async with database._engine.connect() as connection:
        if database.dialect == "postgresql":
            await connection.execute(text("SET LOCAL enable_seqscan = off"))
        ask = "EXPLAIN " if database.dialect == "postgresql" else "EXPLAIN QUERY PLAN "
        return [str(row[-1]) for row in await connection.exec_driver_sql(ask + statement, given)]


def scanned(statement: str, lines: list[str]) -> set[str]:
    """The growing tables that a plan reads whole."""
    if "LIMIT" in statement and "WHERE" not in statement:
        # It reads only the newest few rows, from the end.
        return set()
    named = dict(re.findall(r"(?:FROM|JOIN|,) (\w+) AS (\w+)", statement))
    tables = {alias: table for table, alias in named.items()}
    tables |= {alias: table for table, alias in re.findall(r"(\w+) AS (\w+)", statement) if table in GROWING}
    found: set[str] = set()
    for line in lines:
        if any(index in line for index in _PARTIAL):
            continue
        if scan := re.search(r"(?:SCAN|Seq Scan on) (\w+)", line):
            found.add(tables.get(str(scan[1]), str(scan[1])))
    return found & GROWING


@contextmanager
def counted(database: Database) -> Iterator[list[str]]:
    """The statements executed within the block, except those that begin a transaction."""
    asked: list[str] = []

    def note(statement: str, _parameters: Any) -> None:
        if not statement.startswith("BEGIN"):
            asked.append(statement)

    with heard(database, note):
        yield asked
