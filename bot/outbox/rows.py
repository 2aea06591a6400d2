"""Deliveries read from rows of the outbox, and what ends their resolution."""

from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.column_values import Dropped
from bot.outbox.delivery import Delivery
from bot.service.people.notice_settings import NoticeSettings
from bot.service.values import payloads
from bot.store.models import GameRow, OutboxRow

ShownT = TypeVar("ShownT", payloads.PostLobby, payloads.PostCard)


class Obsolete(Exception):  # noqa: N818 -- a decision, not a fault
    """The delivery is dropped undelivered, for this reason."""

    def __init__(self, reason: str, why: Dropped = "obsolete") -> None:
        super().__init__(reason)
        self.why = why


class NotYet(Exception):  # noqa: N818 -- a decision, not a fault
    """The delivery waits for the end of its reader's quiet time."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


def read_payload(payload: str) -> payloads.Payload:
    """The payload of a row. Raises Obsolete."""
    try:
        return payloads.read_payload(payload)
    except msgspec.MsgspecError as error:
        # Another version of this bot wrote it; the partition must go on.
        raise Obsolete(f"it cannot be read: {error}", "missed") from error


def delivery_of(
    row: OutboxRow, game: GameRow | None, payload: payloads.Payload, door: str, settings: NoticeSettings
) -> Delivery:
    """The delivery of a row that is still to be addressed: as a new direct message."""
    return Delivery(
        id=row.id,
        nonce=row.nonce,
        game_id=0 if game is None else game.id,
        game=None if game is None else game.code,
        seq=row.seq,
        door=door,
        channel_id=None,
        message_id=None,
        payload=payload,
        attempts=row.attempts,
        settings=settings,
        enqueued_at=row.created_at,
        due_at=row.not_before,
    )


def up_to_date(payload: ShownT, game: GameRow) -> ShownT:
    """The message with a thread that was opened since it was enqueued."""
    return replace(payload, summary=replace(payload.summary, thread_id=game.thread_id))
