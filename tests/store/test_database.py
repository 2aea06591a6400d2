"""Transactions: all or nothing, one after the other, and nothing half-true in between."""

import asyncio
import gc
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import StatementError
from sqlalchemy.pool import QueuePool

from bot.errors import DatabaseUnavailable
from bot.store import columns
from bot.store import database as module
from bot.store.database import Conflict, Database
from bot.store.models import EventRow, GameRow, InvitationRow, PersonRow, SeatRow
from bot.store.packing import unpacked
from bot.store.unit import Unit
from tests.databases import Sqlite
from tests.service.actors import ANN, BOB

NOW = datetime(2026, 1, 1, 12, 30, 15, 123456, tzinfo=UTC)

_NOTES_CHANGES = (
    "CREATE TABLE changes (id bigserial, person bigint)",
    """CREATE FUNCTION note_change() RETURNS trigger AS
    'BEGIN INSERT INTO changes (person) VALUES (NEW.id); RETURN NEW; END' LANGUAGE plpgsql""",
    "CREATE TRIGGER note_change BEFORE UPDATE ON players FOR EACH ROW EXECUTE FUNCTION note_change()",
)
"""PostgreSQL notes the persons who are changed, in order."""


async def a_game(unit: Unit, code: str = "K7QX") -> GameRow:
    host = await unit.persons.get(ANN.id)
    assert host is not None
    row = GameRow(
        code=code,
        key="roses",
        options="{}",
        rules_version=1,
        status="lobby",
        min_seats=2,
        max_seats=2,
        ply=0,
        last_seq=0,
        public_version=0,
        guild_id=2**63 - 1,
        channel_id=1,
        threaded=True,
        host=host,
        host_id=host.id,
        created_at=NOW,
        seats=[SeatRow(player_id=1, player=host, seat=None, joined_at=NOW)],
    )
    unit.add(row)
    await unit.flush()
    return row


async def test_what_is_stored_comes_back(database: Database) -> None:
    async with database.transaction() as unit:
        await a_game(unit)
    async with database.reading() as unit:
        game = await unit.games.by_code("K7QX")
    assert game is not None
    assert game.guild_id == 2**63 - 1
    assert game.host.name == "Ann"
    assert [sitting.player.id for sitting in game.seats] == [1]
    assert game.created_at == NOW
    assert game.created_at.tzinfo is UTC


async def test_a_position_is_unpacked_once_however_many_play(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, asked = "0" * 500, list[str]()
    async with database.transaction() as unit:
        game = await a_game(unit)
        game.state = state
        unit.add(SeatRow(game_id=game.id, player_id=BOB.id, seat=None, joined_at=NOW + timedelta(days=1)))

    def noted(text: str) -> str:
        asked.append(text)
        return unpacked(text)

    monkeypatch.setattr(columns, "unpacked", noted)
    async with database.reading() as unit:
        stored = await unit.games.by_code("K7QX")
    assert stored is not None
    assert (stored.state, len(stored.seats), len(asked)) == (state, 2, 1)
    assert [(one.player.id, one.player.name) for one in stored.seats] == [(ANN.id, "Ann"), (BOB.id, "Bob")]


async def test_moments_from_elsewhere_become_utc_and_naive_ones_are_refused(database: Database) -> None:
    east = NOW.astimezone(timezone(timedelta(hours=9)))
    async with database.transaction() as unit:
        game = await a_game(unit)
        game.deadline_at = east
    async with database.reading() as unit:
        stored = await unit.games.by_code("K7QX")
        assert stored is not None
        assert stored.deadline_at == NOW
        assert stored.deadline_at.tzinfo is UTC
    with pytest.raises(StatementError, match="time zone"):
        async with database.transaction() as unit:
            await unit.persons.prefer(ANN.id, {"dms_closed_at": NOW.replace(tzinfo=None)})


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    async def fail() -> None:
        async with database.transaction() as unit:
            await a_game(unit)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.reading() as unit:
        assert await unit.games.by_code("K7QX") is None


@pytest.mark.parametrize("wrong", [{"code": "OTHER", "status": "nonsense"}, {"min_seats": 3}, {}])
async def test_constraints_hold(database: Database, wrong: dict[str, object]) -> None:
    async with database.transaction() as unit:
        game = await a_game(unit)
        names = {column.key for column in GameRow.__mapper__.column_attrs} - {"id"}
        values = {name: getattr(game, name) for name in names}
    with pytest.raises(Conflict):
        async with database.transaction() as unit:
            unit.add(GameRow(**{**values, **wrong}))


async def test_what_was_appended_is_there_for_whoever_asks(database: Database) -> None:
    """Within the transaction, and after one that has changed nothing else."""
    async with database.transaction() as unit:
        game = await a_game(unit)
    async with database.transaction() as unit:
        unit.events.append(EventRow(game_id=game.id, seq=1, first_seq=1, kind="x", at=NOW))
        assert [event.reveals for event in await unit.events.of_game(game.id)] == [False]
        unit.events.append(EventRow(game_id=game.id, seq=2, first_seq=2, kind="x", at=NOW, notation="y"))
    async with database.reading() as unit:
        assert [event.notation for event in await unit.events.of_game(game.id)] == [None, "y"]


async def test_references_hold(database: Database) -> None:
    with pytest.raises(Conflict):
        async with database.transaction() as unit:
            unit.events.append(EventRow(game_id=99, seq=1, first_seq=1, kind="x", at=NOW))


async def test_an_update_from_an_old_reading_is_refused(database: Database) -> None:
    """The version column catches what a lock would have prevented."""
    async with database.transaction() as unit:
        await a_game(unit)

    async def overtaken() -> None:
        async with database.transaction() as unit:
            game = await unit.games.by_code("K7QX")
            assert game is not None
            # Stands for a writer that took no lock.
            await unit._session.execute(text("UPDATE games SET version = 3"))
            game.last_seq = 1

    with pytest.raises(Conflict):
        await overtaken()


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_rows_are_changed_in_the_same_order_by_all(database: Database) -> None:
    """Two transactions that change the same persons would wait for each other's rows otherwise."""
    async with database.transaction() as unit:
        for number in range(120, 100, -1):
            unit.add(PersonRow(id=number, name=f"Person {number}", created_at=NOW))
        for statement in _NOTES_CHANGES:
            await unit._session.execute(text(statement))
    async with database.transaction() as unit:
        numbers = Random(1).sample(range(101, 121), 20)
        for person in [await unit._session.get_one(PersonRow, number) for number in numbers]:
            person.name = "Somebody"
    async with database.reading() as unit:
        changed = await unit._session.scalars(text("SELECT person FROM changes ORDER BY id"))
        assert changed.all() == list(range(101, 121))
    async with database.transaction() as unit:
        for statement in (
            "DROP TRIGGER note_change ON players",
            "DROP FUNCTION note_change",
            "DROP TABLE changes",
        ):
            await unit._session.execute(text(statement))


async def test_what_changes_and_what_is_appended_is_written_or_nothing_of_it(database: Database) -> None:
    """PostgreSQL does so in one statement."""
    async with database.transaction() as unit:
        game = await a_game(unit)
        for number in (101, 102):
            unit.add(PersonRow(id=number, name=f"Person {number}", created_at=NOW))

    async def change(name: str, *events: int, gone: bool = False) -> None:
        async with database.transaction() as unit:
            row = await unit.games.by_code("K7QX")
            assert row is not None
            row.ply += 1
            for person in [await unit._session.get_one(PersonRow, number) for number in (101, 102)]:
                person.name = name
            for seq in events:
                unit.events.append(EventRow(game_id=game.id, seq=seq, first_seq=seq, kind="x", at=NOW))
            with unit._session.no_autoflush:
                if gone:
                    await unit._session.execute(text("DELETE FROM players WHERE id = 102"))

    await change("Ann", 1)
    await change("Bob", 2, 3)
    for events, gone in (((4,), True), ((3,), False), ((4, 3), False)):
        with pytest.raises(Conflict):
            await change("Cleo", *events, gone=gone)
    async with database.reading() as unit:
        stored = await unit.games.by_code("K7QX")
        assert stored is not None
        assert stored.ply == game.ply + 2
        assert [event.seq for event in await unit.events.of_game(game.id)] == [1, 2, 3]
        assert [(await unit._session.get_one(PersonRow, number)).name for number in (101, 102)] == ["Bob"] * 2


async def test_what_a_change_frees_a_row_appended_with_it_may_take(database: Database) -> None:
    """An open seat, here, which one invitation at a time has."""
    async with database.transaction() as unit:
        game = await a_game(unit)
        unit.add(PersonRow(id=101, name="Person", created_at=NOW))

    def invitation() -> InvitationRow:
        return InvitationRow(game_id=game.id, seat=1, player_id=101, created_at=NOW, expires_at=NOW)

    async with database.transaction() as unit:
        first = invitation()
        unit.add(first)
    async with database.transaction() as unit:
        (await unit._session.get_one(InvitationRow, first.id)).status = "declined"
        unit._session.append(invitation())
    async with database.reading() as unit:
        stored = await unit._session.scalars(select(InvitationRow.status).order_by(InvitationRow.id))
        assert stored.all() == ["declined", "open"]


async def test_one_interaction_is_one_event(database: Database) -> None:
    async with database.transaction() as unit:
        game = await a_game(unit)
        unit.events.append(EventRow(game_id=game.id, seq=1, first_seq=1, kind="x", cause="9", at=NOW))
    for seq, cause in ((2, "9"), (1, "10")):
        with pytest.raises(Conflict):
            async with database.transaction() as unit:
                unit.events.append(
                    EventRow(game_id=game.id, seq=seq, first_seq=seq, kind="x", cause=cause, at=NOW)
                )


async def test_a_log_that_is_read_burdens_no_garbage_collector(database: Database) -> None:
    """Each event is as it was stored, and refers to nothing that could refer to it."""
    async with database.transaction() as unit:
        game = await a_game(unit)
        for seq in (1, 2):
            unit.events.append(
                EventRow(
                    game_id=game.id, seq=seq, first_seq=1, kind="x", seat=0, data="{}", reveals=True, at=NOW
                )
            )
    names = [column.key for column in EventRow.__mapper__.column_attrs]
    async with database.reading() as unit:
        stored = (await unit._session.scalars(select(EventRow).order_by(EventRow.seq))).all()
        found = [[getattr(row, name) for name in names] for row in stored]
        log = await unit.events.of_game(game.id)
        assert [[getattr(event, name) for name in names] for event in log] == found
        assert await unit.events.since(game.id, 1) == log[1:]
        for seq in (1, 99):
            ahead = await unit.events.since_ahead(game.code, seq)
            await unit.games.by_id(game.id)
            assert await ahead() == log[seq:]
        assert not any(map(gc.is_tracked, log))


async def test_writers_of_two_processes_queue(database: Database, database_address: str) -> None:
    """Forty increments of one number, each read first and written later, by two processes: none is lost."""
    async with database.transaction() as unit:
        await a_game(unit)
    others = [database, Database(database_address)]

    async def increment(number: int) -> None:
        async with others[number % 2].transaction() as unit:
            game = await unit.games.by_code("K7QX", lock=True)
            assert game is not None
            await asyncio.sleep(0)
            game.ply += 1
            game.last_seq += 1

    await asyncio.gather(*(increment(number) for number in range(40)))
    async with database.reading() as unit:
        game = await unit.games.by_code("K7QX")
        assert game is not None
        assert (game.ply, game.last_seq) == (40, 40)
    await others[1].close()


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_a_process_that_stalls_in_a_transaction_gives_way(
    database: Database, database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where its machine is frozen or cut off: it says nothing more, and the server hears of no end."""
    async with database.reading() as unit:
        await unit.persons.get(ANN.id)
    monkeypatch.setattr(module, "_STALLED", timedelta(milliseconds=50))
    other = Database(database_address)

    async def stall() -> None:
        async with other.transaction() as unit:
            await unit.persons.lock(ANN.id)
            async with database.transaction() as waiting:
                await waiting.persons.lock(ANN.id)
            await unit.persons.lock(ANN.id)

    with pytest.raises(DatabaseUnavailable):
        await stall()
    await other.close()


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_an_answer_is_not_waited_for_for_ever(database: Database, database_address: str) -> None:
    """It may come from a server that is lost, and said nothing when it went."""
    other = Database(database_address, patience=timedelta(milliseconds=50))

    async def wait() -> None:
        async with other.transaction() as unit:
            await unit.persons.lock(ANN.id)

    async with database.transaction() as unit:
        await unit.persons.lock(ANN.id)
        with pytest.raises(DatabaseUnavailable):
            await wait()
    await other.close()


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_only_what_is_read_briefly_is_read_outside_a_transaction(database: Database) -> None:
    """A transaction has one time, that of its beginning."""
    for briefly in (True, False, True):
        async with database.reading(briefly=briefly) as unit:
            moments = {await unit._session.scalar(select(func.now())) for _ in range(2)}
        assert len(moments) == 1 + briefly


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
async def test_a_process_goes_on_after_another_has_migrated_the_schema(migrating: Database) -> None:
    """What was prepared for the old schema is refused by the server from then on."""

    async def read() -> PersonRow | None:
        async with migrating.reading() as unit:
            return await unit.persons.get(ANN.id)

    await read()
    async with migrating._engine.begin() as connection:
        await connection.execute(text("ALTER TABLE players ALTER COLUMN name TYPE text"))
    with pytest.raises(DatabaseUnavailable):
        await read()
    assert await read() is not None


async def test_readers_do_not_wait_for_a_writer(database: Database, database_address: str) -> None:
    async with database.transaction() as unit:
        await a_game(unit)
    other = Database(database_address)
    async with database.transaction() as unit:
        game = await unit.games.by_code("K7QX", lock=True)
        assert game is not None
        game.ply = 5
        await unit.flush()
        async with asyncio.timeout(120), other.reading() as reader:
            seen = await reader.games.by_code("K7QX")
            assert seen is not None
            assert seen.ply == 0
    await other.close()


async def read(database: Database) -> None:
    async with database.reading() as unit:
        await unit.games.by_code("K7QX")


async def used(database: Database, *, connections: int) -> None:
    """Leave so many connections open for later."""
    async with asyncio.TaskGroup() as group:
        for _ in range(connections):
            group.create_task(read(database))


def is_open(database: Database) -> bool:
    """Whether any connection to a SQLite file is open: the last that is closed removes the log."""
    assert database.file is not None
    return database.file.with_name(f"{database.file.name}-wal").exists()


async def ended(tasks: set[asyncio.Task[Any]]) -> bool:
    """Whether all of them end, not waiting for ever."""
    return not tasks or not (await asyncio.wait(tasks, timeout=120))[1]


@pytest.mark.slow
@pytest.mark.parametrize("point", range(1, 8))
async def test_a_unit_cancelled_twice_leaves_no_connection_and_no_task(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, point: int
) -> None:
    """The second time while the connection is being closed because of the first."""
    calls = 0
    execute = aiosqlite.Connection._execute

    async def cancelling(self: aiosqlite.Connection, *arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls in (point, point + 1):
            asyncio.get_running_loop().call_soon(task.cancel)
        return await execute(self, *arguments, **options)  # type: ignore[no-untyped-call]

    with sqlite.fresh() as address:
        database = Database(address)
        monkeypatch.setattr(aiosqlite.Connection, "_execute", cancelling)
        task = asyncio.ensure_future(read(database))
        with pytest.raises(asyncio.CancelledError):
            await task
        await database.close()
        assert await ended(asyncio.all_tasks() - {asyncio.current_task()})
    gc.collect()


def test_no_more_connections_to_a_server_are_opened_than_may_be() -> None:
    pool = Database("postgresql://db/turnpost", pool=5)._engine.pool
    assert isinstance(pool, QueuePool)
    assert (pool.size(), pool._max_overflow) == (2, 3)


async def test_closing_that_is_cancelled_closes_all_connections(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        database = Database(address)
        await used(database, connections=3)
        closing = asyncio.ensure_future(database.close())
        await asyncio.sleep(0)
        closing.cancel()
        await asyncio.wait({closing})
        assert closing.cancelled()
        assert not is_open(database)


async def test_what_is_under_way_too_long_is_closed_when_it_ends(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_CLOSE_SECONDS", 0)
    with sqlite.fresh() as address:
        database = Database(address)
        async with database.reading() as unit:
            await unit.games.by_code("K7QX")
            await database.close()
            assert "database_closed_in_use" in caplog.text
            assert is_open(database)
        assert not is_open(database)
        caplog.clear()
        await database.close()
        assert "database_closed_in_use" not in caplog.text


async def test_a_reading_that_is_cancelled_at_any_step_gives_its_connection_back(database: Database) -> None:
    async def read() -> None:
        async with database.reading() as unit:
            await unit.games.by_code("NONE")

    steps, ended = 0, False
    while not ended:
        task = asyncio.create_task(read())
        for _ in range(steps):
            await asyncio.sleep(0)
        ended = task.done()
        task.cancel()
        await asyncio.wait({task})
        assert database._engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        steps += 1 + steps // 20
    await read()
