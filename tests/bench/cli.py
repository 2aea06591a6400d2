"""How soon a command of the command line answers."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench import Figure

_ROUNDS = 7
_ALLOWED = 0.5
"""The most seconds that a command may take."""
_FLOOR = ("-c", "import sqlalchemy.orm, sqlalchemy.ext.asyncio")
_BOT = (
    "-c",
    "import runpy, sys; sys.modules['rich'] = None; runpy.run_module('bot', run_name='__main__')",
)
"""The bot without `rich`, as it is installed: structlog loads that library where developers have it."""
_COMMANDS = (("game", "list"), ("admin", "audit"), ("db", "upgrade"))


def run() -> Iterator[Figure]:
    """Measure the processor time of whole processes beside one that only loads SQLAlchemy.

    All modules are compiled, as in an image or in a folder where the bot has run before.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
            "PYTHONPYCACHEPREFIX": folder,
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _seconds((*_BOT, "db", "upgrade"), environment)
        floor, _ = _seconds(_FLOOR, environment)
        for command in _COMMANDS:
            found, waited = _seconds((*_BOT, *command), environment)
            yield Figure(
                f"{' '.join(command)} (here {waited:.2f} s on the wall)",
                found,
                "s",
                floor,
                "an interpreter that loads SQLAlchemy",
                "less",
                _ALLOWED,
            )


def _seconds(arguments: Sequence[str], environment: dict[str, str]) -> tuple[float, float]:
    """The least processor seconds of several runs of a process, and the least elapsed seconds."""
    computing, waited = list[float](), list[float]()
    for _ in range(_ROUNDS):
        before, begun = _of_children(), time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
        waited.append(time.perf_counter() - begun)
        computing.append(_of_children() - before)
    return min(computing), min(waited)


def _of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
