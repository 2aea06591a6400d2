"""What is to be written of a row: its values if it is new, else those that have changed."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy.orm import InstanceState
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from bot.store.columns import Base, table_of
from bot.store.row_statements import RowChange, former

Write: TypeAlias = tuple[RowChange, Mapping[str, Any]]
"""What is written of a row, and its values."""


@cache
def _columns(kind: type[Base]) -> Mapping[str, str]:
    """A table's columns by the names of their attributes."""
    return {one.key: column.key for one in kind.__mapper__.column_attrs for column in one.columns}


@cache
def _defaults(kind: type[Base]) -> Mapping[str, Any]:
    """The values of columns that the model has for those that are not set."""
    defaults = {one.key: one.default for one in table_of(kind).c}
    return {name: one.arg for name, one in defaults.items() if isinstance(one, ScalarElementColumnDefault)}


@cache
def _known_by(kind: type[Base]) -> Mapping[str, str]:
    """The columns that identify a row as it was read, the version among them, by their attributes."""
    table, version = table_of(kind).c, kind.__mapper__.version_id_col
    columns = _columns(kind).items()
    return {name: column for name, column in columns if table[column].primary_key or table[column] is version}


@cache
def key_of(kind: type[Base]) -> frozenset[str]:
    """The columns of the primary key."""
    return frozenset(one.name for one in kind.__mapper__.primary_key)


@cache
def _changeable(kind: type[Base]) -> frozenset[str]:
    """The attributes that may change while the row remains the same: neither its key nor relations."""
    return frozenset(name for name, column in _columns(kind).items() if column not in key_of(kind))


def values_of(row: Base) -> dict[str, Any]:
    """The attributes that were set and the model's defaults; the table has defaults for the rest."""
    columns = _columns(type(row))
    given = {columns[name]: value for name, value in vars(row).items() if name in columns}
    return {**_defaults(type(row)), **given}


def only_values_changed(state: InstanceState[Base]) -> bool:
    """Whether only values of an object were changed."""
    kind: type[Base] = state.class_
    return _changeable(kind).issuperset(state.committed_state)


def changed_values(state: InstanceState[Base]) -> Write | None:
    """What is to be written of a changed object; None where everything is as it was."""
    kind: type[Base] = state.class_
    columns, known_by = _columns(kind), _known_by(kind)
    now, before = state.dict, state.committed_state
    values = {columns[name]: now[name] for name, value in before.items() if now[name] != value}
    if not values:
        return None
    known = {former(column): before.get(name, now[name]) for name, column in known_by.items()}
    return RowChange(kind, tuple(values), (*known_by.values(),)), known | values


def sorting_key(state: InstanceState[Base]) -> tuple[str, tuple[Any, ...]]:
    """The table and primary key of a stored object, by which changes are sorted."""
    return state.class_.__tablename__, state.identity or ()
