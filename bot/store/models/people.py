"""Persons: their accounts, their vacations, and their blocks."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, false, text, true
from sqlalchemy.orm import Mapped, mapped_column, relationship

from bot.column_values import Confirm, Theme
from bot.store.columns import NAME_LENGTH, Base, RowId, Snowflake


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
    """When a direct message was refused; None again once the person asks for direct messages."""
    created_at: Mapped[datetime]
    forgotten_at: Mapped[datetime | None]
    """Since when this is a pseudonym: of a forgotten person, or of a vacant seat. None: a real person."""
    vacant: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether this is the pseudonym of a vacant seat, whose invited player has not accepted yet."""
    level: Mapped[int | None]
    """How well a computer plays (`engines.contract.Level`); None: it is no computer."""

    vacation: Mapped["VacationRow | None"] = relationship(
        lazy="raise",
        viewonly=True,
        primaryjoin="and_(VacationRow.player_id == PersonRow.id, VacationRow.ended_at.is_(None))",
    )
    """The planned or present vacation."""

    def away_at(self, now: datetime) -> "VacationRow | None":
        """The vacation at a moment; loaded with a game's people, that of a newcomer by `Vacations.load`."""
        vacation: VacationRow | None = self.__dict__.get("vacation")
        if vacation is None or vacation.ended_at is not None:
            return None
        return vacation if vacation.starts_at <= now < vacation.ends_at else None

    @property
    def begun_leave(self) -> "VacationRow | None":
        """The vacation that has begun and not ended, as announced to their games."""
        vacation: VacationRow | None = self.__dict__.get("vacation")
        begun = vacation is not None and vacation.ended_at is None and vacation.due_at == vacation.ends_at
        return vacation if begun else None


class VacationRow(Base):
    """A vacation, during which a person's clocks are stopped. A person has at most one that has not ended."""

    __tablename__ = "vacations"
    __table_args__ = (
        Index("ix_vacations_present", "player_id", unique=True, info={"where": text("ended_at IS NULL")}),
        Index(None, "due_at", info={"where": text("due_at IS NOT NULL")}),
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
    """An identity of a person: an account, a mail address, or the computer player that they are."""

    __tablename__ = "identities"

    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    """What it is: ``discord``, ``mail``, ``computer``."""
    external_id: Mapped[str] = mapped_column(String(255), primary_key=True)
    """The account's id, the address, or the computer's level and number."""
    person_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"), index=True)
    verified_at: Mapped[datetime | None]
    """When it was verified that it is theirs."""
    closed_at: Mapped[datetime | None]
    """Since when deliveries there fail permanently; cleared when they ask for direct messages again."""


class BlockRow(Base):
    """A block: the two people can neither invite each other nor exchange private messages."""

    __tablename__ = "blocks"
    __table_args__ = (UniqueConstraint("player_id", "blocked_id"),)

    id: Mapped[RowId]
    player_id: Mapped[Snowflake] = mapped_column(ForeignKey("players.id"))
    blocked_id: Mapped[Snowflake | None] = mapped_column(ForeignKey("players.id"), index=True)
    """None: a forgotten person, whom only this row's `identity_hashes` can recognise."""
    identity_hashes: Mapped[str | None] = mapped_column("traces", Text)
    """`bot.service.people.blocks.FormerAccounts` as JSON."""
    created_at: Mapped[datetime]
