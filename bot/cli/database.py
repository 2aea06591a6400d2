"""``db upgrade``, ``check``, ``backup`` and ``restore``."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from bot.cli.connection import require_schema, with_database
from bot.cli.errors import Failure
from bot.cli.terminal import progress, write_line
from bot.clock import SystemClock
from bot.settings import Settings
from bot.store import Database
from bot.store.backup import BadBackup, NotEmpty


def upgrade(settings: Settings, _chosen: Namespace) -> None:
    """Bring the schema up to date."""

    async def work(database: Database) -> str | None:
        await database.migrate()
        return await database.revision()

    write_line(f"The schema is at revision {with_database(settings, work)}.")


def check(settings: Settings, _chosen: Namespace) -> None:
    """Say whether the schema is what this version expects. Raises Failure."""

    async def work(database: Database) -> tuple[str | None, list[str]]:
        await require_schema(database)
        return await database.revision(), await database.differences()

    revision, differences = with_database(settings, work)
    if differences:
        raise Failure("The schema differs from what this version expects: " + "; ".join(differences) + ".")
    write_line(f"The schema is at revision {revision}, as expected.")


def release(settings: Settings, _chosen: Namespace) -> None:
    """Let the database belong to the application that opens it next."""

    async def work(database: Database) -> None:
        await require_schema(database)
        async with database.transaction() as unit:
            await unit.ownership.release()

    with_database(settings, work)
    write_line("The database belongs to the application that opens it next.")


def back_up(settings: Settings, chosen: Namespace) -> None:
    """Write the whole database to a file. Raises Failure."""
    file: Path = chosen.file
    part = file.with_name(f"{file.name}.part")

    async def work(database: Database) -> int:
        await require_schema(database)
        # It holds secrets: for its owner alone.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
            with progress("backup", "rows") as tell:
                rows = await database.back_up(output, SystemClock().now(), tell)
            output.flush()
            os.fsync(output.fileno())
        return rows

    try:
        rows = with_database(settings, work)
        # A file under this name is always a whole backup: this one or the one before.
        part.replace(file)
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    write_line(f"{file}: {rows} rows")


def restore(settings: Settings, chosen: Namespace) -> None:
    """Fill the database from such a file. Raises Failure."""

    async def work(database: Database) -> int:
        try:
            with chosen.file.open("rb") as source, progress("restore", "bytes") as tell:
                return await database.restore(source, replace=chosen.replace, progress=tell)
        except OSError as error:
            raise Failure(f"{chosen.file} cannot be read: {error.strerror}.") from error
        except (BadBackup, NotEmpty) as error:
            raise Failure(str(error)) from error

    write_line(f"{with_database(settings, work)} rows restored")
