"""Backups again and again: each is put to the test, and only then do old ones go."""

from __future__ import annotations

import asyncio
import os
import re
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

_SECOND_TRY = timedelta(hours=1)
"""After which a backup that failed is made again, unless one is due before."""
_STAMP = "turnpost-%Y%m%dT%H%M%SZ.gz"
"""The name of a backup, by the moment at which it was begun."""
_NAME = re.compile(r"turnpost-\d{8}T\d{6}Z\.gz")


class BackupSchedule:
    """A backup every so often in a folder of which the newest are kept, by one process."""

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
        self._alone = ProcessLock(folder / "backups")
        self._not_before = clock.now()
        self.flaw: str | None = None
        """Why the last one failed; None where it did not."""

    async def run(self) -> None:
        """Make backups for ever. While another process makes them in this folder, look on."""
        mine = False
        try:
            while True:
                mine = mine or await self._alone.claim()
                if mine:
                    await asyncio.to_thread(self._sweep)
                await self._clock.sleep_until(await asyncio.to_thread(self._due))
                self._not_before = self._clock.now() + min(self._every, _SECOND_TRY)
                if mine:
                    await self._back_up()
        finally:
            self._alone.give_back()

    async def _back_up(self) -> None:
        file = self._folder / self._clock.now().strftime(_STAMP)
        try:
            await self._make(file)
            self.flaw = None
            await asyncio.to_thread(self._prune)
        except (BackupFailed, OSError) as error:
            self.flaw = str(error)
            log.error("backup_failed", reason=self.flaw)  # noqa: TRY400 -- the sentence says it all
        else:
            log.info("backup_made", file=str(file))

    def _due(self) -> datetime:
        """When the next one is due; whoever watches learns of the last."""
        begun = [datetime.strptime(one.name, _STAMP).replace(tzinfo=UTC) for one in self._passed()]
        newest = max((moment for moment in begun if moment <= self._clock.now()), default=None)
        self._observer.backup(newest, failed=self.flaw is not None)
        return self._not_before if newest is None else max(self._not_before, newest + self._every)

    def _sweep(self) -> None:
        """Take away what interrupted ones have left behind, and all but the newest that failed."""
        failed = sorted(self._folder.glob(f"turnpost-*{FAILED}"))
        for left in (*self._folder.glob(f"turnpost-*{PART}*"), *failed[:-1]):
            left.unlink()

    def _prune(self) -> None:
        """Take away all but the newest, the last of which has just passed its test."""
        for old in (*self._passed()[: -self._keep], *self._folder.glob(f"turnpost-*{FAILED}")):
            old.unlink()

    def _passed(self) -> list[Path]:
        """The backups that there are, the oldest first."""
        return sorted(one for one in self._folder.iterdir() if _NAME.fullmatch(one.name))


def by_command(database_url: str) -> Make:
    """A backup is made by a process of its own, which leaves this one its time and ends with it."""

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
            _, told = await child.communicate()
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
        if child.returncode:
            lines = told.decode(errors="replace").splitlines()
            raise BackupFailed(lines[-1] if lines else f"The backup ended with {child.returncode}.")

    return make
