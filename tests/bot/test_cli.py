"""The command line: what it prints, what it changes, and one sentence for whatever is wrong."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partialmethod
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TextIO

import pytest
from sqlalchemy import make_url, update
from tqdm import tqdm

from bot.cli.main import main
from bot.clock import SystemClock
from bot.service import Service
from bot.service.values.game_summary import GameSummary
from bot.settings import Settings
from bot.shard_lease import shard_lease_of
from bot.shards import WHOLE, ShardRange
from bot.store import Database
from bot.store.models import EventRow
from bot.store.schema import head
from engines.record import read, verify
from engines.registry import ENGINES
from tests.databases import Postgres, Sqlite, finish
from tests.service.people import ACCOUNTS, ALL, ANN, BOB, SAMPLE, act, opened, play_through, running
from tests.store.freeze import RELEASED

ROOT = Path(__file__).parents[2]
HEAVY = {"sqlalchemy", "discord", "msgspec", "pydantic", "PIL", "engines", "asyncio", "shtab", "tqdm"}
"""Libraries that take their time to load."""


@pytest.fixture
def address(database_address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database that the command line uses."""
    monkeypatch.setenv("DATABASE_URL", database_address)
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    return database_address


def prepare(address: str, work: Callable[[Service], Awaitable[GameSummary]]) -> GameSummary:
    """A game that is there before the command."""
    games: list[GameSummary] = []

    async def run() -> None:
        database = Database(address)
        games.append(await work(Service(database, ALL, SystemClock(), Random(3))))
        await database.close()

    finish(run())
    return games[0]


async def played(service: Service) -> GameSummary:
    game = await running(service)
    return (await play_through(service, game.code, SAMPLE)).summary


async def begun(service: Service) -> GameSummary:
    game = await running(service)
    return (await play_through(service, game.code, SAMPLE[:5])).summary


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


def test_games_are_listed(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    over, waiting = prepare(address, played), prepare(address, opened)
    assert main(["game", "list"]) == 0
    result = capsys.readouterr().out
    assert waiting.code in result
    assert over.code not in result
    assert result.endswith("1 game\n")
    assert main(["game", "list", "--all"]) == 0
    assert over.code in capsys.readouterr().out


def test_a_record_goes_out_and_back_in(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    assert main(["game", "export", game.code.lower()]) == 0
    assert read(capsys.readouterr().out.encode()).seed is None
    file = tmp_path / "game.json"
    assert main(["game", "export", game.code, "--secrets", "--output", str(file)]) == 0
    players = ["--player", "7:Dan", "--player", "8:Eve"]
    assert main(["game", "import", str(file), "--server", "1", "--channel", "2", "--at-once", *players]) == 0
    code = capsys.readouterr().out.strip()
    assert code != game.code
    assert main(["game", "export", code, "--secrets"]) == 0
    restored = read(capsys.readouterr().out.encode())
    original = read(file.read_bytes())
    assert restored.seats == ("Dan", "Eve")
    assert (restored.entries, restored.seed, restored.options) == (
        original.entries,
        original.seed,
        original.options,
    )
    assert main(["game", "verify", code, game.code, str(file)]) == 0
    assert capsys.readouterr().out.count("sound") == 3


def test_an_imported_game_is_played_on(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)
    sheet = tmp_path / "game.txt"
    assert main(["game", "export", game.code, "--sheet", "--output", str(sheet)]) == 0
    players = ["--player", f"{ACCOUNTS[BOB.id]}:Bob", "--player", f"{ACCOUNTS[ANN.id]}:Ann"]
    where = ["--server", "1", "--channel", "2", "--no-thread", "--at-once"]
    assert main(["game", "import", str(sheet), *where, *players]) == 0
    code = capsys.readouterr().out.strip()

    async def go_on(service: Service) -> GameSummary:
        return (await act(service, ANN, code, SAMPLE[5])).summary

    summary = prepare(address, go_on)
    assert (summary.ply, summary.guild_id, summary.channel_id, summary.threaded) == (6, 1, 2, False)
    assert main(["game", "verify", code]) == 0


def test_a_game_is_replayed_line_by_line(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, played)
    assert main(["game", "replay", game.code]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["1", "White", "@d3"]
    assert lines[16].split() == ["17", "White", "b3xb5#"]
    assert lines[-1] == f"{game.code}: sound"
    assert main(["game", "replay", game.code, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["actions"][16] == {"number": 17, "seat": "White", "action": "b3xb5#"}
    assert (result["outcome"], result["flaw"]) == (lines[-2], None)


def test_what_is_staged_in_a_running_game_is_replayed_on_demand(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def staged(service: Service) -> GameSummary:
        game = await running(service, "flicflac")
        person = game.seats[game.to_act[0]].person
        assert person is not None
        offers = (await service.play.choices(person, game.code)).offers
        return (await act(service, person, game.code, offers[0].notation)).summary

    code = prepare(address, staged).code
    assert main(["game", "replay", code]) == 1
    result = capsys.readouterr()
    assert result.out == ""
    assert "secrets" in result.err
    assert main(["game", "replay", code, "--secrets"]) == 0


def test_a_log_that_was_tampered_with_is_found(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, begun)

    async def tamper() -> None:
        database = Database(address)
        async with database.transaction() as unit:
            action = json.dumps({"cell": "e4", "kind": "drop"}, separators=(",", ":"))
            drop = update(EventRow).filter_by(game_id=game.id, notation="@c3")
            await unit._session.execute(drop.values(action=action, notation="@e4"))
        await database.close()

    finish(tamper())
    assert main(["game", "verify", "--all"]) == 1
    assert "leads to another position than its snapshot" in capsys.readouterr().out
    assert main(["game", "verify", game.code, "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["what"], "snapshot" in found["flaw"]) == (game.code, True)


@pytest.mark.parametrize("command", ["game verify", "game replay", "game export", "admin show"])
def test_an_action_that_is_no_json_is_one_sentence(
    address: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, begun)

    async def tamper() -> None:
        database = Database(address)
        async with database.transaction() as unit:
            await unit._session.execute(update(EventRow).filter_by(notation="@c3").values(action="{"))
        await database.close()

    finish(tamper())
    assert main([*command.split(), game.code]) == (0 if command == "admin show" else 1)
    result = capsys.readouterr()
    assert ("see “game verify”" if command == "admin show" else "Event ") in result.out + result.err
    assert "Traceback" not in result.err


def test_a_finished_games_record_verifies(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = prepare(address, played)
    assert main(["game", "export", game.code]) == 0
    assert verify(read(capsys.readouterr().out.encode())).played


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["game", "export", "ZZZZ"], "There is no game ZZZZ here."),
        (["game", "verify", "none/K7QX"], "cannot be read"),
        (["game", "verify", "n" * 5000], "game"),
        (["game", "verify", "none.json"], "cannot be read"),
    ],
)
def test_a_failure_is_one_sentence(
    address: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_nonsense_is_not_imported(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    game = prepare(address, begun)
    where = ["--server", "1", "--channel", "2", "--player", "7:Dan", "--player", "8:Eve"]
    main(["game", "export", game.code, "--output", str(file)])
    good = json.loads(file.read_text())
    for bad in (b"\xff\xfe", b"{", b"{}", json.dumps(good | {"entries": [[0, "@b4"]]}).encode()):
        file.write_bytes(bad)
        assert main(["game", "import", str(file), *where]) == 1
        assert capsys.readouterr().err.count("\n") == 1
    file.write_text(json.dumps(good))
    assert main(["game", "import", str(file), *where[:-2]]) == 1
    assert "2 players" in capsys.readouterr().err
    assert main(["game", "list"]) == 0
    assert capsys.readouterr().out.endswith("1 game\n")


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
            await unit.games.remember(broken.id, ply=77)
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
        monkeypatch.setattr("bot.cli.examiners._FEW", 1)
        monkeypatch.setattr("bot.cli.examiners._BATCH", 2)
        monkeypatch.setattr("bot.cli.examiners.ProcessPoolExecutor", pool)
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


@pytest.mark.parametrize("whole", [0, 100, 4096])
def test_a_damaged_file_is_named_with_what_to_do_and_that_helps(
    sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], whole: int
) -> None:
    with sqlite.fresh() as address:
        file = Path(address.removeprefix("sqlite:///"))
        monkeypatch.setenv("DATABASE_URL", address)
        monkeypatch.setenv("SANDBOX_PORT", "0")
        game = prepare(address, begun)
        assert main(["db", "backup", "turnpost.gz"]) == 0
        with file.open("r+b") as torn:
            torn.seek(whole)
            torn.write(b"\x2a" * (file.stat().st_size - whole))
        for arguments in (["game", "list"], ["sandbox"], ["doctor"], ["db", "backup", "turnpost.gz"]):
            assert main(arguments) == 1
            result = capsys.readouterr().err.splitlines()[-1]
            assert result.startswith(f"The database {file} is damaged (")
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
        (["backup", "."], ". is no file"),
        (["backup", str(tmp_path / "pipe")], "pipe is no file"),
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


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_wrong_setting_stops_every_command_with_one_sentence() -> None:
    done = command("game", "list", SANDBOX_PORT="hunter22")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "SANDBOX_PORT must be a port from 0 (any free one) to 65535.\n"


def test_wrong_use_shows_how(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["game"], ["nonsense"], ["game", "import", "x", "--player", "Ann"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["game", "import", "a\0b", "--server", "1", "--channel", "2", "--player", "7:Dan"],
        ["game", "verify", "a\0b"],
        ["game", "verify", "\udcff"],
        ["game", "export", "\udcff"],
        ["privacy", "export", "\udcff"],
    ],
)
def test_what_is_no_text_is_wrong_use(
    address: str, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == "An argument is no text in UTF-8, or contains a NUL.\n"


def test_a_file_may_have_any_name(address: str, tmp_path: Path) -> None:
    code = prepare(address, begun).code
    file = tmp_path / "\udcff.json"
    assert main(["game", "export", code, "--output", str(file)]) == 0
    assert read(file.read_bytes()).seats == ("Ann", "Bob")


def test_without_a_token_the_sandbox_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot import app as discord_app
    from bot.cli import sandbox as sandbox_app

    ran: list[str] = []

    def fake(name: str, code: int) -> Callable[..., int]:
        def run(settings: Settings, *shards: object) -> int:
            ran.append(name)
            return code

        return run

    monkeypatch.setattr(sandbox_app, "run", fake("sandbox", 0))
    monkeypatch.setattr(discord_app, "run", fake("discord", 5))
    assert main(["run"]) == 0
    assert main(["sandbox"]) == 0
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    assert main(["run"]) == 5
    assert ran == ["sandbox", "sandbox", "discord"]


def test_shards_are_given_to_the_bot_and_not_to_the_sandbox(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bot import app

    served: list[object] = []

    def run(settings: Settings, shards: object) -> int:
        served.append(shards)
        return 0

    monkeypatch.setattr(app, "run", run)
    assert main(["run", "--shards", "0-3/16"]) == 2
    assert "needs a DISCORD_TOKEN" in capsys.readouterr().err
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    assert main(["run", "--shards", "3-0/16"]) == 2
    assert "There are no shards 3-0 of 16" in capsys.readouterr().err
    assert main(["run", "--shards", "0-3/16"]) == 0
    assert served == [(ShardRange(0, 3, 16),)]


def test_a_record_without_a_suffix_is_verified_as_a_file(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = prepare(address, played)
    assert main(["game", "export", game.code, "--output", str(tmp_path / "record")]) == 0
    assert main(["game", "verify", "record", game.code]) == 0
    assert capsys.readouterr().out == f"record: sound\n{game.code}: sound\n"


@pytest.mark.parametrize("option", ["--repair", "--dry-run", "--recent=1"])
def test_the_gate_takes_no_order_that_it_does_not_carry_out(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--gate", option]) == 2
    assert "nothing is repaired" in capsys.readouterr().err


def test_verifying_nothing_is_wrong_use(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game", "verify"]) == 2
    assert "Name games" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["list"], ["export", "K7QX"], ["export", "K7QX", "--sheet"], ["verify", "--all"], ["replay", "K7QX"]],
)
def test_reading_leaves_the_schema_as_it_is(
    databases: Sqlite | Postgres,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with databases.empty() as address:
        monkeypatch.setenv("DATABASE_URL", address)
        assert main(["game", *arguments]) == 1
        assert "has no schema yet; this version expects" in capsys.readouterr().err
        assert main(["db", "check"]) == 1
        if isinstance(databases, Sqlite):
            assert not Path(address.removeprefix("sqlite:///")).exists()


def test_a_reader_that_has_read_enough_is_no_failure_to_talk_about(sqlite: Sqlite) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with sqlite.fresh() as address, os.fdopen(writing, "w") as output:
        assert listing_to(output, address).stderr == ""


def test_names_and_records_are_written_whole_whatever_the_terminal_can_show(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        prepare(address, opened)
        done = command("game", "list", DATABASE_URL=address, LOG_LEVEL="ERROR", PYTHONIOENCODING="latin-1")
    assert done.stderr == ""
    assert "Ann, –" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_disk_that_is_full_is_not_the_databases_fault(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address, Path("/dev/full").open("w") as output:
        done = listing_to(output, address)
    assert done.returncode == 1
    assert done.stderr == "The command could not be finished: No space left on device.\n"


def listing_to(output: TextIO, address: str) -> subprocess.CompletedProcess[str]:
    """The list of games, written where the test says."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "game", "list"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": address, "LOG_LEVEL": "ERROR"},
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_taken_port_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bot.cli import sandbox as sandbox_app

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(data_folder=tmp_path, sandbox_port=port)
        assert sandbox_app.run(settings) == 1
    result = capsys.readouterr().err
    assert f"port {port}" in result
    assert "SANDBOX_PORT" in result
    assert "Traceback" not in result


def test_the_version_is_told_and_exit_codes_are_documented(capsys: pytest.CaptureFixture[str]) -> None:
    for option, words in (("--version", "turnpost 0."), ("--help", "Exit codes: 0 done")):
        with pytest.raises(SystemExit) as stopped:
            main([option])
        assert stopped.value.code == 0
        assert words in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--help"], ["admin", "clock", "--help"], ["--version"], ["nonsense"]])
def test_help_loads_nothing_that_only_commands_need(arguments: list[str]) -> None:
    assert not loaded_by(arguments, HEAVY, {})


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (["game", "list"], {"bot.service.facade"}),
        (["admin", "audit"], {"bot.service.facade"}),
        (["db", "upgrade"], {"bot.store.models", "bot.service.facade", "engines.registry"}),
    ],
)
def test_a_command_loads_what_it_needs(sqlite: Sqlite, arguments: list[str], more: set[str]) -> None:
    """Neither a door, nor pictures, migrations, what a server needs, or a game that is not there."""
    with sqlite.fresh() as address:
        needless = {"discord", "aiohttp", "aiosmtpd", "PIL", "numpy", "alembic", "mako", "asyncpg"}
        needless |= {"sqlalchemy.dialects.postgresql", *(f"engines.{key}.engine" for key in ENGINES)}
        assert not loaded_by(arguments, needless | more, {"DATABASE_URL": address})


def test_nothing_is_looked_for_to_collect_while_a_command_loads(sqlite: Sqlite) -> None:
    program = (
        "import gc, runpy, sys\n"
        "sys.argv[1:] = ['game', 'list']\n"
        "try: runpy.run_module('bot', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "stats = gc.get_stats()[2]['collections'], gc.get_freeze_count() > 10_000\n"
        "sys.exit(f'whole: {stats[0]}, frozen: {stats[1]}')"
    )
    with sqlite.fresh() as address:
        environment = {**os.environ, "DATABASE_URL": address, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", program], check=False, env=environment, capture_output=True, text=True
        )
    assert done.stderr.strip() == "whole: 0, frozen: True"


def loaded_by(arguments: list[str], libraries: set[str], environment: Mapping[str, str]) -> set[str]:
    """Which of the libraries a command loads."""
    program = (
        "import sys\n"
        "from bot.cli.main import main\n"
        f"try: main({arguments})\n"
        "except SystemExit: pass\n"
        f"found = {libraries} & set(sys.modules)\n"
        "sys.exit(f'loaded: {found}')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search("^loaded: (.*)", done.stderr, re.MULTILINE)
    assert found is not None, done.stderr
    return set(re.findall(r"'([\w.]+)'", found[1]))


def test_every_command_of_the_tree_is_there() -> None:
    named = set(re.findall(r'"([a-z]+\.[a-z_]+)"', (ROOT / "bot" / "cli" / "main.py").read_text()))
    assert len(named) > 15
    for module, function in (one.split(".") for one in named):
        assert callable(getattr(import_module(f"bot.cli.{module}"), function))


def test_what_is_made_is_for_its_owner_alone() -> None:
    done = command("db", "upgrade")
    assert done.returncode == 0, done.stderr
    made = [Path("data"), *Path("data").iterdir()]
    assert len(made) > 1
    assert {stat.S_IMODE(one.stat().st_mode) & 0o077 for one in made} == {0}


def test_a_folder_that_is_not_there_is_named_and_not_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///dta/turnpost.sqlite3")
    for arguments in (["db", "upgrade"], ["sandbox"]):
        monkeypatch.setenv("SANDBOX_PORT", "0")
        assert main(arguments) == 1
        result = capsys.readouterr().err
        assert "There is no folder dta" in result
    assert not Path("dta").exists()


def test_the_sandbox_has_a_database_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from bot.cli import sandbox as sandbox_app

    served: list[str] = []

    async def serve_both(settings: Settings) -> None:
        served.append(settings.database_url)

    monkeypatch.setattr(sandbox_app, "serve_both", serve_both)
    monkeypatch.setenv("DATA_FOLDER", str(tmp_path))
    assert main(["sandbox"]) == 0
    monkeypatch.setenv("DATABASE_URL", "sqlite:///mine.sqlite3")
    assert main(["sandbox"]) == 0
    assert served == [f"sqlite:///{tmp_path}/sandbox-games.sqlite3", "sqlite:///mine.sqlite3"]
