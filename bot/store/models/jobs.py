"""The jobs of computers."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.columns import IS_PENDING, Base, RowId, Snowflake

TO_THINK = text("status = 'pending' AND kind <> 'reply' AND answer IS NULL")
"""The condition for a job that still needs thinking."""
READY = text("status = 'pending' AND (kind = 'reply' OR answer IS NOT NULL)")
"""The condition for a job that needs no thinking (any more), and is carried out when due."""
FORGETTABLE = text("status = 'done' AND (kind <> 'review' OR answer IS NULL)")
"""The condition for a finished job whose result nobody has asked for."""


class JobRow(Base):
    """Something that a computer is to do in a game, or has done within the last day; reviews are kept."""

    __tablename__ = "jobs"
    __table_args__ = (
        CheckConstraint("status IN ('pending', 'done')", name="status"),
        Index("ix_jobs_pending_seat", "game_id", "seat", "kind", unique=True, info={"where": IS_PENDING}),
        Index("ix_jobs_to_think", "not_before", "created_at", "leased_until", info={"where": TO_THINK}),
        Index("ix_jobs_ready", "not_before", info={"where": READY}),
        Index(None, "done_at", info={"where": FORGETTABLE}),
    )

    id: Mapped[RowId]
    kind: Mapped[str] = mapped_column(String(16))
    """``move``: an action of a seat that is to act. ``reply``: the answer to an offer. ``review``: to judge a
    game that is over."""
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    seat: Mapped[int]
    seq: Mapped[int]
    """The game's newest event when it was enqueued."""
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The person for whom it is done."""
    status: Mapped[str] = mapped_column(String(8))
    attempts: Mapped[int]
    not_before: Mapped[datetime]
    """When it may be thought about or, once it has an answer, when that is to be played."""
    due_at: Mapped[datetime]
    """The first moment at which it may be done; the later ones follow at the same interval."""
    leased_by: Mapped[str | None] = mapped_column(String(64))
    leased_until: Mapped[datetime | None]
    answer: Mapped[str | None] = mapped_column(Text)
    """The actions chosen by the computer and not played yet (`bot.service.jobs.queue.Chosen`), as JSON; as
    secret as its seat's hand. Of a finished review, its result (`engines.reviewing.Review`)."""
    seconds: Mapped[float | None]
    """How long the choice took."""
    created_at: Mapped[datetime]
    """When it was enqueued."""
    done_at: Mapped[datetime | None]

    def put_off(self, until: datetime) -> None:
        """Release it, to be claimed again from a moment on or, once it has an answer, to be carried out."""
        self.not_before = until
        self.leased_by = self.leased_until = None
