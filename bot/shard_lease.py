"""Decides which process serves which shards: one for each range, and another as soon as that one is gone.

On PostgreSQL the right to serve is a lease for each shard, which the process renews while it lives. A
process that finds no range free stands by; one that cannot renew in time stops serving before another may
begin. (A process that was suspended meanwhile may notice too late. That is harmless: an interaction has one
effect however often it is handled, only the newest attempt can close a delivery, and a message that was
edited too late is edited again.) On SQLite there is one process.
"""

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias
from uuid import uuid4

import structlog

from bot.clock import Clock
from bot.errors import DatabaseUnavailable
from bot.shards import ShardRange
from bot.store.database import Conflict, Database
from bot.store.models import LeaseRow
from bot.store.process_lock import ProcessLock
from bot.store.unit import Unit
from bot.supervision import run_last

log = structlog.get_logger(__name__)

LEASE = timedelta(seconds=15)
"""How long after its last renewal a process may be replaced. The clocks of processes, which the database's
clock sets, must differ by less than `MARGIN`."""
RENEWAL_INTERVAL = timedelta(seconds=4)
"""How often a lease is renewed."""
MARGIN = timedelta(seconds=3)
"""A process that cannot renew its lease stops serving this long before the lease ends."""
_LOOK = timedelta(seconds=1)
"""How often a stand-by looks for a free range."""
IDENTIFY = timedelta(seconds=5)
"""The time that Discord requires between the starts of two sessions in the same bucket."""

_SHORTEST = 0.5
"""Seconds that even a late renewal may take: it succeeds if nobody else has taken the leases."""
_SHARD = "shard:"

_TROUBLE = (DatabaseUnavailable, Conflict, TimeoutError)
"""The errors of a database that is out of reach for a while."""


class LeaseLost(Exception):  # noqa: N818 -- an event, not a fault of this process
    """This process may no longer serve; the text says why."""


class AlreadyRunning(Exception):  # noqa: N818 -- the text, one sentence for the operator, says enough
    """Another process serves this database, or several would: SQLite takes only one."""


class ProcessShardLease:
    """The lease on SQLite: a lock that one process holds for as long as it lives."""

    def __init__(self, process_lock: ProcessLock, shards: ShardRange, clock: Clock) -> None:
        self._process_lock = process_lock
        self._shards = shards
        self._clock = clock

    async def begin(self) -> ShardRange:
        """Claim the database for this process, which serves the whole range. Raises AlreadyRunning."""
        if not await self._process_lock.claim():
            raise AlreadyRunning(
                "Another process serves this SQLite database already; SQLite takes one, PostgreSQL several."
            )
        return self._shards

    async def keep(self) -> None:
        """Wait until cancelled: nobody can take the lease away."""
        await asyncio.Event().wait()

    async def end(self) -> None:
        """Release the lock, so that another process can begin."""
        self._process_lock.release()

    async def identify(self, shard: int, *, buckets: int, initial: bool) -> None:  # noqa: ARG002
        """Return when a session may be begun; `initial`: whether it is the first of this process."""
        if not initial:
            await self._clock.sleep(IDENTIFY)


class DatabaseShardLease:
    """The lease on PostgreSQL: a row for each shard."""

    def __init__(self, database: Database, clock: Clock, ranges: Sequence[ShardRange]) -> None:
        self._database = database
        self._clock = clock
        self._ranges = tuple(ranges)
        self._holder = uuid4().hex
        self._shards = self._ranges[0]
        self._until = clock.now()

    async def begin(self) -> ShardRange:
        """Wait until a range is free, and take it."""
        waiting = False
        while not await self._take_free_range():
            if not waiting:
                log.info("standing_by", shards=[str(one) for one in self._ranges])
                waiting = True
            await self._clock.sleep(_LOOK)
        log.info("shards_taken", shards=str(self._shards))
        return self._shards

    async def _take_free_range(self) -> bool:
        """Take the first free range; False if there is none, or the database is out of reach."""
        try:
            async with self._database.transaction() as unit:
                await unit.leases.in_turn()
                now = self._clock.now()
                living = await _living(unit, now)
                free = [one for one in self._ranges if _free(one, living)]
                if not free:
                    return False
                await unit.leases.take(_names(free[0]), self._holder, now + LEASE)
        except _TROUBLE as trouble:
            log.warning("leases_out_of_reach", reason=type(trouble).__name__)
            return False
        self._shards, self._until = free[0], now + LEASE
        return True

    async def keep(self) -> None:
        """Renew the leases until cancelled. Raises LeaseLost when the range must not be served any more."""
        while True:
            # A clock that was set back makes no lease longer.
            self._until = min(self._until, self._clock.now() + LEASE)
            await self._clock.sleep(min(RENEWAL_INTERVAL, self._until - MARGIN - self._clock.now()))
            try:
                await self._renew()
            except _TROUBLE as trouble:
                log.warning("lease_not_renewed", shards=str(self._shards), reason=type(trouble).__name__)
                if self._clock.now() >= self._until - MARGIN:
                    raise LeaseLost("the database is out of reach") from trouble

    async def _renew(self) -> None:
        """Renew the leases. Raises LeaseLost if another process has one by now, or one of `_TROUBLE`."""
        now = self._clock.now()
        patience = max((self._until - MARGIN - now).total_seconds(), _SHORTEST)
        async with asyncio.timeout(patience), self._database.transaction() as unit:
            if not await unit.leases.renew(_names(self._shards), self._holder, now + LEASE):
                raise LeaseLost("another process has taken over")
        self._until = now + LEASE

    async def end(self) -> None:
        """Give the leases back."""
        # Leases that cannot be given back now expire by themselves.
        await run_last("leases_kept", self._release())

    async def _release(self) -> None:
        async with self._database.transaction() as unit:
            await unit.leases.release(_names(self._shards), self._holder)

    async def identify(self, shard: int, *, buckets: int, initial: bool) -> None:  # noqa: ARG002
        """Return when a session may be begun for a shard, at the interval that Discord requires.

        All processes share the slots of each bucket. `buckets`: Discord's ``max_concurrency``.
        """
        name = f"identify:{shard % buckets}"
        while (busy_until := await self._slot(name)) is not None:
            await self._clock.sleep(busy_until - self._clock.now())

    async def _slot(self, name: str) -> datetime | None:
        """Take a bucket's slot and return None, or return when to try again."""
        now = self._clock.now()
        try:
            async with self._database.transaction() as unit:
                await unit.leases.in_turn()
                taken = {lease.name: lease.until for lease in await _living(unit, now)}
                if name in taken:
                    return taken[name]
                await unit.leases.take([name], self._holder, now + IDENTIFY)
        except _TROUBLE as trouble:
            log.warning("leases_out_of_reach", reason=type(trouble).__name__)
            return now + _LOOK
        return None


ShardLease: TypeAlias = ProcessShardLease | DatabaseShardLease
"""The right to serve a range of shards."""


def shard_lease_of(database: Database, clock: Clock, ranges: Sequence[ShardRange]) -> ShardLease:
    """The lease for a kind of database; the process serves the first of these ranges that is free.

    Raises AlreadyRunning if the database takes only one process, and `ranges` is not all shards.
    """
    if database.file is None:
        return DatabaseShardLease(database, clock, ranges)
    only, *others = ranges
    if others or not only.whole:
        raise AlreadyRunning("SQLite takes one process, which serves all shards; several need PostgreSQL.")
    return ProcessShardLease(ProcessLock(database.file), only, clock)


async def _living(unit: Unit, now: datetime) -> list[LeaseRow]:
    """The leases that have not expired, except those that end too late: they are from a wrong clock."""
    return [lease for lease in await unit.leases.living(now) if lease.until <= now + LEASE + MARGIN]


def _names(shards: ShardRange) -> list[str]:
    return [f"{_SHARD}{shard}/{shards.count}" for shard in shards]


def _free(shards: ShardRange, living: Collection[LeaseRow]) -> bool:
    """Whether no process serves any of these shards, or has divided the servers into another number."""
    held = [lease.name for lease in living if lease.name.startswith(_SHARD)]
    mine = set(_names(shards))
    return all(name not in mine and name.endswith(f"/{shards.count}") for name in held)
