"""How often a connection to SQLite waits for its thread, and that nothing is lost by waiting seldom."""

import asyncio
import gc
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Select, bindparam, literal_column, or_, select, text, update
from sqlalchemy.exc import OperationalError

from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.store.columns import table_of
from bot.store.database import Conflict, Database
from bot.store.models import CounterRow, GameRow, MailKeyRow, PersonRow
from bot.store.sqlite_connection import SqliteConnection, StaleRow, connect_sqlite
from engines.registry import ENGINES
from tests.databases import Sqlite
from tests.manual_clock import ManualClock
from tests.plans import counted
from tests.service.actors import ANN, BOB, HERE, new_cause, running

_MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i FROM n"


@pytest.fixture
def round_trips(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One for each time that a connection's thread was waited for."""
    counted: list[None] = []
    execute = aiosqlite.Connection._execute

    async def counting(self: aiosqlite.Connection, *arguments: Any, **options: Any) -> Any:
        counted.append(None)
        return await execute(self, *arguments, **options)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counting)
    return counted


@pytest.fixture
async def database(sqlite: Sqlite) -> AsyncIterator[Database]:
    """A database of SQLite without games."""
    with sqlite.fresh() as address:
        database = Database(address)
        yield database
        await database.close()


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[SqliteConnection]:
    """A connection without a database of ours."""
    connection = connect_sqlite(str(tmp_path / "x.sqlite3"), isolation_level=None, check_same_thread=False)
    await connection
    yield connection
    await connection.close()


async def test_a_connection_whose_opening_is_cancelled_is_closed(tmp_path: Path) -> None:
    closed = threading.Event()

    class Noted(sqlite3.Connection):
        def close(self) -> None:
            super().close()
            closed.set()

    async def connect() -> None:
        await connect_sqlite(str(tmp_path / "new.sqlite3"), factory=Noted)

    task = asyncio.create_task(connect())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    assert await asyncio.to_thread(closed.wait, 60)


async def test_a_read_waits_for_its_statements_alone(database: Database, round_trips: list[None]) -> None:
    for _ in range(2):
        round_trips.clear()
        async with database.reading() as unit:
            await unit.games.by_code("K7QX")
    assert len(round_trips) == 1, "after the first, which opens the connection"


async def test_a_read_is_rolled_back_once(tmp_path: Path) -> None:
    connection = connect_sqlite(str(tmp_path / "x.sqlite3"), isolation_level=None, check_same_thread=False)
    await connection
    for _ in range(2):
        connection.begin("BEGIN")
        await connection.cursor().execute("SELECT 1")
        busy, free = threading.Event(), threading.Event()
        for work in (busy.set, free.wait):
            connection._tx.put_nowait((None, work))
        await asyncio.to_thread(busy.wait)
        before = connection._tx.qsize()
        await connection.rollback()
        await connection.rollback()
        # Only what the thread waits for may have left the queue meanwhile.
        assert connection._tx.qsize() <= before + 1
        free.set()
        await connection.round_trip(lambda: None)
        assert not connection.in_transaction
    await connection.close()


async def test_what_a_transaction_changes_is_written_with_its_commit(
    database: Database, round_trips: list[None]
) -> None:
    for theme in ("light", "dark"):
        async with database.transaction() as unit:
            ann, bob = (await unit._session.scalars(select(PersonRow).limit(2))).all()
            ann.theme = bob.theme = theme
            unit._session.append(CounterRow(name=theme, last=1))
            round_trips.clear()
        assert len(round_trips) == 1
    async with database.reading() as unit:
        people = (await unit._session.scalars(select(PersonRow).limit(2))).all()
        counters = (await unit._session.scalars(select(CounterRow.name))).all()
    assert {person.theme for person in people} == {"dark"}
    assert {"light", "dark"} <= set(counters)


async def test_a_change_of_a_row_that_is_gone_is_a_conflict(database: Database) -> None:
    with pytest.raises(Conflict):  # noqa: PT012 -- the commit raises it
        async with database.transaction() as unit:
            unit.add(CounterRow(name="kept", last=1))
            await unit.flush()
            counter = await unit._session.get_one(CounterRow, "persons")
            await unit._session.execute(text("DELETE FROM counters WHERE name = 'persons'"))
            counter.last += 1
    async with database.reading() as unit:
        names = (await unit._session.scalars(select(CounterRow.name))).all()
    assert "persons" in names
    assert "kept" not in names, "all or nothing"


async def test_a_constraint_that_a_postponed_insert_breaks_rolls_everything_back(database: Database) -> None:
    with pytest.raises(Conflict):  # noqa: PT012 -- the commit raises it
        async with database.transaction() as unit:
            (await unit._session.get_one(CounterRow, "persons")).last = 99
            unit._session.append(CounterRow(name="persons", last=1))
    async with database.transaction() as unit:
        last = (await unit._session.get_one(CounterRow, "persons")).last
    assert last != 99


async def test_a_postponed_change_of_any_number_of_rows_comes_with_the_next_statement(
    database: Database, round_trips: list[None]
) -> None:
    counters = table_of(CounterRow)
    change = update(counters).where(counters.c.name == bindparam("which")).values(last=7)
    async with database.transaction() as unit:
        unit._session.append(CounterRow(name="kept", last=1))
        await unit.flush()
        round_trips.clear()
        await unit._session.postpone(change, {"which": "nothing"})
        await unit._session.postpone(change, {"which": "kept"})
        assert not round_trips
        last = await unit._session.scalar(select(CounterRow.last).where(CounterRow.name == "kept"))
        assert len(round_trips) == 1
    assert last == 7


async def test_what_is_read_ahead_comes_with_the_next_statement(
    database: Database, round_trips: list[None]
) -> None:
    counters = table_of(CounterRow).c
    query = select(counters.last).where(counters.name == bindparam("which"))
    async with database.transaction() as unit:
        unit._session.append(CounterRow(name="kept", last=3))
        await unit.flush()
        round_trips.clear()
        kept, none = [await unit._session.read_ahead(query, {"which": one}) for one in ("kept", "nothing")]
        assert not round_trips
        await unit._session.scalar(select(1))
        assert (await kept.rows(), await none.rows()) == ([(3,)], [])
        assert len(round_trips) == 1
        late = await unit._session.read_ahead(query, {"which": "kept"})
        assert await late.rows() == [(3,)]


async def test_a_move_waits_for_the_thread_once_to_be_read_and_once_to_be_written(
    database: Database, round_trips: list[None]
) -> None:
    """Whether or not it comes by mail; the number of its card, too, is known by then."""
    service = Service(database, ENGINES, ManualClock(), Random(1))
    game = await running(service)
    for person, move, by_mail in ((ANN, "@d3", False), (BOB, "@c5", True)):
        cause = new_cause()
        told = service.undo.with_undo_range
        closing = service.mail.closing(cause, "h", lambda _: None, told) if by_mail else None
        round_trips.clear()
        await service.play.attempt(person, game.code, move, cause=cause, closing=closing)
        assert len(round_trips) == 2


async def test_what_is_long_comes_whole_and_by_and_by(database: Database) -> None:
    async with database.reading() as unit:
        whole = (await unit._session.scalars(text(_MANY))).all()
        stream = await unit._session.stream_scalars(text(_MANY))
        parts = [list(part) async for part in stream.partitions(50)]
    assert whole == list(range(1, 301))
    assert [number for part in parts for number in part] == whole
    assert {len(part) for part in parts} == {50}


async def test_rows_come_one_by_one_and_some_at_a_time(opened: SqliteConnection) -> None:
    cursor = opened.cursor()
    assert (cursor.rowcount, cursor.lastrowid, cursor.description) == (-1, None, None)
    await cursor.execute(_MANY)
    assert await cursor.fetchmany() == [(1,)]
    assert await cursor.fetchone() == (2,)
    assert await cursor.fetchmany(200) == [(number,) for number in range(3, 203)]
    assert await cursor.fetchall() == [(number,) for number in range(203, 301)]
    assert await cursor.fetchone() is None
    assert await cursor.fetchall() == []
    await cursor.close()
    await opened.rollback()


async def test_a_statement_that_fails_leaves_the_transaction_open(opened: SqliteConnection) -> None:
    await opened.cursor().execute("CREATE TABLE kept (number INTEGER PRIMARY KEY)")
    opened.begin("BEGIN IMMEDIATE")
    await opened.cursor().execute("INSERT INTO kept VALUES (1)")
    with pytest.raises(sqlite3.IntegrityError):
        await opened.cursor().execute("INSERT INTO kept VALUES (1)")
    opened.postpone("INSERT INTO kept VALUES (?)", [(2,), (3,)])
    await opened.commit()
    opened.begin("BEGIN IMMEDIATE")
    opened.postpone("INSERT INTO kept VALUES (?)", [(4,)])
    opened.postpone("UPDATE kept SET number = ? WHERE number = 9", [(5,)])
    with pytest.raises(StaleRow, match="0 rows changed, not 1"):
        await opened.commit()
    assert not opened.in_transaction
    cursor = await opened.cursor().execute("SELECT number FROM kept ORDER BY number")
    assert await cursor.fetchall() == [(1,), (2,), (3,)]


async def test_only_what_was_begun_waits_to_be_ended(
    opened: SqliteConnection, round_trips: list[None]
) -> None:
    round_trips.clear()
    await opened.rollback()
    await opened.commit()
    assert not round_trips
    await opened.cursor().execute("CREATE TABLE kept (number INTEGER PRIMARY KEY)")
    opened.begin("BEGIN IMMEDIATE")
    await opened.cursor().execute("INSERT INTO kept VALUES (1)")
    round_trips.clear()
    await opened.rollback()
    assert len(round_trips) == 1
    with pytest.raises(sqlite3.OperationalError):
        await opened.cursor().execute("no statement")
    await opened.rollback()
    round_trips.clear()
    await opened.rollback()
    await opened.commit()
    assert not round_trips
    assert not opened.in_transaction


async def test_what_the_thread_has_begun_for_nobody_is_rolled_back(opened: SqliteConnection) -> None:
    busy, free = threading.Event(), threading.Event()
    for work in (busy.set, free.wait):
        opened._tx.put_nowait((None, work))
    await asyncio.to_thread(busy.wait)
    opened.begin("BEGIN IMMEDIATE")
    abandoned = asyncio.create_task(opened.round_trip(lambda: None))
    await asyncio.sleep(0)
    abandoned.cancel()
    await asyncio.wait({abandoned})
    ended = asyncio.create_task(opened.rollback())
    await asyncio.sleep(0)
    free.set()
    await ended
    await opened.round_trip(lambda: None)
    assert not opened.in_transaction


async def test_an_error_that_is_dropped_does_not_wait_for_the_thread(tmp_path: Path) -> None:
    """Else the event loop waits with the thread for a lock, which is perhaps its own to give back."""
    file = tmp_path / "things.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("CREATE TABLE things (name INTEGER PRIMARY KEY)")
        other.execute("INSERT INTO things VALUES (1)")
        connection = connect_sqlite(str(file), timeout=10, isolation_level=None, check_same_thread=False)
        await connection
        with pytest.raises(sqlite3.IntegrityError):
            await connection.cursor().execute("INSERT INTO things VALUES (1)")
        other.execute("BEGIN IMMEDIATE")
        connection.begin("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(connection.round_trip(lambda: None))
        await asyncio.sleep(0.3)
        gc.collect()
        other.execute("COMMIT")
        await waiting
        await connection.rollback()
        await connection.close()


async def test_a_row_is_changed_as_its_object_was(database: Database) -> None:
    """Whatever its columns hold, by their attributes' names or others; what is as before writes nothing."""
    moment = datetime(2026, 3, 4, 5, 6, 7, 890, tzinfo=timezone(timedelta(hours=2)))
    async with database.transaction() as unit:
        person = await unit._session.get_one(PersonRow, ANN.id)
        person.active_at, person.dm_hands, person.time_zone = moment, False, "Europe/Paris"
        person.theme, person.level = "light", None
        unit._session.append(MailKeyRow(id=7, secret="x", made_at=moment))
    with counted(database) as asked:
        async with database.transaction() as unit:
            person = await unit._session.get_one(PersonRow, ANN.id)
            key = await unit._session.get_one(MailKeyRow, 7)
            person.theme = "dark"
            person.theme = "light"
            await unit.flush()
            assert not unit._session.dirty
    assert not [one for one in asked if one.startswith("UPDATE")]
    assert (person.active_at, person.dm_hands, person.time_zone) == (moment, False, "Europe/Paris")
    assert (person.theme, person.name, key.made_at) == ("light", ANN.name, moment)


async def test_a_row_of_an_older_version_is_no_more_changed(database: Database) -> None:
    service = Service(database, ENGINES, ManualClock(), Random(1))
    game = await service.lobby.create(ANN, HERE, GameSetup("roses", seat=0), cause=new_cause())
    with pytest.raises(Conflict):  # noqa: PT012 -- the commit raises it
        async with database.transaction() as unit:
            row = await unit._session.get_one(GameRow, game.id)
            await unit._session.execute(text("UPDATE games SET version = version + 1"))
            row.ply, row.last_seq = 7, row.last_seq + 1
    async with database.reading() as unit:
        assert (await unit._session.get_one(GameRow, game.id)).ply == 0


async def test_changed_keys_and_new_rows_are_written_as_well(database: Database) -> None:
    async with database.transaction() as unit:
        counter = await unit._session.get_one(CounterRow, "persons")
        last = counter.last
        counter.name, counter.last = "people", last + 1
        await unit.flush()
        counter.last += 1
        unit.add(CounterRow(name="games", last=1))
    async with database.reading() as unit:
        found = (await unit._session.execute(select(CounterRow.name, CounterRow.last))).all()
    numbers = {one.name: one.last for one in found}
    assert (numbers["people"], numbers["games"]) == (last + 2, 1)
    assert "persons" not in numbers


async def test_what_is_asked_past_sqlalchemy_is_as_if_it_was_asked(database: Database) -> None:
    """Also with a parameter that stands twice in the statement, and with lists."""
    people = table_of(PersonRow).c
    named = or_(people.name == bindparam("named"), people.theme == bindparam("named"))
    several = select(people.id, people.created_at, people.dm_hands).where(named).order_by(people.id)
    listed = several.where(people.id.in_(bindparam("ids")))
    given = {"named": ANN.name}
    async with database.reading() as unit:
        asked = [*(await unit._session.execute(several, given)).all()]
        assert [one.id for one in asked] == [ANN.id]
        assert [*map(tuple, await unit._session.rows(several, given))] == [*map(tuple, asked)]
        for ids, found in (([ANN.id, BOB.id], asked), ([BOB.id], []), ([], [])):
            answer = await unit._session.rows(listed, given | {"ids": ids})
            assert [*map(tuple, answer)] == [*map(tuple, found)]


async def test_what_sqlite_refuses_to_answer_is_refused_as_by_sqlalchemy(database: Database) -> None:
    query: Select[str] = select(literal_column("1")).select_from(text("nowhere"))
    for ask in ("execute", "rows"):
        with pytest.raises(OperationalError, match="no such table"):
            async with database.reading() as unit:
                await getattr(unit._session, ask)(query, {})


async def test_who_gives_up_waiting_for_an_answer_leaves_the_connection_to_nobody(database: Database) -> None:
    """The thread may still be at work for them."""
    busy, free = threading.Event(), threading.Event()
    used = list[SqliteConnection]()

    async def ask() -> None:
        async with database.reading() as unit:
            connection = await unit._session.connection()
            driver = (await connection.get_raw_connection()).driver_connection
            assert isinstance(driver, SqliteConnection)
            used.append(driver)
            for work in (busy.set, free.wait):
                driver._tx.put_nowait((None, work))
            await unit._session.rows(select(table_of(PersonRow).c.id), {})

    task = asyncio.create_task(ask())
    await asyncio.to_thread(busy.wait)
    await asyncio.sleep(0)
    task.cancel()
    asyncio.get_running_loop().call_later(0.05, free.set)
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.reading() as unit:
        connection = await unit._session.connection()
        assert (await connection.get_raw_connection()).driver_connection is not used[0]
