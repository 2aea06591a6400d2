"""Statements that write rows, made once: those of single rows for each set of columns.

To pass a statement through SQLAlchemy each time costs several times what the database needs for the row.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Insert, Select, Update, bindparam, func, insert, literal_column, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Dialect

from bot.store.columns import Base, table_of

_SQLITE: Dialect = sqlite.dialect()
_FLOAT8 = 701
"""PostgreSQL's number of the type of all floats that are stored; no other type is read by its number."""
_KEPT = 256
"""Sets of columns that are kept: requests of the same kind change the same."""


class RowStatement(NamedTuple):
    """A statement that writes one row, or changes those that meet a condition."""

    sql: str
    names: tuple[tuple[str, Callable[[Any], Any] | None], ...]
    """The parameters in order, each with the function that makes the driver's value of one."""

    own: Mapping[str, Any] = MappingProxyType({})
    """The values of parameters that stand in the statement itself."""
    columns: tuple[Callable[[Any], Any] | None, ...] = ()
    """For each column that it reads, in order: the function that makes its value from the driver's."""
    lists: Mapping[str, Sequence[str]] = MappingProxyType({})
    """The parameters that make up each list: the statement has as many as the list has items."""

    def parameters(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The driver's parameters for these values."""
        given = {**self.own, **values}
        for name, parts in self.lists.items():
            given |= zip(parts, given[name], strict=True)
        # NULL is None to all drivers, and half of what is read.
        return tuple(
            [
                given[name] if stored is None or given[name] is None else stored(given[name])
                for name, stored in self.names
            ]
        )

    def values(self, row: Sequence[Any], begin: int = 0) -> tuple[Any, ...]:
        """The values of a row that the driver has read; those before `begin` stay the driver's."""
        made = [
            one if make is None or one is None else make(one)
            for one, make in zip(row[begin:], self.columns[begin:], strict=True)
        ]
        return (*row[:begin], *made)


class RowChange(NamedTuple):
    """The columns of a row that are written, and those that identify it where it is stored already."""

    kind: type[Base]
    columns: tuple[str, ...]
    known_by: tuple[str, ...] = ()


@lru_cache(_KEPT)
def inserting(
    kind: type[Base], columns: tuple[str, ...], returned: tuple[str, ...] = (), dialect: Dialect = _SQLITE
) -> RowStatement:
    """A statement that inserts a row with these columns, and returns others of it."""
    return _compiled(insert_into(kind, returned), columns, dialect)


def insert_into(kind: type[Base], returned: tuple[str, ...]) -> Insert:
    """A statement that inserts rows and returns these columns of them."""
    table = table_of(kind)
    # Otherwise a statement without returned columns would ask for the new row's key.
    new = insert(table).inline()
    return new.returning(*(table.c[name] for name in returned)) if returned else new


@lru_cache(_KEPT)
def updating(change: RowChange) -> RowStatement:
    """A statement that changes a row, as long as it is as it was read; see `former`."""
    return _compiled(_update(change), change.columns)


@lru_cache(_KEPT)
def writing(changes: tuple[RowChange, ...], dialect: Dialect) -> RowStatement:
    """A statement that writes several rows of PostgreSQL at once: `in_one` has its parameters.

    It returns how many rows each change of a stored row has met.
    """
    parts = [
        _update(change, f"{number}_") if change.known_by else _insert(change, f"{number}_")
        for number, change in enumerate(changes)
    ]
    met = [
        select(func.count()).select_from(part.returning(literal_column("1")).cte()).scalar_subquery()
        for part in parts
        if isinstance(part, Update)
    ]
    new = [part.cte() for part in parts if isinstance(part, Insert)]
    return _compiled(select(*met).add_cte(*new), dialect=dialect)


def in_one(given: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The parameters of `writing` for the values of its changes."""
    return {f"{number}_{name}": value for number, row in enumerate(given) for name, value in row.items()}


def prepared(
    statement: Update | Select[*tuple[Any, ...]],
    given: Mapping[str, object] = MappingProxyType({}),
    dialect: Dialect = _SQLITE,
) -> RowStatement:
    """A statement of the driver that changes rows, or reads them, with lists as long as those given."""
    lengths = tuple([(name, len(value)) for name, value in given.items() if isinstance(value, list)])
    return _prepared(statement, lengths, dialect)


@lru_cache(_KEPT)
def _prepared(
    statement: Update | Select[*tuple[Any, ...]], lengths: tuple[tuple[str, int], ...], dialect: Dialect
) -> RowStatement:
    return _compiled(statement, dialect=dialect, lengths=lengths)


def former(column: str) -> str:
    """The name of the parameter with the value of a column before the change."""
    return f"former_{column}"


def _update(change: RowChange, prefix: str = "") -> Update:
    table = table_of(change.kind)
    conditions = (table.c[name] == bindparam(prefix + former(name)) for name in change.known_by)
    return update(table).where(*conditions).values(_parameters(change, prefix))


def _insert(change: RowChange, prefix: str) -> Insert:
    return insert(table_of(change.kind)).inline().values(_parameters(change, prefix))


def _parameters(change: RowChange, prefix: str) -> Mapping[str, Any]:
    return {name: bindparam(prefix + name) for name in change.columns}


def _compiled(
    statement: Insert | Update | Select[*tuple[Any, ...]],
    columns: tuple[str, ...] | None = None,
    dialect: Dialect = _SQLITE,
    lengths: Iterable[tuple[str, int]] = (),
) -> RowStatement:
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    own = {name: one.value for name, one in compiled.binds.items() if columns is None and not one.required}
    lists = {name: [None] * length for name, length in lengths}
    expanded = compiled.construct_expanded_state(dict.fromkeys(compiled.binds) | own | lists)
    parts = expanded.parameter_expansion
    binds = dict(compiled.binds)
    binds |= {part: compiled.binds[name] for name, many in parts.items() for part in many}
    used = [(name, binds[name].type.dialect_impl(dialect)) for name in expanded.positiontup or ()]
    names = tuple((name, kind.bind_processor(dialect)) for name, kind in used)
    read = statement.exported_columns
    found = tuple(one.type.dialect_impl(dialect).result_processor(dialect, _FLOAT8) for one in read)
    return RowStatement(expanded.statement, names, own, found, parts)
