"""The outbox: delivers what transactions have promised, lane by lane, until it is done.

A row is claimed in one short transaction (it gets a lease), delivered outside any, and closed in another.
Whoever dies in between leaves the lease behind: when it runs out, or when a process of the same name starts,
the row is delivered again with the same nonce, so that nobody sees it twice. Within a lane nothing overtakes;
a parcel that must be tried again holds its lane up, and no other.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from random import SystemRandom

import msgspec
import structlog
from msgspec.structs import replace
from tenacity import AsyncRetrying, stop_after_attempt, wait_exponential

from bot.clock import Clock, woken_or_due
from bot.observer import NULL_OBSERVER, Observer
from bot.outbox.packing import NotWorth, pack
from bot.outbox.parcel import (
    ClosedDoor,
    Courier,
    DirectNotice,
    DirectTalk,
    Gone,
    OpenThread,
    Parcel,
    PostCard,
    PostLobby,
    PostTalk,
    Receipt,
    RefreshCard,
    ShowHand,
    TryAgain,
    Undeliverable,
)
from bot.service import countdown, dispatch
from bot.store.database import Database
from bot.store.models import ParcelRow
from bot.store.unit import Unit
from bot.supervision import run_to_completion

log = structlog.get_logger(__name__)

LEASE = timedelta(seconds=90)
_DELIVERY_SECONDS = 60
"""A delivery that takes longer is broken off; well below the lease."""
_CLOSINGS = 20
"""Attempts to store what became of a delivery: half a minute while the database is away. After that the lease
must run out before anything else of its lane is delivered."""
_POLL = timedelta(seconds=15)
"""How often to look for parcels of other processes, which cannot wake this one."""
_BREATH = timedelta(milliseconds=50)
_FIRST_RETRY, _LONGEST_RETRY = 1.0, 300.0
"""Seconds before the second attempt, and at most between two."""
KEPT = timedelta(days=7)
"""How long after the end of its game a delivered parcel is kept."""
_SWEEP = timedelta(days=1)
_SWEPT = 500
"""Parcels deleted at a time; if there are more, the next are soon."""
MAX_FAULTS = 12
"""Attempts after which a parcel that meets an unknown fault is dropped: no lane must wait for a bug for ever.
Parcels that the courier wants to try again are never given up."""


class Outbox:
    """Delivers parcels through a courier.

    `owner` is a name that only one running process of a database bears, and bears again when it is started
    anew: it takes over at once what its predecessor had in hand. What a process with another name left behind
    is taken over when its leases run out.
    """

    def __init__(
        self,
        database: Database,
        courier: Courier,
        clock: Clock,
        *,
        lanes: int = 8,
        owner: str = "main",
        observer: Observer = NULL_OBSERVER,
    ) -> None:
        self._database = database
        self._courier = courier
        self._clock = clock
        self._lanes = lanes
        self._owner = owner
        self._observer = observer
        self._took_over = False
        self._next_sweep = clock.now()
        self._dice = SystemRandom()
        self._woken = asyncio.Event()
        database.on_parcels(self.wake)

    def wake(self) -> None:
        """There may be something to deliver."""
        self._woken.set()

    async def run(self) -> None:
        """Deliver for ever; faults are logged and do not end it, cancellation does."""
        carrying: set[asyncio.Task[None]] = set()

        def delivered(task: asyncio.Task[None]) -> None:
            carrying.discard(task)
            self.wake()

        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    self._woken.clear()
                    try:
                        await run_to_completion(self._sweep())
                        for parcel in await run_to_completion(self._claim(self._lanes - len(carrying))):
                            task = group.create_task(self._carry(parcel))
                            carrying.add(task)
                            task.add_done_callback(delivered)
                        await self._rest(free=len(carrying) < self._lanes)
                    except Exception:
                        # Most likely the database is out of reach. Deliveries under way go on.
                        log.exception("outbox_fault")
                        await self._nap(_FIRST_RETRY)
        finally:
            await run_to_completion(self._let_go())

    async def drain(self) -> int:
        """Deliver everything that is due now, and what becomes due by it; how many parcels were taken up."""
        count = 0
        while parcels := await self._claim(self._lanes):
            count += len(parcels)
            async with asyncio.TaskGroup() as group:
                for parcel in parcels:
                    group.create_task(self._carry(parcel))
        return count

    async def _sweep(self) -> None:
        """Now and then delete what was delivered for games that have long been over."""
        now = self._clock.now()
        if now < self._next_sweep:
            return
        async with self._database.transaction() as unit:
            swept = await unit.parcels.sweep(now - KEPT, limit=_SWEPT)
        self._next_sweep = now + (_SWEEP if swept < _SWEPT else _POLL)
        if swept:
            log.info("parcels_swept", count=swept)

    # -- waiting ---------------------------------------------------------------------------------------

    async def _rest(self, *, free: bool) -> None:
        """Wait until woken or, if there is a hand free, until the next parcel is due."""
        if not free:
            await self._woken.wait()
            return
        now = self._clock.now()
        due = await run_to_completion(self._next_due())
        moment = now + _POLL if due is None else min(max(due, now + _BREATH), now + _POLL)
        await woken_or_due(self._woken, self._clock, moment)

    async def _next_due(self) -> datetime | None:
        async with self._database.reading() as unit:
            return await unit.parcels.next_due()

    # -- claiming --------------------------------------------------------------------------------------

    async def _claim(self, limit: int) -> list[Parcel]:
        """Up to so many parcels, each from another lane; empty only if nothing is due."""
        if not self._took_over:
            await self._release()
            self._took_over = True
        parcels: list[Parcel] = []
        while not parcels and limit > 0:
            async with self._database.reading() as unit:
                if not await unit.parcels.anything_due(self._clock.now()):
                    break
            now = self._clock.now()
            async with self._database.transaction() as unit:
                rows = await unit.parcels.claim(now, limit, owner=self._owner, until=now + LEASE)
                if not rows:
                    break
                for row in rows:
                    try:
                        parcels.append(await _traced(unit, row, await pack(unit, row, now)))
                    except NotWorth as reason:
                        self._drop(row, str(reason))
        return parcels

    async def _let_go(self) -> None:
        """At the end: what was broken off need not wait for its lease to run out."""
        try:
            await self._release()
        except Exception:
            log.exception("leases_kept")

    async def _release(self) -> None:
        """Let go of what this owner holds."""
        async with self._database.transaction() as unit:
            await unit.parcels.release(self._owner)

    def _drop(self, row: ParcelRow, note: str, *, refused: bool = False) -> None:
        """Close a parcel that is not delivered: `refused` where somebody will miss it."""
        row.status, row.note, row.done_at = "dropped", note, self._clock.now()
        row.leased_by = row.leased_until = None
        tell = log.warning if refused else log.info
        tell("parcel_dropped", parcel=row.id, game_id=row.game_id, seq=row.seq, kind=row.kind, note=note)

    # -- carrying --------------------------------------------------------------------------------------

    async def _carry(self, parcel: Parcel) -> None:
        """Deliver one parcel and note what became of it. Raises nothing but cancellation."""
        with structlog.contextvars.bound_contextvars(
            parcel=parcel.id, game=parcel.game, seq=parcel.seq, attempt=parcel.attempts
        ):
            began = asyncio.get_running_loop().time()
            result = await self._deliver(parcel)
            took = asyncio.get_running_loop().time() - began
            self._observer.delivery(str(parcel.payload.__struct_config__.tag), _outcome(result), took)
            try:
                await run_to_completion(self._close(parcel, result))
            except Exception:
                # The lease runs out, and then it is delivered again with the same nonce.
                log.exception("parcel_not_closed")

    async def _deliver(self, parcel: Parcel) -> Receipt | TryAgain | Undeliverable:
        try:
            async with asyncio.timeout(_DELIVERY_SECONDS):
                return await self._courier.deliver(parcel)
        except (TryAgain, Undeliverable) as answer:
            return answer
        except TimeoutError:
            return TryAgain(f"no answer within {_DELIVERY_SECONDS} s", code="timeout")
        except Exception as fault:
            log.exception("delivery_fault")
            reason = f"unknown fault: {type(fault).__name__}"
            for_good = parcel.attempts >= MAX_FAULTS
            return Undeliverable(reason, code="fault") if for_good else TryAgain(reason, code="fault")

    async def _close(self, parcel: Parcel, result: Receipt | TryAgain | Undeliverable) -> None:
        """Store the result; a database that is away for a moment is waited for."""
        async for attempt in AsyncRetrying(
            stop=stop_after_attempt(_CLOSINGS),
            wait=wait_exponential(0.1, max=2),
            sleep=self._nap,
            reraise=True,
        ):
            with attempt:
                async with self._database.transaction() as unit:
                    row = await unit.parcels.held(parcel.id, self._owner, parcel.attempts)
                    if row is None:
                        log.warning("parcel_taken_over_by_another")
                        return
                    match result:
                        case Receipt():
                            await self._done(unit, row, parcel, result)
                        case TryAgain():
                            self._put_off(row, result)
                        case Undeliverable():
                            await self._give_up(unit, row, parcel, result)

    async def _done(self, unit: Unit, row: ParcelRow, parcel: Parcel, receipt: Receipt) -> None:
        row.status, row.done_at = "done", self._clock.now()
        row.leased_by = row.leased_until = None
        row.channel_id, row.message_id = parcel.channel_id, receipt.message_id
        if parcel.game_id is not None:
            match parcel.payload:
                case PostLobby():
                    await unit.games.remember(parcel.game_id, lobby_message_id=receipt.message_id)
                case OpenThread():
                    await self._opened(unit, parcel, receipt)
                case PostCard(report=report) if report.seconds_per_period is not None:
                    await self._start_period(unit, row)
                case RefreshCard(parcel_id=card_id):
                    await self._refreshed(unit, card_id, parcel, receipt)
                case DirectTalk(purpose="hear", talk_id=talk_id, user_id=reader):
                    await unit.talk.seen((talk_id,), reader, self._clock.now())
                case ShowHand(user_id=user_id):
                    await unit.games.remember_hand(parcel.game_id, user_id, receipt.message_id)
                case _:
                    pass
        log.info("parcel_delivered", kind=row.kind, message=receipt.message_id)

    async def _start_period(self, unit: Unit, row: ParcelRow) -> None:
        """The clock period whose clock waits for this card, if it still does, runs from now."""
        game = await unit.games.awaiting_card(row.id)
        if game is not None:
            countdown.posted(game, self._clock.now())
            unit.clocks_set = True

    async def _refreshed(self, unit: Unit, card_id: int, parcel: Parcel, receipt: Receipt) -> None:
        """Keep what a card shows by now, and where: it may have been posted anew."""
        card = await unit.parcels.get(card_id)
        if card is not None:
            card.payload = msgspec.json.encode(parcel.original).decode()
            card.status, card.channel_id, card.message_id = "done", parcel.channel_id, receipt.message_id

    async def _opened(self, unit: Unit, parcel: Parcel, receipt: Receipt) -> None:
        """The game has a thread now, unless it has been moved elsewhere meanwhile."""
        game = await unit.games.bare(parcel.game_id or 0)
        if game is not None and game.channel_id == parcel.channel_id:
            await unit.games.remember(game.id, thread_id=receipt.channel_id)

    def _put_off(self, row: ParcelRow, again: TryAgain) -> None:
        seconds = again.after
        if seconds is None:
            seconds = min(_FIRST_RETRY * 2 ** min(row.attempts - 1, 16), _LONGEST_RETRY)
        # Jitter spreads those who failed together; a server's own word is a minimum.
        seconds *= self._dice.uniform(1.0, 1.25)
        row.not_before = self._clock.now() + timedelta(seconds=seconds)
        row.leased_by = row.leased_until = None
        row.note = again.reason
        log.warning("parcel_put_off", kind=row.kind, reason=again.reason, seconds=round(seconds, 2))

    async def _give_up(self, unit: Unit, row: ParcelRow, parcel: Parcel, dead: Undeliverable) -> None:
        if isinstance(dead, Gone) and await self._left_thread(unit, parcel):
            self._put_off(row, TryAgain(dead.reason, after=0))
            return
        self._drop(row, dead.reason, refused=not isinstance(dead, ClosedDoor))
        if isinstance(dead, ClosedDoor) and isinstance(parcel.payload, DirectNotice | DirectTalk | ShowHand):
            await unit.players.close_dms(parcel.payload.user_id, self._clock.now())
        if isinstance(parcel.payload, DirectTalk) and parcel.payload.purpose == "hear":
            await dispatch.not_heard(unit, parcel.payload, self._clock.now())

    async def _left_thread(self, unit: Unit, parcel: Parcel) -> bool:
        """Whether the thread of a card or of talk is gone, so that the game now goes on in its channel."""
        if not isinstance(parcel.payload, PostCard | RefreshCard | PostTalk) or parcel.game_id is None:
            return False
        game = await unit.games.bare(parcel.game_id)
        if game is None or parcel.channel_id == game.channel_id:
            return False
        if game.thread_id == parcel.channel_id:
            await unit.games.remember(game.id, thread_id=None)
            log.warning("thread_gone", game=game.code, thread=parcel.channel_id)
        return True

    async def _nap(self, seconds: float) -> None:
        await self._clock.sleep_until(self._clock.now() + timedelta(seconds=seconds))


async def _traced(unit: Unit, row: ParcelRow, parcel: Parcel) -> Parcel:
    """The same with what leads from its lines in the log to its game."""
    game = None if row.game_id is None else await unit.games.bare(row.game_id)
    return replace(parcel, game=None if game is None else game.code, seq=row.seq)


def _outcome(result: Receipt | TryAgain | Undeliverable) -> str:
    """How a delivery went, in a word that can be counted."""
    match result:
        case Receipt():
            return "done"
        case TryAgain():
            return f"again:{result.code}"
        case Undeliverable():
            return f"dropped:{result.code}"
