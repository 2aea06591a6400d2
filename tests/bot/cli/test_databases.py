"""Databases on the command line: schema, doctor, backups, and a sentence for what is wrong with them."""

import asyncio
import errno
import io
import json
import os
import sqlite3
import stat
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url
from tqdm import tqdm

from bot.cli.main import main
from bot.clock import SystemClock
from bot.shard_lease import shard_lease_of
from bot.shards import WHOLE
from bot.store.database import Database
from bot.store.schema import head
from tests.bot.cli.prepared_games import begun, prepare
from tests.databases import Postgres, Sqlite, finish
from tests.store.freeze import RELEASED


def test_the_schema_is_made_and_checked(
    databases: Sqlite | Postgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with databases.empty() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["db", "check"]) == 1
        assert "has no schema yet" in capsys.readouterr().err
        assert main(["db", "upgrade"]) == 0
        assert main(["db", "check"]) == 0
        assert capsys.readouterr().out.count(str(head())) == 2


@pytest.mark.parametrize("command", [["db", "check"], ["doctor"], ["game", "list"]])
def test_a_mistyped_folder_is_named_by_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///dta/turnpost.sqlite3")
    assert main(command) == 1
    error = capsys.readouterr().err
    assert error == "There is no folder dta for the database: make it, or name another.\n"
    assert not Path("dta").exists()


def test_an_unreachable_database_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    for address in ("postgresql://bot:hunter22@127.0.0.1:1/none", "sqlite:///file/turnpost.sqlite3"):
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["game", "list"]) == 1
        error = capsys.readouterr().err
        assert "cannot be used" in error
        assert error.count("\n") == 1
        assert "hunter22" not in error


def test_a_database_that_is_not_there_is_one_sentence(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres.address_of("nothing_here"))
    assert main(["db", "upgrade"]) == 1
    error = capsys.readouterr().err
    assert "nothing_here" in error
    assert error.count("\n") == 1


def test_the_doctor_has_a_table_and_an_exit_code(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    sound, broken = prepare(address, begun), prepare(address, begun)
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out == "2 games looked at: nothing wrong, 0 notices\n"

    async def tamper() -> None:
        database = Database(address)
        async with database.transaction() as unit:
            await unit.games.set_columns(broken.id, ply=77)
        await database.close()

    finish(tamper())
    for options in ([], ["--gate"], ["--recent", "5"]):
        assert main(["doctor", *options]) == 1
        result = capsys.readouterr().out
        assert f"wrong   {broken.code}     columns" in result
        assert "→ The next action" in result
        assert sound.code not in result
        assert all(len(line) <= 100 for line in result.splitlines())
    assert main(["doctor", "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)
    assert (problem["game"], problem["level"]) == (broken.code, "wrong")
    assert main(["doctor", "--dry-run"]) == 1
    assert f"would do  {broken.code}     the snapshot" in capsys.readouterr().out
    assert main(["doctor", "--dry-run", "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert [one["game"] for one in (*result["repairs"], *result["problems"])] == [broken.code] * 2
    assert main(["doctor", "--repair"]) == 0
    result = capsys.readouterr().out
    assert f"done  {broken.code}     the snapshot" in result
    assert "nothing wrong" in result


@pytest.mark.slow
def test_processes_find_what_one_finds_in_the_same_order(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite.fresh() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        for _ in range(5):
            prepare(address, begun)
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute("UPDATE games SET ply = 77 WHERE id != 3")
        assert main(["doctor", "--json"]) == 1
        alone = capsys.readouterr().out
        assert len(json.loads(alone)) == 4
        pools: list[object] = []

        def pool(*arguments: Any, **options: Any) -> ProcessPoolExecutor:
            pools.append(made := ProcessPoolExecutor(*arguments, **options))
            return made

        monkeypatch.setattr("os.cpu_count", lambda: 2)
        monkeypatch.setattr("bot.cli.parallel_examination._FEW", 1)
        monkeypatch.setattr("bot.cli.parallel_examination._BATCH", 2)
        monkeypatch.setattr("bot.cli.parallel_examination.ProcessPoolExecutor", pool)
        assert main(["doctor", "--json"]) == 1
        assert capsys.readouterr().out == alone
        assert len(pools) == 1


def test_the_doctor_sees_an_old_schema_and_its_games(
    databases: Sqlite | Postgres, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = "sqlite" if isinstance(databases, Sqlite) else "postgresql"
    with databases.empty() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["doctor"]) == 1
        assert "has no schema yet" in capsys.readouterr().err
        databases.load(address, (RELEASED / f"0001.{kind}.sql").read_text(encoding="utf-8"))
        assert main(["doctor", "--gate"]) == 0
        assert capsys.readouterr().out == "3 games looked at: nothing wrong, 0 notices\n"
        assert main(["db", "upgrade"]) == 0
        capsys.readouterr()
        main(["doctor"])
        assert "5 games looked at" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", ["db check", "db upgrade", "db backup new.gz", "game list", "doctor", "doctor --gate"]
)
def test_a_database_of_a_newer_version_is_not_to_be_upgraded(
    sqlite: Sqlite, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite.fresh() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        with closing(sqlite3.connect(str(make_url(address).database))) as file, file:
            file.execute("UPDATE alembic_version SET version_num = '9999'")
        assert main(command.split()) == 1
        result = capsys.readouterr()
        assert "revision 9999, which this version of Turnpost does not know" in result.err
        assert "db upgrade" not in result.out + result.err


def test_the_doctor_finds_a_torn_file(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite.fresh() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        prepare(address, begun)
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute("DELETE FROM players WHERE id = 2")
        connection.close()
        assert main(["doctor"]) == 1
        text = " ".join(capsys.readouterr().out.split())
        assert "references of the table seats lead nowhere" in text


def test_a_damaged_file_is_named_with_what_to_do_and_that_helps(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite.fresh() as address:
        file = Path(address.removeprefix("sqlite:///"))
        monkeypatch.setenv("DATABASE_URL", address)
        monkeypatch.setenv("SANDBOX_PORT", "0")
        game = prepare(address, begun)
        assert main(["db", "backup", "turnpost.gz"]) == 0
        for whole in (4096, 100, 0):
            with file.open("r+b") as torn:
                torn.seek(whole)
                torn.write(b"\x2a" * (file.stat().st_size - whole))
            for arguments in (["game", "list"], ["sandbox"], ["doctor"], ["db", "backup", "turnpost.gz"]):
                assert main(arguments) == 1
                result = capsys.readouterr().err.splitlines()[-1]
                assert result.startswith(f"The database {file} is damaged ("), whole
                assert "db restore" in result
        for end in ("", "-wal", "-shm"):
            file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
        assert main(["db", "restore", "turnpost.gz"]) == 0
        assert main(["game", "verify", game.code]) == 0


def test_nothing_is_restored_while_a_bot_serves_the_database(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "turnpost.backup"
    assert main(["db", "backup", str(file)]) == 0
    game = prepare(address, begun)

    async def refused() -> None:
        database = Database(address)
        lease = shard_lease_of(database, SystemClock(), [WHOLE])
        await lease.begin()
        assert await asyncio.to_thread(main, ["db", "restore", str(file), "--replace"]) == 1
        assert "stop it first" in capsys.readouterr().err
        await lease.end()
        await database.close()

    finish(refused())
    assert main(["game", "verify", game.code]) == 0
    assert main(["db", "restore", str(file), "--replace"]) == 0


def test_a_lock_that_cannot_be_looked_at_is_one_sentence(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sqlite.fresh() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["db", "backup", "turnpost.gz"]) == 0
        lock = Path(f"{make_url(address).database}-serving")
        lock.mkdir()
        assert main(["db", "restore", "turnpost.gz", "--replace"]) == 1
        assert "cannot be used: unable to open database file" in capsys.readouterr().err
        lock.rmdir()


def test_a_backup_is_made_and_restored(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    file = tmp_path / "turnpost.backup"
    assert main(["db", "backup", str(file)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir() if "backup" in one.name] == [file.name]
    assert main(["db", "restore", str(file)]) == 1
    assert "not empty" in capsys.readouterr().err
    other = prepare(address, begun)
    assert main(["db", "restore", str(file), "--replace"]) == 0
    assert "rows restored" in capsys.readouterr().out
    assert main(["game", "list"]) == 0
    result = capsys.readouterr().out
    assert game.code in result
    assert other.code not in result


class Terminal(io.StringIO):
    """Somebody looks on."""

    def isatty(self) -> bool:
        return True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "done"),
    [
        (["doctor"], "2/2"),
        (["doctor", "--gate"], "2/2"),
        (["game", "verify", "--all"], "2/2"),
        (["db", "backup", "turnpost.gz"], "100%"),
        (["db", "backup", "turnpost.gz", "--test"], "2/2"),
        (["db", "restore", "turnpost.gz", "--replace"], "100%"),
    ],
)
def test_long_work_shows_on_a_terminal_how_far_it_is(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, arguments: list[str], done: str
) -> None:
    with sqlite.fresh() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        monkeypatch.setenv("LOG_LEVEL", "ERROR")
        prepare(address, begun)
        prepare(address, begun)
        assert main(["db", "backup", "turnpost.gz"]) == 0
        with monkeypatch.context() as looking:
            looking.setattr("sys.stdout", Terminal())
            looking.setattr("sys.stderr", shown := Terminal())
            looking.setattr("tqdm.std.tqdm.__init__", partialmethod(tqdm.__init__, mininterval=0, miniters=1))
            assert main(arguments) == 0
        assert done in shown.getvalue()


@pytest.mark.parametrize(
    ("arguments", "out", "error"),
    [
        (["doctor"], io.StringIO, Terminal),
        (["doctor"], Terminal, io.StringIO),
        (["doctor", "--json"], Terminal, Terminal),
        (["game", "verify", "--all", "--json"], Terminal, Terminal),
    ],
)
def test_scripts_and_pipes_see_no_progress(
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    out: type[io.StringIO],
    error: type[io.StringIO],
) -> None:
    prepare(address, begun)
    with monkeypatch.context() as looking:
        looking.setattr("sys.stdout", out())
        looking.setattr("sys.stderr", shown := error())
        assert main(arguments) == 0
    assert shown.getvalue() == ""


def test_a_backup_that_fails_leaves_the_one_before(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    for arguments, words in (
        (["backup", "/nowhere/x"], "/nowhere/x cannot be written"),
        (["restore", "/nowhere/x"], "/nowhere/x cannot be read"),
        (["restore", __file__], "not a whole backup"),
        (["backup", "."], ". is not a file"),
        (["backup", str(tmp_path / "pipe")], "pipe is not a file"),
    ):
        assert main(["db", *arguments]) == 1
        error = capsys.readouterr().err
        assert words in error
        assert error.count("\n") == 1
    file = tmp_path / "kept"
    file.write_text("the one before")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert main(["db", "backup", str(file)]) == 1
    assert "kept cannot be written: No space left" in capsys.readouterr().err
    assert file.read_text() == "the one before"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["kept", "pipe"]


@pytest.mark.parametrize("option", ["--repair", "--dry-run", "--recent=1"])
def test_the_gate_takes_no_order_that_it_does_not_carry_out(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--gate", option]) == 2
    assert "nothing is repaired" in capsys.readouterr().err
