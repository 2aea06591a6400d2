"""``game list``, ``export``, ``import``, ``resume``, ``replay`` and ``verify``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.cli.acts import add_resume, show_plan
from bot.cli.arguments import person
from bot.cli.connection import with_service
from bot.cli.errors import Failure, WrongUse
from bot.cli.terminal import write_out
from bot.service import Service
from bot.service.admin.acts import Import
from bot.service.admin.operator import Operator
from bot.service.admin.records import read_record
from bot.service.finding import EVERY, UNFINISHED
from bot.service.summaries import GameSummary, Refused
from bot.settings import Settings
from engines import record
from engines.record import MAX_BYTES, Record
from engines.registry import engine_for
from engines.sheet import write_sheet

_LONGEST_NAME = 255
"""Bytes of the longest name of a file."""


def add_commands(parser: ArgumentParser) -> None:
    """The commands below ``game``."""
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="list the games that are not over")
    listing.add_argument("--all", action="store_true", help="those that are over, too")
    listing.set_defaults(command=_list)
    add_export(commands.add_parser("export", help="write a game's record"))
    add_import(commands.add_parser("import", help="put a record into the database as a new game"))
    resume = commands.add_parser("resume", help="make a game's thread and card anew from the database alone")
    add_resume(resume)
    replay = commands.add_parser("replay", help="play a game again from its log and show every line")
    replay.add_argument("code")
    replay.add_argument("--secrets", action="store_true", help="also while a game with secrets is running")
    replay.set_defaults(command=_replay)
    verify = commands.add_parser("verify", help="check games or record files through")
    verify.add_argument("what", nargs="*", metavar="CODE|FILE")
    verify.add_argument("--all", action="store_true", help="every game of the database")
    verify.set_defaults(command=_verify)


def add_export(export: ArgumentParser) -> None:
    """The arguments of ``export``."""
    export.add_argument("code")
    export.add_argument("--sheet", action="store_true", help="as a score sheet instead of JSON")
    export.add_argument("--secrets", action="store_true", help="with the seed even if the game is not over")
    export.add_argument("--output", type=Path, metavar="FILE", help="a file instead of standard output")
    export.set_defaults(command=_export)


def add_import(restore: ArgumentParser) -> None:
    """The arguments of ``import``."""
    restore.add_argument("file", type=Path)
    restore.add_argument("--server", type=int, required=True, metavar="ID")
    restore.add_argument("--channel", type=int, required=True, metavar="ID")
    restore.add_argument(
        "--player",
        type=person,
        action="append",
        required=True,
        metavar="ID:NAME",
        help="once for each seat, in the order of the seats",
    )
    restore.add_argument("--no-thread", action="store_true", help="play in the channel itself")
    restore.add_argument("--dry-run", action="store_true", help="only show what game it would be")
    restore.add_argument("--why", help="the reason, for the audit")
    restore.set_defaults(command=_import)


def _list(settings: Settings, chosen: Namespace) -> int:
    games = with_service(settings, lambda service: service.archive.every(EVERY if chosen.all else UNFINISHED))
    for game in games:
        sys.stdout.write(f"{_line(game)}\n")
    sys.stdout.write(f"{len(games)} game{'' if len(games) == 1 else 's'}\n")
    return 0


def _line(game: GameSummary) -> str:
    people = ", ".join(seat.person.name if seat.person else "–" for seat in game.seats)
    moved = game.moved_at or game.created_at
    return f"{game.code:8} {game.key:10} {game.status:9} {game.turn:10} {moved:%Y-%m-%d %H:%M}  {people}"


def _export(settings: Settings, chosen: Namespace) -> int:
    game = with_service(settings, lambda service: service.archive.record(chosen.code, secrets=chosen.secrets))
    write_out(write_sheet(game) if chosen.sheet else record.write(game).decode(), chosen.output)
    return 0


def _import(settings: Settings, chosen: Namespace) -> int:
    game = _record(chosen.file)
    operator = Operator()
    act = Import(game, tuple(chosen.player), chosen.server, chosen.channel, not chosen.no_thread)

    async def work(service: Service) -> int:
        if chosen.dry_run:
            show_plan(await service.admin.plan(operator, None, act))
            sys.stdout.write("Nothing was done.\n")
            return 0
        why = chosen.why or f"record of {game.tags.get('code', 'a game')}"
        done = await service.admin.carry_out(operator, None, act, why=why)
        assert done.summary is not None  # noqa: S101 -- it has made one
        sys.stdout.write(f"{done.summary.code}\n")
        return 0

    return with_service(settings, work, upgrade=not chosen.dry_run)


def _replay(settings: Settings, chosen: Namespace) -> int:
    game = with_service(settings, lambda service: service.archive.record(chosen.code, secrets=chosen.secrets))
    info = engine_for(game.game).info
    try:
        played = record.verify(game).played
    except ValueError as error:
        raise Failure(str(error)) from error
    for number, entry in enumerate(played, start=1):
        sys.stdout.write(f"{number:4} {info.seats[entry.seat].name:8} {entry.step.notation}\n")
    result = game.outcome.text if game.outcome else "The game is not over."
    sys.stdout.write(f"{result}\n")
    return _report(settings, [chosen.code])


def _verify(settings: Settings, chosen: Namespace) -> int:
    if not (chosen.what or chosen.all):
        raise WrongUse("Name games or record files to verify, or say --all.")
    files = [Path(what) for what in chosen.what if _names_file(what)]
    codes = [what for what in chosen.what if not _names_file(what)]
    if chosen.all:
        games = with_service(settings, lambda service: service.archive.every(EVERY))
        codes += [game.code for game in games]
    for file in files:
        try:
            record.verify(_record(file))
        except ValueError as error:
            raise Failure(f"{file}: {error}") from error
        sys.stdout.write(f"{file}: sound\n")
    return _report(settings, codes)


def _names_file(what: str) -> bool:
    """Whether a file is meant, one that is there or one that looks like it; otherwise it is a game's code."""
    if Path(what).name != what or Path(what).suffix:
        return True
    # A code is short; the system would complain of a name too long for a file.
    return len(what) < _LONGEST_NAME and Path(what).is_file()


def _report(settings: Settings, codes: list[str]) -> int:
    """Say of each game whether log and snapshot agree; 1 if one does not."""

    async def work(service: Service) -> list[str | None]:
        return [await service.archive.flaw(code) for code in codes]

    flaws = with_service(settings, work) if codes else []
    for code, flaw in zip(codes, flaws, strict=True):
        sys.stdout.write(f"{code.upper()}: {flaw or 'sound'}\n")
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
