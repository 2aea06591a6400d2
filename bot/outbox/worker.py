"""The outbox: delivers what transactions have promised, in order within each partition, until it is done.

A row is claimed in a short transaction, which gives it a lease, delivered outside any transaction, and closed
in another. If a process dies in between, its lease remains: when it expires, or when a process of the same
name starts, the row is delivered again with the same nonce, so nobody sees it twice. A delivery that must be
retried holds up its own partition alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from typing import get_args

import msgspec
import structlog
from msgspec.structs import replace

from bot.clock import Clock, woken_or_due
from bot.observer import NULL_OBSERVER, Observer
from bot.outbox.delivery import (
    Blocked,
    ChannelGone,
    Delivery,
    DmsClosed,
    Failure,
    PermanentFailure,
    Receipt,
    RetryLater,
    Sender,
)
from bot.outbox.resolution import pack, people_of
from bot.outbox.rows import NotYet, Obsolete
from bot.retries import CLOSE_DELIVERY, FIRST_DELIVERY_DELAY, LONGEST_DELIVERY_DELAY
from bot.service import (
    chat_deliveries,
    deadlines,
    messages,
    refusals,
    undeliverable,
)
from bot.store.database import Database
from bot.store.models import OutboxRow, RefusalRow
from bot.store.outbox import Held
from bot.store.outbox_statements import CAN_WAIT
from bot.store.partitions import game_partition, words_partitions
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
_BREATH = timedelta(milliseconds=50)
_DOUBLINGS = 5
"""Doublings of the wait after a fault of the outbox itself, at most: half a minute."""
RETENTION = timedelta(days=7)
"""How long dropped deliveries are kept, and all deliveries of a game after its end."""
RECEIPTS_KEPT = timedelta(hours=1)
"""How long the receipt of a delivery is kept."""
ANSWERED_FOR = timedelta(days=30)
"""How long the receipt of a direct message is kept, so that a reply finds its game."""
_ANSWERED = frozenset(str(kind.__struct_config__.tag) for kind in get_args(messages.Direct))
_UNANSWERED = frozenset(str(kind.__struct_config__.tag) for kind in get_args(messages.Payload)) - _ANSWERED
_PURGE_INTERVAL = timedelta(hours=1)
_PURGE_BATCH = 500
"""Deliveries deleted at a time; a full batch is followed by another soon."""
_KEPT = messages.PostLobby | messages.PostCard | messages.RefreshCard | messages.PostChat | messages.PostNote
"""Kept when a channel is gone, in case the game is moved to another."""
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
        has_room: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """`has_room`: whether the main door has capacity for deliveries that can wait; None: always."""
        self._database = database
        self._senders = {one.identity_kind: one for one in (*others, sender)}
        self._main = sender.identity_kind
        self._clock = clock
        self._concurrency = concurrency
        # Reserved for urgent deliveries: edits of older posts may be slow for everybody.
        self._urgent_only = concurrency // 4
        self._owner = owner
        self._observer = observer
        self._has_room = has_room
        self._scarce = False
        """Whether deliveries that can wait were passed over at the last claim."""
        self._took_over = False
        self._next_purge = clock.now()
        self._purged_to: datetime | None = None
        """The end of the last game whose deliveries this process has purged."""
        self._rng = SystemRandom()
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
        carrying: set[asyncio.Task[None]] = set()

        def delivered(task: asyncio.Task[None]) -> None:
            carrying.discard(task)
            self._woken.set()

        faults = 0
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    self._woken.clear()
                    try:
                        await run_to_completion(self._purge())
                        free = self._concurrency - len(carrying)
                        for delivery in await run_to_completion(self._claim(free)) if free else ():
                            task = group.create_task(self._attempt(delivery))
                            carrying.add(task)
                            task.add_done_callback(delivered)
                        await self._rest(free=self._concurrency - len(carrying), busy=bool(carrying))
                        faults = 0
                    except Exception:
                        # Most likely the database is out of reach. Deliveries under way go on.
                        log.exception("outbox_fault")
                        await self._nap(FIRST_DELIVERY_DELAY * 2**faults)
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

    async def _rest(self, *, free: int, busy: bool) -> None:
        """Wait until woken or, with free capacity, until the next delivery is due.

        `busy`: a delivery is under way and wakes the outbox when it ends; what is due next is not looked up.
        """
        if not free:
            await self._woken.wait()
            return
        now = self._clock.now()
        if busy:
            await woken_or_due(self._woken, self._clock, now + _BUSY_POLL)
            return
        due = await run_to_completion(self._next_due(urgent_only=free <= self._urgent_only))
        moment = now + (_SCARCE_POLL if self._scarce else _POLL)
        if due is not None:
            # A due delivery was left to its own process; anybody may claim it when it is no longer fresh.
            left = self._found_none and due <= now
            moment = min(max(due, now + (_FRESH if left else _BREATH)), moment)
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
                        self._put_off(row, RetryLater(f"unknown fault: {type(found.__cause__).__name__}"))
                await self._tell_unready(found.outbox_id)

    async def _tell_unready(self, outbox_id: int) -> None:
        """Notify the awaited players directly of a card that cannot be resolved."""
        try:
            async with self._database.transaction() as unit:
                row = await unit.outbox.get(outbox_id)
                if row is not None and (row.kind, row.attempts) == ("card", _UNREADY_TRIES):
                    await undeliverable.unposted(unit, row, None, self._clock.now())
        except Exception:
            # It may be the fault that keeps the card from being resolved.
            log.exception("awaited_not_told", delivery=outbox_id)

    async def _claimed(self, limit: int) -> list[Delivery]:
        """Up to `limit` claimed deliveries, each from another partition; empty only if nothing is due."""
        if not self._took_over:
            await self._release()
            self._took_over = True
        deliveries: list[Delivery] = []
        settled, looks_at_all = self._settled(), self._looks_at_all
        self._looks_at_all = False
        while not deliveries:
            now = self._clock.now()
            async with self._database.reading() as unit:
                found = await unit.outbox.claimable(
                    now, limit, urgent_only=self._urgent_only, settled=settled, own=self._own
                )
            if not found:
                break
            # There may be more than the limit.
            self._looks_at_all = self._looks_at_all or looks_at_all
            # Under load old posts stay unchanged until there is room.
            self._scarce = self._has_room is not None and not await self._has_room()
            ids = [one for one, due in found.items() if not (self._scarce and due.kind in CAN_WAIT)]
            if not ids:
                break
            async with self._database.transaction() as unit:
                for row in await unit.outbox.claim(ids, now, owner=self._owner, until=now + LEASE):
                    try:
                        delivery = await pack(unit, row, now, self._senders, self._main)
                    except Obsolete as reason:
                        self._drop(row, str(reason))
                        continue
                    except NotYet as wait:
                        row.attempts -= 1
                        row.not_before, row.leased_by, row.leased_until = wait.until, None, None
                        continue
                    except Exception as fault:
                        raise _NotReady(row.id) from fault
                    where = delivery.address if found[row.id].refused else None
                    hold = None if where is None else await refusals.hold(unit, where, now)
                    if hold is not None:
                        await self._hold_back(unit, row, hold)
                        continue
                    known_as = await unit.persons.external_ids(delivery.door, people_of(delivery))
                    deliveries.append(replace(delivery, external_ids=known_as))
        self._found_none = settled is not None and not deliveries
        return deliveries

    def _settled(self) -> datetime | None:
        """Deliveries created after this moment are left to the processes that enqueued them; None: none are.

        Otherwise two processes would try to claim each delivery, and one of them in vain.
        """
        fresh = self._clock.now() - _FRESH
        self._own = {nonce: moment for nonce, moment in self._own.items() if moment > fresh}
        all_of_them = self._looks_at_all or self._database.file is not None or len(self._own) > _MANY
        return None if all_of_them else max(fresh, self._before_start)

    async def _hold_back(self, unit: Unit, row: OutboxRow, hold: refusals.Hold) -> None:
        """Hold a delivery back until the next attempt in its place is due, with all others for that place."""
        row.attempts -= 1
        if row.blocked_at is not None:
            guild_id, place_id = hold.row.guild_id, hold.row.place_id
            channel_id = None if place_id == guild_id else place_id
            await unit.outbox.hold_back(hold.until, self._clock.now(), guild_id, channel_id)
        await self._keep(unit, row, hold.until, hold.row, hold.row.code)

    async def _release(self) -> None:
        """Release this owner's leases."""
        async with self._database.transaction() as unit:
            await unit.outbox.release(self._owner)

    def _drop(self, row: OutboxRow, note: str, *, refused: bool = False) -> None:
        """Close a delivery undelivered; `refused`: somebody will miss it."""
        row.close("dropped", self._clock.now(), note)
        tell = log.warning if refused else log.info
        tell("delivery_dropped", delivery=row.id, game_id=row.game_id, seq=row.seq, kind=row.kind, note=note)

    # -- delivering ------------------------------------------------------------------------------------

    async def _attempt(self, delivery: Delivery) -> None:
        """Make one attempt and store its result. Raises nothing but cancellation."""
        with structlog.contextvars.bound_contextvars(
            delivery=delivery.id, game=delivery.game, seq=delivery.seq, attempt=delivery.attempts
        ):
            began = asyncio.get_running_loop().time()
            result = await self._deliver(delivery)
            took = asyncio.get_running_loop().time() - began
            self._observer.delivery(str(delivery.payload.__struct_config__.tag), _outcome(result), took)
            try:
                await run_to_completion(self._close(delivery, result))
            except Exception:
                # When the lease expires it is delivered again with the same nonce.
                log.exception("delivery_not_closed")

    async def _deliver(self, delivery: Delivery) -> Receipt | RetryLater | PermanentFailure:
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

    async def _close(self, delivery: Delivery, result: Receipt | RetryLater | PermanentFailure) -> None:
        """Store the result; wait for a database that is briefly unavailable."""
        async for attempt in CLOSE_DELIVERY.attempts(sleep=self._nap):
            with attempt:
                async with self._database.transaction() as unit:
                    where = delivery.address
                    posted_at = (None, ()) if where is None else (where.guild_id, where.places)
                    held = await unit.outbox.held(delivery.id, self._owner, delivery.attempts, *posted_at)
                    if held is None:
                        log.warning("delivery_taken_over_by_another")
                        return
                    row = held.row
                    match result:
                        case Receipt():
                            await self._done(unit, held, delivery, result)
                        case Blocked():
                            await self._refused(unit, row, delivery, result)
                        case RetryLater():
                            if await self._is_superseded(unit, row, delivery):
                                result = RetryLater(result.reason, after=0, code=result.code)
                            self._put_off(row, result)
                        case PermanentFailure():
                            await self._give_up(unit, row, delivery, result)

    async def _done(self, unit: Unit, held: Held, delivery: Delivery, receipt: Receipt) -> None:
        row = held.row
        anew = isinstance(delivery.payload, _KEPT) and receipt.message_id != delivery.message_id
        if anew and held.refused:
            await self._posted(unit, delivery)
        row.close("done", self._clock.now())
        row.channel_id = receipt.channel_id if delivery.new_post else delivery.channel_id
        row.message_id = receipt.message_id
        if delivery.new_post:
            await self._opened(unit, delivery, receipt)
        match delivery.payload:
            case messages.PostLobby():
                await unit.games.remember(delivery.game_id, lobby_message_id=receipt.message_id)
                await unit.outbox.retire(delivery.game_id, row.partition_key, row.kind, before=row.id)
            case messages.OpenThread():
                await self._opened(unit, delivery, receipt)
            case messages.PostCard(summary=summary):
                if summary.seconds_per_period is not None:
                    await self._start_period(unit, row)
            case messages.RefreshCard(outbox_id=card_id):
                await self._refreshed(unit, card_id, delivery, row)
            case messages.DirectChat(purpose="hear", chat_message_id=chat_message_id, person_id=reader):
                await unit.chat.seen((chat_message_id,), reader, self._clock.now())
            case messages.ShowHand(person_id=person_id):
                if (seat := await unit.games.seat(delivery.game_id, person_id)) is not None:
                    seat.hand_message_id = receipt.message_id
                await unit.outbox.retire(delivery.game_id, row.partition_key, row.kind, before=row.id)
            case messages.RemoveButtons(outbox_id=card_id):
                cards = game_partition(delivery.game_id)
                await unit.outbox.retire(delivery.game_id, cards, "card", before=card_id + 1)
            case _:
                pass
        tells = isinstance(delivery.payload, messages.PostCard | messages.RefreshCard | messages.TurnNotice)
        if tells and held.stands:
            await undeliverable.everybody_notified(unit, delivery.game_id, self._clock.now())
        log.info("delivery_delivered", kind=row.kind, message=receipt.message_id)

    async def _posted(self, unit: Unit, delivery: Delivery) -> None:
        """A post succeeded: try everything again that was refused in its place."""
        where = delivery.address
        if where is not None and await unit.refusals.clear(where.guild_id, where.places):
            await unit.outbox.reschedule_blocked(self._clock.now(), guild_id=where.guild_id)

    async def _start_period(self, unit: Unit, row: OutboxRow) -> None:
        """Start the clock period that waits for this card, if it still does."""
        game = await unit.games.awaiting_card(row.id)
        if game is not None:
            deadlines.posted(game, self._clock.now())
            unit.set_alarm(game.alarm_at)

    async def _refreshed(self, unit: Unit, card_id: int, delivery: Delivery, row: OutboxRow) -> None:
        """Store what a card shows now and where it is: it may have been posted anew."""
        card = await unit.outbox.get(card_id)
        if card is not None:
            card.payload = msgspec.json.encode(delivery.original).decode()
            card.status, card.channel_id, card.message_id = "done", row.channel_id, row.message_id

    async def _opened(self, unit: Unit, delivery: Delivery, receipt: Receipt) -> None:
        """Give the game its new thread, unless it was moved meanwhile."""
        game = await unit.games.bare(delivery.game_id)
        if game is not None and game.channel_id == delivery.channel_id:
            await unit.games.remember(game.id, thread_id=receipt.channel_id)

    async def _is_superseded(self, unit: Unit, row: OutboxRow, delivery: Delivery) -> bool:
        """Whether it only updates an older card while a new one waits behind it."""
        refreshes = isinstance(delivery.payload, messages.RefreshCard)
        return refreshes and bool(await unit.outbox.waiting(row.partition_key, "card", after=row.id))

    def _put_off(self, row: OutboxRow, again: RetryLater) -> None:
        seconds = again.after
        if seconds is None:
            seconds = min(FIRST_DELIVERY_DELAY * 2 ** min(row.attempts - 1, 16), LONGEST_DELIVERY_DELAY)
        # Jitter spreads deliveries that failed together; the server's own delay is a minimum.
        seconds *= self._rng.uniform(1.0, 1.25)
        row.not_before = self._clock.now() + timedelta(seconds=seconds)
        row.leased_by = row.leased_until = None
        row.note = again.reason
        log.warning("delivery_put_off", kind=row.kind, reason=again.reason, seconds=round(seconds, 2))

    async def _refused(self, unit: Unit, row: OutboxRow, delivery: Delivery, refused: Failure) -> None:
        """Keep a refused delivery, and hold back those that the same refusal affects."""
        now = self._clock.now()
        spread = self._rng.uniform(1.0, 1.25)
        until = now + refusals.delay(now - (row.blocked_at or now)) * spread
        noted = None
        if delivery.address is not None:
            noted = await refusals.note(
                unit, delivery.address, refused.code, now, wide=refused.wide, spread=spread
            )
            until = max(until, noted.probe_at or until)
        log.warning("delivery_put_off", kind=row.kind, reason=refused.reason, until=until.isoformat())
        await self._keep(unit, row, until, noted, refused.reason)

    async def _gone(self, unit: Unit, row: OutboxRow, delivery: Delivery, gone: ChannelGone) -> None:
        """Keep the deliveries to a place that is gone until the game is moved to another."""
        now, where = self._clock.now(), delivery.address
        game = await unit.games.bare(delivery.game_id)
        if where is None or game is None or delivery.channel_id not in {game.thread_id, game.channel_id}:
            # The game was moved meanwhile.
            self._put_off(row, RetryLater(gone.reason, after=0))
            return
        if game.status == "lobby" and game.thread_id == delivery.channel_id:
            # A forum post that was deleted unnoticed: the lobby's card starts another.
            await unit.games.remember(game.id, thread_id=None)
            self._put_off(row, RetryLater(gone.reason, after=0))
            return
        noted = await refusals.close(unit, where.guild_id, where.place_id, refusals.GONE, now)
        log.warning("place_gone", game=game.code, place=where.place_id)
        await undeliverable.unplaced(unit, game, now)
        await self._keep(unit, row, now + refusals.BLOCKED_DELAY, noted, gone.reason)

    async def _keep(
        self, unit: Unit, row: OutboxRow, until: datetime, refusal: RefusalRow | None, reason: str
    ) -> None:
        """Retry at that moment. The players whom the newest waiting card mentions are notified directly."""
        now = self._clock.now()
        row.not_before, row.note = until, reason
        row.leased_by = row.leased_until = None
        cards = await unit.outbox.waiting(row.partition_key, "card")
        untold = cards[-1] if cards and cards[-1].blocked_at is None else None
        row.blocked_at = row.blocked_at or now
        if untold is not None:
            untold.blocked_at = now
            await undeliverable.unposted(unit, untold, refusal, now)
        if refusal is not None and (game := await unit.games.bare(row.game_id or 0)) is not None:
            await undeliverable.managers(unit, game, refusal, now)

    async def _give_up(self, unit: Unit, row: OutboxRow, delivery: Delivery, dead: PermanentFailure) -> None:
        if isinstance(delivery.payload, messages.PostReport):
            await self._keep(unit, row, self._clock.now() + refusals.BLOCKED_DELAY, None, dead.reason)
            return
        if isinstance(dead, ChannelGone) and isinstance(delivery.payload, _KEPT):
            await self._gone(unit, row, delivery, dead)
            return
        if dead.wide and delivery.address is not None:
            await refusals.note(unit, delivery.address, dead.code, self._clock.now(), wide=True)
        if isinstance(dead, DmsClosed) and await self._goes_on_elsewhere(unit, delivery):
            self._put_off(row, RetryLater(dead.reason, after=0, code=dead.code))
            return
        self._drop(row, dead.reason, refused=not isinstance(dead, DmsClosed))
        match delivery.payload:
            case messages.PostCard():
                # A refresh notifies nobody, and the next one or the next card shows the same.
                await undeliverable.unposted(unit, row, None, self._clock.now())
            case messages.PostChat() as chat:
                await chat_deliveries.chat_unposted(unit, chat, self._clock.now())
            case (
                messages.TurnNotice() | messages.FollowNotice() | messages.DirectChat() | messages.ShowHand()
            ) as direct:
                sitting = await unit.games.seat(delivery.game_id, direct.person_id)
                if sitting is not None and isinstance(direct, messages.TurnNotice):
                    # A card that still waits, if there is one, pings them.
                    sitting.notified_at = None
                # The gathered messages may be what is refused.
                words = words_partitions(direct.person_id)
                await unit.outbox.put_back(words, row, self._clock.now())
                if isinstance(direct, messages.DirectChat) and direct.purpose == "hear":
                    await chat_deliveries.chat_undelivered(unit, direct, self._clock.now())

    async def _goes_on_elsewhere(self, unit: Unit, delivery: Delivery) -> bool:
        """Whether the person has another open door, by which this is attempted next."""
        to, now = delivery.payload, self._clock.now()
        if isinstance(to, messages.Direct):
            return await undeliverable.door_closed(unit, to.person_id, delivery.door, now)
        if isinstance(to, messages.MailAnswer) and to.person_id is not None:
            await undeliverable.door_closed(unit, to.person_id, delivery.door, now)
        return False

    async def _nap(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + timedelta(seconds=seconds))


def _outcome(result: Receipt | RetryLater | PermanentFailure) -> str:
    """The result of an attempt as a label for metrics."""
    match result:
        case Receipt():
            return "done"
        case RetryLater():
            return f"again:{result.code}"
        case PermanentFailure():
            return f"dropped:{result.code}"
