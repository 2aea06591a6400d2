"""Reserves a SQLite database for one process: a lock that ends with the process."""

import asyncio
import sqlite3
from pathlib import Path


class ProcessLock:
    """The right to be the only process that serves an SQLite file.

    It is a transaction that never ends, on an empty database beside the file: a lock on every platform.
    """

    def __init__(self, file: Path) -> None:
        # SQLite's own files are beside the file that a link names, too.
        real = file.resolve()
        self._file = real.with_name(f"{real.name}-serving")
        self._lock: sqlite3.Connection | None = None

    async def claim(self) -> bool:
        """Take the right; False if another process has it."""
        return await asyncio.to_thread(self._claim)

    async def is_taken(self) -> bool:
        """Whether another process has the right; creates no file."""
        if not await asyncio.to_thread(self._file.exists):
            return False
        free = await self.claim()
        self.release()
        return not free

    def _claim(self) -> bool:
        connection = sqlite3.connect(self._file, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise
        self._lock = connection
        return True

    def release(self) -> None:
        """Let another process take the right."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
