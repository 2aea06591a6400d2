"""What playing by mail needs: mails that were carried out, keys, codes, invitations to addresses."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.columns import CAUSE_LENGTH, NAME_LENGTH, Base, RowId, Snowflake


class ReceivedMailRow(Base):
    """A mail that was carried out to its end, kept for as long as it might be delivered again."""

    __tablename__ = "mails_received"
    __table_args__ = (Index(None, "sender_hash", "received_at"),)

    cause: Mapped[str] = mapped_column(String(CAUSE_LENGTH), primary_key=True)
    """As in `EventRow.cause`."""
    sender_hash: Mapped[str] = mapped_column(String(32))
    """One of `bot.store.repositories.mails.sender_hashes`."""
    received_at: Mapped[datetime] = mapped_column(index=True)
    answered: Mapped[bool]


class MailKeyRow(Base):
    """A key that signs the reply addresses of our mails."""

    __tablename__ = "mail_keys"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """1, 2, 3 ..., which is part of the addresses."""
    secret: Mapped[str] = mapped_column(String(64))
    """The key itself, in hexadecimal."""
    made_at: Mapped[datetime]


class AddressCodeRow(Base):
    """A code sent to a mail address, which proves that a person reads it."""

    __tablename__ = "address_codes"
    __table_args__ = (CheckConstraint("purpose IN ('link', 'join', 'act')", name="purpose"),)

    id: Mapped[RowId]
    purpose: Mapped[str] = mapped_column(String(8))
    """As in `bot.service.values.payloads.AddressCode`."""
    address: Mapped[str] = mapped_column(String(255), index=True)
    player_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"), index=True)
    """The requesting person; None: a stranger."""
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    """The display name of a future person; else empty."""
    about: Mapped[str] = mapped_column(Text)
    """What a correct code does."""
    digest: Mapped[str] = mapped_column(String(64))
    """The digest of the code; the code itself is never kept."""
    tries: Mapped[int] = mapped_column(default=0)
    """The number of wrong attempts."""
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request by which it was asked for, as in `EventRow.cause`."""
    created_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]
    """When what it confirms was done, or when it became void as another one was entered or the address was
    unlinked.
    """


class MailInvitationRow(Base):
    """An invitation by mail, with only a hash of the address; or the reader's refusal of all of them.

    An invitation in the status ``held`` was never sent, which its inviter does not learn.
    """

    __tablename__ = "mail_invitations"
    __table_args__ = (CheckConstraint("status IN ('sent', 'held', 'accepted', 'refused')", name="status"),)

    id: Mapped[RowId]
    address_hash: Mapped[str] = mapped_column(String(32), index=True)
    inviter_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"), index=True)
    """None: it is no invitation but a refusal of all."""
    game_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("games.id"), index=True)
    """Its game; None also for one that was called off long ago."""
    status: Mapped[str] = mapped_column(String(8))
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """As in `EventRow.cause`."""
    created_at: Mapped[datetime] = mapped_column(index=True)
