"""The outbox: delivers what transactions have enqueued, in order within each partition, until it is done.

A row is claimed in a short transaction, which gives it a lease, delivered outside any transaction, and closed
in another, which also claims what is due next. If a process dies in between, its lease remains: when it
expires, or when a process of the same name starts, the row is delivered again with the same nonce, so nobody
sees it twice. A delivery that must be retried holds up its own partition alone.
"""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog

from bot.clock import Clock, woken_or_due
from bot.errors import DatabaseUnavailable
from bot.observer import NULL_OBSERVER, Observer
from bot.outbox.claims import FRESH, Claims
from bot.outbox.delivery import Delivery, Outcome, PermanentFailure, Receipt, RetryLater, Sender
from bot.outbox.purging import Purging
from bot.outbox.results import Results
from bot.retries import CLOSE_DELIVERY, FIRST_DELIVERY_DELAY
from bot.store.database import Conflict, Database
from bot.store.unit import Unit
from bot.supervision import run_last, run_to_completion

log = structlog.get_logger(__name__)

_DELIVERY_SECONDS = 60
"""Time limit of an attempt; well below the lease."""
_POLL = timedelta(seconds=15)
"""How often to look for deliveries of processes that cannot wake this one."""
_BUSY_POLL = timedelta(seconds=1)
"""How often to look for more while deliveries are under way."""
_SCARCE_POLL = timedelta(seconds=1)
"""How often to look whether there is room again for deliveries that can wait."""
_LEAST_WAIT = timedelta(milliseconds=50)
"""How long to wait at least where something is due that could not be claimed."""
_DOUBLINGS = 5
"""Doublings of the wait after a fault of the outbox itself, at most: half a minute."""
MAX_FAULTS = 12
"""Attempts after which a delivery with an unknown fault is dropped, so that a bug never blocks its partition
for ever. A delivery that the sender asks to retry is never given up."""


class Outbox:
    """Delivers through the doors' senders: `sender` for places, the preferred or only door of each person.

    `owner` is a name that one running process of a database has, and has again after a restart: it takes over
    its predecessor's leases at once, and those of other processes when they expire. Its own leases add a
    suffix to that name: a predecessor that was only frozen must not release them.
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
        self._clock = clock
        self._concurrency = concurrency
        # Reserved for urgent deliveries: edits of older posts may be slow for everybody.
        self._urgent_only = concurrency // 4
        self._owner = f"{owner} {secrets.token_hex(4)}"
        self._observer = observer
        self._under_way: set[tuple[int, int]] = set()
        """The deliveries that are claimed and not closed yet, by id and attempt: of one whose lease expired
        while this process was frozen there are two."""
        self._started = 0
        """How many deliveries were started so far."""
        self._claiming = asyncio.Lock()
        """Held during a claim: another one would not know how much capacity it leaves."""
        self._results = Results(clock)
        self._claims = Claims(
            database,
            self._senders,
            sender,
            self._results,
            clock,
            owner=self._owner,
            predecessors=f"{owner} ",
            urgent_only=self._urgent_only,
        )
        self._purging = Purging(database, clock)
        self._woken = asyncio.Event()
        database.on_outbox(self.wake)

    def wake(self, own: Sequence[str] = ()) -> None:
        """Look for deliveries: these nonces of this process or, without nonces, anything."""
        self._claims.enqueued(own)
        self._woken.set()

    async def run(self) -> None:
        """Deliver until cancelled; faults are logged and do not end it."""
        faults = 0
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    self._woken.clear()
                    try:
                        await run_to_completion(self._purging.purge())
                        if self._claims.more:
                            self._start(await run_to_completion(self._claim()), group)
                        await self._wait()
                        faults = 0
                    except Exception:
                        # Most likely the database is out of reach. Deliveries under way go on.
                        log.exception("outbox_fault")
                        self._claims.after_fault()
                        await self._clock.sleep(timedelta(seconds=FIRST_DELIVERY_DELAY * 2**faults))
                        faults = min(faults + 1, _DOUBLINGS)
        finally:
            # Broken-off deliveries need not wait for their leases to expire.
            await run_last("leases_kept", self._claims.release())
            self._under_way.clear()

    async def drain(self) -> int:
        """Deliver everything that is or becomes due; return how many deliveries were claimed."""
        before, more = self._started, True
        while more:
            self._claims.enqueued(())
            deliveries = await self._claim()
            async with asyncio.TaskGroup() as group:
                self._start(deliveries, group)
            more = self._claims.more
        return self._started - before

    async def _claim(self) -> list[Delivery]:
        """Claim as many deliveries as there is free capacity for."""
        async with self._claiming:
            free = self._concurrency - len(self._under_way)
            ids = {number for number, _ in self._under_way}
            claimed = await self._claims.claim(free, ids) if free else []
            self._under_way.update(map(_attempt_at, claimed))
            return claimed

    def _start(self, deliveries: Sequence[Delivery], group: asyncio.TaskGroup) -> None:
        self._started += len(deliveries)
        for delivery in deliveries:
            group.create_task(self._attempt(delivery, group))

    # -- waiting ---------------------------------------------------------------------------------------

    async def _wait(self) -> None:
        """Wait until woken or, with free capacity, until it is time to look again."""
        if len(self._under_way) == self._concurrency:
            await self._woken.wait()
            return
        await woken_or_due(self._woken, self._clock, await self._next_look())
        if not self._woken.is_set():
            self._claims.more = True

    async def _next_look(self) -> datetime:
        """When to look for due deliveries, unless woken.

        While deliveries are under way that is after a second: each of them wakes the outbox when it ends.
        """
        now = self._clock.now()
        if self._under_way:
            return now + _BUSY_POLL
        due = await run_to_completion(self._next_due())
        moment = now + (_SCARCE_POLL if self._claims.scarce else _POLL)
        if due is not None:
            # A due delivery was left to its own process; any process may claim it when it is no longer fresh.
            left = self._claims.left_to_others and due <= now
            moment = min(max(due, now + (FRESH if left else _LEAST_WAIT)), moment)
        return moment

    async def _next_due(self) -> datetime | None:
        async with self._database.reading(briefly=True) as unit:
            return await unit.outbox.next_due(self._clock.now(), scarce=self._claims.scarce)

    # -- delivering ------------------------------------------------------------------------------------

    async def _attempt(self, delivery: Delivery, group: asyncio.TaskGroup) -> None:
        """Make one attempt, store its result, and start the deliveries that are claimed with it.

        Raises nothing but cancellation.
        """
        claimed = None
        try:
            with structlog.contextvars.bound_contextvars(
                delivery=delivery.id, game=delivery.game, seq=delivery.seq, attempt=delivery.attempts
            ):
                claimed = await self._attempted(delivery)
        finally:
            self._under_way.discard(_attempt_at(delivery))
            if claimed is None:
                # A delivery that waited behind this one may be due.
                self._claims.more = True
            if not claimed or self._claims.more:
                self._woken.set()
        if claimed:
            self._start(claimed, group)

    async def _attempted(self, delivery: Delivery) -> list[Delivery] | None:
        """The deliveries claimed when an attempt's result was stored; None where none were looked for."""
        began = asyncio.get_running_loop().time()
        try:
            result = await self._deliver(delivery)
        except asyncio.CancelledError:
            await run_last("late_edit_stays", self._close(delivery, None))
            raise
        took = asyncio.get_running_loop().time() - began
        self._observer.delivery(str(delivery.payload.__struct_config__.tag), _outcome(result), took)
        try:
            return await run_to_completion(self._finish(delivery, result))
        except Exception as fault:
            # It is delivered again with the same nonce, at the latest when the lease expires.
            log.exception("delivery_not_closed")
            if not isinstance(fault, DatabaseUnavailable):
                put_off = self._close(delivery, _outcome_after(fault, delivery))
                await run_last("delivery_not_put_off", put_off)
            return None

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
            return _outcome_after(fault, delivery)

    async def _finish(self, delivery: Delivery, result: Outcome) -> list[Delivery] | None:
        """Store the result; claim and return due deliveries where one transaction can do both, else None."""
        if isinstance(result, Receipt) and not self._claiming.locked():
            async with self._claiming:
                try:
                    if await self._claims.may_claim_in():
                        return await self._close_and_claim(delivery, result)
                except Exception as fault:
                    # Nobody gets a message again because another delivery cannot be claimed.
                    log.info("delivery_closed_alone", fault=type(fault).__name__)
                    self._claims.after_fault()
        await self._close(delivery, result)
        return None

    async def _close_and_claim(self, delivery: Delivery, result: Receipt) -> list[Delivery]:
        async with self._database.transaction() as unit:
            await self._store(unit, delivery, result)
            await unit.write_and_forget()
            others = len(self._under_way - {_attempt_at(delivery)})
            # Log lines about the claimed deliveries must not bear the ids of the closed one.
            with structlog.contextvars.bound_contextvars(delivery=None, game=None, seq=None, attempt=None):
                claimed = await self._claims.claim_in(unit, self._concurrency - others)
        # The next claim sees either the closed delivery or those that take its place.
        self._under_way.discard(_attempt_at(delivery))
        self._under_way.update(map(_attempt_at, claimed))
        return claimed

    async def _close(self, delivery: Delivery, result: Outcome | None) -> None:
        """Store the result, None where it is unknown; wait for a database that is briefly unavailable."""

        async def close() -> None:
            async with self._database.transaction() as unit:
                await self._store(unit, delivery, result)

        await CLOSE_DELIVERY.call(
            close, lambda fault: isinstance(fault, DatabaseUnavailable | Conflict), clock=self._clock
        )

    async def _store(self, unit: Unit, delivery: Delivery, result: Outcome | None) -> None:
        """Store the result in a unit of work.

        A process that was frozen may have changed a message after its successor did.
        """
        where = delivery.address
        posted_at = (None, ()) if where is None else (where.guild_id, where.places)
        held = await unit.outbox.held(delivery.id, self._owner, delivery.attempts, *posted_at)
        if held is None:
            log.warning("delivery_taken_over_by_another")
            engines = self._senders[delivery.door].engines
            await self._results.repeat_newest(unit, delivery, engines)
        elif result is not None:
            await self._results.store(unit, held, delivery, result)


def _attempt_at(delivery: Delivery) -> tuple[int, int]:
    return delivery.id, delivery.attempts


def _outcome_after(fault: Exception, delivery: Delivery) -> Outcome:
    """The outcome of an attempt after an unknown fault: the last of `MAX_FAULTS` gives the delivery up."""
    reason = f"unknown fault: {type(fault).__name__}"
    for_good = delivery.attempts >= MAX_FAULTS
    return PermanentFailure(reason, code="fault") if for_good else RetryLater(reason, code="fault")


def _outcome(result: Outcome) -> str:
    """The result of an attempt as a label for metrics."""
    match result:
        case Receipt():
            return "done"
        case RetryLater():
            return f"again:{result.code}"
        case PermanentFailure():
            return f"dropped:{result.code}"
