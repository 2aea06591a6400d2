"""``think``: choose actions for computer players, a task a line, within limits of memory and time.

The process needs only its input: no database, no network, no environment.
"""

import argparse
import os
import resource
from typing import BinaryIO, TextIO

from engines.conformance.commands.arguments import Subparsers, add_command
from engines.thinking import MAX_TASK, answer

_MEGABYTE = 1 << 20
_POLITE = 10
"""How far it steps back behind other processes."""


def add(subparsers: Subparsers) -> None:
    """The subcommand's arguments."""
    parser = add_command(subparsers, "think", "choose actions for computer players, a task a line", run)
    parser.add_argument("--memory", type=int, default=256, metavar="MB", help="at most; 256 by default")
    parser.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="of computing a task at most; 60 by default"
    )


def run(given: argparse.Namespace, stdin: BinaryIO, stdout: TextIO) -> int:
    """Answer until the input ends; killed where a task takes longer than it may."""
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


def _limit(what: int, most: int) -> None:
    """Set a limit, within what the process was given."""
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
