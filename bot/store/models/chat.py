"""Chat messages: who reads them, how, and what was reported."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from bot.store.columns import CAUSE_LENGTH, Base, RowId, Snowflake
from bot.store.models.games import GameRow
from bot.store.models.people import PersonRow


class ChatMessageRow(Base):
    """A chat message. It is no event: no public number counts it."""

    __tablename__ = "talk"

    id: Mapped[RowId]
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), index=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The speaker."""
    seat: Mapped[int]
    """The speaker's seat."""
    turn: Mapped[str] = mapped_column(String(64))
    """When in the game, as players say it: ``round 4``."""
    private: Mapped[bool]
    """Whether only its readers may learn of it."""
    body: Mapped[str] = mapped_column(Text)
    cause: Mapped[str] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """Its request, as in `EventRow.cause`: a repeated one changes nothing."""
    at: Mapped[datetime]

    player: Mapped[PersonRow] = relationship(lazy="raise", viewonly=True)
    readers: Mapped[list["ChatReaderRow"]] = relationship(lazy="raise", order_by="ChatReaderRow.seat")


class ChatReaderRow(Base):
    """A reader of a private message. A later player of the seat does not become one."""

    __tablename__ = "talk_readers"

    chat_message_id: Mapped[Snowflake] = mapped_column("talk_id", ForeignKey("talk.id"), primary_key=True)
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
    seat: Mapped[int]
    """The seat in which they were addressed."""
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


class MuteRow(Base):
    """A mute: a person who does not get another player's messages in one game."""

    __tablename__ = "mutes"

    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True)
    game_id: Mapped[Snowflake] = mapped_column(ForeignKey("games.id"), primary_key=True, index=True)
    muted_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)
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
