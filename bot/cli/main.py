"""The tree of commands, and what all of them share: settings, logs, and one sentence for every failure."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from sqlalchemy.exc import DBAPIError

from bot.cli import admin, database, doctor, games, privacy
from bot.cli.errors import Failure, WrongUse
from bot.errors import DatabaseUnavailable
from bot.logs import configure_logs
from bot.service.summaries import Refused
from bot.settings import Settings, WrongSetting, load_settings
from bot.shards import WHOLE, parse_shards
from bot.store.database import Unreachable
from bot.store.schema import UnknownSchema

FAILED, WRONG_USE = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default that of the process; the exit code is 0, 1 if it failed, 2 for wrong use."""
    chosen = _parser().parse_args(arguments)
    try:
        settings = load_settings()
    except WrongSetting as wrong:
        return _fail(str(wrong), WRONG_USE)
    configure_logs(level=settings.log_level, style=settings.log_format, secrets=settings.secrets)
    try:
        code: int = chosen.command(settings, chosen)
        # Here, where it can be answered, rather than when the interpreter ends.
        sys.stdout.flush()
    except (Failure, UnknownSchema) as failure:
        return _fail(str(failure), FAILED)
    except Refused as refused:
        return _fail(refused.sentence, FAILED)
    except WrongUse as wrong:
        return _fail(str(wrong), WRONG_USE)
    except DBAPIError as error:
        return _fail(_database_trouble(settings, error.orig or error), FAILED)
    except (Unreachable, DatabaseUnavailable) as error:
        return _fail(_database_trouble(settings, error), FAILED)
    except BrokenPipeError:
        # Whoever read the answer has read enough.
        _write_no_more()
        return FAILED
    except OSError as error:
        _write_no_more()
        reason = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
        return _fail(f"The command could not be finished: {reason}.", FAILED)
    return code


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m bot", description="Turnpost: long board games on Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="serve Discord; without DISCORD_TOKEN the sandbox")
    run.add_argument(
        "--shards",
        metavar="0-3/16",
        help="of a bot with several processes: the shards to serve, or several ranges, of which this process "
        "takes the first that is free (0-3,4-7,8-11,12-15/16)",
    )
    run.set_defaults(command=_run)
    sandbox = commands.add_parser("sandbox", help="serve the stand-in for Discord on this computer")
    sandbox.set_defaults(command=_sandbox)
    database.add_commands(commands.add_parser("db", help="look after the database"))
    doctor.add_options(commands.add_parser("doctor", help="say whether all is well with games and database"))
    games.add_commands(commands.add_parser("game", help="records of games, and games from them"))
    privacy.add_commands(commands.add_parser("privacy", help="what is stored about a user; forget them"))
    admin.add_commands(commands.add_parser("admin", help="mend games: pause, roll back, replace, move ..."))
    return parser


def _run(settings: Settings, chosen: Namespace) -> int:
    try:
        shards = (WHOLE,) if chosen.shards is None else parse_shards(chosen.shards)
    except ValueError as wrong:
        raise WrongUse(str(wrong)) from None
    if settings.discord_token is None:
        if chosen.shards is not None:
            raise WrongUse("The sandbox is served by one process: --shards needs a DISCORD_TOKEN.")
        return _sandbox(settings, chosen)
    from bot import app  # noqa: PLC0415 -- the other commands need no Discord client

    return app.run(settings, shards)


def _sandbox(settings: Settings, _chosen: Namespace) -> int:
    from bot.cli import sandbox  # noqa: PLC0415 -- as above

    return sandbox.run(settings)


def _write_no_more() -> None:
    """Drop what could not be written, lest the interpreter try again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError):  # An output that is no file.
        os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _fail(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return code


def _database_trouble(settings: Settings, error: BaseException) -> str:
    address = settings.database.render_as_string(hide_password=True)
    reason = str(error).strip().splitlines()
    return f"The database {address} cannot be used: {reason[0] if reason else type(error).__name__}."
