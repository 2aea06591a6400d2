"""The command line of the rules, for checks and for other programs; a module is a subcommand."""

import argparse
from collections.abc import Sequence
from typing import BinaryIO, TextIO

from engines.conformance.commands import arena, legal, listing, perft, play, serve, solve, think, verify
from engines.conformance.commands.arguments import EXIT_CODES, CommandError

_COMMANDS = (listing, verify, legal, perft, solve, play, serve, think, arena)


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    described = "The rules of all games without Discord, a database or pictures."
    parser = argparse.ArgumentParser(prog="python -m engines", description=described, epilog=EXIT_CODES)
    subparsers = parser.add_subparsers(title="commands", required=True)
    for command in _COMMANDS:
        command.add(subparsers)
    return parser


def main(arguments: Sequence[str], stdin: BinaryIO, stdout: TextIO) -> int:
    """Run one command. Returns the exit code: 0, or 1 if something failed; wrong use exits with 2."""
    parser = build_parser()
    given = parser.parse_args(arguments)
    try:
        status: int = given.run(given, stdin, stdout)
    except CommandError as error:
        parser.exit(2, f"{error}\n")
    except BrokenPipeError:
        return 1
    return status
