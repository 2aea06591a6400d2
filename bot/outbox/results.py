"""What becomes of a delivery after an attempt: it is done, put off, kept until somebody changes something, or
given up. Each result is stored in the caller's transaction, with what follows from it for the game.
"""

from datetime import datetime, timedelta
from random import SystemRandom

import msgspec
import structlog
from msgspec.structs import replace

from bot.clock import Clock
from bot.column_values import Dropped
from bot.outbox.delivery import (
    Blocked,
    ChannelGone,
    Delivery,
    DmsClosed,
    Failure,
    Outcome,
    PermanentFailure,
    Receipt,
    RetryLater,
)
from bot.retries import FIRST_DELIVERY_DELAY, LONGEST_DELIVERY_DELAY
from bot.service.game import deadlines
from bot.service.game.live import LiveGame
from bot.service.log.rules_migration import outdated
from bot.service.notices import chat_deliveries, notifications, place_refusals, turn_notices, undeliverable
from bot.service.notices.enqueuing import delivery_row
from bot.service.people.doors import MAIL
from bot.service.usecases import Engines
from bot.service.values import payloads
from bot.store.models import OutboxRow, RefusalRow
from bot.store.packing import packed
from bot.store.repositories.outbox import Held
from bot.store.repositories.partitions import chat_partitions, game_partition
from bot.store.unit import Unit

log = structlog.get_logger(__name__)

_KEPT = payloads.PostLobby | payloads.PostCard | payloads.RefreshCard | payloads.PostChat | payloads.PostNote
"""Posts that are kept when a channel is gone, in case the game is moved to another."""
_Gathering = payloads.TurnNotice | payloads.FollowNotice
"""Notices that gather those of other games in the same message."""


class Results:
    """Stores the results of attempts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rng = SystemRandom()

    async def store(self, unit: Unit, held: Held, delivery: Delivery, result: Outcome) -> None:
        """Store what became of a delivery that this process still holds."""
        row = held.row
        match result:
            case Receipt():
                await self._complete(unit, held, delivery, result)
            case Blocked() if row.not_before != delivery.due_at:
                # Something has changed in its place since it was claimed: the refusal may be older than that.
                self.put_off(row, result.reason, after=0)
            case Blocked():
                await self._hold_refused(unit, row, delivery, result)
            case RetryLater():
                superseded = await self._is_superseded(unit, row, delivery)
                self.put_off(row, result.reason, 0 if superseded else result.after)
            case PermanentFailure():
                await self._give_up(unit, row, delivery, result)

    async def repeat_newest(self, unit: Unit, late: Delivery, engines: Engines) -> None:
        """Show the newest state again on a message that an edit has reached after newer ones."""
        edited, row = late.payload, await unit.outbox.get(late.id)
        if row is None or not isinstance(
            edited, payloads.PostLobby | payloads.RefreshCard | payloads.ShowHand
        ):
            return
        game = await unit.games.by_code(edited.summary.code, lock=True)
        engine = None if game is None else engines.get(game.key)
        if game is None or engine is None or outdated(engine, game):
            return
        live = LiveGame(unit, engine, game, self._clock.now())
        match edited:
            case payloads.PostLobby():
                notifications.show_lobby(live)
            case payloads.RefreshCard(outbox_id=card_id):
                posted = await unit.outbox.posted(game.id, row.partition_key, "card")
                if posted is not None and posted.id == card_id:
                    # An older card stays as it is: its buttons are removed.
                    notifications.restore_card(live)
            case payloads.ShowHand(person_id=person_id):
                notifications.repeat_hand(live, person_id, edited.summary)

    def put_off(self, row: OutboxRow, reason: str, after: float | None = None) -> None:
        """Retry later: `after` seconds or, without any, after a wait that doubles with each attempt."""
        seconds = after
        if seconds is None:
            seconds = min(FIRST_DELIVERY_DELAY * 2 ** min(row.attempts - 1, 16), LONGEST_DELIVERY_DELAY)
        # The server's own delay is a minimum.
        seconds *= self._jitter()
        row.put_off(self._clock.now() + timedelta(seconds=seconds))
        row.note = reason
        log.warning("delivery_put_off", kind=row.kind, reason=reason, seconds=round(seconds, 2))

    def _jitter(self) -> float:
        """A factor of a delay, which spreads deliveries that failed together."""
        return self._rng.uniform(1.0, 1.25)

    async def keep(
        self, unit: Unit, row: OutboxRow, until: datetime, refusal: RefusalRow | None, reason: str
    ) -> None:
        """Keep a delivery until a moment. The players whom the newest waiting card mentions are notified
        directly, and the server's managers of a refusal.
        """
        now = self._clock.now()
        row.put_off(until)
        row.note = reason
        cards = await unit.outbox.waiting(row.partition_key, "card")
        untold = cards[-1] if cards and cards[-1].blocked_at is None else None
        row.blocked_at = row.blocked_at or now
        if untold is not None:
            untold.blocked_at = now
            await undeliverable.notify_pending(unit, untold, refusal, now)
        if refusal is not None and (game := await unit.games.bare(row.game_id)) is not None:
            await undeliverable.notify_managers(unit, game, refusal, now)

    def drop(self, row: OutboxRow, why: Dropped, note: str) -> None:
        """Close a delivery undelivered."""
        row.drop(why, self._clock.now(), note)
        tell = log.warning if why == "missed" else log.info
        tell("delivery_dropped", delivery=row.id, game_id=row.game_id, seq=row.seq, kind=row.kind, note=note)

    async def _complete(self, unit: Unit, held: Held, delivery: Delivery, receipt: Receipt) -> None:
        row = held.row
        anew = isinstance(delivery.payload, _KEPT) and receipt.message_id != delivery.message_id
        if anew and held.refused:
            await self._retry_blocked_there(unit, delivery)
        row.deliver(self._clock.now())
        row.channel_id = receipt.channel_id if delivery.new_post else delivery.channel_id
        row.message_id = receipt.message_id
        if delivery.new_post or isinstance(delivery.payload, payloads.OpenThread):
            await unit.games.set_thread(delivery.game_id, delivery.channel_id, receipt.channel_id)
        match delivery.payload:
            case payloads.PostLobby(summary=summary):
                if delivery.message_id is None:
                    await self._invite_unpinged(unit, delivery, summary.title)
                await unit.games.set_columns(delivery.game_id, lobby_message_id=receipt.message_id)
                await unit.outbox.retire(delivery.game_id, row.partition_key, row.kind, before=row.id)
            case payloads.PostCard(summary=summary):
                if summary.seconds_per_period is not None:
                    await self._start_period(unit, row)
            case payloads.RefreshCard(outbox_id=card_id):
                await self._store_refreshed(unit, card_id, delivery, row)
            case payloads.DirectChat(purpose="hear", chat_message_id=chat_message_id, person_id=reader) if (
                delivery.door != MAIL or delivery.settings.private_by_mail
            ):
                # Without that setting a mail has only told that there are private messages.
                await unit.chat.mark_seen((chat_message_id,), reader, self._clock.now())
            case payloads.ShowHand(person_id=person_id):
                if (seat := await unit.games.seat(delivery.game_id, person_id)) is not None:
                    seat.hand_message_id = receipt.message_id
                await unit.outbox.retire(delivery.game_id, row.partition_key, row.kind, before=row.id)
            case payloads.RemoveButtons(outbox_id=card_id):
                cards = game_partition(delivery.game_id)
                await unit.outbox.retire(delivery.game_id, cards, "card", before=card_id + 1)
            case _:
                pass
        tells = isinstance(delivery.payload, payloads.PostCard | payloads.RefreshCard | payloads.TurnNotice)
        if tells and held.clock_stopped:
            await undeliverable.release_clock(unit, delivery.game_id, self._clock.now())
        log.info("delivery_delivered", kind=row.kind, message=receipt.message_id)

    async def _retry_blocked_there(self, unit: Unit, delivery: Delivery) -> None:
        """A post succeeded: if that clears refusals of its place, retry what is held in its server."""
        where = delivery.address
        # A place that was closed meanwhile stays closed: the post came before.
        if where is not None and await unit.refusals.clear(where.guild_id, where.places, closed=False):
            await unit.outbox.reschedule_blocked(self._clock.now(), guild_id=where.guild_id)

    async def _invite_unpinged(self, unit: Unit, delivery: Delivery, title: str) -> None:
        """Notify the invited people whom a new lobby did not ping, as it was posted in their quiet time."""
        now, game = self._clock.now(), await unit.games.bare(delivery.game_id)
        for one in await unit.invitations.of_game(delivery.game_id, now) if delivery.unpinged else ():
            if game is not None and one.player_id in delivery.unpinged:
                notice = payloads.InvitationNotice(one.player_id, one.id, "ask", title, "")
                unit.outbox.add(delivery_row(game.id, game.last_seq, notice, now))

    async def _start_period(self, unit: Unit, row: OutboxRow) -> None:
        """Start the clock period that waits for this card, if it still does."""
        game = await unit.games.awaiting_card(row.id)
        if game is not None:
            deadlines.run_from_posting(game, self._clock.now())
            unit.set_alarm(game.alarm_at)

    async def _store_refreshed(self, unit: Unit, card_id: int, delivery: Delivery, row: OutboxRow) -> None:
        """Store what a card shows now and where it is: it may have been posted anew."""
        card = await unit.outbox.get(card_id)
        if card is not None:
            card.stored_payload = packed(msgspec.json.encode(delivery.card).decode())
            card.status, card.dropped_as = "done", None
            card.channel_id, card.message_id = row.channel_id, row.message_id

    async def _is_superseded(self, unit: Unit, row: OutboxRow, delivery: Delivery) -> bool:
        """Whether a delivery only updates an older card while a new one waits behind it."""
        refreshes = isinstance(delivery.payload, payloads.RefreshCard)
        return refreshes and bool(await unit.outbox.waiting(row.partition_key, "card", after=row.id))

    async def _hold_refused(self, unit: Unit, row: OutboxRow, delivery: Delivery, refused: Failure) -> None:
        """Keep a refused delivery, and hold back those that the same refusal affects."""
        now = self._clock.now()
        spread = self._jitter()
        until = now + place_refusals.delay(now - (row.blocked_at or now)) * spread
        noted = None
        if delivery.address is not None:
            noted = await place_refusals.note(
                unit, delivery.address, refused.code, now, wide=refused.wide, spread=spread
            )
            until = max(until, noted.probe_at or until)
        log.warning("delivery_put_off", kind=row.kind, reason=refused.reason, until=until.isoformat())
        await self.keep(unit, row, until, noted, refused.reason)

    async def _hold_unplaced(self, unit: Unit, row: OutboxRow, delivery: Delivery, gone: ChannelGone) -> None:
        """Keep the deliveries to a place that is gone until the game is moved to another."""
        now, where = self._clock.now(), delivery.address
        game = await unit.games.bare(delivery.game_id)
        if where is None or game is None or delivery.channel_id not in {game.thread_id, game.channel_id}:
            # The game was moved meanwhile.
            self.put_off(row, gone.reason, after=0)
            return
        if game.status == "lobby" and game.thread_id == delivery.channel_id:
            # A forum post that was deleted unnoticed: the lobby's card starts another.
            await unit.games.set_columns(game.id, thread_id=None)
            self.put_off(row, gone.reason, after=0)
            return
        noted = await place_refusals.close(unit, where.guild_id, where.place_id, place_refusals.GONE, now)
        log.warning("place_gone", game=game.code, place=where.place_id)
        await undeliverable.post_again(unit, game, now)
        await self.keep(unit, row, now + place_refusals.BLOCKED_DELAY, noted, gone.reason)

    async def _give_up(self, unit: Unit, row: OutboxRow, delivery: Delivery, dead: PermanentFailure) -> None:
        if isinstance(delivery.payload, payloads.PostReport):
            await self.keep(unit, row, self._clock.now() + place_refusals.BLOCKED_DELAY, None, dead.reason)
            return
        if isinstance(dead, ChannelGone) and isinstance(delivery.payload, _KEPT):
            await self._hold_unplaced(unit, row, delivery, dead)
            return
        if dead.wide and delivery.address is not None:
            await place_refusals.note(unit, delivery.address, dead.code, self._clock.now(), wide=True)
        if isinstance(dead, DmsClosed) and await self._close_door(unit, delivery):
            self.put_off(row, dead.reason, after=0)
            return
        notice = delivery.payload
        if isinstance(notice, _Gathering) and await self._retry_alone(unit, row, notice, dead):
            return
        # Nobody presses buttons in a place that is gone.
        gone = isinstance(dead, ChannelGone) and isinstance(delivery.payload, payloads.RemoveButtons)
        self.drop(row, "missed" if dead.missed and not gone else "obsolete", dead.reason)
        match delivery.payload:
            case payloads.PostCard():
                # A refresh notifies nobody, and the next one or the next card shows the same.
                await undeliverable.notify_pending(unit, row, None, self._clock.now())
            case payloads.PostChat() as chat:
                await chat_deliveries.chat_unposted(unit, chat, self._clock.now())
            case (
                payloads.TurnNotice() | payloads.FollowNotice() | payloads.DirectChat() | payloads.ShowHand()
            ) as direct:
                sitting = await unit.games.seat(delivery.game_id, direct.person_id)
                if sitting is not None and isinstance(direct, payloads.TurnNotice):
                    # A card that still waits, if there is one, pings them.
                    sitting.notified_at = None
                # The gathered messages may be what is refused.
                await unit.outbox.put_back(chat_partitions(direct.person_id), row, self._clock.now())
                if isinstance(direct, payloads.DirectChat) and direct.purpose == "hear":
                    await chat_deliveries.chat_undelivered(unit, direct, self._clock.now())

    async def _retry_alone(
        self, unit: Unit, row: OutboxRow, notice: _Gathering, dead: PermanentFailure
    ) -> bool:
        """Try a refused notice without what it gathered, which may be the cause; return whether it is."""
        now, alone = self._clock.now(), replace(notice, others=())
        if isinstance(alone, payloads.TurnNotice):
            alone = replace(alone, chat_message_ids=())
        if isinstance(notice, payloads.TurnNotice):
            await turn_notices.decide_anew(unit, notice.others, now)
        if alone == notice or isinstance(dead, DmsClosed):
            return False
        for other in notice.others if isinstance(notice, payloads.FollowNotice) else ():
            await _enqueue_alone(unit, other, now)
        await unit.outbox.put_back(chat_partitions(notice.person_id), row, now)
        row.payload = msgspec.json.encode(alone).decode()
        self.put_off(row, dead.reason, after=0)
        return True

    async def _close_door(self, unit: Unit, delivery: Delivery) -> bool:
        """Close the door that refused a delivery; return whether the next attempt has another open door."""
        to, now = delivery.payload, self._clock.now()
        if isinstance(to, payloads.Direct):
            return await undeliverable.close_door(unit, to.person_id, delivery.door, now)
        if isinstance(to, payloads.MailAnswer) and to.person_id is not None:
            mine = await unit.persons.identity(to.person_id, MAIL)
            if mine is not None and mine.external_id == to.address:
                await undeliverable.close_door(unit, to.person_id, delivery.door, now)
        return False


async def _enqueue_alone(unit: Unit, notice: payloads.FollowNotice, now: datetime) -> None:
    """Enqueue a follower's notice that was gathered, as one attempted once: so it gathers no others."""
    game_id: int | None = notice.game_id
    if not game_id and notice.card is not None:
        game_id = notice.card.summary.id
    elif not game_id:
        posted = await unit.outbox.get(notice.outbox_id)
        game_id = None if posted is None else posted.game_id
    again = delivery_row(game_id, notice.until, notice, now)
    again.attempts = 1
    unit.outbox.add(again)
