"""``db upgrade``, ``check``, ``backup`` and ``restore``."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.cli.connection import require_schema, with_database
from bot.cli.errors import Failure
from bot.clock import SystemClock
from bot.settings import Settings
from bot.store import Database
from bot.store.backup import BadBackup, NotEmpty


def add_commands(parser: ArgumentParser) -> None:
    """The commands below ``db``."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    upgrade = commands.add_parser("upgrade", help="bring the schema up to date")
    upgrade.set_defaults(command=_upgrade)
    check = commands.add_parser("check", help="say whether the schema is what this version expects")
    check.set_defaults(command=_check)
    backup = commands.add_parser("backup", help="write everything to a file; the bot may run")
    backup.add_argument("file", type=Path)
    backup.set_defaults(command=_backup)
    restore = commands.add_parser("restore", help="fill the database from such a file; stop the bot first")
    restore.add_argument("file", type=Path)
    restore.add_argument("--replace", action="store_true", help="even if all that is in it is lost")
    restore.set_defaults(command=_restore)


def _upgrade(settings: Settings, _chosen: Namespace) -> int:
    async def work(database: Database) -> str | None:
        await database.migrate()
        return await database.revision()

    sys.stdout.write(f"The schema is at revision {with_database(settings, work)}.\n")
    return 0


def _check(settings: Settings, _chosen: Namespace) -> int:
    async def work(database: Database) -> tuple[str | None, list[str]]:
        await require_schema(database)
        return await database.revision(), await database.differences()

    revision, differences = with_database(settings, work)
    if differences:
        raise Failure("The schema differs from what this version expects: " + "; ".join(differences) + ".")
    sys.stdout.write(f"The schema is at revision {revision}, as expected.\n")
    return 0


def _backup(settings: Settings, chosen: Namespace) -> int:
    file: Path = chosen.file
    part = file.with_name(f"{file.name}.part")

    async def work(database: Database) -> int:
        await require_schema(database)
        # It holds secrets: for its owner alone.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as output:
            rows = await database.back_up(output, SystemClock().now())
            output.flush()
            os.fsync(output.fileno())
        return rows

    try:
        rows = with_database(settings, work)
        # What bears the name is a whole backup: this one or the one before.
        part.replace(file)
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    sys.stdout.write(f"{file}: {rows} rows\n")
    return 0


def _restore(settings: Settings, chosen: Namespace) -> int:
    async def work(database: Database) -> int:
        try:
            with chosen.file.open("rb") as source:
                return await database.restore(source, replace=chosen.replace)
        except OSError as error:
            raise Failure(f"{chosen.file} cannot be read: {error.strerror}.") from error
        except (BadBackup, NotEmpty) as error:
            raise Failure(str(error)) from error

    sys.stdout.write(f"{with_database(settings, work)} rows restored\n")
    return 0
