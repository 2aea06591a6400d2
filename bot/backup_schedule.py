"""Scheduled backups: each is tested before old ones are deleted."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import structlog

from bot.backups import FAILED, PART, BackupFailed
from bot.clock import Clock
from bot.observer import NULL_OBSERVER, Observer
from bot.store.process_lock import ProcessLock

log = structlog.get_logger(__name__)

Make: TypeAlias = Callable[[Path], Awaitable[None]]
"""Makes a backup that has passed its test. Raises BackupFailed and OSError."""

_FAILURES = (BackupFailed, OSError, sqlite3.Error)
"""The errors of a failed backup; `sqlite3.Error` if the lock for making backups cannot be taken."""
_SECOND_TRY = timedelta(hours=1)
"""The wait after a failed backup, if the interval of backups is not shorter."""
_STAMP = "turnpost-%Y%m%dT%H%M%SZ.gz"
"""The name of a backup: the time at which it was begun."""


class BackupSchedule:
    """Makes a backup at intervals and keeps the newest. Of several processes with one folder, one does."""

    def __init__(
        self,
        folder: Path,
        make: Make,
        clock: Clock,
        *,
        every: timedelta,
        keep: int,
        observer: Observer = NULL_OBSERVER,
    ) -> None:
        self._folder = folder
        self._make = make
        self._clock = clock
        self._every = every
        self._keep = keep
        self._observer = observer
        self._process_lock = ProcessLock(folder / "backups")
        self._mine = False
        self._newest: datetime | None = None
        self.failure: str | None = None
        """Why the last backup failed; None if it did not."""

    async def run(self) -> None:
        """Make backups until cancelled. While another process makes them in this folder, only watch."""
        moment = self._clock.now()
        try:
            while True:
                await self._clock.sleep_until(moment)
                moment = await self._make_if_due()
        finally:
            self._process_lock.release()
            self._mine = False

    async def _make_if_due(self) -> datetime:
        """Make a backup if one is due, and return when to look again."""
        now = self._clock.now()
        again = now + min(self._every, _SECOND_TRY)
        try:
            self._mine = self._mine or await self._process_lock.claim()
            self._newest = await asyncio.to_thread(self._look)
            due = now if self._newest is None else self._newest + self._every
            if due <= now and self._mine:
                file = self._folder / now.strftime(_STAMP)
                await asyncio.to_thread(self._remove, f"turnpost-*{FAILED}")
                await self._make(file)
                log.info("backup_made", file=str(file))
                self._newest, due = now, now + self._every
                await asyncio.to_thread(self._prune)
            self.failure = None
        except _FAILURES as error:
            self.failure, due = str(error), again
            log.error("backup_failed", reason=self.failure)  # noqa: TRY400 -- the sentence says it all
        self._observer.backup(self._newest, failed=self.failure is not None)
        return due if due > now else again

    def _look(self) -> datetime | None:
        """Return when the newest backup was made. Delete files that interrupted ones have left behind."""
        if self._mine:
            self._remove(f"turnpost-*{PART}*")
        return max((moment for moment, _ in self._passed()), default=None)

    def _remove(self, pattern: str) -> None:
        for left in self._folder.glob(pattern):
            left.unlink()

    def _prune(self) -> None:
        """Delete all except the newest backups; the last one has just passed its test."""
        for _, old in self._passed()[: -self._keep]:
            old.unlink()

    def _passed(self) -> list[tuple[datetime, Path]]:
        """The backups in the folder with their times, the oldest first, except those from the future: a clock
        was wrong then.
        """
        found = ((_begun(file.name), file) for file in self._folder.iterdir())
        now = self._clock.now()
        return sorted((moment, file) for moment, file in found if moment is not None and moment <= now)


def _begun(name: str) -> datetime | None:
    """When the backup with this name was begun; None for any other file."""
    try:
        moment = datetime.strptime(name, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    # A name that only resembles a backup's may be somebody's own file, which is never deleted.
    return moment if moment.strftime(_STAMP) == name else None


def by_command(database_url: str) -> Make:
    """Make backups in a child process, so that they take no time from this one; it is killed if cancelled."""

    async def make(file: Path) -> None:
        command = ("-m", "bot", "db", "backup", str(file), "--test")
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            env=os.environ | {"DATABASE_URL": database_url, "LOG_LEVEL": "ERROR"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            _, output = await child.communicate()
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
        if child.returncode:
            lines = output.decode(errors="replace").splitlines()
            raise BackupFailed(lines[-1] if lines else f"The backup ended with {child.returncode}.")

    return make
