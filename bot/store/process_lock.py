"""Reserves a SQLite database for one process: a lock that ends with the process."""

import asyncio
import sqlite3
from pathlib import Path

from bot.supervision import run_to_completion

_LOOK_SECONDS = 0.2
"""How long others may look whether the right is taken, at most, while it is being claimed."""


class ProcessLock:
    """The right to be the only process that serves an SQLite file.

    It is a transaction that never ends, on an empty database beside the file: a lock on every platform.
    """

    def __init__(self, file: Path) -> None:
        # SQLite's own files are beside the file to which a link points.
        real = file.resolve()
        self._file = real.with_name(f"{real.name}-serving")
        self._lock: sqlite3.Connection | None = None

    async def claim(self) -> bool:
        """Take the right; False if another process has it."""
        # Wait for the thread even if cancelled: a lock that it takes afterwards could not be released.
        return await run_to_completion(asyncio.to_thread(self._claim))

    async def is_taken(self) -> bool:
        """Whether another process has the right; creates no file. Several may look at the same moment."""
        return await asyncio.to_thread(self._file.exists) and await asyncio.to_thread(self._is_taken)

    def _claim(self) -> bool:
        self._lock = self._begun("BEGIN EXCLUSIVE", timeout=_LOOK_SECONDS)
        return self._lock is not None

    def _is_taken(self) -> bool:
        looking = self._begun("SELECT * FROM sqlite_master", timeout=0)
        if looking is not None:
            looking.close()
        return looking is None

    def _begun(self, statement: str, *, timeout: float) -> sqlite3.Connection | None:
        """A connection that has executed this; None where another process's lock is in the way."""
        connection = sqlite3.connect(
            self._file, timeout=timeout, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return None
            raise
        return connection

    def release(self) -> None:
        """Let another process take the right."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
