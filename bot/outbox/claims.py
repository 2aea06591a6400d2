"""Claims due deliveries for one process, and resolves their contents and addresses."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

import structlog
from msgspec.structs import replace

from bot.clock import Clock
from bot.outbox.delivery import Delivery, Sender
from bot.outbox.resolution import people_of, resolve
from bot.outbox.results import Results
from bot.outbox.rows import NotYet, Obsolete
from bot.service.notices import place_refusals, undeliverable
from bot.service.people.doors import DoorsHere
from bot.store.database import Conflict, Database, is_transient
from bot.store.models import OutboxRow
from bot.store.repositories.outbox import Claimable, Due
from bot.store.repositories.outbox_statements import CAN_WAIT
from bot.store.unit import Unit

log = structlog.get_logger(__name__)

LEASE = timedelta(seconds=90)
FRESH = timedelta(milliseconds=500)
"""How long a delivery is left to the process that enqueued it, which its own commit wakes."""
_MANY = 100
"""Nonces of fresh deliveries to remember; with more, fresh deliveries of all processes are claimed."""
_CONFLICTS = 4
"""Conflicts with other transactions after which a claim counts as a fault."""
_UNREADY_TRIES = 3
"""Faults in resolving a card after which the pending players are notified directly."""


class _NotReady(Exception):  # noqa: N818 -- ends the transaction in which it was found
    """Resolving a delivery failed."""

    def __init__(self, outbox_id: int) -> None:
        super().__init__(outbox_id)
        self.outbox_id = outbox_id


class Claims:
    """Claims deliveries for one process: those that it enqueued at once, others when no longer fresh."""

    def __init__(
        self,
        database: Database,
        senders: Mapping[str, Sender],
        place_sender: Sender,
        results: Results,
        clock: Clock,
        *,
        owner: str,
        predecessors: str,
        urgent_only: int,
    ) -> None:
        """`senders`: by the kind of identity that each reaches; `place_sender`: the one for places.

        `predecessors`: what the names of this owner and of all that it takes over begin with.
        `urgent_only`: how many claims at a time are reserved for urgent deliveries.
        """
        self._database = database
        self._doors = DoorsHere(senders, place_sender.identity_kind)
        self._place_sender = place_sender
        self._results = results
        self._clock = clock
        self._owner = owner
        self._urgent_only = urgent_only
        self.scarce = False
        """Whether deliveries that can wait were passed over at the last claim."""
        self.left_to_others = False
        """Whether the last claim found nothing but fresh deliveries of other processes."""
        self._left_over: str | None = predecessors
        """The beginning of the names whose leases are released before the next claim: of predecessors or,
        after a claim whose answer was lost, of this owner."""
        self._own: dict[str, datetime] = {}
        """Nonces of fresh deliveries that this process enqueued, with the moment of their commit."""
        self._before_start = clock.now() - timedelta.resolution
        """Deliveries up to this moment may be of a process that is gone: any process claims them."""
        self._looks_at_all = True
        """Whether fresh deliveries of other processes are claimed as well, until there are none."""
        self.more = True
        """Whether there may be something to claim: since the last claim something was enqueued or closed, or
        that claim did not find all that is due."""

    def enqueued(self, own: Sequence[str]) -> None:
        """Expect something to claim: these nonces of this process or, without nonces, anything."""
        self._own |= dict.fromkeys(own, self._clock.now())
        self._looks_at_all = self._looks_at_all or not own
        self.more = True

    def after_fault(self) -> None:
        """Let the next claim look at all, and first release this owner's leases: the answer to a claim may
        have been lost.
        """
        self._left_over = self._left_over or self._owner
        self._looks_at_all = self.more = True

    async def claim(self, limit: int, under_way: Collection[int] = ()) -> list[Delivery]:
        """Claim up to `limit` deliveries, each of another partition; return none only if nothing is due.

        A delivery that cannot be resolved is put off and holds up no other. `under_way`: the deliveries of
        this process that are not closed yet.
        """
        conflicts = 0
        while True:
            try:
                return await self._claimed(limit, under_way)
            except Conflict:
                # Another process may have cleared a refusal that this one was about to probe, for example.
                conflicts += 1
                if conflicts == _CONFLICTS:
                    raise
            except _NotReady as found:
                log.exception("delivery_not_ready", delivery=found.outbox_id)
                async with self._database.transaction() as unit:
                    row = await unit.outbox.get(found.outbox_id)
                    if row is not None and row.status == "pending":
                        row.attempts += 1
                        self._results.put_off(row, f"unknown fault: {type(found.__cause__).__name__}")
                await self._notify_unready(found.outbox_id)

    async def _notify_unready(self, outbox_id: int) -> None:
        """Notify the pending players directly of a card that cannot be resolved."""
        try:
            async with self._database.transaction() as unit:
                row = await unit.outbox.get(outbox_id)
                if row is not None and (row.kind, row.attempts) == ("card", _UNREADY_TRIES):
                    await undeliverable.notify_pending(unit, row, None, self._clock.now())
        except Exception:
            # The cause may be the fault that keeps the card from being resolved.
            log.exception("pending_not_notified", delivery=outbox_id)

    async def _claimed(self, limit: int, under_way: Collection[int]) -> list[Delivery]:
        if self._left_over is not None:
            await self._release(self._left_over, under_way)
            self._left_over = None
        deliveries: list[Delivery] = []
        settled, looks_at_all = self._settled(), self._looks_at_all
        self._looks_at_all = False
        self.more = False
        while not deliveries:
            now = self._clock.now()
            due = await self._due(now, limit, settled, scarce=False)
            # There may be more than the limit.
            self._looks_at_all = self._looks_at_all or (looks_at_all and bool(due.first))
            # Under load old posts stay unchanged until there is room.
            can_wait = any(one.kind in CAN_WAIT for one in due.first.values())
            self.scarce = can_wait and not await self._place_sender.has_room()
            if self.scarce:
                due = await self._due(now, limit, settled, scarce=True)
            self.more = self.more or due.more
            if not due.first:
                break
            async with self._database.transaction() as unit:
                deliveries = await self._leased(unit, due.first, now)
        self.left_to_others = settled is not None and not deliveries
        return deliveries

    async def may_claim_in(self) -> bool:
        """Whether `claim_in` may be called: no leases wait for their release, deliveries have room, and no
        more is due than the last claim found: in a crowd the first ones are not found briefly.
        """
        if self.more or self._left_over is not None:
            return False
        return await self._place_sender.has_room()

    async def claim_in(self, unit: Unit, limit: int) -> list[Delivery]:
        """As `claim`, in a unit of work that has just closed a delivery.

        Other writers wait for it: a delivery that is not among the first few, or that goes to a server in
        which anything is refused, is left to the next `claim`. After a fault the unit must be rolled back.
        """
        settled, looks_at_all = self._settled(), self._looks_at_all
        self._looks_at_all = False
        self.more = False
        now = self._clock.now()
        due = await self._due_in(unit, now, limit, settled, briefly=True)
        free = {number: one for number, one in due.first.items() if not one.refused}
        deliveries = await self._leased(unit, free, now) if free else []
        self._looks_at_all = self._looks_at_all or (looks_at_all and (bool(due.first) or due.more))
        self.more = self.more or due.more or len(deliveries) < len(due.first)
        self.scarce = False
        self.left_to_others = settled is not None and not deliveries
        return deliveries

    async def _leased(self, unit: Unit, due: Mapping[int, Claimable], now: datetime) -> list[Delivery]:
        """Lease and resolve those of these deliveries that are still free. Raises _NotReady."""
        deliveries: list[Delivery] = []
        for row in await unit.outbox.claim([*due], now, owner=self._owner, until=now + LEASE):
            try:
                delivery = await resolve(unit, row, now, self._doors)
            except Obsolete as reason:
                self._results.drop(row, reason.why, str(reason))
                continue
            except NotYet as wait:
                row.attempts -= 1
                row.put_off(wait.until)
                continue
            except Exception as fault:
                if is_transient(fault):
                    raise
                raise _NotReady(row.id) from fault
            where = delivery.address if due[row.id].refused else None
            hold = None if where is None else await place_refusals.hold(unit, where, now)
            if hold is not None:
                await self._hold_back(unit, row, hold)
                continue
            known_as = await unit.persons.external_ids(delivery.door, people_of(delivery))
            deliveries.append(replace(delivery, external_ids=known_as))
        return deliveries

    async def _due(self, now: datetime, limit: int, settled: datetime | None, *, scarce: bool) -> Due:
        async with self._database.reading(briefly=True) as unit:
            return await self._due_in(unit, now, limit, settled, scarce=scarce)

    async def _due_in(
        self, unit: Unit, now: datetime, limit: int, settled: datetime | None, **which: bool
    ) -> Due:
        return await unit.outbox.claimable(
            now, limit, urgent_only=self._urgent_only, settled=settled, own=self._own, **which
        )

    def _settled(self) -> datetime | None:
        """Deliveries created after this moment are left to the processes that enqueued them; None: none are.

        Otherwise two processes would try to claim each delivery, and one of them in vain.
        """
        fresh = self._clock.now() - FRESH
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

    async def release(self) -> None:
        """Release this owner's leases."""
        await self._release(self._owner)

    async def _release(self, owners: str, kept: Collection[int] = ()) -> None:
        async with self._database.transaction() as unit:
            await unit.outbox.release(owners, kept)
