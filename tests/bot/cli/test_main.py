"""The command line: what its use is, what it loads, where it writes, and what it says of wrong use."""

import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TextIO

import pytest

from bot.cli.main import main
from bot.settings import Settings
from bot.shards import ShardRange
from engines.registry import ENGINES
from tests.bot.cli.prepared_games import ROOT, prepare
from tests.databases import Sqlite
from tests.service.actors import opened

HEAVY = {"sqlalchemy", "discord", "msgspec", "PIL", "engines", "asyncio", "shtab", "tqdm"}
"""Libraries that take their time to load."""


def command(
    *arguments: str, output: TextIO | int = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[str]:
    """``python -m bot`` in a process of its own, which writes to `output`."""
    return python("-m", "bot", *arguments, output=output, **environment)


def python(
    *arguments: str, output: TextIO | int = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Python from this checkout in a process of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_wrong_setting_stops_every_command_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SANDBOX_PORT", "hunter22")
    for arguments in (["game", "list"], ["doctor"], ["run"]):
        assert main(arguments) == 2
        assert capsys.readouterr() == ("", "SANDBOX_PORT must be a port from 0 (any free one) to 65535.\n")


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
    assert capsys.readouterr().err == "An argument is not UTF-8 text, or contains a NUL.\n"


def test_without_a_token_the_sandbox_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot import app as discord_app
    from bot.cli import sandbox as sandbox_app

    ran: list[str] = []

    def fake(name: str, code: int) -> Callable[..., int]:
        def run(settings: Settings, *more: object) -> int:
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

    def run(settings: Settings, token: str, shards: object) -> int:
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


@pytest.mark.parametrize("arguments", [["game", "list"], ["completion", "bash"]])
def test_a_reader_that_has_read_enough_is_no_failure_to_talk_about(
    sqlite: Sqlite, arguments: list[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with sqlite.fresh() as address, os.fdopen(writing, "w") as output:
        done = command(*arguments, output=output, DATABASE_URL=address, LOG_LEVEL="ERROR")
    assert (done.returncode, done.stderr) == (1, "")


def test_names_and_records_are_written_whole_whatever_the_terminal_can_show(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address:
        prepare(address, opened)
        done = command("game", "list", DATABASE_URL=address, LOG_LEVEL="ERROR", PYTHONIOENCODING="latin-1")
    assert done.stderr == ""
    assert "Ann, –" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_disk_that_is_full_is_not_the_databases_fault(sqlite: Sqlite) -> None:
    with sqlite.fresh() as address, Path("/dev/full").open("w") as output:
        done = command("game", "list", output=output, DATABASE_URL=address, LOG_LEVEL="ERROR")
        script = command("completion", "bash", output=output)
    assert (done.returncode, script.returncode) == (1, 1)
    assert done.stderr == "The command could not be finished: No space left on device.\n"
    assert script.stderr == "The script cannot be written: No space left on device.\n"


def test_a_taken_port_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bot.cli import sandbox as sandbox_app

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(data_folder=tmp_path, sandbox_port=port)
        assert sandbox_app.run(settings) == 1
    result = capsys.readouterr().err
    assert f"port {port}" in result
    assert "[Errno" not in result
    assert "SANDBOX_PORT" in result
    assert "Traceback" not in result


def test_a_command_that_is_told_to_end_tidies_up() -> None:
    """Also where it was started in the background, which ignores interrupts."""
    done = python(
        "-c",
        """
import asyncio, signal
from bot.cli import connection, database
from bot.cli.main import main

async def work(_storage):
    try:
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(600)
    finally:
        print("tidied up")

database.check = lambda settings, _chosen: connection.with_storage(settings, work)
for handler in (signal.SIG_IGN, signal.default_int_handler):
    signal.signal(signal.SIGINT, handler)
    print(main(["db", "check"]))
""",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, 2 * "tidied up\n1\n", 2 * "Interrupted.\n")


def test_the_version_is_told_and_exit_codes_are_documented(capsys: pytest.CaptureFixture[str]) -> None:
    for option, words in (("--version", "turnpost 0."), ("--help", "Exit codes: 0 done")):
        with pytest.raises(SystemExit) as stopped:
            main([option])
        assert stopped.value.code == 0
        assert words in capsys.readouterr().out


def test_help_loads_nothing_that_only_commands_need() -> None:
    assert not loaded_by([["--help"], ["admin", "clock", "--help"], ["--version"], ["nonsense"]], HEAVY)


@pytest.mark.parametrize(
    ("commands", "more"),
    [
        ([["game", "list"], ["admin", "audit"]], {"bot.service.facade", "bot.service.notices.notifications"}),
        ([["db", "upgrade"]], {"bot.store.models", "bot.service.facade", "engines.registry"}),
    ],
)
def test_commands_load_what_they_need(sqlite: Sqlite, commands: list[list[str]], more: set[str]) -> None:
    """Neither a door, nor pictures, migrations, what a server needs, or a game that is not there."""
    with sqlite.fresh() as address:
        needless = {"discord", "aiohttp", "aiosmtpd", "PIL", "numpy", "alembic", "mako", "asyncpg"}
        needless |= {"sqlalchemy.dialects.postgresql", *(f"engines.{key}.engine" for key in ENGINES)}
        assert not loaded_by(commands, needless | more, DATABASE_URL=address)


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
        done = python("-c", program, DATABASE_URL=address)
    assert done.stderr.strip() == "whole: 0, frozen: True"


def loaded_by(commands: list[list[str]], libraries: set[str], **environment: str) -> set[str]:
    """Which of the libraries these commands load, one after the other."""
    program = (
        "import sys\n"
        "from bot.cli.main import main\n"
        f"for command in {commands}:\n"
        "    try: main(command)\n"
        "    except SystemExit: pass\n"
        f"found = {libraries} & set(sys.modules)\n"
        "sys.exit(f'loaded: {found}')\n"
    )
    done = python("-c", program, output=subprocess.PIPE, **environment)
    found = re.search("^loaded: (.*)", done.stderr, re.MULTILINE)
    assert found is not None, done.stderr
    return set(re.findall(r"'([\w.]+)'", found[1]))


def test_every_command_of_the_tree_is_there() -> None:
    named = set(re.findall(r"""["']([a-z]+\.[a-z_]+)["']""", (ROOT / "bot" / "cli" / "main.py").read_text()))
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
        result = capsys.readouterr()
        assert "There is no folder dta" in result.err
        assert result.out == "", "an address under which nobody plays"
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
