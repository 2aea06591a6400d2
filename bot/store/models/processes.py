"""What the processes of a bot share beside the games."""

from datetime import datetime

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.columns import Base


class CounterRow(Base):
    """The last number that a counter of ours has given out."""

    __tablename__ = "counters"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    last: Mapped[int] = mapped_column(BigInteger)


class OwnerRow(Base):
    """The application to which the database belongs, in its only row."""

    __tablename__ = "owner"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Always 1."""
    application: Mapped[str] = mapped_column(String(64))
    """A bot on Discord by its application's id, or ``sandbox``."""


class HeartbeatRow(Base):
    """The last heartbeat of a process that watches clocks.

    Timeouts that were due later and not processed fell into an outage. Unlike a lease, it grants no right.
    """

    __tablename__ = "heartbeats"

    process: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The process's name, with which the outbox's leases begin (`leased_by`)."""
    at: Mapped[datetime]


class RequestBudgetRow(Base):
    """The budget of requests to Discord that all processes of a bot share, in its only row."""

    __tablename__ = "request_budget"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Always 1."""
    full_at: Mapped[datetime]
    """When all tokens are there again, by the clock of the database's server."""


class LeaseRow(Base):
    """A right that one process holds until a moment, unless it asks for longer in time."""

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    """Its subject: ``shard:3/16``, ``identify:0``."""
    holder: Mapped[str] = mapped_column(String(64))
    """A name that no other run of any process bears."""
    until: Mapped[datetime]
