"""Examines games in several processes side by side."""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncGenerator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context

from bot.cli.connection import clock_of
from bot.cli.errors import Failure
from bot.logs import configure_logs
from bot.service.facade import Service
from bot.service.game.integrity import Problem
from bot.service.repair.doctor import Examine
from bot.settings import Settings
from bot.store.database import Database
from engines.registry import ENGINES

_FEW = 200
"""Games that one process examines in the time in which others start."""
_BATCH = 40
"""Games that a process gets at a time."""
_MOST = 8
"""The most processes, however many cores there are."""
_NICE = 10
"""The niceness of the processes: a bot on the same machine comes first."""


def examined_in_parallel(settings: Settings, alone: Examine) -> Examine:
    """An examination in as many processes as there are cores; `alone`, if there are few games or one core."""

    async def examined(
        numbers: Sequence[int], columns: frozenset[str]
    ) -> AsyncGenerator[list[Problem], None]:
        processes = min(os.cpu_count() or 1, _MOST)
        there = alone if len(numbers) <= _FEW or processes == 1 else _InProcesses(settings, processes)
        async for found in there(numbers, columns):
            yield found

    return examined


class _InProcesses:
    def __init__(self, settings: Settings, processes: int) -> None:
        self._settings = settings
        self._processes = processes

    async def __call__(
        self, numbers: Sequence[int], columns: frozenset[str]
    ) -> AsyncGenerator[list[Problem], None]:
        """Yield the problems of each game, in the order of the numbers. Raises Failure."""
        # A forked process would have the locks of this one's threads, but not its threads.
        pool = ProcessPoolExecutor(
            self._processes, get_context("spawn"), initializer=_begin, initargs=(self._settings,)
        )
        batches = (numbers[start : start + _BATCH] for start in range(0, len(numbers), _BATCH))
        under_way: deque[Future[list[list[Problem]]]] = deque()
        try:
            while True:
                ahead = islice(batches, 2 * self._processes - len(under_way))
                under_way += [pool.submit(_examine, batch, columns) for batch in ahead]
                if not under_way:
                    return
                for found in await asyncio.wrap_future(under_way.popleft()):
                    yield found
        except BrokenProcessPool:
            raise Failure("A process that examined games was killed: is there memory enough?") from None
        finally:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


_settings: list[Settings] = []
"""The settings of the parent process, set in each worker process."""


def _begin(settings: Settings) -> None:
    """Ignore interrupts, which the parent process handles, and run at a lower priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(_NICE)
    configure_logs(level=settings.log_level, style=settings.log_format, secrets=settings.secrets)
    _settings.append(settings)


def _examine(numbers: Sequence[int], columns: frozenset[str]) -> list[list[Problem]]:
    (settings,) = _settings

    async def run() -> list[list[Problem]]:
        database = Database(settings.database)
        try:
            doctor = Service(database, ENGINES, await clock_of(database)).doctor
            return [found async for found in doctor.examined(numbers, columns)]
        finally:
            await database.close()

    return asyncio.run(run())
