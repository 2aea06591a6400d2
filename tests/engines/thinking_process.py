"""A process that thinks for computer players."""

import subprocess
import sys

import msgspec

from engines.reviewing import ReviewTask
from engines.thinking import COMMAND, FOLDER, Task, Thought


def child(
    *tasks: Task | ReviewTask | bytes, arguments: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[bytes]:
    """Run a thinking process with an empty environment on these tasks, and return it completed."""
    lines = [task if isinstance(task, bytes) else msgspec.json.encode(task) for task in tasks]
    return subprocess.run(
        [sys.executable, *COMMAND, *arguments],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        cwd=FOLDER,
        env={},
        check=False,
        timeout=300,
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Thought]:
    return [msgspec.json.decode(line, type=Thought) for line in done.stdout.splitlines()]
