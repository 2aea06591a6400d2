"""Deliveries, and the places that refuse them."""

from datetime import datetime
from typing import Final

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.column_values import Dropped
from bot.store.columns import IS_PENDING, Base, RowId, Snowflake
from bot.store.packing import packed, unpacked

PERSONAL = text("substr(lane, 1, 5) <> 'game:'")
"""The condition for a delivery to a person rather than to a game's place."""
RECEIPT = text("payload = ''")
"""The condition for a delivery that is over, of which only that it happened is kept."""
UNLEASED = text("status = 'pending' AND leased_until IS NULL")
"""The condition for a delivery that waits."""
LEASED = text("status = 'pending' AND leased_until IS NOT NULL")
"""The condition for a delivery that is under way, or was when its process ended."""
HELD_BACK = text("status = 'pending' AND blocked_at IS NOT NULL")
"""The condition for a delivery that is held back after a refusal."""
MISSED = text("dropped_as = 'missed'")
"""The condition for a delivery that was given up and that somebody misses."""
_CARD: Final = "card"
"""The kind whose payload is read after delivery to update or post a card again."""
_READ_AGAIN: Final = frozenset({"direct_talk", "reopen"})
"""Kinds whose payloads are read after delivery to know whether a direct message was private, or when a thread
was unarchived. They stay unpacked: they are short, and gathered deliveries may have to wait once more."""
_KEPT_UP_TO_DATE: Final = frozenset({"lobby", "hand"})
"""Kinds that edit one message again and again, each time with what the game shows then. The newest stands for
that message as long as the game goes on, so it is no receipt, which would be deleted."""
_SHOWN: Final = "{}"
"""Stored in place of the payload of such a delivery once it is over."""


class OutboxRow(Base):
    """A delivery that a transaction has enqueued."""

    __tablename__ = "outbox"
    __table_args__ = (
        CheckConstraint("status IN ('pending', 'done', 'dropped')", name="status"),
        Index("ix_outbox_pending_lane", "lane", "id", info={"where": IS_PENDING}),
        Index(None, "kind", "done_at", info={"where": RECEIPT}),
        Index("ix_outbox_personal_lane", "lane", info={"where": PERSONAL}),
        # It holds every column that is asked of deliveries that wait for a later moment: they may be many.
        Index(
            "ix_outbox_not_before",
            *("not_before", "attempts", "created_at", "blocked_at"),
            info={"where": UNLEASED},
        ),
        Index(None, "leased_until", info={"where": LEASED}),
        Index(None, "blocked_at", info={"where": HELD_BACK}),
        Index("ix_outbox_missed", "done_at", info={"where": MISSED}),
    )

    id: Mapped[RowId]
    game_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("games.id"), index=True)
    seq: Mapped[int | None]
    """The game's newest event when it was enqueued."""
    partition_key: Mapped[str] = mapped_column("lane", String(32))
    """Deliveries of one partition are delivered one after the other: ``game:1``, ``user:2``."""
    kind: Mapped[str] = mapped_column(String(16))
    """The tag of the payload."""
    stored_payload: Mapped[str] = mapped_column("payload", Text)
    """A `bot.service.values.payloads.Payload` as JSON until the delivery is over: then packed, `_SHOWN`, or
    empty in a receipt."""
    nonce: Mapped[str] = mapped_column(String(25), unique=True)
    status: Mapped[str] = mapped_column(String(8), default="pending")
    attempts: Mapped[int] = mapped_column(default=0)
    not_before: Mapped[datetime]
    leased_by: Mapped[str | None] = mapped_column(String(64))
    leased_until: Mapped[datetime | None]
    note: Mapped[str | None] = mapped_column(Text)
    """Why it was tried again or dropped, for people to read."""
    dropped_as: Mapped[Dropped | None] = mapped_column(String(12))
    """Why it was dropped, for all that follows from it; None where it was not."""
    gathered_in: Mapped[Snowflake | None]
    """The delivery whose message contains this one's contents."""
    blocked_at: Mapped[datetime | None]
    """Since when it is held back after a refusal: somebody must remove an obstacle in its place."""
    channel_id: Mapped[Snowflake | None]
    """Where it was delivered, and as which message."""
    message_id: Mapped[Snowflake | None] = mapped_column(index=True)
    created_at: Mapped[datetime]
    done_at: Mapped[datetime | None]

    @property
    def payload(self) -> str:
        """The payload as JSON."""
        return unpacked(self.stored_payload)

    @payload.setter
    def payload(self, payload: str) -> None:
        self.stored_payload = payload

    def put_off(self, until: datetime) -> None:
        """Release it, to be claimed again from a moment on."""
        self.not_before = until
        self.leased_by = self.leased_until = None

    def deliver(self, now: datetime) -> None:
        """Mark it delivered."""
        self._close("done", now)

    def drop(self, why: Dropped, now: datetime, note: str) -> None:
        """Mark it given up."""
        self.dropped_as, self.note = why, note
        self._close("dropped", now)

    def gather(self, into: "OutboxRow", now: datetime) -> None:
        """Mark it gathered into another delivery."""
        self.gathered_in = into.id
        self.drop("gathered", now, f"told with {into.id}")

    def _close(self, status: str, now: datetime) -> None:
        self.status, self.done_at = status, now
        self.leased_by = self.leased_until = None
        if self.kind == _CARD:
            self.stored_payload = packed(self.stored_payload)
        elif self.kind not in _READ_AGAIN:
            self.stored_payload = _SHOWN if self.kind in _KEPT_UP_TO_DATE else ""


class RefusalRow(Base):
    """A place on Discord in which posting is refused, until something is posted there."""

    __tablename__ = "refusals"

    guild_id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    place_id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    """The thread or channel; for all of the server, the server's own id."""
    code: Mapped[str] = mapped_column(String(16))
    """Why, as the door says it."""
    count: Mapped[int]
    """How many refusals came one after the other; for a server, in how many channels."""
    since: Mapped[datetime]
    probe_at: Mapped[datetime | None]
    """When one delivery is tried for all that are held back here; None: not before something changes."""
    notified_at: Mapped[datetime | None] = mapped_column("told_at")
    """When the server's managers were notified."""
