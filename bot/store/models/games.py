"""Games: their seats, invitations and events, and what people have planned, noted and follow."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from bot.column_values import InvitationStatus, Status
from bot.store.columns import CAUSE_LENGTH, Base, PackedText, RowId, Snowflake
from bot.store.models.people import PersonRow

BY_ADMINISTRATOR = text("kind = 'admin'")
"""The condition for an event of which an administrator is the cause."""


MAY_BE_QUIET = text(
    "thread_id IS NOT NULL AND deadline_at IS NOT NULL AND clock_stopped_at IS NULL AND finished_at IS NULL"
)
"""The condition for a game with a running clock in a thread, which Discord archives after a while."""
WAITING = text("finished_at IS NULL AND (started_at IS NULL OR waits_for_players)")
"""The condition for a game that waits for players: it has not started, or is paused until seats are taken."""
CALLED_OFF = text("finished_at IS NOT NULL AND started_at IS NULL")
"""The condition for a game that was over before it began."""
WITH_COMPUTERS = text("has_computer AND finished_at IS NULL")
"""The condition for a game that goes on and in which a computer has a seat."""


class SeatRow(Base):
    """A player of a game."""

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("game_id", "seat"),
        Index(None, "notice_at", info={"where": text("notice_at IS NOT NULL")}),
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
        CheckConstraint("status IN ('open', 'accepted', 'declined', 'expired', 'withdrawn')", name="status"),
        Index(
            "ix_invitations_open_seat",
            "game_id",
            "seat",
            unique=True,
            info={"where": text("status = 'open'")},
        ),
        Index(None, "game_id", "status"),
        Index(None, "status", "closed_at"),
        Index(None, "inviter_id", info={"where": text("inviter_id IS NOT NULL")}),
        Index("ix_invitations_open", "expires_at", info={"where": text("closed_at IS NULL")}),
    )

    id: Mapped[RowId]
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"))
    seat: Mapped[int]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The invited person."""
    inviter_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"))
    """The inviting person; None: whoever uses the command line."""
    status: Mapped[InvitationStatus] = mapped_column(String(16), default="open")
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    """When it was answered, expired or withdrawn."""

    player: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True, foreign_keys=player_id)
    inviter: Mapped[PersonRow | None] = relationship(lazy="raise", viewonly=True, foreign_keys=inviter_id)


class DeclineRow(Base):
    """A declined invitation of a person who was forgotten since: its inviter cannot ask them again.

    It tells neither which pseudonym has taken that person's place, nor when they were forgotten.
    """

    __tablename__ = "declines"

    id: Mapped[RowId]
    inviter_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    identity_hashes: Mapped[str] = mapped_column(Text)
    """`bot.service.people.blocks.FormerAccounts` as JSON."""


class GameRow(Base):
    """A game: its set-up, its place, its clock, and a snapshot of where its events have led."""

    __tablename__ = "games"
    __table_args__ = (
        CheckConstraint("status IN ('lobby', 'active', 'paused', 'finished', 'abandoned')", name="status"),
        CheckConstraint("min_seats BETWEEN 1 AND max_seats", name="seats"),
        Index(None, "guild_id", "status", "id", "code"),
        Index(None, "status", "id", "code"),
        Index(None, "channel_id", "status"),
        Index(None, "key", "status", "id"),
        Index(None, "guild_id", "key", "status", "id"),
        Index("ix_games_quiet", "moved_at", info={"where": MAY_BE_QUIET}),
        Index("ix_games_with_computers", "id", info={"where": WITH_COMPUTERS}),
        Index("ix_games_waiting", "created_at", info={"where": WAITING}),
        Index("ix_games_called_off", "finished_at", info={"where": CALLED_OFF}),
        Index(None, "key", "status", "rules_version"),
        Index(None, "alarm_at", info={"where": text("alarm_at IS NOT NULL")}),
        Index(None, "finished_at", info={"where": text("finished_at IS NOT NULL")}),
        Index(
            None, "pause_asked_at", info={"where": text("pause_asked_at IS NOT NULL AND finished_at IS NULL")}
        ),
        Index(
            None,
            "undo_asked_at",
            info={"where": text("undo_asked_at IS NOT NULL AND finished_at IS NULL")},
        ),
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
    state: Mapped[str | None] = mapped_column(PackedText)
    """The state after the last event, as `Codec.encode` writes it."""
    ply: Mapped[int]
    last_seq: Mapped[int] = mapped_column("version")
    """The seq of the last event. An update of a row that was read with an older one fails."""
    public_version: Mapped[int] = mapped_column("edition")
    """How many changes everybody may know of: what buttons carry."""
    undo: Mapped[str | None] = mapped_column(Text)
    """The request to take an action back that waits for consent, as JSON."""
    undo_asked_at: Mapped[datetime | None]
    """When that request was made."""

    guild_id: Mapped[Snowflake | None]
    """None, like the channel, where the game has no place on Discord."""
    channel_id: Mapped[Snowflake | None]
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
    """The time that its seats have left, the deadlines that they have missed, and open requests, as JSON."""
    pause_asked_at: Mapped[datetime | None]
    """When the pause request that `clock` holds was made."""
    deadline_hours: Mapped[float | None]
    """The length of a turn; None: no clock, or the game sets it itself (`ClockRules.seconds`)."""
    clock_from: Mapped[datetime | None]
    """When the present clock period began to be counted."""
    deadline_at: Mapped[datetime | None]
    """When this period ends. Where `clock_card_id` is set, this is its latest possible end."""
    clock_card_id: Mapped[Snowflake | None] = mapped_column(index=True)
    """The delivery of the card that opens this period, while the clock waits for it to be posted."""
    clock_stopped_at: Mapped[datetime | None]
    """Since when the clock is stopped; it resumes with the time that was left then."""
    away: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the clock is stopped because a pending player is on vacation."""
    waits_for_players: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Of a paused game: whether it goes on as soon as its vacant seats are taken."""
    has_computer: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Of a game that has begun: whether a computer has a seat."""
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
        Index(None, "player_id", info={"where": text("player_id IS NOT NULL")}),
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
    """Further data that the kind needs, as JSON."""
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request, on its first event: ``discord:123``."""
    at: Mapped[datetime]


class OrderRow(Base):
    """A standing order: an action that its owner planned for a later moment.

    Nobody else may learn that it exists. It is deleted once it is played, dropped or cancelled.
    """

    __tablename__ = "orders"
    __table_args__ = (Index(None, "due_at", info={"where": text("due_at IS NOT NULL")}),)

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


class FollowerRow(Base):
    """A follower: a person who is notified of events of a game in which they do not play."""

    __tablename__ = "followers"

    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), primary_key=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
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
