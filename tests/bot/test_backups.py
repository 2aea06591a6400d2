"""Scheduled backups: each is restored before it counts, old ones go only then, and a failure is seen."""

import asyncio
import gzip
import os
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import IO

import pytest
from sqlalchemy import URL

from bot import backups
from bot.backup_schedule import BackupSchedule, Make, by_command
from bot.backups import BackupFailed, back_up
from bot.cli.main import main
from bot.clock import parse_duration
from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.observer import Observer, unwatched
from bot.service.facade import Service
from bot.service.game.integrity import Problem
from bot.service.repair.doctor import Diagnosis
from bot.store.backup import BadBackup
from bot.store.database import Database
from bot.store.storage import Storage
from tests.databases import Sqlite
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, act, running

ROOT = Path(__file__).parents[2]
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
async def stored(database: Database, clock: ManualClock) -> str:
    """A game in the database; its code."""
    service = Service(database, ALL, clock, Random(1))
    game = await running(service, "nim", seats=2)
    await act(service, ANN, game.code, "1")
    return game.code


def made(name: str) -> Path:
    """A folder of that name."""
    Path(name).mkdir()
    return Path(name)


def rename(before: str, after: str) -> None:
    Path(before).rename(after)


def touch(*files: str) -> None:
    for file in files:
        Path(file).touch()


def write(file: str, contents: bytes) -> None:
    Path(file).write_bytes(contents)


def read(file: Path) -> str:
    return file.read_text()


async def tamper(database: Database, code: str, ply: int) -> None:
    async with database.transaction() as unit:
        game = await unit.games.by_code(code)
        assert game is not None
        await unit.games.set_columns(game.id, ply=ply)


def names() -> list[str]:
    """What there is in the folder but the mark of the process that has it."""
    return sorted(one.name for one in Path().iterdir() if not one.name.startswith("backups-serving"))


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def contents(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes())


@pytest.mark.slow
async def test_a_backup_gets_its_name_when_it_has_passed_its_test(
    database: Database, clock: ManualClock, stored: str
) -> None:
    file = Path("monday.gz")
    await back_up(database, file, clock, tested_by=ALL)
    assert names() == ["monday.gz"]
    assert mode(file) == 0o600
    before = contents(file)
    await tamper(database, stored, 77)
    with pytest.raises(BackupFailed, match=rf"kept as monday.gz.failed: {stored}: It is at ply 77"):
        await back_up(database, file, clock, tested_by=ALL)
    assert names() == ["monday.gz", "monday.gz.failed"]
    assert contents(file) == before
    assert contents(Path("monday.gz.failed")) != before


async def test_two_backups_to_one_file_do_not_mix(
    database: Database, clock: ManualClock, stored: str, sqlite: Sqlite
) -> None:
    file = Path("monday.gz")
    first, second = await asyncio.gather(*(back_up(database, file, clock) for _ in range(2)))
    assert names() == ["monday.gz"]
    source = BytesIO(await asyncio.to_thread(file.read_bytes))
    with sqlite.empty() as address:
        assert await Storage(address).restore(source) == first == second


class Watching(Observer):
    """Remembers what it was told last."""

    last: tuple[datetime | None, bool] | None = None

    def backup(self, newest: datetime | None, *, failed: bool) -> None:
        self.last = newest, failed


class Scheduled:
    """A schedule that runs, on a clock that the test moves."""

    def __init__(self, schedule: BackupSchedule, clock: ManualClock, watching: Watching) -> None:
        self.schedule = schedule
        self.watching = watching
        self._clock = clock

    def failure(self) -> str | None:
        """Why the last one failed."""
        return self.schedule.failure

    async def until(self, moment: datetime) -> None:
        """Let everything be done that is due at or before a moment."""
        async with asyncio.timeout(120):
            while True:
                while self._clock.next_alarm is None:  # noqa: ASYNC110
                    await asyncio.sleep(0.005)
                if self._clock.next_alarm > moment:
                    break
                self._clock.advance(self._clock.next_alarm - self._clock.now())
                await asyncio.sleep(0)
        self._clock.advance(moment - self._clock.now())


@asynccontextmanager
async def scheduled(
    make: Make, clock: ManualClock, *, keep: int = 2, folder: Path = Path()
) -> AsyncIterator[Scheduled]:
    watching = Watching()
    schedule = BackupSchedule(folder, make, clock, every=DAY, keep=keep, observer=watching)
    task = asyncio.create_task(schedule.run())
    yield Scheduled(schedule, clock, watching)
    task.cancel()
    await asyncio.wait([task])


class Maker:
    """Makes files instead of backups, unless told not to."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.trouble: Exception | None = None

    async def __call__(self, file: Path) -> None:
        if isinstance(self.trouble, BackupFailed):
            touch(f"{file}.failed")
        if self.trouble is not None:
            raise self.trouble
        touch(str(file))
        self.made.append(file.name)


async def test_old_backups_go_when_a_newer_one_has_passed_and_not_before(clock: ManualClock) -> None:
    make = Maker()
    async with scheduled(make, clock) as backups:
        await backups.until(NOON + 3 * DAY - HOUR)
        assert names() == ["turnpost-20260102T120000Z.gz", "turnpost-20260103T120000Z.gz"]
        assert backups.failure() is None
        make.trouble = BackupFailed("K7QX: It is torn.")
        await backups.until(NOON + 3 * DAY + 2 * HOUR)
        assert backups.failure() == "K7QX: It is torn."
        assert backups.watching.last == (NOON + 2 * DAY, True)
        # It was tried again every hour; of those that failed the newest stays.
        assert names() == [
            "turnpost-20260102T120000Z.gz",
            "turnpost-20260103T120000Z.gz",
            "turnpost-20260104T140000Z.gz.failed",
        ]
        make.trouble = None
        await backups.until(NOON + 3 * DAY + 3 * HOUR)
        assert backups.failure() is None
        assert backups.watching.last == (NOON + 3 * DAY + 3 * HOUR, False)
        assert names() == ["turnpost-20260103T120000Z.gz", "turnpost-20260104T150000Z.gz"]


async def test_after_a_restart_the_next_is_due_when_it_was_before(clock: ManualClock) -> None:
    left = "turnpost-20251231T150000Z.gz.part.sqlite3-wal"
    # The last is of a clock that was set wrong.
    touch(left, "turnpost-20251231T123000Z.gz", "mine.gz", "turnpost-20360101T000000Z.gz")
    async with scheduled(Maker(), clock, keep=5) as backups:
        await backups.until(NOON + timedelta(minutes=29))
        assert names() == ["mine.gz", "turnpost-20251231T123000Z.gz", "turnpost-20360101T000000Z.gz"]
        await backups.until(NOON + timedelta(minutes=30))
    assert "turnpost-20260101T123000Z.gz" in names()


async def test_backups_of_a_clock_that_was_set_wrong_take_nobodys_place(clock: ManualClock) -> None:
    wrong = ["turnpost-20360101T000000Z.gz", "turnpost-20360102T000000Z.gz"]
    touch(*wrong)
    async with scheduled(Maker(), clock) as backups:
        await backups.until(NOON + 2 * DAY + HOUR)
    assert names() == ["turnpost-20260102T120000Z.gz", "turnpost-20260103T120000Z.gz", *wrong]


async def test_a_name_that_is_no_moment_is_somebodys_own(clock: ManualClock) -> None:
    own = ["turnpost-20251301T000000Z.gz", "turnpost-20251231T1200600Z.gz", "turnpost-2025123１T120000Z.gz"]
    touch(*own)
    async with scheduled(Maker(), clock) as backups:
        await backups.until(NOON + 2 * DAY + HOUR)
        assert backups.failure() is None
    assert names() == sorted(["turnpost-20260102T120000Z.gz", "turnpost-20260103T120000Z.gz", *own])


async def test_one_process_makes_them(clock: ManualClock) -> None:
    first, second = Maker(), Maker()
    async with scheduled(first, clock) as backups, scheduled(second, clock) as others:
        await backups.until(NOON + 2 * DAY)
        await others.until(NOON + 2 * DAY + HOUR)
        # The last may be under way while the other schedule sleeps already.
        async with asyncio.timeout(120):
            while len(first.made + second.made) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
    assert sorted([len(first.made), len(second.made)]) == [0, 3]


async def test_a_full_disk_is_a_failure_that_passes(
    clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    make = Maker()
    make.trouble = OSError(28, "No space left on device")
    async with scheduled(make, clock) as backups:
        await backups.until(NOON)
        assert "No space left" in (backups.failure() or "")
        assert "backup_failed" in caplog.text
        make.trouble = None
        await backups.until(NOON + HOUR)
        assert backups.failure() is None


async def test_a_folder_that_is_gone_is_a_failure_that_passes(clock: ManualClock) -> None:
    async with scheduled(Maker(), clock, folder=made("there")) as backups:
        await backups.until(NOON + HOUR)
        rename("there", "away")
        await backups.until(NOON + DAY)
        assert "there" in (backups.failure() or "")
        assert backups.watching.last == (NOON, True)
        rename("away", "there")
        await backups.until(NOON + DAY + HOUR)
        assert backups.watching.last == (NOON + DAY + HOUR, False)


async def test_one_that_begins_again_has_lost_its_right_to_another(clock: ManualClock) -> None:
    first, second = Maker(), Maker()
    async with scheduled(first, clock) as backups:
        await backups.until(NOON)
    async with scheduled(second, clock) as others:
        await others.until(NOON + DAY)
        again = asyncio.create_task(backups.schedule.run())
        async with asyncio.timeout(120):
            while len(clock._sleepers) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        again.cancel()
        await asyncio.wait([again])
        assert not backups.schedule._mine
    assert (len(first.made), len(second.made)) == (1, 1)


class Restored:
    """A database into which a backup is restored, or not."""

    fault: Exception | None = None

    def __init__(self, address: URL) -> None:
        assert address.database is not None
        for end in ("", "-journal", "-wal", "-shm"):
            touch(f"{address.database}{end}")

    async def restore(self, source: IO[bytes]) -> None:
        assert source.read() == b"rows"
        if self.fault is not None:
            raise self.fault

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("fault", "problems", "failure"),
    [
        (None, (), None),
        (None, (("no_card", "K7QX"), ("no_rules", "K7QX"), ("left_behind", "K7QX")), None),
        (None, (("no_card", "L8RY"), ("columns", "K7QX"), ("schema", None)), "K7QX: It is so."),
        (None, (("schema", None),), "the database: It is so."),
        (BadBackup("It is torn."), (), "It is torn."),
        (DatabaseUnavailable("It is away."), (), "It is away."),
        (DatabaseDamaged("It is damaged."), (), "It is damaged."),
        (OSError("It is full."), (), "It is full."),
    ],
)
async def test_a_backup_is_tested_in_a_database_that_is_thrown_away(
    fault: Exception | None,
    problems: Sequence[tuple[str, str | None]],
    failure: str | None,
    clock: ManualClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def stored(**_: object) -> Diagnosis:
        return Diagnosis(1, tuple(Problem(code, game, "It is so.") for code, game in problems))

    service = SimpleNamespace(doctor=SimpleNamespace(stored=stored))
    monkeypatch.setattr(Restored, "fault", fault)
    monkeypatch.setattr(backups, "Database", Restored)
    monkeypatch.setattr(backups, "Service", lambda *_: service)
    write("x.gz", b"rows")
    touch("x.gz.sqlite3-wal")
    assert await backups._failure(Path("x.gz"), clock, ALL, unwatched) == failure
    assert names() == ["x.gz"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [("echo first >&2; echo last >&2; exit 3", "last"), ("exit 3", "The backup ended with 3.")],
)
async def test_the_last_line_says_why_a_backup_failed(
    said: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(said, monkeypatch)
    with pytest.raises(BackupFailed) as failed:
        await by_command("sqlite:///x.sqlite3")(Path("x.gz"))
    assert str(failed.value) == reason


async def test_a_backup_that_is_given_up_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    program("echo $$ > begun.part; mv begun.part begun; exec sleep 600", monkeypatch)
    making = asyncio.ensure_future(by_command("sqlite:///x.sqlite3")(Path("x.gz")))
    async with asyncio.timeout(120):
        while not (begun := Path("begun")).exists():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    making.cancel()
    await asyncio.wait([making])
    with pytest.raises(ProcessLookupError):
        os.kill(int(read(begun)), 0)


def program(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a shell's program in Python's place."""
    file = Path("python").absolute()
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(file))


@pytest.mark.parametrize(
    ("text", "span"), [("30m", timedelta(minutes=30)), ("24h", DAY), (" 7d ", 7 * DAY), ("36h", 1.5 * DAY)]
)
def test_spans_are_read_as_people_write_them(text: str, span: timedelta) -> None:
    assert parse_duration(text) == span


@pytest.mark.parametrize("text", ["", "0h", "-1h", "1", "h", "1 h", "1h30m", "999999d", "1w", "²h"])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="24h"):
        parse_duration(text)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["x.gz", "--keep", "3"], 2, "--every"),
        (["nowhere", "--every", "24h"], 1, "There is no folder nowhere"),
        (["x.gz", "--test"], 1, "has no schema yet"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "backup", *arguments]) == code
    result = capsys.readouterr().err
    assert words in result
    assert result.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--every", "soon"], ["--every", "24h", "--keep", "0"]])
def test_wrong_numbers_show_how(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["db", "backup", "x", *arguments])
    assert stopped.value.code == 2


@pytest.mark.slow
async def test_the_command_makes_them_until_it_is_told_to_stop(
    sqlite: Sqlite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with sqlite.fresh() as address:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "db", "backup", ".", "--every", "24h"),
            env=os.environ | {"DATABASE_URL": address},
            stderr=subprocess.PIPE,
        )
        assert child.stderr is not None
        async with asyncio.timeout(120):
            assert b"backup_made" in await child.stderr.readline()
        child.send_signal(signal.SIGTERM)
        assert await child.wait() == 0
    (name,) = names()
    assert await asyncio.to_thread(main, ["db", "restore", name]) == 0


@pytest.mark.slow
async def test_a_backup_that_fails_or_is_given_up_says_so_and_ends(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with sqlite.empty() as address, pytest.raises(BackupFailed, match="has no schema yet"):
        await by_command(address)(Path("x.gz"))
    with sqlite.fresh() as address:
        task = asyncio.ensure_future(by_command(address)(Path("y.gz")))
        await asyncio.sleep(0.3)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
    assert "y.gz" not in names()
