"""Servers: their settings, and what administrators have done there."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from bot.store.columns import CAUSE_LENGTH, Base, RowId, Snowflake


class ServerRow(Base):
    """The settings of a server for the games in it, which its managers choose."""

    __tablename__ = "server_settings"

    guild_id: Mapped[Snowflake] = mapped_column(primary_key=True, autoincrement=False)
    settings: Mapped[str] = mapped_column(Text)
    """`bot.service.people.servers.ServerSettings` as JSON."""


class AuditRow(Base):
    """An act of an administrator: actor, time, reason and changes."""

    __tablename__ = "audit"
    __table_args__ = (Index(None, "about_guild_id", "id"),)

    id: Mapped[RowId]
    game_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("games.id"), index=True)
    actor: Mapped[str] = mapped_column(String(100), index=True)
    """A user id, or ``command line``."""
    act: Mapped[str] = mapped_column(String(32))
    why: Mapped[str | None] = mapped_column(Text)
    last_seq_before: Mapped[int | None] = mapped_column("version_before")
    last_seq_after: Mapped[int | None] = mapped_column("version_after")
    at: Mapped[datetime]
    about_guild_id: Mapped[Snowflake | None]
    """The server of the game that it is about; without a game, the server in which it was done."""
    cause: Mapped[str | None] = mapped_column(String(CAUSE_LENGTH), unique=True)
    """The request, as in `EventRow.cause`."""


class DraftRow(Base):
    """An act of an administrator that waits for its confirmation; taken out when it is confirmed."""

    __tablename__ = "drafts"

    id: Mapped[RowId]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    """The administrator who may confirm it."""
    code: Mapped[str | None] = mapped_column(String(8))
    """The game's; None where it is about no game that is there already."""
    act: Mapped[str] = mapped_column(Text)
    """A `bot.service.admin.acts.Act` as JSON."""
    why: Mapped[str | None] = mapped_column(Text)
    mark: Mapped[str] = mapped_column(String(24))
    """What the game was like when the plan was made; see `bot.service.admin.plan.Plan.mark`."""
    created_at: Mapped[datetime]
