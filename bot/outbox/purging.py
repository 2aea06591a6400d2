"""Deletes what the outbox no longer needs: old receipts, and the deliveries of games that ended long ago."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias, get_args

import structlog

from bot.clock import Clock
from bot.service.values import payloads
from bot.store.database import Database
from bot.store.repositories.outbox import OutboxRows

log = structlog.get_logger(__name__)

RETENTION = timedelta(days=7)
"""How long dropped deliveries are kept, and all deliveries of a game after its end."""
RECEIPTS_KEPT = timedelta(hours=1)
"""How long the receipt of a delivery is kept."""
ANSWERED_FOR = timedelta(days=30)
"""How long the receipt of a direct message is kept, so that a reply finds its game."""
_ANSWERED = frozenset(str(kind.__struct_config__.tag) for kind in get_args(payloads.Direct))
_UNANSWERED = frozenset(str(kind.__struct_config__.tag) for kind in get_args(payloads.Payload)) - _ANSWERED
_EDITED = ("hand",)
"""Kinds that change one message again and again: a reply to it finds its game by the newest receipt."""
_INTERVAL = timedelta(hours=1)
_BATCH = 500
"""Rows deleted at a time; a full batch is followed by another soon."""
_SOON = timedelta(seconds=15)

_Deletion: TypeAlias = Callable[[OutboxRows], Awaitable[int]]


class Purging:
    """Deletes old rows from time to time, each batch in a transaction of its own."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._next = clock.now()
        self._purged_to: datetime | None = None
        """The end of the last game whose deliveries this process has purged."""

    async def purge(self) -> None:
        """Delete a batch of each kind of old rows, if it is time."""
        now = self._clock.now()
        if now < self._next:
            return
        # Nothing is delivered during a purge: one that fails must not be tried before each delivery.
        self._next = now + _SOON
        deletions: Sequence[_Deletion] = (
            lambda rows: rows.purge(now - RETENTION, since=self._purged_to, limit=_BATCH),
            _receipts(_UNANSWERED, now - RECEIPTS_KEPT, delivered=True),
            _receipts(_EDITED, now - RECEIPTS_KEPT, delivered=True, edited=True),
            _receipts(_UNANSWERED, now - RETENTION),
            _receipts(_ANSWERED, now - ANSWERED_FOR),
        )
        batches = [await self._purge(deletion) for deletion in deletions]
        if batches[0] < _BATCH:
            self._purged_to = now - RETENTION
        async with self._database.transaction() as unit:
            await unit.refusals.purge(now - RETENTION)
        purged = sum(batches)
        if max(batches) < _BATCH:
            self._next = now + _INTERVAL
        if purged:
            log.info("deliveries_purged", count=purged)

    async def _purge(self, deletion: _Deletion) -> int:
        async with self._database.transaction() as unit:
            return await deletion(unit.outbox)


def _receipts(kinds: Collection[str], before: datetime, **which: bool) -> _Deletion:
    return lambda rows: rows.purge_receipts(kinds, before, limit=_BATCH, **which)
