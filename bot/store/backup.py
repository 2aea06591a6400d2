"""The whole database as one file, the same for every kind of database, and back.

A backup is gzipped lines of JSON: a header with the schema's revision, the tables and their columns; each row
as an array whose first item is the number of its table; and a last line with the number of rows, without
which the file is incomplete. It holds every secret of the database.
"""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import SEEK_END
from itertools import groupby, islice
from types import GenericAlias
from typing import IO, Annotated, Any, Final, Literal, TypeAlias, TypeVar

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
    func,
    inspect,
    select,
    table,
    text,
)
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.sql.functions import count
from sqlalchemy.types import TypeEngine

from bot.observer import Progress, unwatched
from bot.store import schema
from bot.store.columns import UtcDateTime
from bot.store.models import GameRow

T = TypeVar("T")

FORMAT: Final = "turnpost-backup/1"

MAX_LINE = 1 << 26
"""Bytes of the longest line that is read: a row with a large game in it is far below."""

_AT_ONCE = 500
_COMPRESSION_LEVEL = 6
"""The usual level: the highest takes twice the time for a hundredth of the size."""
_ENCODER = msgspec.json.Encoder()
_NAME = r"^[a-z][a-z_]{0,62}$"

ColumnType: TypeAlias = Literal["whole", "text", "truth", "real", "moment"]
"""What a column holds."""

_COLUMNS: dict[ColumnType, TypeEngine[Any]] = {
    "whole": BigInteger(),
    "text": Text(),
    "truth": Boolean(),
    "real": Float(),
    "moment": UtcDateTime(),
}


class BadBackup(Exception):  # noqa: N818 -- the text, one sentence for the operator, says enough
    """A file that is no backup, or one that is incomplete or damaged."""


class _Incomplete(BadBackup):
    def __init__(self, why: str) -> None:
        super().__init__(f"That is not a whole backup: {why}.")


class NotEmpty(Exception):  # noqa: N818 -- as above
    """The database into which a backup is to be restored holds something."""


class _Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=_NAME)]
    sort: ColumnType


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=_NAME)]
    columns: Annotated[tuple[_Column, ...], Meta(min_length=1, max_length=200)]

    def clause(self) -> TableClause:
        """The table for statements, as the header describes it."""
        return table(self.name, *(column(one.name, _COLUMNS[one.sort]) for one in self.columns))

    def decoder(self) -> msgspec.json.Decoder[tuple[Any, ...]]:
        """Reads a row that follows the number of its table."""
        values = [_COLUMNS[one.sort].python_type | None for one in self.columns]
        return msgspec.json.Decoder(GenericAlias(tuple, (int, *values)))


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    format: Literal["turnpost-backup/1"] = FORMAT
    revision: Annotated[str, Meta(max_length=32)]
    made_at: datetime
    tables: Annotated[tuple[_Table, ...], Meta(max_length=200)]


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int


_HEADER, _END = msgspec.json.Decoder(_Header), msgspec.json.Decoder(_End)


def write(connection: Connection, file: IO[bytes], made_at: datetime, progress: Progress = unwatched) -> int:
    """Write everything that the transaction sees; returns the number of rows. `progress` counts them.

    The schema must be that of the models.
    """
    tables = tuple(
        _Table(str(one.name), tuple(_Column(str(field.name), _type(field.type)) for field in one.columns))
        for one in GameRow.metadata.sorted_tables
    )
    total = sum(connection.scalar(select(count()).select_from(one.clause())) or 0 for one in tables)
    rows = 0
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, compresslevel=_COMPRESSION_LEVEL) as packed:
        _put(packed, _Header(revision=schema.current(connection) or "", made_at=made_at, tables=tables))
        for number, (one, model) in enumerate(zip(tables, GameRow.metadata.sorted_tables, strict=True)):
            clause = one.clause()
            key = (clause.c[field.name] for field in model.primary_key)
            query = select(clause).order_by(*key).execution_options(yield_per=_AT_ONCE)
            for some in connection.execute(query).partitions():
                packed.write(_ENCODER.encode_lines([(number, *row) for row in some]))
                rows += len(some)
                progress(rows, total)
        _put(packed, _End(rows))
    return rows


def restore(connection: Connection, file: IO[bytes], *, replace: bool, progress: Progress = unwatched) -> int:
    """Fill the database from a backup and bring the schema up to date, within the caller's transaction.

    Returns the number of rows; `progress` counts bytes of the file. With `replace` the database's contents
    are deleted; without, it must be empty. Raises NotEmpty, BadBackup, and UnknownSchema for a backup of a
    newer version.
    """
    lines = _lines(file, progress)
    header = _decoded(next(lines, b""), _HEADER, "it does not begin like one")
    if header.revision not in schema.revisions():
        raise schema.UnknownSchema(
            f"The backup is of revision {header.revision}, which this version of Turnpost does not know; "
            "restore it with the version that made it, or a newer one."
        )
    _clear(connection, replace=replace)
    # The empty tables go to the revision at which the backup was made.
    schema.migrate(connection, header.revision)
    rows = _fill(connection, header, lines)
    _advance_sequences(connection, header)
    schema.migrate(connection)
    if damage := schema.damage(connection):
        raise BadBackup(f"The backup is damaged: {damage[0]}.")
    return rows


def _type(of: TypeEngine[Any]) -> ColumnType:
    return next(sort for sort, column in _COLUMNS.items() if column.python_type is of.python_type)


def _put(file: gzip.GzipFile, line: Any) -> None:
    file.write(msgspec.json.encode(line) + b"\n")


def _clear(connection: Connection, *, replace: bool) -> None:
    """Delete all rows. Raises NotEmpty if there are any, unless `replace`."""
    names = set(inspect(connection).get_table_names())
    for one in reversed(GameRow.metadata.sorted_tables):
        if one.name not in names:
            continue
        if not replace and connection.scalar(select(exists().select_from(one))):
            raise NotEmpty("The database is not empty; with --replace everything in it is lost.")
        connection.execute(one.delete())


def _lines(file: IO[bytes], progress: Progress) -> Iterator[bytes]:
    """The lines of a gzipped file. Raises BadBackup."""
    size = file.seek(0, SEEK_END)
    file.seek(0)
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            while line := packed.readline(MAX_LINE):
                if not line.endswith(b"\n"):
                    raise _Incomplete("a line of it does not end")
                progress(file.tell(), size)
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _Incomplete("it cannot be unpacked") from error


def _decoded(line: bytes, decoder: msgspec.json.Decoder[T], otherwise: str) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        # The library's message could quote a secret.
        raise _Incomplete(otherwise) from None


def _rows(header: _Header, lines: Iterable[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each row with the number of its table, checked. Raises BadBackup, also where the end is missing."""
    decoders = [table.decoder() for table in header.tables]
    numbers = {str(number).encode(): number for number in range(len(decoders))}
    for read, line in enumerate(lines):
        if not line.startswith(b"["):
            end = _decoded(line, _END, "its end is missing")
            if end.rows != read or next(iter(lines), None) is not None:
                raise _Incomplete("rows are missing")
            return
        first, _, _ = line[1:].partition(b",")
        number = numbers.get(first)
        if number is None:
            raise _Incomplete("a row is of no table")
        table = header.tables[number]
        row = _decoded(line, decoders[number], f"a row of the table {table.name} is damaged")
        yield number, dict(zip((one.name for one in table.columns), row[1:], strict=True))
    raise _Incomplete("its end is missing")


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
                    raise  # A problem of the database itself, such as a full disk.
                # The database's own error would quote the row.
                raise BadBackup(f"The backup's rows of {header.tables[number].name} do not fit.") from None
            total += len(batch)
    return total


def _advance_sequences(connection: Connection, header: _Header) -> None:
    """Advance PostgreSQL's sequences past the restored rows; SQLite needs none of that."""
    if connection.dialect.name != "postgresql":
        return
    for each in header.tables:
        if all(one.name != "id" for one in each.columns):
            continue
        sequence = connection.scalar(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": each.name})
        last = connection.scalar(select(func.max(column("id"))).select_from(each.clause()))
        if sequence is not None and last is not None:
            connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})
