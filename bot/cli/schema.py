"""``db upgrade`` and ``db check``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from bot.cli.failure import Failure
from bot.cli.opened import require_schema, with_database
from bot.settings import Settings
from bot.store import Database


def add_commands(parser: ArgumentParser) -> None:
    """The commands below ``db``."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    upgrade = commands.add_parser("upgrade", help="bring the schema up to date")
    upgrade.set_defaults(command=_upgrade)
    check = commands.add_parser("check", help="say whether the schema is what this version expects")
    check.set_defaults(command=_check)


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
