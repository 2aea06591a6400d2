"""The whole database as one file, the same for every kind of database, and back.

A backup is gzipped lines of JSON: a header that names the schema's revision, the tables and their columns;
each row as an array whose first item is the number of its table; and a last line with the number of rows,
without which the file is not whole. It holds every secret that the database holds.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby, islice
from typing import IO, Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta
from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    Float,
    TableClause,
    Text,
    column,
    exists,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.types import TypeEngine

from bot.store import schema
from bot.store.columns import UtcDateTime
from bot.store.models import GameRow

FORMAT: Final = "turnpost-backup/1"

MAX_LINE = 1 << 26
"""Bytes of the longest line that is read: a row with a large game in it is far below."""

_AT_ONCE = 500
_NAME = r"^[a-z][a-z_]{0,62}$"

Sort: TypeAlias = Literal["whole", "text", "truth", "real", "moment"]
"""What a column holds."""

_PYTHON: dict[Sort, Any] = {"whole": int, "text": str, "truth": bool, "real": float, "moment": datetime}
_COLUMNS: dict[Sort, TypeEngine[Any]] = {
    "whole": BigInteger(),
    "text": Text(),
    "truth": Boolean(),
    "real": Float(),
    "moment": UtcDateTime(),
}


class BadBackup(Exception):  # noqa: N818 -- the text, one sentence for the operator, says enough
    """A file that is no backup, or not a whole one."""


class NotEmpty(Exception):  # noqa: N818 -- as above
    """The database into which a backup is to be restored holds something."""


class _Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=_NAME)]
    sort: Sort


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=_NAME)]
    columns: Annotated[tuple[_Column, ...], Meta(min_length=1, max_length=200)]

    def clause(self) -> TableClause:
        """The table, for statements, whatever the models now say of it."""
        return table(self.name, *(column(one.name, _COLUMNS[one.sort]) for one in self.columns))


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: Literal["turnpost-backup/1"] = FORMAT
    revision: Annotated[str, Meta(max_length=32)]
    made_at: datetime
    tables: Annotated[tuple[_Table, ...], Meta(max_length=200)]


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int


def write(connection: Connection, file: IO[bytes], made_at: datetime) -> int:
    """Write everything that the transaction sees; how many rows.

    The schema must be the one of the models.
    """
    tables = tuple(
        _Table(str(one.name), tuple(_Column(str(field.name), _sort(field.type)) for field in one.columns))
        for one in GameRow.metadata.sorted_tables
    )
    rows = 0
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
        _put(packed, _Header(revision=schema.current(connection) or "", made_at=made_at, tables=tables))
        for number, (one, model) in enumerate(zip(tables, GameRow.metadata.sorted_tables, strict=True)):
            clause = one.clause()
            key = (clause.c[field.name] for field in model.primary_key)
            query = select(clause).order_by(*key).execution_options(yield_per=_AT_ONCE)
            for row in connection.execute(query):
                _put(packed, [number, *row])
                rows += 1
        _put(packed, _End(rows))
    return rows


def restore(connection: Connection, file: IO[bytes], *, replace: bool) -> int:
    """Fill the database from a backup and bring the schema up to date, within the caller's transaction.

    How many rows there were. With `replace` what the database holds goes; without, it must hold nothing.
    Raises NotEmpty, BadBackup, and UnknownSchema for a backup of a newer version.
    """
    lines = _lines(file)
    header = _decoded(next(lines, b""), _Header, "it does not begin like one")
    if header.revision not in schema.revisions():
        raise schema.UnknownSchema(
            f"The backup is of revision {header.revision}, which this version of Turnpost does not know; "
            "restore it with the version that made it, or a newer one."
        )
    _clear(connection, replace=replace)
    # The empty tables become those of the time when the backup was made.
    schema.migrate(connection, header.revision)
    rows = _fill(connection, header, lines)
    _number_on(connection, header)
    schema.migrate(connection)
    if torn := schema.damage(connection):
        raise BadBackup(f"The backup is damaged: {torn[0]}.")
    return rows


def _sort(of: TypeEngine[Any]) -> Sort:
    if isinstance(of, UtcDateTime):
        return "moment"
    return next(sort for sort, python in _PYTHON.items() if python is of.python_type)


def _put(file: gzip.GzipFile, line: Any) -> None:
    file.write(msgspec.json.encode(line) + b"\n")


def _clear(connection: Connection, *, replace: bool) -> None:
    """Take all rows out. Raises NotEmpty."""
    names = set(inspect(connection).get_table_names())
    for one in reversed(GameRow.metadata.sorted_tables):
        if one.name not in names:
            continue
        if not replace and connection.scalar(select(exists().select_from(one))):
            raise NotEmpty("The database is not empty; with --replace everything in it is lost.")
        connection.execute(one.delete())


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a packed file. Raises BadBackup."""
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            while line := packed.readline(MAX_LINE):
                if not line.endswith(b"\n"):
                    raise BadBackup("That is not a whole backup: a line of it does not end.")
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadBackup("That is not a whole backup: it cannot be unpacked.") from error


def _decoded(line: bytes, sort: Any, otherwise: str) -> Any:
    try:
        return msgspec.json.decode(line, type=sort)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        # What the library says could quote a secret.
        raise BadBackup(f"That is not a whole backup: {otherwise}.") from None


def _rows(header: _Header, lines: Iterable[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each row with the number of its table, checked. Raises BadBackup, also where the end is missing."""
    sorts = [
        tuple[(int, *(_PYTHON[one.sort] | None for one in each.columns))]  # type: ignore[misc] # made here
        for each in header.tables
    ]
    decoders = [msgspec.json.Decoder(sort) for sort in sorts]
    for count, line in enumerate(lines):
        if not line.startswith(b"["):
            end = _decoded(line, _End, "its end is missing")
            if end.rows != count or next(iter(lines), None) is not None:
                raise BadBackup("That is not a whole backup: rows are missing.")
            return
        head = line[1:].split(b",", 1)[0]
        number = int(head) if head.isdigit() and len(head) < 4 else len(decoders)
        if number >= len(decoders):
            raise BadBackup("That is not a whole backup: a row is of no table.")
        try:
            row = decoders[number].decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            name = header.tables[number].name
            raise BadBackup(f"That is not a whole backup: a row of the table {name} is damaged.") from None
        names = (one.name for one in header.tables[number].columns)
        yield number, dict(zip(names, row[1:], strict=True))
    raise BadBackup("That is not a whole backup: its end is missing.")


def _fill(connection: Connection, header: _Header, lines: Iterator[bytes]) -> int:
    known = inspect(connection)
    for each in header.tables:
        there = {one["name"] for one in known.get_columns(each.name)} if known.has_table(each.name) else set()
        if there != {one.name for one in each.columns}:
            raise BadBackup(f"The backup's table {each.name} is not that of revision {header.revision}.")
    total = 0
    for number, group in groupby(_rows(header, lines), key=lambda row: row[0]):
        statement = header.tables[number].clause().insert()
        rows = (row for _, row in group)
        while batch := list(islice(rows, _AT_ONCE)):
            try:
                connection.execute(statement, batch)
            except (DBAPIError, OverflowError) as error:
                if isinstance(error, OperationalError):
                    raise  # The database's own trouble, such as a full disk.
                # From nowhere, for what the database says quotes the row.
                raise BadBackup(f"The backup's rows of {header.tables[number].name} do not fit.") from None
            total += len(batch)
    return total


def _number_on(connection: Connection, header: _Header) -> None:
    """Let PostgreSQL number new rows after the restored ones; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for each in header.tables:
        if all(one.name != "id" for one in each.columns):
            continue
        sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": each.name})
        last = connection.scalar(
            select(column("id")).select_from(each.clause()).order_by(text("id DESC")).limit(1)
        )
        if sequence is not None and last is not None:
            connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})
