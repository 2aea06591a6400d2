"""The command tree. It imports nothing heavy, so that help is fast; commands are imported by name."""

import re
import sys
from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from bot import __version__

_SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
"""The shells whose completion `bot.cli.completion` can write."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the process's; return 0, 1 if it failed or found faults, 2 for wrong use."""
    chosen = _parser().parse_args(arguments)
    try:
        code: int = import_module("bot.cli.execution").execute(chosen)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        return 1
    return code


def _parser() -> ArgumentParser:
    """A parser with all commands. The default `command` of each names its function: ``module.function``."""
    top = ArgumentParser(
        prog="python -m bot",
        description="Turnpost: long board games on Discord.",
        epilog="Exit codes: 0 done; 1 it failed, or what was examined is not sound; 2 wrong use, or a wrong "
        "setting. What is asked for goes to standard output, all else to standard error.",
    )
    top.add_argument("--version", action="version", version=f"turnpost {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    run = _command(commands, "run", "serve Discord; without DISCORD_TOKEN the sandbox", "running.run")
    run.add_argument(
        "--shards",
        metavar="0-3/16",
        help="of a bot with several processes: the shards to serve, or several ranges, of which this process "
        "takes the first that is free (0-3,4-7,8-11,12-15/16)",
    )
    think = _command(
        commands, "think", "lend cores to computers that play (PostgreSQL only)", "running.think"
    )
    think.add_argument(
        "--workers", type=_at_least_one, default=1, metavar="N", help="processes that think; 1 by default"
    )
    _command(commands, "sandbox", "serve the stand-in for Discord on this computer", "running.sandbox")
    _add_database(_group(commands, "db", "look after the database"))
    doctor = _command(commands, "doctor", "say whether all is well with games and database", "doctor.examine")
    doctor.add_argument(
        "--recent", type=_at_least_one, metavar="N", help="only the N games that were last played"
    )
    doctor.add_argument(
        "--gate", action="store_true", help="only whether the games that are not over go on under these rules"
    )
    _add_json(doctor)
    mending = doctor.add_mutually_exclusive_group()
    mending.add_argument("--repair", action="store_true", help="do what the log allows about what is wrong")
    mending.add_argument("--dry-run", action="store_true", help="only say what --repair would do")
    _add_games(_group(commands, "game", "records of games, and games from them"))
    _add_privacy(_group(commands, "privacy", "what is stored about a user; forget them"))
    _add_admin(_group(commands, "admin", "repair games: pause, roll back, replace, move ..."))
    completion = commands.add_parser(
        "completion", help="write the script by which a shell completes all this"
    )
    completion.add_argument("shell", choices=_SHELLS, action=_WriteCompletion, help="which shell it is for")
    return top


class _WriteCompletion(Action):
    """Writes a shell's completion script at once, as it needs neither settings nor a database."""

    def __call__(
        self, parser: ArgumentParser, _namespace: Namespace, shell: Any, _option: Any = None
    ) -> None:
        """Write the script, and end the process."""
        try:
            sys.stdout.write(import_module("bot.cli.completion").script(_parser(), shell))
            sys.stdout.flush()
        except OSError as error:
            import_module("bot.cli.execution").write_no_more()
            read_enough = isinstance(error, BrokenPipeError)
            parser.exit(1, "" if read_enough else f"The script cannot be written: {error.strerror}.\n")
        parser.exit()


def _group(commands: Any, name: str, help_text: str) -> Any:
    return commands.add_parser(name, help=help_text).add_subparsers(required=True, metavar="COMMAND")


def _command(commands: Any, name: str, help_text: str, command: str, *aliases: str) -> ArgumentParser:
    added: ArgumentParser = commands.add_parser(name, help=help_text, aliases=aliases)
    added.set_defaults(command=command)
    return added


def _add_database(commands: Any) -> None:
    _command(commands, "upgrade", "bring the schema up to date", "database.upgrade")
    _command(commands, "check", "say whether the schema is what this version expects", "database.check")
    backup = _command(commands, "backup", "write everything to a file; the bot may run", "database.back_up")
    backup.add_argument("file", type=Path, help="the file to write; with --every the folder for them")
    backup.add_argument(
        "--test", action="store_true", help="restore it into a database that is thrown away, and examine that"
    )
    backup.add_argument(
        "--every",
        type=_duration,
        metavar="SPAN",
        help="go on making and testing them, one every 30m, 24h, 7d ...",
    )
    backup.add_argument(
        "--keep", type=_at_least_one, metavar="N", help="of those, the N newest (default: BACKUP_KEEP)"
    )
    _command(commands, "release", "let it belong to the application that opens it next", "database.release")
    restore = _command(
        commands, "restore", "fill the database from such a file; stop the bot first", "database.restore"
    )
    restore.add_argument("file", type=Path, help="a file that “db backup” has written")
    restore.add_argument("--replace", action="store_true", help="even if all that is in it is lost")


def _add_games(commands: Any) -> None:
    listing = _command(commands, "list", "list the games that are not over", "lookups.list_games")
    listing.add_argument("--all", action="store_true", help="those that are over, too")
    listing.set_defaults(server=None, game=None, player=None)
    _add_json(listing)
    _add_records(commands)
    resume = _command(
        commands, "resume", "make a game's thread and card anew from the database alone", "acts.act"
    )
    resume.set_defaults(act="move")
    _add_code(resume)
    _add_place(resume)
    _add_act_options(resume)
    replay = _command(
        commands, "replay", "play a game again from its log and show every line", "games.replay"
    )
    _add_code(replay)
    replay.add_argument("--secrets", action="store_true", help="also while a game with secrets is running")
    _add_json(replay)
    verify = _command(commands, "verify", "check games or record files through", "games.verify")
    verify.add_argument("what", nargs="*", metavar="CODE|FILE", help="games by their codes, or files")
    verify.add_argument("--all", action="store_true", help="every game of the database")
    _add_json(verify)


def _add_records(commands: Any) -> None:
    """``export`` and ``import``, the same below ``game`` and ``admin``."""
    export = _command(commands, "export", "write a game's record", "games.export")
    _add_code(export)
    export.add_argument("--sheet", action="store_true", help="as a score sheet instead of JSON")
    export.add_argument("--secrets", action="store_true", help="with the seed even if the game is not over")
    _add_output(export)
    restore = _command(
        commands, "import", "put a record into the database as a new game", "games.import_record"
    )
    restore.add_argument("file", type=Path, help="the record, as JSON or as a score sheet")
    restore.add_argument("--server", type=_id, required=True, metavar="ID", help="where it is played")
    restore.add_argument("--channel", type=_id, required=True, metavar="ID", help="in which channel of it")
    restore.add_argument(
        "--player",
        type=_account_and_name,
        action="append",
        required=True,
        metavar="ID:NAME",
        help="who is invited, once for each seat, in the order of the seats",
    )
    _add_at_once(restore)
    restore.add_argument("--no-thread", action="store_true", help="play in the channel itself")
    restore.add_argument("--dry-run", action="store_true", help="only show what game it would be")
    _add_json(restore)
    restore.add_argument("--why", help="the reason, for the audit")


def _add_privacy(commands: Any) -> None:
    export = _command(
        commands, "export", "write everything that is stored about a user, as JSON", "privacy.export"
    )
    export.add_argument("user", metavar="ID", help="their id on Discord, or their mail address")
    _add_output(export)
    delete = _command(commands, "delete", "put a pseudonym in a user's place everywhere", "privacy.delete")
    delete.add_argument("user", metavar="ID", help="their id on Discord, or their mail address")
    delete.add_argument("--dry-run", action="store_true", help="only show what would change")
    delete.add_argument("--yes", action="store_true", help="do it without asking")


def _add_admin(commands: Any) -> None:
    listing = _command(commands, "list", "list games", "lookups.list_games")
    listing.add_argument("--all", action="store_true", help="those that are over, too")
    listing.add_argument("--server", type=_id, metavar="ID", help="only those of one server")
    listing.add_argument("--game", metavar="KEY", help="only games of this kind")
    listing.add_argument("--player", type=_id, metavar="ID", help="only those of one user")
    _add_json(listing)
    show = _command(commands, "show", "say everything about a game but its secrets", "lookups.show_game")
    _add_code(show)
    _add_json(show)
    audit = _command(commands, "audit", "say what administrators have done", "lookups.list_acts")
    audit.add_argument("code", nargs="?", help="only on this game")
    _add_json(audit)
    _add_act(commands, "pause", "let a game and its clock stand still")
    _add_act(commands, "resume", "let a paused game go on")
    back = _add_act(commands, "rollback", "take back everything after a point")
    back.add_argument("--to", type=int, metavar="NUMBER", help="without it the points are listed")
    back.set_defaults(command="acts.roll_back")
    force = _add_act(commands, "force", "play for a seat")
    force.add_argument("seat", help="the seat's name")
    force.add_argument("action", help="in the game's notation")
    passing = _add_act(commands, "pass", "do for a seat what the clock does when the time is up")
    passing.add_argument("seat", nargs="?", help="by default everybody whose turn it is")
    replace = _add_act(commands, "replace", "invite somebody to a seat")
    replace.add_argument("seat", help="the seat's name")
    replace.add_argument(
        "player",
        type=_account_and_name,
        metavar="ID:NAME",
        help="who is to play, by their id on Discord; they have a week to accept",
    )
    _add_at_once(replace)
    _add_place(
        _add_act(commands, "move", "carry a game on elsewhere, with a new thread and card", "move-thread")
    )
    clock = _add_act(commands, "clock", "change the time that turns have")
    clock.add_argument("--hours", type=float, help="hours for a turn from now on, 0 for no clock")
    clock.add_argument("--left", type=float, metavar="HOURS", help="hours that are left of the present turn")
    _add_act(commands, "repost", "post a game's card again")
    _add_act(commands, "cancel", "call a game off")
    announce = _command(commands, "announce", "tell all running games something", "acts.announce")
    announce.add_argument("text", help="what to announce; it pings nobody")
    announce.add_argument("--server", type=_id, metavar="ID", help="only those of one server")
    _add_act_options(announce)
    _add_records(commands)


def _add_act(commands: Any, name: str, help_text: str, *aliases: str) -> ArgumentParser:
    """Add a command for an act on a game."""
    added = _command(commands, name, help_text, "acts.act", *aliases)
    added.set_defaults(act=name)
    _add_code(added)
    _add_act_options(added)
    return added


def _add_code(command: ArgumentParser) -> None:
    command.add_argument("code", help="the game's code")


def _add_json(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="as JSON, for scripts")


def _add_output(command: ArgumentParser) -> None:
    command.add_argument("--output", type=Path, metavar="FILE", help="a file instead of standard output")


def _add_act_options(command: ArgumentParser) -> None:
    """Add the options that every act takes."""
    command.add_argument("--dry-run", action="store_true", help="only show what would change")
    _add_json(command)
    command.add_argument("--yes", action="store_true", help="do it without asking")
    command.add_argument("--why", help="the reason, for the audit")


def _add_at_once(command: ArgumentParser) -> None:
    command.add_argument(
        "--at-once",
        action="store_true",
        help="seat them without asking: to restore a game that they have played",
    )


def _add_place(command: ArgumentParser) -> None:
    """Add the options for the place where a game is to go on."""
    command.add_argument("--channel", type=_id, metavar="ID", help="the game's own by default")
    command.add_argument("--server", "--guild", type=_id, metavar="ID", help="the game's own by default")
    command.add_argument(
        "--thread", type=_id, metavar="ID", help="a thread that is there, instead of a new one"
    )
    command.add_argument("--forum", action="store_true", help="that channel is a forum: begin a post there")


def _duration(text: str) -> timedelta:
    """A span of time. Raises ArgumentTypeError."""
    from bot.clock import parse_duration  # noqa: PLC0415 -- help needs no clock

    try:
        return parse_duration(text)
    except ValueError as wrong:
        raise ArgumentTypeError(str(wrong)) from None


def _at_least_one(text: str) -> int:
    """A whole number from 1 on. Raises ArgumentTypeError."""
    return _whole(text, "it must be a whole number from 1 on")


def _id(text: str) -> int:
    """An id on Discord. Raises ArgumentTypeError."""
    return _whole(text, "an id is a whole number, such as 123456789012345678")


def _whole(text: str, wrong: str) -> int:
    """A whole number from 1 on, as large as the database holds. Raises ArgumentTypeError."""
    if not re.fullmatch(r"\d{1,19}", text) or not 1 <= int(text) < 2**63:
        raise ArgumentTypeError(wrong)
    return int(text)


def _account_and_name(text: str) -> tuple[int, str]:
    """A person as ``ID:NAME``, by their id on Discord. Raises ArgumentTypeError."""
    found = re.fullmatch(r"(\d+):(.{1,100})", text)
    if found is None:
        raise ArgumentTypeError("a player is written ID:NAME, such as 123456789:Ann")
    return _id(found[1]), found[2]
