"""What a session asks PostgreSQL to write, as seen by one that only says which rows it has met."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.orm import make_transient_to_detached
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.sql.dml import Insert

from bot.store.models import EventRow, FollowerRow, NoteRow, PersonRow
from bot.store.row_statements import inserting
from bot.store.session import _AT_ONCE, RowSession

_AT = datetime(2026, 1, 2, tzinfo=UTC)

Changed = Callable[..., RowSession]


class Server:
    """Stands for a connection to PostgreSQL."""

    dialect = PGDialect_asyncpg()  # type: ignore[no-untyped-call]

    def __init__(self) -> None:
        self.connection = SimpleNamespace(driver_connection=None, cursor=lambda: Cursor(self))
        self.asked: list[list[str]] = []
        """What each statement is to do, in order."""
        self.met = 1
        """How many rows each change meets."""

    def execute(self, statement: Insert, rows: Sequence[object]) -> None:
        """Inserts rows of one table."""
        self.asked.append([f"+{statement.table}"] * len(rows))


class Cursor:
    """Executes a statement."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._found: list[list[int]] = []

    def execute(self, sql: str, parameters: tuple[Any, ...]) -> None:
        """Changes and inserts, in one statement, which says how many rows each change has met."""
        given = {number: str(value) for number, value in enumerate(parameters, start=1)}
        said = re.sub(r"\$(\d+)::\w+", lambda place: given[int(place[1])], sql)
        changes = re.findall(r"UPDATE (\w+) SET name=(\w+) WHERE players.id = (\w+)", said)
        asked = self._server.asked
        asked.append([f"{table} {key} {name}" for table, name, key in changes])
        asked[-1] += [f"+{table}" for table in re.findall(r"INSERT INTO (\w+)", said)]
        self._found = [[self._server.met for _ in changes]] if changes else []

    def fetchall(self) -> list[list[int]]:
        """What it found."""
        return self._found

    def close(self) -> None:
        """Nothing is left open."""


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def changed(server: Server, monkeypatch: pytest.MonkeyPatch) -> Changed:
    """Gives a session in which persons with these numbers, as they were read, have got names."""

    def changed(*numbers: int) -> RowSession:
        session = RowSession()
        monkeypatch.setattr(session.sync_session, "connection", lambda: server)
        for number in numbers:
            person = PersonRow(id=number, name="", created_at=_AT)
            make_transient_to_detached(person)
            session.add(person)
            person.name = f"N{number}"
        return session

    return changed


def _event(seq: int) -> EventRow:
    return EventRow(game_id=1, seq=seq, first_seq=seq, kind="x", at=_AT)


def _note(body: str = "") -> NoteRow:
    return NoteRow(game_id=1, player_id=1, turn="", body=body, created_at=_AT)


def test_what_changes_is_one_statement_with_what_is_appended(server: Server, changed: Changed) -> None:
    session = changed(3, 1, 2)
    for row in (_event(1), _note()):
        session.append(row)
    session.sync_session.flush()
    assert server.asked == [["players 1 N1", "players 2 N2", "players 3 N3", "+events", "+notes"]]
    session.sync_session.flush()
    assert len(server.asked) == 1


def test_rows_of_one_table_are_appended_in_their_order(server: Server, changed: Changed) -> None:
    """And so are those that were appended after them, which may refer to them."""
    session = changed(1)
    for row in (_note(), _event(1), _event(2), FollowerRow(game_id=1, player_id=1, created_at=_AT)):
        session.append(row)
    session.sync_session.flush()
    assert server.asked == [["players 1 N1", "+notes"], ["+events", "+events"], ["+followers"]]


def test_what_is_appended_follows_all_that_changes(server: Server, changed: Changed) -> None:
    many = 2 * _AT_ONCE + 1
    session = changed(*range(many))
    session.append(_event(1))
    session.sync_session.flush()
    assert [len(done) for done in server.asked] == [_AT_ONCE, _AT_ONCE, 2]
    assert [*chain(*server.asked)] == [*(f"players {number} N{number}" for number in range(many)), "+events"]


@pytest.mark.parametrize("met", [0, 2])
def test_a_change_that_does_not_meet_one_row_is_refused(server: Server, changed: Changed, met: int) -> None:
    server.met = met
    with pytest.raises(StaleDataError, match="rows of players are gone"):
        changed(1).sync_session.flush()


def test_no_value_is_made_up_for_a_row_that_is_inserted() -> None:
    statement = inserting(PersonRow, ("id", "name"))
    with pytest.raises(KeyError):
        statement.parameters({"id": 1, "name": "Ann"})
