"""Statements that write rows, made once: those of single rows for each set of columns.

What passes through SQLAlchemy each time costs several times what SQLite needs for the row.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Insert, Update, bindparam, insert, update
from sqlalchemy.dialects import sqlite

from bot.store.columns import Base, table_of

_DIALECT = sqlite.dialect()
_DIFFERENT = 256
"""Sets of columns that are kept: requests of the same kind change the same."""


class RowStatement(NamedTuple):
    """A statement that writes one row, or changes those that meet a condition."""

    sql: str
    names: tuple[tuple[str, Callable[[Any], Any] | None], ...]
    """Of its parameters, in order; each with what makes the driver's value of one."""

    own: Mapping[str, Any] = MappingProxyType({})
    """The values of parameters that stand in the statement itself."""

    def parameters(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The driver's parameters for these values."""
        values = {**self.own, **values} if self.own else values
        return tuple(
            [values[name] if stored is None else stored(values[name]) for name, stored in self.names]
        )


@lru_cache(_DIFFERENT)
def inserting(kind: type[Base], columns: tuple[str, ...]) -> RowStatement:
    """Inserts a row with these columns."""
    return _compiled(insert(table_of(kind)), columns)


@lru_cache(_DIFFERENT)
def update_of(kind: type[Base], columns: tuple[str, ...], known_by: tuple[str, ...]) -> Update:
    """Changes these columns of the row that others identify, whose parameters are called as `former`."""
    table = table_of(kind)
    conditions = (table.c[name] == bindparam(former(name)) for name in known_by)
    return update(table).where(*conditions).values({name: bindparam(name) for name in columns})


@lru_cache(_DIFFERENT)
def updating(kind: type[Base], columns: tuple[str, ...], known_by: tuple[str, ...]) -> RowStatement:
    """As `update_of`, for SQLite."""
    return _compiled(update_of(kind, columns, known_by), columns)


@lru_cache(_DIFFERENT)
def changing(change: Update) -> RowStatement:
    """Changes rows as a statement says."""
    return _compiled(change)


def former(column: str) -> str:
    """The parameter with the value of a column before the change."""
    return f"former_{column}"


def _compiled(statement: Insert | Update, columns: tuple[str, ...] | None = None) -> RowStatement:
    compiled = statement.compile(dialect=_DIALECT, column_keys=columns)
    binds = {name: compiled.binds[name] for name in compiled.positiontup or ()}
    types = {name: one.type.dialect_impl(_DIALECT) for name, one in binds.items()}
    processors = {name: kind.bind_processor(_DIALECT) for name, kind in types.items()}
    own = {name: one.value for name, one in binds.items() if columns is None and not one.required}
    return RowStatement(str(compiled), tuple(processors.items()), own)
