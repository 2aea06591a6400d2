"""Puts deliveries into the outbox, each in its partition."""

import secrets
from datetime import datetime
from typing import Final, TypeGuard

import msgspec

from bot.service.game.live import LiveGame
from bot.service.values import payloads
from bot.store.models import OutboxRow
from bot.store.repositories.partitions import (
    BUTTON_REMOVALS,
    LATER,
    REOPENING,
    followed_partition,
    game_partition,
    mail_partition,
    notice_partition,
    person_partition,
    report_partition,
)
from bot.store.unit import Unit


def enqueue_in_place(live: LiveGame, payload: payloads.Payload) -> None:
    """Enqueue a public post, if the game has a place."""
    if live.row.channel_id is not None:
        enqueue(live, payload)


def enqueue(live: LiveGame, payload: payloads.Payload) -> OutboxRow:
    """Enqueue a delivery about this game."""
    row = delivery_row_about(live, payload)
    live.unit.outbox.add(row)
    return row


def enqueue_without_event(
    unit: Unit, payload: payloads.Payload, now: datetime, *, game_id: int | None = None
) -> None:
    """Enqueue a delivery about a game, or about none, that waits for none of its events."""
    unit.outbox.add(delivery_row(game_id, None, payload, now))


def delivery_row_about(live: LiveGame, payload: payloads.Payload) -> OutboxRow:
    """A delivery about this game that is not enqueued yet."""
    return delivery_row(live.row.id, live.row.last_seq, payload, live.now)


_LATER: Final = frozenset(
    {"warning", "fallen", "joined", "table", "answered", "undone", "replaced", "seated"}
)
"""Occasions of notices without a deadline; ``fallen`` is that of dropped standing orders."""


def _waits(payload: payloads.Payload) -> TypeGuard[payloads.TurnNotice | payloads.InvitationNotice]:
    """Whether a delivery waits for the end of its reader's quiet time without holding up anything else."""
    if isinstance(payload, payloads.TurnNotice):
        paused = payload.summary is not None and payload.summary.status == "paused"
        return payload.occasion in _LATER or (payload.occasion == "asked" and paused)
    return isinstance(payload, payloads.InvitationNotice)


def delivery_row(game_id: int | None, seq: int | None, payload: payloads.Payload, now: datetime) -> OutboxRow:
    """A delivery in the partition of its payload. `game_id` None: of no game; `seq` None: after no event."""
    partition_key = "" if game_id is None else game_partition(game_id)
    if isinstance(payload, payloads.Mailed):
        partition_key = mail_partition(payload.address)
    elif isinstance(payload, payloads.FollowNotice):
        partition_key = followed_partition(payload.person_id)
    elif _waits(payload):
        partition_key = f"{person_partition(payload.person_id)}{LATER}"
    elif isinstance(payload, payloads.TurnNotice):
        partition_key = notice_partition(payload.person_id)
    elif isinstance(payload, payloads.Direct):
        partition_key = person_partition(payload.person_id)
    elif isinstance(payload, payloads.RemoveButtons):
        partition_key += BUTTON_REMOVALS
    elif isinstance(payload, payloads.PostReport):
        partition_key = report_partition(payload.guild_id)
    elif isinstance(payload, payloads.ReopenThread):
        partition_key += REOPENING
    elif isinstance(payload, payloads.ManagerNotice):
        partition_key = f"server:{payload.guild_id}"
    return OutboxRow(
        game_id=game_id,
        seq=seq,
        partition_key=partition_key,
        kind=str(payload.__struct_config__.tag),
        payload=msgspec.json.encode(payload).decode(),
        nonce=secrets.token_hex(12),
        status="pending",
        attempts=0,
        not_before=now,
        created_at=now,
    )
