"""Enqueues chat messages, their receipts and reports, and what follows where one cannot be delivered."""

from datetime import datetime

from bot.service.game.live import LiveGame
from bot.service.notices import turn_notices
from bot.service.notices.enqueuing import enqueue, enqueue_in_place, enqueue_without_event
from bot.service.values import payloads
from bot.store.models import ChatMessageRow
from bot.store.unit import Unit


async def post_chat(live: LiveGame, message: ChatMessageRow) -> None:
    """Post a public message in its game's place, and relay it by direct message.

    It is relayed to those who chose so and, unless they chose otherwise, to those who do not see that place.
    By mail it waits to be gathered with others.
    """
    enqueue_in_place(live, payloads.PostChat(message.id))
    unseen = {
        sitting.player_id: True
        for sitting in live.row.seats
        if sitting.player.dms_closed_at is None and turn_notices.sees_no_card(live.row, sitting)
    }
    relayed = {**unseen, **await live.unit.chat.relayed(live.row.id), message.player_id: False}
    sittings = {sitting.player_id: sitting for sitting in live.row.seats}
    for person_id in (reader for reader, hears in relayed.items() if hears):
        row = enqueue(live, payloads.DirectChat(person_id, message.id, "hear"))
        waits = turn_notices.chat_waits(live, sittings[person_id])
        if waits is not None:
            row.partition_key, row.not_before = f"{row.partition_key}{waits[0]}", waits[1]
            if row.not_before <= live.now:
                await live.unit.outbox.bring_forward(row.partition_key, live.now)


def send_chat(live: LiveGame, message: ChatMessageRow) -> None:
    """Send a private message to those of its readers who take direct messages."""
    for reader in message.readers:
        if reader.refused_at is None:
            enqueue(live, payloads.DirectChat(reader.player_id, message.id, "hear"))


def send_receipt(live: LiveGame, message: ChatMessageRow, *, shown_in: int | None) -> None:
    """Send the speaker a receipt by direct message.

    `shown_in`: the message that a door turns into the receipt, so that it counts as delivered.
    """
    row = enqueue(live, payloads.DirectChat(message.player_id, message.id, "receipt"))
    if shown_in is not None:
        row.status, row.message_id, row.done_at = "done", shown_in, live.now


async def chat_undelivered(unit: Unit, delivery: payloads.DirectChat, now: datetime) -> None:
    """Record that a private message could not be delivered to a reader, and tell the speaker."""
    message = await unit.chat.get(delivery.chat_message_id)
    if message is None:
        return
    for reader in message.readers:
        if reader.player_id == delivery.person_id:
            reader.refused_at = now
            notice = payloads.DirectChat(message.player_id, message.id, "refused", reader.seat)
            enqueue_without_event(unit, notice, now, game_id=message.game_id)


async def chat_unposted(unit: Unit, delivery: payloads.PostChat, now: datetime) -> None:
    """Tell the speaker that a public message could not be posted."""
    message = await unit.chat.get(delivery.chat_message_id)
    if message is not None:
        notice = payloads.DirectChat(message.player_id, message.id, "refused")
        enqueue_without_event(unit, notice, now, game_id=message.game_id)
