"""Commands that export and import records, and replay games from their logs."""

import os
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from bot.cli.accounts import account
from bot.cli.acts import show_plan
from bot.cli.connection import service_command, with_database
from bot.cli.errors import Failure, WrongUse
from bot.cli.terminal import printable, progress, write_json, write_line, write_out, write_table
from bot.service.admin.acts import Import
from bot.service.admin.operator import Operator
from bot.service.admin.records import read_record
from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.settings import Settings
from bot.store.database import Database
from engines import record
from engines.record import MAX_BYTES, Record
from engines.registry import engine_for
from engines.sheet import write_sheet


@service_command
async def export(service: Service, chosen: Namespace) -> None:
    """Write a game's record."""
    game = await service.archive.record(chosen.code, secrets=chosen.secrets)
    write_out(write_sheet(game) if chosen.sheet else record.write(game).decode(), chosen.output)


def import_record(settings: Settings, chosen: Namespace) -> int | None:
    """Put a record into the database as a new game, in a schema that is brought up to date first.

    Raises WrongUse.
    """
    if chosen.json and not chosen.dry_run:
        raise WrongUse("With --json an import is only shown: say --dry-run as well.")
    chosen.record = _record(chosen.file)
    if not chosen.dry_run:
        with_database(settings, Database.migrate)
    return _import(settings, chosen)


@service_command
async def _import(service: Service, chosen: Namespace) -> None:
    game: Record = chosen.record
    people = tuple(Person.of(account(*one)) for one in chosen.player)
    act = Import(game, people, chosen.server, chosen.channel, not chosen.no_thread, chosen.at_once)
    if chosen.dry_run:
        show_plan(await service.admin.plan(Operator(), None, act, chosen.why), chosen)
        return
    # The code comes from the file: it may be any text.
    why = chosen.why or printable(f"record of {game.tags.get('code', 'a game')}")
    done = await service.admin.apply(Operator(), None, act, why=why)
    assert done.summary is not None  # noqa: S101 -- it has made one
    write_line(done.summary.code)


@service_command
async def replay(service: Service, chosen: Namespace) -> int:
    """Show every action of a game, and whether log and snapshot agree."""
    game = await service.archive.record(chosen.code, secrets=chosen.secrets)
    info = engine_for(game.game).info
    try:
        played = record.verify(game).played
    except ValueError as error:
        raise Failure(str(error)) from error
    actions = [
        {"number": number, "seat": info.seats[entry.seat].name, "action": entry.step.notation}
        for number, entry in enumerate(played, start=1)
    ]
    outcome = game.outcome.text if game.outcome else None
    inconsistency = await service.archive.inconsistency(chosen.code)
    if chosen.json:
        write_json({"actions": actions, "outcome": outcome, "flaw": inconsistency})
        return int(inconsistency is not None)
    for one in actions:
        write_line("{number:4} {seat:8} {action}".format(**one))
    write_line(outcome or "The game is not over.")
    return _report({chosen.code.upper(): inconsistency}, as_json=False)


def verify(settings: Settings, chosen: Namespace) -> int | None:
    """Check record files, and games of the database. Raises Failure and WrongUse."""
    if not (chosen.what or chosen.all):
        raise WrongUse("Name games or record files to verify, or say --all.")
    chosen.inconsistencies = {}
    for what in filter(_names_file, chosen.what):
        chosen.inconsistencies[what] = _inconsistency(_record(Path(what)))
    chosen.codes = [what for what in chosen.what if not _names_file(what)]
    if chosen.all or chosen.codes:
        return _verify_games(settings, chosen)
    return _report(chosen.inconsistencies, as_json=chosen.json)


@service_command
async def _verify_games(service: Service, chosen: Namespace) -> int:
    codes = [*chosen.codes, *(await service.archive.codes() if chosen.all else ())]
    with progress("verify", "games", hidden=chosen.json) as tell:
        for number, code in enumerate(codes, start=1):
            chosen.inconsistencies[code.upper()] = await service.archive.inconsistency(code)
            tell(number, len(codes))
    return _report(chosen.inconsistencies, as_json=chosen.json)


def _report(inconsistencies: Mapping[str, str | None], *, as_json: bool) -> int:
    """Report the problem of each game and file, and return the exit code."""
    if as_json:
        write_table(("what", "flaw"), list(inconsistencies.items()), as_json=True)
    else:
        for what, inconsistency in inconsistencies.items():
            write_line(f"{what}: {inconsistency or 'sound'}")
    return int(any(inconsistencies.values()))


def _inconsistency(game: Record) -> str | None:
    """The reason why a record does not replay; None if it does."""
    try:
        record.verify(game)
    except ValueError as error:
        return str(error)
    return None


def _names_file(what: str) -> bool:
    """Whether an argument names a file, by its form or as one exists; otherwise it is a game's code."""
    if Path(what).name != what or Path(what).suffix:
        return True
    # `Path.is_file` would raise an error for a name that is too long.
    return os.path.isfile(what)  # noqa: PTH113


def _record(file: Path) -> Record:
    """A record from a file. Raises Failure."""
    try:
        with file.open("rb") as source:
            return read_record(source.read(MAX_BYTES + 1))
    except OSError as error:
        raise Failure(f"{file} cannot be read: {error.strerror}.") from error
    except Refused as refused:
        raise Failure(f"{file}: {refused.sentence}") from refused
