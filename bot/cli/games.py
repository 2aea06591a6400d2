"""Records of games, out of the database and into it, and games replayed from their logs."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from bot.cli.accounts import account
from bot.cli.acts import show_plan
from bot.cli.connection import service_command, with_database
from bot.cli.errors import Failure, WrongUse
from bot.cli.terminal import write_line, write_out
from bot.service import Service
from bot.service.admin.acts import Import
from bot.service.admin.operator import Operator
from bot.service.admin.records import read_record
from bot.service.finding import EVERY
from bot.service.summaries import Person, Refused
from bot.settings import Settings
from bot.store import Database
from engines import record
from engines.record import MAX_BYTES, Record
from engines.registry import engine_for
from engines.sheet import write_sheet

_LONGEST_NAME = 255
"""Bytes of the longest name of a file."""


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
    act = Import(game, people, chosen.server, chosen.channel, not chosen.no_thread)
    if chosen.dry_run:
        show_plan(await service.admin.plan(Operator(), None, act, chosen.why), chosen)
        return
    why = chosen.why or f"record of {game.tags.get('code', 'a game')}"
    done = await service.admin.carry_out(Operator(), None, act, why=why)
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
    for number, entry in enumerate(played, start=1):
        write_line(f"{number:4} {info.seats[entry.seat].name:8} {entry.step.notation}")
    write_line(game.outcome.text if game.outcome else "The game is not over.")
    return await _report(service, [chosen.code])


def verify(settings: Settings, chosen: Namespace) -> int | None:
    """Check record files, and games of the database. Raises Failure and WrongUse."""
    if not (chosen.what or chosen.all):
        raise WrongUse("Name games or record files to verify, or say --all.")
    for file in (Path(what) for what in chosen.what if _names_file(what)):
        try:
            record.verify(_record(file))
        except ValueError as error:
            raise Failure(f"{file}: {error}") from error
        write_line(f"{file}: sound")
    chosen.codes = [what for what in chosen.what if not _names_file(what)]
    return _verify_games(settings, chosen) if chosen.all or chosen.codes else 0


@service_command
async def _verify_games(service: Service, chosen: Namespace) -> int:
    games = await service.archive.every(EVERY) if chosen.all else []
    return await _report(service, [*chosen.codes, *(game.code for game in games)])


def _names_file(what: str) -> bool:
    """Whether a file is meant, one that is there or one that looks like it; otherwise it is a game's code."""
    if Path(what).name != what or Path(what).suffix:
        return True
    # A code is short; the system would complain of a name too long for a file.
    return len(what) < _LONGEST_NAME and Path(what).is_file()


async def _report(service: Service, codes: list[str]) -> int:
    """Say of each game whether log and snapshot agree; 1 if one does not."""
    flaws = [await service.archive.flaw(code) for code in codes]
    for code, flaw in zip(codes, flaws, strict=True):
        write_line(f"{code.upper()}: {flaw or 'sound'}")
    return int(any(flaws))


def _record(file: Path) -> Record:
    """A record from a file. Raises Failure."""
    try:
        with file.open("rb") as source:
            return read_record(source.read(MAX_BYTES + 1))
    except OSError as error:
        raise Failure(f"{file} cannot be read: {error.strerror}.") from error
    except Refused as flaw:
        raise Failure(f"{file}: {flaw.sentence}") from flaw
