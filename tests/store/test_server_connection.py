"""What is done with connections to PostgreSQL, as seen by connections in memory."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from math import inf
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from asyncpg import InterfaceError, PostgresError  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError, InvalidatePoolError

from bot.clock import OffsetClock
from bot.errors import DatabaseUnavailable
from bot.store import backup, listening, schema
from bot.store.database import _IDLE_SINCE, Database
from bot.store.listening import Listener
from bot.store.storage import Storage
from tests.manual_clock import ManualClock

_HERE = "postgresql://db/turnpost"
_AT = datetime(2026, 1, 2, tzinfo=UTC)


class Server:
    """Stands for the driver's connection that listens: it has a time of its own, and may end."""

    def __init__(
        self, clock: ManualClock, ahead: timedelta = timedelta(0), takes: timedelta = timedelta(0)
    ) -> None:
        self._clock, self._ahead, self._takes = clock, ahead, takes
        self.asked = 0
        """How often for its time."""
        self.end: Callable[[object], None] | None = None

    def add_termination_listener(self, ended: Callable[[object], None]) -> None:
        """Tell when the connection ends."""
        self.end = ended

    async def add_listener(self, _channel: str, _notified: object) -> None:
        """Nobody notifies."""

    async def fetchval(self, _query: str) -> datetime:
        """Its time, halfway between the question and the answer."""
        self.asked += 1
        self._clock.advance(self._takes / 2)
        now = self._clock.now() + self._ahead
        self._clock.advance(self._takes / 2)
        return now


@pytest.mark.parametrize(("offset", "kept"), [(200, True), (201, False), (-200, True), (-201, False)])
async def test_a_clock_is_set_by_the_servers_unless_they_agree(offset: int, kept: bool) -> None:
    own = ManualClock()
    clock = OffsetClock(own)
    clock.offset = before = timedelta(hours=3)
    ahead = before + timedelta(milliseconds=offset)
    await Listener(Database(_HERE), clock)._set_clock(Server(own, ahead, takes=timedelta(seconds=4)))
    assert clock.offset == (before if kept else ahead)


async def test_a_clock_that_is_given_is_not_set() -> None:
    own = ManualClock()
    clock = OffsetClock(own, adjustable=False)
    await Listener(Database(_HERE), clock)._set_clock(Server(own, timedelta(hours=1)))
    assert clock.offset == timedelta(0)


async def test_the_clock_is_looked_at_every_minute_until_the_connection_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = ManualClock()
    server = Server(own)

    @asynccontextmanager
    async def connected(_self: Listener) -> AsyncIterator[Server]:
        yield server

    async def looked(times: int) -> bool:
        for _ in range(9):
            await asyncio.sleep(0)
        return server.asked == times

    monkeypatch.setattr(Listener, "_connected", connected)
    running = asyncio.create_task(Listener(Database(_HERE), OffsetClock(own)).run())
    assert await looked(1)
    own.advance(listening._CHECK_INTERVAL - timedelta(microseconds=1))
    assert await looked(1)
    own.advance(timedelta(microseconds=1))
    assert await looked(2)
    assert server.end is not None
    server.end(server)
    with pytest.raises(DatabaseUnavailable):
        await running


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (DBAPIError("", None, OSError("away")), "away"),
        (OSError("away"), "away"),
        (PostgresError("away"), "away"),
        (InterfaceError("away"), "away"),
        (OSError(), "OSError"),
    ],
)
async def test_a_connection_that_cannot_be_had_is_a_database_away(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, reason: str
) -> None:
    class Engine:
        disposed = False

        def connect(self) -> NoReturn:
            """Fails."""
            raise fault

        async def dispose(self) -> None:
            """Nothing of it is left."""
            self.disposed = True

    engine = Engine()
    monkeypatch.setattr(listening, "create_async_engine", lambda *_, **__: engine)
    with pytest.raises(DatabaseUnavailable, match=reason):
        await Listener(Database(_HERE), OffsetClock(ManualClock())).set_clock()
    assert engine.disposed


def test_notifications_of_others_alone_wake() -> None:
    database = Database(_HERE)
    woken: list[None] = []
    database.on_jobs(lambda: woken.append(None))
    for name in (database.name, "another"):
        Listener(database, OffsetClock(ManualClock()))._notified(None, 1, "", f"{name} outbox jobs")
    assert len(woken) == 1


@pytest.mark.parametrize(("rests", "asked"), [(None, 0), (4.9, 0), (5.0, 1)])
def test_a_connection_that_has_rested_is_asked_whether_it_holds(
    monkeypatch: pytest.MonkeyPatch, rests: float | None, asked: int
) -> None:
    database = Database(_HERE)
    dialect: Any = database._engine.dialect
    connection, pings = object(), list[object]()
    record: Any = SimpleNamespace(driver_connection=SimpleNamespace(is_closed=lambda: False), info={})
    monkeypatch.setattr("bot.store.database.monotonic", lambda: 100.0 - (rests or 0.0))
    if rests is not None:
        database._on_checkin(connection, record)
    monkeypatch.setattr("bot.store.database.monotonic", lambda: 100.0)
    monkeypatch.setattr(dialect, "do_ping", pings.append)
    database._on_checkout(connection, record, None)
    assert pings == [connection] * asked


def test_a_connection_that_does_not_hold_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(_HERE)
    dialect: Any = database._engine.dialect

    def ping(_connection: object) -> None:
        raise dialect.loaded_dbapi.Error("gone")

    monkeypatch.setattr(dialect, "do_ping", ping)
    for closed in (True, False):
        driver = SimpleNamespace(is_closed=lambda closed=closed: closed)
        record: Any = SimpleNamespace(driver_connection=driver, info={_IDLE_SINCE: -inf})
        with pytest.raises(InvalidatePoolError):
            database._on_checkout(object(), record, None)


def test_numbers_go_on_behind_those_that_were_restored() -> None:
    """Of tables that are numbered by the server, and have rows."""
    numbered, last = {"a": "a_id_seq", "b": None, "c": "c_id_seq", "d": "d_id_seq"}, {"a": 7, "b": 8, "d": 9}

    class Connection:
        dialect = SimpleNamespace(name="postgresql")

        def __init__(self) -> None:
            self.set: list[object] = []

        def scalar(self, query: Any, given: dict[str, str] | None = None) -> object:
            """The name of a sequence, or the last number of a table."""
            return last.get(query.get_final_froms()[0].name) if given is None else numbered[given["name"]]

        def execute(self, _statement: object, given: object) -> None:
            """Sets a sequence."""
            self.set.append(given)

    connection: Any = Connection()
    without = backup._Table("counters", (backup._Column("last", "whole"),))
    tables = (without, *(backup._Table(name, (backup._Column("id", "whole"),)) for name in numbered))
    backup._advance_sequences(connection, backup._Header(revision="", made_at=_AT, tables=tables))
    assert connection.set == [{"sequence": "a_id_seq", "last": 7}, {"sequence": "d_id_seq", "last": 9}]


@pytest.mark.parametrize("address", [_HERE, "sqlite:///x.sqlite3"], ids=["server", "file"])
async def test_what_only_looks_at_a_database_blocks_nobody(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    asked: list[bool] = []

    async def looking(_self: Storage, _work: object, *, reading: bool) -> None:
        asked.append(reading)

    monkeypatch.setattr(Storage, "_with_connection", looking)
    monkeypatch.setattr("bot.store.storage._is_there", lambda _file: True)
    storage, file = Storage(address), BytesIO()
    looks: list[Awaitable[object]] = [
        storage.revision(),
        storage.owner(),
        storage.examine(schema.differences),
    ]
    looks += [storage.examine(schema.damage), storage.examine(schema.misplaced), storage.back_up(file, _AT)]
    looks += [] if storage.file else [storage.served()]
    for look in looks:
        await look
    assert asked == [True] * len(looks)
    asked.clear()
    await storage.migrate()
    await storage.restore(file)
    assert asked == [False, False]
