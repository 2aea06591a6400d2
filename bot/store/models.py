"""The tables. `events` is the truth about a game; the mutable columns of `games` are a snapshot of it.

References are written by their columns; relationships are read only.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    text,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from bot.column_values import Confirm, InvitationStatus, Status, Theme
from bot.store.columns import Base, RowId, Snowflake

NAME_LENGTH = 100
"""Characters of a person's name."""
CAUSE_LENGTH = 100
"""Characters of a request's cause."""
# A partial index states its condition in `info`, which migrations use: the dialects' options for it would
# load PostgreSQL's dialect for an SQLite file as well.
_PENDING = text("status = 'pending'")
PENDING: ColumnElement[str] = literal_column("'pending'", String)
"""Literals, as in the conditions of indexes: with a parameter PostgreSQL cannot prove the condition, and
would plan such a statement each time.
"""
_TIMED = text("alarm_at IS NOT NULL")
_OPEN = text("status = 'open'")
_ABSENT = text("ended_at IS NULL")
_DUE = text("due_at IS NOT NULL")
_PENDING_SEATS = text("notice_at IS NOT NULL")
_OVER = text("finished_at IS NOT NULL")
_DONE_BY_SOMEBODY = text("player_id IS NOT NULL")
_ASKED_BY_SOMEBODY = text("inviter_id IS NOT NULL")
BY_ADMINISTRATOR = text("kind = 'admin'")
"""An event of which an administrator is the cause."""
PERSONAL = text("substr(lane, 1, 5) <> 'game:'")
"""Conditions for deliveries to a person rather than to a game's place."""
FORGETTABLE = text("status = 'done' AND (kind <> 'review' OR answer IS NULL)")
"""A finished job whose result nobody has asked for."""
RECEIPT = text("payload = ''")
"""A delivery that is over, of which only that it happened is kept."""


class PersonRow(Base):
    """A person who has used the bot, with preferences; `IdentityRow` has their accounts."""

    __tablename__ = "players"
    __table_args__ = (CheckConstraint("theme IN ('dark', 'light')", name="theme"),)

    id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    """The name as last seen."""
    theme: Mapped[Theme] = mapped_column(String(8), default="dark")
    notices: Mapped[str] = mapped_column(Text, default="{}", server_default=text("'{}'"))
    """The changed fields of `bot.service.people.notice_settings.NoticeSettings`, as JSON."""
    active_at: Mapped[datetime | None]
    """When the person last acted anywhere, to a minute."""
    dm_hands: Mapped[bool] = mapped_column(default=True, server_default=true())
    """Whether they want their hand by direct message, in games with hands."""
    guided: Mapped[str] = mapped_column(Text, default="", server_default=text("''"))
    """The keys of games whose guide the person has seen or did not need, separated by blanks."""
    time_zone: Mapped[str | None] = mapped_column(String(64))
    confirm: Mapped[Confirm] = mapped_column(String(8), default="weighty", server_default="weighty")
    dms_closed_at: Mapped[datetime | None]
    """When a direct message was refused; forgotten when the player asks for such again."""
    created_at: Mapped[datetime]
    forgotten_at: Mapped[datetime | None]
    """Since when this is a pseudonym: of a forgotten person, or of a vacant seat. None: a real person."""
    level: Mapped[int | None]
    """How well a computer plays (`engines.contract.Level`); None: it is no computer."""

    vacation: Mapped[VacationRow | None] = relationship(
        lazy="raise",
        viewonly=True,
        primaryjoin="and_(VacationRow.player_id == PersonRow.id, VacationRow.ended_at.is_(None))",
    )
    """The planned or present vacation."""

    def away_at(self, now: datetime) -> VacationRow | None:
        """The vacation at a moment; loaded with a game's people, that of a newcomer by `Vacations.load`."""
        vacation: VacationRow | None = self.__dict__.get("vacation")
        if vacation is None or vacation.ended_at is not None:
            return None
        return vacation if vacation.starts_at <= now < vacation.ends_at else None

    @property
    def begun_leave(self) -> VacationRow | None:
        """The vacation that has begun and not ended, as announced to their games."""
        vacation: VacationRow | None = self.__dict__.get("vacation")
        begun = vacation is not None and vacation.ended_at is None and vacation.due_at == vacation.ends_at
        return vacation if begun else None


class VacationRow(Base):
    """A vacation, during which a person's clocks are stopped. A person has at most one that has not ended."""

    __tablename__ = "vacations"
    __table_args__ = (
        Index(
            "ix_vacations_present",
            "player_id",
            unique=True,
            info={"where": _ABSENT},
        ),
        Index(None, "due_at", info={"where": _DUE}),
    )

    id: Mapped[RowId]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    """When it is to end."""
    ended_at: Mapped[datetime | None]
    """When it ended, or was called off."""
    due_at: Mapped[datetime | None]
    """When its beginning or end is to be announced. None: nothing to announce."""
    created_at: Mapped[datetime]


class IdentityRow(Base):
    """Who a person is somewhere else: the account, the address, the computer player that they come as."""

    __tablename__ = "identities"

    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    """Where: ``discord``."""
    external_id: Mapped[str] = mapped_column(String(255), primary_key=True)
    """Under which id they are known there."""
    person_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    verified_at: Mapped[datetime | None]
    """When it was certain that it is theirs."""
    closed_at: Mapped[datetime | None]
    """Since when deliveries there fail permanently; cleared when they ask for direct messages again."""


class ReceivedMailRow(Base):
    """A mail that was carried out to its end, kept for as long as it might be delivered again."""

    __tablename__ = "mails_received"
    __table_args__ = (Index(None, "sender_hash", "received_at"),)

    cause: Mapped[str] = mapped_column(String(CAUSE_LENGTH), primary_key=True)
    """As in `EventRow.cause`."""
    sender_hash: Mapped[str] = mapped_column(String(32))
    """`bot.store.repositories.mails.address_hash`."""
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


class MailInvitationRow(Base):
    """An invitation by mail, with only a hash of the address; or the reader's refusal of all of them.

    ``held`` was never sent, which its author does not learn.
    """

    __tablename__ = "mail_invitations"
    __table_args__ = (CheckConstraint("status IN ('sent', 'held', 'accepted', 'refused')", name="status"),)

    id: Mapped[RowId]
    address_hash: Mapped[str] = mapped_column(String(32), index=True)
    inviter_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"), index=True)
    """None where it is no invitation but a refusal of all."""
    game_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("games.id"), index=True)
    """Its game; None also for one that was called off long ago."""
    status: Mapped[str] = mapped_column(String(8))
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """As in `EventRow.cause`."""
    created_at: Mapped[datetime] = mapped_column(index=True)


class BlockRow(Base):
    """A block: the two people can neither invite each other nor exchange private messages."""

    __tablename__ = "blocks"
    __table_args__ = (UniqueConstraint("player_id", "blocked_id"),)

    id: Mapped[RowId]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"))
    blocked_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"), index=True)
    """None: a forgotten person, whom only this row's `identity_hashes` can recognise."""
    identity_hashes: Mapped[str | None] = mapped_column("traces", Text)
    """`bot.service.people.blocks.BlockedPerson` as JSON."""
    created_at: Mapped[datetime]


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


class SeatRow(Base):
    """A player of a game."""

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("game_id", "seat"),
        Index(None, "notice_at", info={"where": _PENDING_SEATS}),
    )

    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), primary_key=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    seat: Mapped[int | None]
    """None: drawn at random when the game starts."""
    joined_at: Mapped[datetime]
    hand_message_id: Mapped[Snowflake | None]
    """The direct message that shows the person's hand and is kept up to date."""
    notices: Mapped[str] = mapped_column(Text, default="{}", server_default=text("'{}'"))
    """The game's own changes to the person's notice settings, as JSON."""
    notified_at: Mapped[datetime | None] = mapped_column("told_at")
    """When the person was last notified in the present clock period."""
    notice_at: Mapped[datetime | None]
    """When the next notice is decided. As secret as whose turn it is."""

    player: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True)


class InvitationRow(Base):
    """An invitation of a person to a seat. A seat has at most one open invitation.

    In a lobby `seat` is -1, -2 ...: any free seat, reserved for the invited person.
    """

    __tablename__ = "invitations"
    __table_args__ = (
        CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')",
            name="status",
        ),
        Index(
            "ix_invitations_open_seat",
            "game_id",
            "seat",
            unique=True,
            info={"where": _OPEN},
        ),
        Index(None, "game_id", "status"),
        Index(None, "status", "closed_at"),
        Index(None, "inviter_id", info={"where": _ASKED_BY_SOMEBODY}),
    )

    id: Mapped[RowId]
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"))
    seat: Mapped[int]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The invited person."""
    inviter_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"))
    """By whom; None: by whoever uses the command line."""
    status: Mapped[InvitationStatus] = mapped_column(String(16), default="open")
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    """When it was answered, expired or withdrawn."""

    player: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True, foreign_keys=player_id)
    inviter: Mapped[PersonRow | None] = relationship(lazy="raise", viewonly=True, foreign_keys=inviter_id)


class GameRow(Base):
    """A game: its set-up, its place, its clock, and a snapshot of where its events have led."""

    __tablename__ = "games"
    __table_args__ = (
        CheckConstraint("status IN ('lobby', 'active', 'paused', 'finished', 'abandoned')", name="status"),
        CheckConstraint("min_seats BETWEEN 1 AND max_seats", name="seats"),
        Index(None, "guild_id", "status", "id", "code"),
        Index(None, "status", "id", "code"),
        Index(None, "alarm_at", info={"where": _TIMED}),
        Index(None, "finished_at", info={"where": _OVER}),
    )

    id: Mapped[RowId]
    code: Mapped[str] = mapped_column(String(8), unique=True)
    key: Mapped[str] = mapped_column(String(32))
    """The engine's key."""
    options: Mapped[str] = mapped_column(Text)
    """Canonical JSON, every option with its value."""
    rules_version: Mapped[int]
    status: Mapped[Status] = mapped_column(String(16))
    min_seats: Mapped[int]
    max_seats: Mapped[int]

    seed: Mapped[str | None] = mapped_column(String(64))
    """Drawn at the start. Secret until the game is over."""
    mixture: Mapped[str | None] = mapped_column(Text)
    """What the seed is made of (`bot.service.log.mixture.Mixtures`), as JSON, and as secret as the seed."""
    state: Mapped[str | None] = mapped_column(Text)
    """The state after the last event, as `Codec.encode` writes it."""
    ply: Mapped[int] = mapped_column(default=0)
    last_seq: Mapped[int] = mapped_column("version", default=0)
    """The seq of the last event. An update that was made from an older one fails."""
    public_version: Mapped[int] = mapped_column("edition", default=0)
    """How many changes everybody may know of: what buttons carry."""
    undo: Mapped[str | None] = mapped_column(Text)
    """The request to take an action back that waits for consent, as JSON."""

    guild_id: Mapped[Snowflake | None]
    """None, like the channel, where the game has no place on Discord."""
    channel_id: Mapped[Snowflake | None] = mapped_column(index=True)
    thread_id: Mapped[Snowflake | None] = mapped_column(index=True)
    threaded: Mapped[bool]
    forum: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the channel is a forum: the game is a post in it, its thread from the first message on."""
    lobby_message_id: Mapped[Snowflake | None]
    card_outbox_id: Mapped[Snowflake | None] = mapped_column("card_parcel_id")
    """The delivery of the newest card; no foreign key, for deliveries refer to games already."""

    terms: Mapped[str] = mapped_column(Text, default="{}", server_default=text("'{}'"))
    """The agreed terms (`bot.service.values.terms.Terms`), as JSON."""

    # The clock. Only `bot.service.game.deadlines` writes its moments.
    clock: Mapped[str] = mapped_column(Text, default="{}", server_default=text("'{}'"))
    """What its seats have left and have missed, as JSON."""
    deadline_hours: Mapped[float | None]
    """The length of a turn; None: no clock, or the game sets it itself (`ClockRules.seconds`)."""
    clock_from: Mapped[datetime | None]
    """When the present clock period began to be counted."""
    deadline_at: Mapped[datetime | None]
    """When it ends. Where `clock_card_id` is set, this is the latest moment that it may end at."""
    clock_card_id: Mapped[Snowflake | None] = mapped_column(index=True)
    """The delivery of the card that opens this period, while the clock waits for it to be posted."""
    clock_stopped_at: Mapped[datetime | None]
    """Since when the clock is stopped; it resumes with the time that was left then."""
    away: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the clock is stopped because a pending player is on vacation."""
    alarm_at: Mapped[datetime | None]
    """When the clock next needs attention: a reminder, or the deadline. None while it is stopped."""
    host_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    moved_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]

    # The caller sets it, from the events; the mapper adds "WHERE version = (the loaded one)".
    __mapper_args__ = {"version_id_col": last_seq, "version_id_generator": False}  # noqa: RUF012

    host: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True)
    seats: Mapped[list[SeatRow]] = relationship(
        lazy="raise", order_by=(SeatRow.joined_at, SeatRow.player_id), cascade="all, delete-orphan"
    )


class EventRow(Base):
    """One thing that happened in a game. Rows are added, never changed and never deleted."""

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("game_id", "seq"),
        Index(None, "player_id", info={"where": _DONE_BY_SOMEBODY}),
        Index("ix_events_admin", "game_id", info={"where": BY_ADMINISTRATOR}),
    )

    id: Mapped[RowId]
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"))
    seq: Mapped[int]
    """1, 2, 3 ... in each game."""
    first_seq: Mapped[int]
    """The seq of the first event of the same request."""
    kind: Mapped[str] = mapped_column(String(16))
    """One of `bot.service.log.event_types.EventType`."""
    seat: Mapped[int | None]
    player_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"))
    """Who did it; None for the host's own doing."""
    action: Mapped[str | None] = mapped_column(Text)
    """The applied action, as `Codec.encode` writes it."""
    notation: Mapped[str | None] = mapped_column(Text)
    """The line as its actor may read it."""
    public_notation: Mapped[str | None] = mapped_column(Text)
    """The public line; None: nobody else may learn of it."""
    reveals: Mapped[bool] = mapped_column(default=False)
    """Whether it showed somebody hidden information: then it cannot be undone."""
    data: Mapped[str | None] = mapped_column(Text)
    """What else the kind needs, as JSON."""
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request, on its first event: ``discord:123``."""
    at: Mapped[datetime]


class OrderRow(Base):
    """A standing order: an action that its owner planned for a later moment.

    Nobody else may learn that it exists. It is deleted once it is played, dropped or cancelled.
    """

    __tablename__ = "orders"
    __table_args__ = (Index(None, "due_at", info={"where": _DUE}),)

    id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    """Never given out twice, for the event that plays it names it as its cause."""
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The owner of the order."""
    seat: Mapped[int]
    guard: Mapped[str] = mapped_column(Text)
    """When it is to be played: a `bot.service.clock.order_verdict.Guard` as JSON."""
    action: Mapped[str | None] = mapped_column(Text)
    """The planned action, as `Codec.encode` writes it; None: not chosen yet."""
    made_at_seq: Mapped[int]
    """The game's newest event when it was made."""
    due_at: Mapped[datetime | None]
    """When it is looked at next; None: when something has happened in the game."""
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request by which it was made, as in `EventRow.cause`."""
    created_at: Mapped[datetime]


LASTING = frozenset({"card", "lobby", "hand", "direct_talk"})
"""Kinds of deliveries that are read after delivery: to update or post their message again, and to know
whether a direct message was private."""


class OutboxRow(Base):
    """A delivery that a transaction has enqueued."""

    __tablename__ = "outbox"
    __table_args__ = (
        CheckConstraint("status IN ('pending', 'done', 'dropped')", name="status"),
        Index("ix_outbox_pending_lane", "lane", "id", info={"where": _PENDING}),
        Index(None, "kind", "done_at", info={"where": RECEIPT}),
        Index("ix_outbox_personal_lane", "lane", info={"where": PERSONAL}),
    )

    id: Mapped[RowId]
    game_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("games.id"), index=True)
    seq: Mapped[int | None]
    """The game's newest event when it was enqueued."""
    partition_key: Mapped[str] = mapped_column("lane", String(32))
    """Deliveries of one partition are delivered one after the other: ``game:1``, ``user:2``."""
    kind: Mapped[str] = mapped_column(String(16))
    """The tag of the payload."""
    payload: Mapped[str] = mapped_column(Text)
    """A `bot.service.values.payloads.Payload` as JSON; empty in a receipt."""
    nonce: Mapped[str] = mapped_column(String(25), unique=True)
    status: Mapped[str] = mapped_column(String(8), default="pending")
    attempts: Mapped[int] = mapped_column(default=0)
    not_before: Mapped[datetime]
    leased_by: Mapped[str | None] = mapped_column(String(64))
    leased_until: Mapped[datetime | None]
    note: Mapped[str | None] = mapped_column(Text)
    """Why it was tried again or dropped."""
    blocked_at: Mapped[datetime | None]
    """Since when it is held back after a refusal: somebody must remove an obstacle in its place."""
    channel_id: Mapped[Snowflake | None]
    """Where it was delivered, and as which message."""
    message_id: Mapped[Snowflake | None] = mapped_column(index=True)
    created_at: Mapped[datetime]
    done_at: Mapped[datetime | None]

    def close(self, status: str, now: datetime, note: str | None = None) -> None:
        """Mark it delivered, or dropped for the reason in the note."""
        self.status, self.done_at, self.note = status, now, note or self.note
        self.leased_by = self.leased_until = None
        if self.kind not in LASTING:
            self.payload = ""


class JobRow(Base):
    """Something that a computer is to do in a game, or has done within the last day; reviews are kept."""

    __tablename__ = "jobs"
    __table_args__ = (
        CheckConstraint("status IN ('pending', 'done')", name="status"),
        Index(
            "ix_jobs_pending_seat",
            "game_id",
            "seat",
            "kind",
            unique=True,
            info={"where": _PENDING},
        ),
        Index("ix_jobs_pending", "not_before", info={"where": _PENDING}),
        Index(None, "done_at", info={"where": FORGETTABLE}),
    )

    id: Mapped[RowId]
    kind: Mapped[str] = mapped_column(String(16))
    """``move``: an action of a seat that is to act. ``reply``: the answer to an offer. ``review``: to judge a
    game that is over."""
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    seat: Mapped[int]
    seq: Mapped[int]
    """The game's newest event when the computer was called."""
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The person for whom it is done."""
    status: Mapped[str] = mapped_column(String(8), default="pending")
    attempts: Mapped[int] = mapped_column(default=0)
    not_before: Mapped[datetime]
    """When it may be thought about, and with an answer when that is to be done."""
    due_at: Mapped[datetime]
    """The first moment at which it may be done; the others follow at the same distance."""
    leased_by: Mapped[str | None] = mapped_column(String(64))
    leased_until: Mapped[datetime | None]
    answer: Mapped[str | None] = mapped_column(Text)
    """The actions chosen by the computer and not played yet (`bot.service.jobs.jobs.Chosen`), as JSON; as
    secret as its seat's hand. Of a finished review, its result (`engines.reviewing.Review`)."""
    seconds: Mapped[float | None]
    """How long the choice took."""
    created_at: Mapped[datetime]
    """When the computer was called."""
    done_at: Mapped[datetime | None]


class RefusalRow(Base):
    """A place on Discord in which posting is refused, until something is posted there."""

    __tablename__ = "refusals"

    guild_id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    place_id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    """The thread or channel; the server's own id for all of the server."""
    code: Mapped[str] = mapped_column(String(16))
    """Why, as the door says it."""
    count: Mapped[int]
    """How many refusals came one after the other; for a server, in how many channels."""
    since: Mapped[datetime]
    probe_at: Mapped[datetime | None]
    """Where the place is shut, when one delivery is tried for all; None: not before something changes."""
    notified_at: Mapped[datetime | None] = mapped_column("told_at")
    """When the server's managers were notified."""


class HeartbeatRow(Base):
    """The last heartbeat of a process that watches clocks.

    Timeouts that were due later and not processed fell into an outage. Unlike a lease, it grants no right.
    """

    __tablename__ = "heartbeats"

    process: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The process's name, as the outbox's leases have it (`leased_by`)."""
    at: Mapped[datetime]


class RequestBudgetRow(Base):
    """What all processes of a bot may still ask of Discord within a second, in its only row."""

    __tablename__ = "request_budget"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Always 1."""
    full_at: Mapped[datetime]
    """When all tokens are there again, by the clock of the database's server."""


class AuditRow(Base):
    """An act of an administrator: actor, time, reason and changes."""

    __tablename__ = "audit"

    id: Mapped[RowId]
    game_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("games.id"), index=True)
    actor: Mapped[str] = mapped_column(String(100), index=True)
    """A user id, or ``command line``."""
    act: Mapped[str] = mapped_column(String(32))
    why: Mapped[str | None] = mapped_column(Text)
    last_seq_before: Mapped[int | None] = mapped_column("version_before")
    last_seq_after: Mapped[int | None] = mapped_column("version_after")
    at: Mapped[datetime]
    guild_id: Mapped[Snowflake | None] = mapped_column(index=True)
    """The server in which it was done; None for the command line."""
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request, as in `EventRow.cause`."""


class DraftRow(Base):
    """An act of an administrator that waits for its confirmation; taken out when it is confirmed."""

    __tablename__ = "drafts"

    id: Mapped[RowId]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The administrator who may confirm it."""
    guild_id: Mapped[Snowflake]
    """Where it was asked for."""
    code: Mapped[str | None] = mapped_column(String(8))
    """The game's; None where it is about no game that is there already."""
    act: Mapped[str] = mapped_column(Text)
    """A `bot.service.admin.acts.Act` as JSON."""
    why: Mapped[str | None] = mapped_column(Text)
    mark: Mapped[str] = mapped_column(String(24))
    """What the game was like when the plan was made; see `bot.service.admin.plan.Plan.mark`."""
    created_at: Mapped[datetime]


class LeaseRow(Base):
    """A right that one process holds until a moment, unless it asks for longer in time."""

    __tablename__ = "leases"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    """Its subject: ``shard:3/16``, ``identify:0``."""
    holder: Mapped[str] = mapped_column(String(64))
    """A name that no other run of any process bears."""
    until: Mapped[datetime]


class ChatMessageRow(Base):
    """A chat message. It is no event: no public number counts it."""

    __tablename__ = "talk"

    id: Mapped[RowId]
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The speaker."""
    seat: Mapped[int]
    """In which seat that was."""
    turn: Mapped[str] = mapped_column(String(64))
    """When in the game, as players say it: ``round 4``."""
    private: Mapped[bool]
    """Whether only its readers may learn of it."""
    body: Mapped[str] = mapped_column(Text)
    cause: Mapped[str] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """Its request, as in `EventRow.cause`: a repeated one changes nothing."""
    at: Mapped[datetime]

    player: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True)
    readers: Mapped[list[ChatReaderRow]] = relationship(lazy="raise", order_by="ChatReaderRow.seat")


class ChatReaderRow(Base):
    """A reader of a private message. A later player of the seat does not become one."""

    __tablename__ = "talk_readers"

    chat_message_id: Mapped[Snowflake] = mapped_column("talk_id", ForeignKey("talk.id"), primary_key=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    seat: Mapped[int]
    """In which seat they were addressed."""
    seen_at: Mapped[datetime | None]
    """When it was brought to them, or they first listed it."""
    refused_at: Mapped[datetime | None]
    """When it turned out that it could not be brought to them by direct message."""

    player: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True)


class ChatPreferenceRow(Base):
    """A person's preference for the chat of one game."""

    __tablename__ = "talk_wishes"

    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True)
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), primary_key=True, index=True)
    relayed: Mapped[bool]
    """Whether they get public messages by direct message."""
    has_dm_route: Mapped[bool] = mapped_column("meant", default=False)
    """Whether their direct messages to the bot belong to this game; true of one game at the most."""


class FollowerRow(Base):
    """A follower: a person who is notified of events of a game in which they do not play."""

    __tablename__ = "followers"

    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), primary_key=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    created_at: Mapped[datetime]


class MuteRow(Base):
    """A mute: a person who does not get another player's messages in one game."""

    __tablename__ = "mutes"

    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True)
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), primary_key=True, index=True)
    muted_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    created_at: Mapped[datetime]


class NoteRow(Base):
    """A person's private note about a game. Nobody else may learn that it exists."""

    __tablename__ = "notes"
    __table_args__ = (Index(None, "player_id", "game_id"),)

    id: Mapped[RowId]
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"))
    turn: Mapped[str] = mapped_column(String(64))
    """When in the game, as players say it: ``round 4``."""
    body: Mapped[str] = mapped_column(Text)
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request by which it was made, as in `EventRow.cause`."""
    created_at: Mapped[datetime]


class ReportRow(Base):
    """A private message that its reader has reported to the server's managers."""

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("reporter_id", "talk_id"),)

    id: Mapped[RowId]
    guild_id: Mapped[Snowflake] = mapped_column(index=True)
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    chat_message_id: Mapped[Snowflake] = mapped_column("talk_id", ForeignKey("talk.id"), index=True)
    reporter_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"))
    reported_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The speaker."""
    body: Mapped[str] = mapped_column("words", Text)
    """The reported text, even if the message is deleted."""
    created_at: Mapped[datetime]

    game: Mapped[GameRow] = relationship(lazy="raise", viewonly=True)
    message: Mapped[ChatMessageRow] = relationship(lazy="raise", viewonly=True)
    reporter: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True, foreign_keys=reporter_id)
    reported: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True, foreign_keys=reported_id)


class ServerRow(Base):
    """What those who manage a server have settled for the games in it."""

    __tablename__ = "server_settings"

    guild_id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    settings: Mapped[str] = mapped_column(Text)
    """`bot.service.people.servers.ServerSettings` as JSON."""
    updated_at: Mapped[datetime]
