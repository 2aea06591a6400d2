"""The process that thinks for computer players: what it gets is all that it has."""

import signal
import subprocess
import sys

import msgspec
import pytest

from engines.contract import Level
from engines.thinking import FOLDER, MAX_TASK, Task, think
from tests.engines.thinking_process import answers, child


def test_what_is_no_task_is_answered_and_the_next_one_too() -> None:
    wrong = Task(game="chess", view=msgspec.Raw(b"{}"), seat=0, level=Level.GENTLE, seed="a")
    deep = b'{"type":"choose","game":"roses","view":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    done = child(b"{", b"\xff", deep, wrong)
    assert done.returncode == 0
    assert [one.error for one in answers(done)][:3] == ["That is not a task."] * 3
    assert (answers(done)[3].error or "").startswith("KeyError in registry.py")


def test_a_task_without_end_ends_the_process() -> None:
    assert MAX_TASK == 2**20, "the review of a long game fits"
    assert child(b" " * (MAX_TASK + 1)).returncode == 1


def test_an_error_tells_nothing_of_the_position() -> None:
    view = msgspec.Raw(b'{"secret": 1}')
    thought = think(Task(game="roses", view=view, seat=0, level=Level.GENTLE, seed="a"))
    assert thought.action is None
    assert thought.error is not None
    assert "secret" not in thought.error


_WITH_A_PLAYER_THAT = """
import sys
from types import SimpleNamespace
from engines import thinking
from engines.conformance.commands import main

def choose(view, seat, level, rng):
    {does}

player = SimpleNamespace(choose=choose)
codec = SimpleNamespace(decode_view=lambda data: None)
thinking.engine_for = lambda key: SimpleNamespace(computer=player, codec=codec)
sys.exit(main(["think", "--seconds", "0", "--memory", "256"], sys.stdin.buffer, sys.stdout))
"""
_ANY = Task(game="roses", view=msgspec.Raw(b"{}"), seat=0, level=Level.GENTLE, seed="a")


def child_with(does: str, *tasks: Task) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", _WITH_A_PLAYER_THAT.format(does=does)],
        input=b"".join(msgspec.json.encode(task) + b"\n" for task in tasks),
        capture_output=True,
        cwd=FOLDER,
        env={},
        check=False,
        timeout=300,
    )


def test_a_player_that_takes_too_much_memory_is_refused_it() -> None:
    done = child_with("return bytearray(1 << 28)", _ANY, _ANY)
    assert done.returncode == 0
    assert [(one.error or "").split()[0] for one in answers(done)] == ["MemoryError"] * 2


@pytest.mark.slow
def test_a_player_that_thinks_too_long_is_killed() -> None:
    done = child_with("while True: pass", _ANY)
    assert done.returncode == -signal.SIGXCPU
    assert done.stdout == b""


def test_a_process_that_thinks_has_no_environment_and_does_not_know_the_bot() -> None:
    done = child_with(
        "import os; raise KeyError(len(os.environ)) if len(os.environ) > 1 else IndexError", _ANY
    )
    assert (answers(done)[0].error or "").startswith("IndexError")
    done = child_with(
        "raise KeyError if {'bot', 'sqlalchemy', 'discord'} & {*sys.modules} else IndexError", _ANY
    )
    assert (answers(done)[0].error or "").startswith("IndexError")


@pytest.mark.parametrize(
    "does",
    [
        "import socket; socket.socket()",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.fork()",
        "open('found.txt', 'w')",
        "open('/etc/hosts')",
        "open('pyproject.toml')",
        "import sqlite3; sqlite3.connect(':memory:')",
    ],
)
def test_a_player_reaches_nothing_outside_its_process(does: str) -> None:
    done = child_with(does, _ANY)
    assert (answers(done)[0].error or "").startswith("PermissionError")
