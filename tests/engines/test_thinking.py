"""The process that thinks for computer players: what it gets is all that it has."""

from __future__ import annotations

import subprocess
import sys

import msgspec

from engines.contract import Level
from engines.thinking import COMMAND, FOLDER, MAX_TASK, Task, Thought, think


def child(*tasks: Task | bytes, arguments: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    """A process of its own, with an empty environment, that has answered these."""
    lines = [task if isinstance(task, bytes) else msgspec.json.encode(task) for task in tasks]
    return subprocess.run(
        [sys.executable, *COMMAND, *arguments],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        cwd=FOLDER,
        env={},
        check=False,
        timeout=60,
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Thought]:
    return [msgspec.json.decode(line, type=Thought) for line in done.stdout.splitlines()]


def test_what_is_no_task_is_answered_and_the_next_one_too() -> None:
    wrong = Task(game="chess", view=msgspec.Raw(b"{}"), seat=0, level=Level.GENTLE, seed="a")
    done = child(b"{", b"\xff", wrong)
    assert done.returncode == 0
    assert [one.error for one in answers(done)][:2] == ["That is not a task."] * 2
    assert (answers(done)[2].error or "").startswith("KeyError in registry.py")


def test_a_task_without_end_ends_the_process() -> None:
    assert child(b" " * (MAX_TASK + 1)).returncode == 1


def test_an_error_tells_nothing_of_the_position() -> None:
    view = msgspec.Raw(b'{"secret": 1}')
    thought = think(Task(game="roses", view=view, seat=0, level=Level.GENTLE, seed="a"))
    assert thought.action is None
    assert thought.error is not None
    assert "secret" not in thought.error
