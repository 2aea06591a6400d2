"""Building blocks of tables: names of constraints, moments in UTC, external ids."""

from datetime import UTC, datetime
from typing import Annotated

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Dialect,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    literal_column,
    text,
)
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.orm import DeclarativeBase, mapped_column

from bot.store.packing import packed, unpacked

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Every constraint has a name that follows from its columns, so that migrations can address it."""


class UtcDateTime(TypeDecorator[datetime]):
    """An aware moment in UTC on every database; naive ones are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @property
    def python_type(self) -> type[datetime]:
        """The Python type."""
        return datetime

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment as the database keeps it. Raises ValueError for one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone cannot be stored")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 -- SQLAlchemy's signature
    ) -> datetime | None:
        """The moment from the database, which on SQLite keeps no time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class PackedText(TypeDecorator[str]):
    """A text that may be long, stored packed; what was stored unpacked before is read as well."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """The Python type."""
        return str

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as the database keeps it."""
        return None if value is None else packed(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text from the database."""
        return None if value is None else unpacked(value)


class Base(DeclarativeBase):
    """The declarative base of all tables."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {datetime: UtcDateTime()}  # noqa: RUF012 -- SQLAlchemy's declarative attribute


def table_of(kind: type[Base]) -> Table:
    """The table of a kind of rows, for statements that need no objects.

    Statements about its attributes pass through the ORM, which costs a fifth to a third of such a statement.
    """
    table = kind.__table__
    assert isinstance(table, Table)  # noqa: S101 -- so they are declared
    return table


# SQLite assigns row ids only where the key is declared INTEGER.
RowId = Annotated[int, mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)]
Snowflake = Annotated[int, mapped_column(BigInteger)]
"""An id of the chat service."""

NAME_LENGTH = 100
"""Characters of a person's name."""
CAUSE_LENGTH = 100
"""Characters of a request's cause."""

IS_PENDING = text("status = 'pending'")


_quoted = String().literal_processor(DefaultDialect())  # type: ignore[no-untyped-call]


def inlined(text: str) -> ColumnElement[str]:
    """A text that stands in a statement itself: each parameter costs at every execution."""
    return literal_column(_quoted(text), String)


PENDING: ColumnElement[str] = inlined("pending")
"""A literal, as in the conditions of indexes: with a parameter PostgreSQL could not prove that such an index
serves, and would plan the statement each time.
"""
