"""Writes lines, tables and JSON to the terminal, and asks for confirmation there."""

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import msgspec

from bot.cli.errors import Failure
from bot.observer import Progress, unwatched
from bot.service.admin.plan import DisplayValue
from bot.service.values.request import Place

Row: TypeAlias = Sequence[DisplayValue | tuple[str, ...]]


def write_line(line: str) -> None:
    """Write one line, made `printable`, to standard output."""
    sys.stdout.write(f"{printable(line)}\n")


def printable(line: str) -> str:
    """A line with blanks in place of control characters, which other people's texts may contain."""
    return "".join(char if char.isprintable() else " " for char in line)


def write_table(head: Sequence[str], rows: Sequence[Row], *, as_json: bool = False) -> None:
    """Write aligned columns; a blank head is left out.

    As JSON the table is an array of objects, whose keys are the heads of the columns.
    """
    if as_json:
        write_json([dict(zip(head, row, strict=True)) for row in rows])
        return
    shown = [*([head] if any(head) else []), *([value_text(value) for value in row] for row in rows)]
    widths = [max(len(row[column]) for row in shown) for column in range(len(head))] if shown else []
    for row in shown:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        write_line(line.rstrip())


def write_json(value: object) -> None:
    """Write a value as one line of JSON; moments as ISO 8601, control characters escaped."""
    text = msgspec.json.encode(value).decode()
    escaped = (char if char.isprintable() else json.dumps(char)[1:-1] for char in text)
    sys.stdout.write(f"{''.join(escaped)}\n")


def value_text(value: DisplayValue | tuple[str, ...]) -> str:
    """A fact as plain text."""
    match value:
        case None:
            return "–"
        case datetime():
            return f"{value:%Y-%m-%d %H:%M} UTC"
        case Place():
            return f"{value.guild_id}/{value.channel_id}"
        case tuple():
            return ", ".join(value)
        case _:
            return value


@contextmanager
def progress(what: str, of: str, *, hidden: bool = False) -> Iterator[Progress]:
    """Show a bar that counts `of` on the terminal while the block lasts; none if a script reads it."""
    if hidden or not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield unwatched
        return
    from tqdm import tqdm  # noqa: PLC0415 -- for whoever looks on

    with tqdm(desc=what, unit=f" {of}", leave=False, file=sys.stderr) as bar:

        def tell(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield tell


def confirmed() -> bool:
    """Ask whether to go on; no answer is no. Raises KeyboardInterrupt."""
    # The event loop's handler would only note an interrupt, and the wait for an answer would go on.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.stdout.write("Do it? [y/N] ")
        sys.stdout.flush()
        return sys.stdin.readline().strip().lower() in {"y", "yes"}
    finally:
        signal.signal(signal.SIGINT, before)


def write_out(text: str, file: Path | None) -> None:
    """Write to a file, or without one to standard output. Raises Failure."""
    if file is None:
        sys.stdout.write(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}.") from error
