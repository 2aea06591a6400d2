"""``privacy``: what is stored about a person, and how they are forgotten."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.cli.arguments import account
from bot.cli.connection import with_service
from bot.cli.errors import Failure
from bot.cli.terminal import agreed, write_out
from bot.service import Service
from bot.settings import Settings


def add_commands(parser: ArgumentParser) -> None:
    """The commands below ``privacy``."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    export = commands.add_parser("export", help="write everything that is stored about a user, as JSON")
    export.add_argument("user", type=int, metavar="ID")
    export.add_argument("--output", type=Path, metavar="FILE", help="a file instead of standard output")
    export.set_defaults(command=_export)
    delete = commands.add_parser("delete", help="put a pseudonym in a user's place everywhere")
    delete.add_argument("user", type=int, metavar="ID")
    delete.add_argument("--dry-run", action="store_true", help="only show what would change")
    delete.add_argument("--yes", action="store_true", help="do it without asking")
    delete.set_defaults(command=_delete)


def _export(settings: Settings, chosen: Namespace) -> int:
    async def work(service: Service) -> bytes:
        return await service.privacy.export((await service.persons.find(account(chosen.user))).id)

    write_out(f"{with_service(settings, work).decode()}\n", chosen.output)
    return 0


def _delete(settings: Settings, chosen: Namespace) -> int:
    async def work(service: Service) -> int:
        person = await service.persons.find(account(chosen.user))
        planned = await service.privacy.forgetting(person.id)
        sys.stdout.write(
            f"running games whose seat stays: {', '.join(planned.running) or 'none'}\n"
            f"waiting games that are left: {', '.join(planned.waiting) or 'none'}\n"
            f"games that are over: {planned.over}\n"
            f"messages whose words are removed: {planned.said}\n"
        )
        if chosen.dry_run:
            sys.stdout.write("Nothing was done.\n")
            return 0
        if not chosen.yes and not await agreed():
            raise Failure("Nothing was done.")
        await service.privacy.forget(person.id)
        sys.stdout.write("Done.\n")
        return 0

    return with_service(settings, work)
