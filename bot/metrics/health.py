"""Whether a process serves, and which parts are missing."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from bot.backup_schedule import BackupSchedule
from bot.clock import Clock
from bot.errors import DatabaseDamaged, DatabaseUnavailable
from bot.observer import NULL_OBSERVER, Observer
from bot.store.database import Database
from bot.store.repositories.inspection import QueueStatistics

PATIENCE = 2.0
"""Seconds that the database may take to answer."""
OK = "ok"
STUCK = timedelta(minutes=5)
"""How long the oldest delivery may wait before the outbox counts as stuck."""


class ServingStatus:
    """Whether this process serves, and the observer of its metrics."""

    def __init__(self, observer: Observer = NULL_OBSERVER) -> None:
        self.observer = observer
        self.connected: Callable[[], bool] | None = None
        """Whether all shards are connected; None while the process stands by."""
        self.backups: BackupSchedule | None = None
        """The backups that this process makes."""

    @contextmanager
    def serving(self, connected: Callable[[], bool], backups: BackupSchedule | None = None) -> Iterator[None]:
        """Mark the process as serving while the block lasts; `connected` says whether all shards are."""
        self.connected, self.backups = connected, backups
        try:
            yield
        finally:
            self.connected = self.backups = None


class Health:
    """Readiness of the gateway connection, the database and the outbox."""

    def __init__(self, database: Database, clock: Clock, status: ServingStatus) -> None:
        self._database = database
        self._clock = clock
        self._status = status

    async def queue_statistics(self) -> QueueStatistics | None:
        """Queue statistics; None if the database does not answer in time."""
        try:
            async with asyncio.timeout(PATIENCE), self._database.reading() as unit:
                return await unit.inspection.queue_statistics(self._clock.now())
        except (DatabaseUnavailable, DatabaseDamaged, TimeoutError):
            return None

    async def report(self) -> dict[str, str]:
        """The state of each part: ``ok`` or its problem."""
        queue = await self.queue_statistics()
        if queue is None:
            database = outbox = "the database gives no answer"
        else:
            database = OK
            stuck = queue.delivery_age > STUCK.total_seconds()
            outbox = f"a delivery has waited for {queue.delivery_age:.0f} s" if stuck else OK
        return {"gateway": self.gateway(), "database": database, "outbox": outbox}

    def warnings(self) -> dict[str, str]:
        """The state of parts without which the process still serves: ``ok`` or the problem."""
        backups = self._status.backups
        return {} if backups is None else {"backups": backups.failure or OK}

    def gateway(self) -> str:
        """``ok``, or why this process is not connected to Discord."""
        if self._status.connected is None:
            return "standing by"
        return OK if self._status.connected() else "not connected"
