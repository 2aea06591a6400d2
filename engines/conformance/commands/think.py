"""``think``: choose actions for computer players, a task a line, within limits of memory and time.

The process needs only its input: no database, no environment. It opens no connection, starts no process,
writes no file, and reads none but the rules' and Python's own.
"""

import argparse
import os
import resource
import sys
from pathlib import Path
from typing import BinaryIO, TextIO

from engines.conformance.commands.arguments import Subparsers, add_command
from engines.thinking import FOLDER, MAX_TASK, answer

_MEGABYTE = 1 << 20
_POLITE = 10
"""The niceness of the process: other processes go before it."""
_OUTSIDE = (
    *("socket.", "sqlite3.", "subprocess."),
    *("os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system"),
)
"""Audit events (`sys.addaudithook`) of what leaves the process."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_INSIDE = [Path(folder).resolve() for folder in (FOLDER / "engines", sys.prefix, sys.base_prefix)]
"""The only folders of which files may be read: the host's database and settings may be beside the rules."""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "think", "choose actions for computer players, a task a line", run)
    parser.add_argument("--memory", type=int, default=256, metavar="MB", help="at most; 256 by default")
    parser.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="of computing a task at most; 60 by default"
    )


def run(given: argparse.Namespace, stdin: BinaryIO, stdout: TextIO) -> int:
    """Answer until the input ends. The system kills the process where a task takes longer than it may."""
    sys.addaudithook(_stay_inside)
    os.nice(_POLITE)
    _limit(resource.RLIMIT_AS, given.memory * _MEGABYTE)
    _limit(resource.RLIMIT_CORE, 0)
    while line := stdin.readline(MAX_TASK + 1):
        if not line.endswith(b"\n"):
            return 1
        _limit(resource.RLIMIT_CPU, int(_used()) + 1 + given.seconds)
        stdout.write(answer(line).decode() + "\n")
        stdout.flush()
    return 0


def _stay_inside(event: str, given: tuple[object, ...]) -> None:
    """Raise PermissionError for an event that leaves the process."""
    if event.startswith(_OUTSIDE) or (event == "open" and not _is_own(*given)):
        raise PermissionError(f"a process that thinks may not: {event}")


def _is_own(path: object, _mode: object, flags: object) -> bool:
    """Whether a file of the rules or of Python is opened, and only to be read."""
    reads = isinstance(flags, int) and not flags & _WRITES
    return reads and isinstance(path, str) and any(map(Path(path).resolve().is_relative_to, _INSIDE))


def _limit(what: int, most: int) -> None:
    """Set a resource limit, but no higher than the hard limit of the process."""
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
