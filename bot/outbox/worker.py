"""The outbox: delivers what transactions have enqueued, in order within each partition, until it is done.

A row is claimed in a short transaction, which gives it a lease, delivered outside any transaction, and closed
in another. If a process dies in between, its lease remains: when it expires, or when a process of the same
name starts, the row is delivered again with the same nonce, so nobody sees it twice. A delivery that must be
retried holds up its own partition alone.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import get_args

import structlog
from msgspec.structs import replace

from bot.clock import Clock, woken_or_due
from bot.observer import NULL_OBSERVER, Observer
from bot.outbox.delivery import Delivery, Outcome, PermanentFailure, Receipt, RetryLater, Sender
from bot.outbox.resolution import people_of, resolve
from bot.outbox.results import Results
from bot.outbox.rows import NotYet, Obsolete
from bot.retries import CLOSE_DELIVERY, FIRST_DELIVERY_DELAY
from bot.service.notices import place_refusals, undeliverable
from bot.service.values import payloads
from bot.store.database import Database, is_transient
from bot.store.models import OutboxRow
from bot.store.repositories.outbox import Claimable
from bot.store.repositories.outbox_statements import CAN_WAIT
from bot.store.unit import Unit
from bot.supervision import run_last, run_to_completion

log = structlog.get_logger(__name__)

LEASE = timedelta(seconds=90)
_DELIVERY_SECONDS = 60
"""Time limit of an attempt; well below the lease."""
_POLL = timedelta(seconds=15)
"""How often to look for deliveries of processes that cannot wake this one."""
_FRESH = timedelta(milliseconds=500)
"""How long a delivery is left to the process that enqueued it, which its own commit wakes."""
_BUSY_POLL = timedelta(seconds=1)
"""How often to look for more while deliveries are under way."""
_SCARCE_POLL = timedelta(seconds=1)
"""How often to look whether there is room again for deliveries that can wait."""
_MANY = 100
"""Nonces of fresh deliveries to remember; with more, all fresh ones count as its own."""
_LEAST_WAIT = timedelta(milliseconds=50)
"""How long to wait at least where something is due that could not be claimed."""
_DOUBLINGS = 5
"""Doublings of the wait after a fault of the outbox itself, at most: half a minute."""
RETENTION = timedelta(days=7)
"""How long dropped deliveries are kept, and all deliveries of a game after its end."""
RECEIPTS_KEPT = timedelta(hours=1)
"""How long the receipt of a delivery is kept."""
ANSWERED_FOR = timedelta(days=30)
"""How long the receipt of a direct message is kept, so that a reply finds its game."""
_ANSWERED = frozenset(str(kind.__struct_config__.tag) for kind in get_args(payloads.Direct))
_UNANSWERED = frozenset(str(kind.__struct_config__.tag) for kind in get_args(payloads.Payload)) - _ANSWERED
_PURGE_INTERVAL = timedelta(hours=1)
_PURGE_BATCH = 500
"""Deliveries deleted at a time; a full batch is followed by another soon."""
_UNREADY_TRIES = 3
"""Faults in resolving a card after which the awaited players are notified directly."""
MAX_FAULTS = 12
"""Attempts after which a delivery with an unknown fault is dropped, so that a bug never blocks its partition
for ever. A delivery that the sender asks to retry is never given up."""


class _NotReady(Exception):  # noqa: N818 -- ends the transaction in which it was found
    """Resolving a delivery failed."""

    def __init__(self, outbox_id: int) -> None:
        super().__init__(outbox_id)
        self.outbox_id = outbox_id


class Outbox:
    """Delivers through the doors' senders: `sender` for places, the preferred or only door of each person.

    `owner` is a name that one running process of a database has, and has again after a restart: it takes over
    its predecessor's leases at once, and those of other processes when they expire.
    """

    def __init__(
        self,
        database: Database,
        sender: Sender,
        clock: Clock,
        *,
        others: Sequence[Sender] = (),
        concurrency: int = 8,
        owner: str = "main",
        observer: Observer = NULL_OBSERVER,
    ) -> None:
        self._database = database
        self._senders = {one.identity_kind: one for one in (*others, sender)}
        self._sender = sender
        self._clock = clock
        self._concurrency = concurrency
        # Reserved for urgent deliveries: edits of older posts may be slow for everybody.
        self._urgent_only = concurrency // 4
        self._owner = owner
        self._observer = observer
        self._scarce = False
        """Whether deliveries that can wait were passed over at the last claim."""
        self._carrying: dict[asyncio.Task[None], int] = {}
        """The deliveries under way, by their ids."""
        self._took_over = False
        """Whether all leases of this owner are of deliveries under way: none is left over from a predecessor,
        or from a claim whose answer was lost."""
        self._next_purge = clock.now()
        self._purged_to: datetime | None = None
        """The end of the last game whose deliveries this process has purged."""
        self._results = Results(clock)
        self._woken = asyncio.Event()
        self._own: dict[str, datetime] = {}
        """Nonces of fresh deliveries that this process enqueued, with the moment of their commit."""
        self._before_start = clock.now() - timedelta.resolution
        """Deliveries up to this moment may be of a process that is gone: no process has a claim to them."""
        self._looks_at_all = True
        """Whether fresh deliveries of other processes are claimed as well, until there are none."""
        self._found_none = False
        """Whether the last claim found nothing but fresh deliveries of other processes."""
        database.on_outbox(self.wake)

    def wake(self, own: Sequence[str] = ()) -> None:
        """There may be something to deliver: these nonces of this process or, without nonces, anything."""
        self._own |= dict.fromkeys(own, self._clock.now())
        self._looks_at_all = self._looks_at_all or not own
        self._woken.set()

    async def run(self) -> None:
        """Deliver until cancelled; faults are logged and do not end it."""

        def delivered(task: asyncio.Task[None]) -> None:
            del self._carrying[task]
            self._woken.set()

        faults = 0
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    self._woken.clear()
                    try:
                        await run_to_completion(self._purge())
                        free = self._concurrency - len(self._carrying)
                        for delivery in await run_to_completion(self._claim(free)) if free else ():
                            task = group.create_task(self._attempt(delivery))
                            self._carrying[task] = delivery.id
                            task.add_done_callback(delivered)
                        await self._wait()
                        faults = 0
                    except Exception:
                        # Most likely the database is out of reach. Deliveries under way go on.
                        log.exception("outbox_fault")
                        self._took_over = False
                        await self._sleep(FIRST_DELIVERY_DELAY * 2**faults)
                        faults = min(faults + 1, _DOUBLINGS)
        finally:
            # Broken-off deliveries need not wait for their leases to expire.
            await run_last("leases_kept", self._release())

    async def drain(self) -> int:
        """Deliver everything that is due now or becomes due by it; how many were claimed."""
        count = 0
        self._looks_at_all = True
        while deliveries := await self._claim(self._concurrency):
            count += len(deliveries)
            async with asyncio.TaskGroup() as group:
                for delivery in deliveries:
                    group.create_task(self._attempt(delivery))
        return count

    async def _purge(self) -> None:
        """From time to time delete old receipts and the deliveries of games that ended long ago."""
        now = self._clock.now()
        if now < self._next_purge:
            return
        async with self._database.transaction() as unit:
            batches = [await unit.outbox.purge(now - RETENTION, since=self._purged_to, limit=_PURGE_BATCH)]
            if batches[0] < _PURGE_BATCH:
                self._purged_to = now - RETENTION
            receipts = partial(unit.outbox.purge_receipts, limit=_PURGE_BATCH)
            batches.append(await receipts(_UNANSWERED, now - RECEIPTS_KEPT, delivered=True))
            batches.append(await receipts(_UNANSWERED, now - RETENTION))
            batches.append(await receipts(_ANSWERED, now - ANSWERED_FOR))
            await unit.refusals.purge(now - RETENTION)
        purged = sum(batches)
        self._next_purge = now + (_PURGE_INTERVAL if max(batches) < _PURGE_BATCH else _POLL)
        if purged:
            log.info("deliveries_purged", count=purged)

    # -- waiting ---------------------------------------------------------------------------------------

    async def _wait(self) -> None:
        """Wait until woken or, with free capacity, until the next delivery is due.

        A delivery under way wakes the outbox when it ends; what is due next is not looked up until then.
        """
        free = self._concurrency - len(self._carrying)
        if not free:
            await self._woken.wait()
            return
        now = self._clock.now()
        if self._carrying:
            await woken_or_due(self._woken, self._clock, now + _BUSY_POLL)
            return
        due = await run_to_completion(self._next_due(urgent_only=free <= self._urgent_only))
        moment = now + (_SCARCE_POLL if self._scarce else _POLL)
        if due is not None:
            # A due delivery was left to its own process; anybody may claim it when it is no longer fresh.
            left = self._found_none and due <= now
            moment = min(max(due, now + (_FRESH if left else _LEAST_WAIT)), moment)
        await woken_or_due(self._woken, self._clock, moment)

    async def _next_due(self, *, urgent_only: bool) -> datetime | None:
        async with self._database.reading() as unit:
            return await unit.outbox.next_due(self._clock.now(), urgent_only=urgent_only, scarce=self._scarce)

    # -- claiming --------------------------------------------------------------------------------------

    async def _claim(self, limit: int) -> list[Delivery]:
        """As `_claimed`; a delivery that cannot be resolved is put off and holds up no other."""
        while True:
            try:
                return await self._claimed(limit)
            except _NotReady as found:
                log.exception("delivery_not_ready", delivery=found.outbox_id)
                async with self._database.transaction() as unit:
                    row = await unit.outbox.get(found.outbox_id)
                    if row is not None and row.status == "pending":
                        row.attempts += 1
                        self._results.put_off(
                            row, RetryLater(f"unknown fault: {type(found.__cause__).__name__}")
                        )
                await self._notify_unready(found.outbox_id)

    async def _notify_unready(self, outbox_id: int) -> None:
        """Notify the awaited players directly of a card that cannot be resolved."""
        try:
            async with self._database.transaction() as unit:
                row = await unit.outbox.get(outbox_id)
                if row is not None and (row.kind, row.attempts) == ("card", _UNREADY_TRIES):
                    await undeliverable.notify_pending(unit, row, None, self._clock.now())
        except Exception:
            # It may be the fault that keeps the card from being resolved.
            log.exception("pending_not_notified", delivery=outbox_id)

    async def _claimed(self, limit: int) -> list[Delivery]:
        """Up to `limit` claimed deliveries, each from another partition; empty only if nothing is due."""
        if not self._took_over:
            await self._release(*self._carrying.values())
            self._took_over = True
        deliveries: list[Delivery] = []
        settled, looks_at_all = self._settled(), self._looks_at_all
        self._looks_at_all = False
        while not deliveries:
            now = self._clock.now()
            found = await self._claimable(now, limit, settled, scarce=False)
            # There may be more than the limit.
            self._looks_at_all = self._looks_at_all or (looks_at_all and bool(found))
            # Under load old posts stay unchanged until there is room.
            can_wait = any(due.kind in CAN_WAIT for due in found.values())
            self._scarce = can_wait and not await self._sender.has_room()
            if self._scarce:
                found = await self._claimable(now, limit, settled, scarce=True)
            if not found:
                break
            async with self._database.transaction() as unit:
                for row in await unit.outbox.claim([*found], now, owner=self._owner, until=now + LEASE):
                    try:
                        delivery = await resolve(unit, row, now, self._senders, self._sender.identity_kind)
                    except Obsolete as reason:
                        self._results.drop(row, str(reason))
                        continue
                    except NotYet as wait:
                        row.attempts -= 1
                        row.not_before, row.leased_by, row.leased_until = wait.until, None, None
                        continue
                    except Exception as fault:
                        if is_transient(fault):
                            raise
                        raise _NotReady(row.id) from fault
                    where = delivery.address if found[row.id].refused else None
                    hold = None if where is None else await place_refusals.hold(unit, where, now)
                    if hold is not None:
                        await self._hold_back(unit, row, hold)
                        continue
                    known_as = await unit.persons.external_ids(delivery.door, people_of(delivery))
                    deliveries.append(replace(delivery, external_ids=known_as))
        self._found_none = settled is not None and not deliveries
        return deliveries

    async def _claimable(
        self, now: datetime, limit: int, settled: datetime | None, *, scarce: bool
    ) -> Mapping[int, Claimable]:
        async with self._database.reading() as unit:
            return await unit.outbox.claimable(
                now, limit, urgent_only=self._urgent_only, scarce=scarce, settled=settled, own=self._own
            )

    def _settled(self) -> datetime | None:
        """Deliveries created after this moment are left to the processes that enqueued them; None: none are.

        Otherwise two processes would try to claim each delivery, and one of them in vain.
        """
        fresh = self._clock.now() - _FRESH
        self._own = {nonce: moment for nonce, moment in self._own.items() if moment > fresh}
        all_of_them = self._looks_at_all or self._database.file is not None or len(self._own) > _MANY
        return None if all_of_them else max(fresh, self._before_start)

    async def _hold_back(self, unit: Unit, row: OutboxRow, hold: place_refusals.Hold) -> None:
        """Hold a delivery back until the next attempt in its place is due, with all others for that place."""
        row.attempts -= 1
        if row.blocked_at is not None:
            guild_id, place_id = hold.row.guild_id, hold.row.place_id
            channel_id = None if place_id == guild_id else place_id
            await unit.outbox.hold_back(hold.until, self._clock.now(), guild_id, channel_id)
        await self._results.keep(unit, row, hold.until, hold.row, hold.row.code)

    async def _release(self, *kept: int) -> None:
        """Release this owner's leases, except those of these deliveries."""
        async with self._database.transaction() as unit:
            await unit.outbox.release(self._owner, kept)

    # -- delivering ------------------------------------------------------------------------------------

    async def _attempt(self, delivery: Delivery) -> None:
        """Make one attempt and store its result. Raises nothing but cancellation."""
        with structlog.contextvars.bound_contextvars(
            delivery=delivery.id, game=delivery.game, seq=delivery.seq, attempt=delivery.attempts
        ):
            began = asyncio.get_running_loop().time()
            try:
                result = await self._deliver(delivery)
            except asyncio.CancelledError:
                await run_last("late_edit_stays", self._close(delivery, None))
                raise
            took = asyncio.get_running_loop().time() - began
            self._observer.delivery(str(delivery.payload.__struct_config__.tag), _outcome(result), took)
            try:
                await run_to_completion(self._close(delivery, result))
            except Exception:
                # When the lease expires it is delivered again with the same nonce.
                log.exception("delivery_not_closed")

    async def _deliver(self, delivery: Delivery) -> Outcome:
        try:
            async with asyncio.timeout(_DELIVERY_SECONDS):
                return await self._senders[delivery.door].deliver(delivery)
        except (RetryLater, PermanentFailure) as answer:
            return answer
        except TimeoutError:
            return RetryLater(f"no answer within {_DELIVERY_SECONDS} s", code="timeout")
        except Exception as fault:
            log.exception("delivery_fault")
            reason = f"unknown fault: {type(fault).__name__}"
            for_good = delivery.attempts >= MAX_FAULTS
            return PermanentFailure(reason, code="fault") if for_good else RetryLater(reason, code="fault")

    async def _close(self, delivery: Delivery, result: Outcome | None) -> None:
        """Store the result, None where it is unknown; wait for a database that is briefly unavailable.

        A process that was frozen may have changed a message after its successor did.
        """

        async def close() -> None:
            async with self._database.transaction() as unit:
                where = delivery.address
                posted_at = (None, ()) if where is None else (where.guild_id, where.places)
                held = await unit.outbox.held(delivery.id, self._owner, delivery.attempts, *posted_at)
                if held is None:
                    log.warning("delivery_taken_over_by_another")
                    await self._results.repeat_newest(unit, delivery)
                elif result is not None:
                    await self._results.store(unit, held, delivery, result)

        await CLOSE_DELIVERY.carry_out(close, lambda _: True, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep(timedelta(seconds=seconds))


def _outcome(result: Outcome) -> str:
    """The result of an attempt as a label for metrics."""
    match result:
        case Receipt():
            return "done"
        case RetryLater():
            return f"again:{result.code}"
        case PermanentFailure():
            return f"dropped:{result.code}"
