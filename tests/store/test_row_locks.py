"""What PostgreSQL is asked for and SQLite never notices: which rows are locked how, and how many."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from sqlalchemy import Select, event
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.orm import ORMExecuteState
from sqlalchemy.sql import visitors

from bot.store.database import Database
from bot.store.repositories.repository import Repository
from bot.store.session import Query
from bot.store.unit import Unit
from tests.databases import Sqlite

_AT = datetime(2026, 1, 2, tzinfo=UTC)
_POSTGRESQL = PGDialect_asyncpg()  # type: ignore[no-untyped-call]

Asking: TypeAlias = Callable[[Unit], Awaitable[object]]

_LOCKING: Mapping[str, Mapping[str, Asking]] = {
    # Others may add rows that refer to such a one.
    "FOR NO KEY UPDATE": {
        "a game": lambda unit: unit.games.lock("NONE"),
        "the game of a thread": lambda unit: unit.games.locked_in_thread(1, 2, "c", None),
        "a game by its number": lambda unit: unit.games.locked(1),
        "a game that waits for its card": lambda unit: unit.games.awaiting_card(1),
        "a person": lambda unit: unit.persons.lock(1),
    },
    "FOR NO KEY UPDATE SKIP LOCKED": {"a game, if it is free": lambda unit: unit.games.lock_if_free("NONE")},
    "FOR UPDATE": {
        "a person who goes": lambda unit: unit.persons.lock(1, leaves=True),
        "a vacation": lambda unit: unit.vacations.present(1),
        "codes": lambda unit: unit.mails.codes(1, ["link"]),
        "a job": lambda unit: unit.jobs.get(1),
    },
}
_ONE_ROW: Mapping[str, tuple[Asking, int]] = {
    "the game of a thread": (lambda unit: unit.games.locked_in_thread(1, 2, "c", None), 1),
    "its name": (lambda unit: unit.games.named_by_thread(1, 2, 3), 1),
    "the next alarm and notice": (lambda unit: unit.due_games.next_alarm(_AT), 2),
    "the next order": (lambda unit: unit.orders.next_due(_AT), 1),
}
"""Each with the queries in it of which PostgreSQL is to find one row: it locks all, and refuses a second one
where one value is meant.
"""


@contextmanager
def _asked(unit: Unit) -> Iterator[list[Any]]:
    """The statements of a unit of work."""
    asked: list[Any] = []

    def note(state: ORMExecuteState) -> None:
        asked.append(state.statement)

    session = unit._session.sync_session
    rows = session.rows

    def past_sqlalchemy(query: Query, given: Mapping[str, object], alike: int = 0) -> Sequence[Sequence[Any]]:
        asked.append(query)
        return rows(query, given, alike)

    event.listen(session, "do_orm_execute", note)
    with patch.object(session, "rows", past_sqlalchemy):
        yield asked
    event.remove(session, "do_orm_execute", note)


@pytest.fixture
async def unit(sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A unit of work that asks what it would ask PostgreSQL for; SQLite takes it all."""
    monkeypatch.setattr(Repository, "_dialect", "postgresql")
    with sqlite.fresh() as address:
        database = Database(address)
        async with database.dry_run() as unit:
            yield unit
        await database.close()


@pytest.mark.parametrize(
    ("kind", "what"), [(kind, what) for kind, whats in _LOCKING.items() for what in whats]
)
async def test_a_row_is_locked_for_what_is_done_with_it(unit: Unit, kind: str, what: str) -> None:
    with _asked(unit) as asked:
        await _LOCKING[kind][what](unit)
    assert " ".join(str(asked[0].compile(dialect=_POSTGRESQL)).split()).endswith(kind)


@pytest.mark.parametrize("what", _ONE_ROW)
async def test_where_one_row_is_meant_one_is_asked_for(unit: Unit, what: str) -> None:
    query, times = _ONE_ROW[what]
    with _asked(unit) as asked:
        await query(unit)
    selects = [one for one in visitors.iterate(asked[0]) if isinstance(one, Select)]
    assert [one._limit for one in selects if one._limit is not None] == [1] * times
