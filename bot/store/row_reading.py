"""Rows read as objects by statements about columns alone.

For each statement the ORM sets up anew how it reads each column, which takes longer than the reading. Here
the same objects are made of the values of a statement about columns.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar, cast

from sqlalchemy import FromClause, Select, bindparam, select
from sqlalchemy.orm import Mapper, Session
from sqlalchemy.orm.attributes import instance_dict, instance_state, set_committed_value

from bot.store.columns import Base, table_of

RowT = TypeVar("RowT", bound=Base)


class RowReader(Generic[RowT]):
    """Makes the objects of a table from columns of a statement's rows."""

    def __init__(self, kind: type[RowT], table: FromClause | None = None, begin: int = 0) -> None:
        """`table`: the table itself or an alias of it. `begin`: the place of the first of these columns."""
        self._mapper: Mapper[RowT] = kind.__mapper__
        source = table_of(kind) if table is None else table
        attributes = self._mapper.column_attrs
        names = [column.name for one in attributes for column in one.columns]
        self.columns = [source.c[name] for name in names]
        self.end = begin + len(self.columns)
        self._names = [one.key for one in attributes]
        self._key = [begin + names.index(one.name) for one in self._mapper.primary_key]
        self._span = slice(begin, self.end)

    def read(self, session: Session, row: Sequence[Any]) -> RowT | None:
        """The object of a row; None where an outer join found none.

        An object that the session has already keeps the values that it has.
        """
        key = tuple([row[index] for index in self._key])
        if None in key:
            return None
        identity = self._mapper.identity_key_from_primary_key(key)
        values = zip(self._names, row[self._span], strict=True)
        found = cast("RowT | None", session.identity_map.get(identity))
        if found is None:
            made: RowT = self._mapper.class_manager.new_instance()
            state = instance_state(made)
            state.key = identity
            state.dict.update(values)
            session._update_impl(state)
            return made
        for name, value in values:
            set_loaded(found, name, value)
        return found


def set_loaded(row: Base, name: str, value: Any) -> None:
    """Set an attribute that a row was not loaded with, as if it had been."""
    if name not in instance_dict(row):
        set_committed_value(row, name, value)


@cache
def reader_of(kind: type[RowT]) -> RowReader[RowT]:
    """The reader of rows that consist of the columns of a table."""
    return RowReader(kind)


@cache
def by_key(kind: type[Base]) -> Select[*tuple[Any, ...]]:
    """The columns of the row with a primary key, whose parameters are called ``key_`` and the column."""
    columns = kind.__mapper__.primary_key
    return select(*reader_of(kind).columns).where(*(one == bindparam(f"key_{one.name}") for one in columns))
