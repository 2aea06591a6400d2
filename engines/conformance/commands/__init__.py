"""The command line of the rules, for examiners and other programs; a module is a subcommand."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import BinaryIO, TextIO

from engines.conformance.commands import legal, listing, perft, play, serve, verify
from engines.conformance.commands.arguments import Wrong

_COMMANDS = (listing, verify, legal, perft, play, serve)


def main(arguments: Sequence[str], stdin: BinaryIO, stdout: TextIO) -> int:
    """Run one command. Returns the exit status: 0, or 1 if something failed; argparse exits with 2."""
    parser = argparse.ArgumentParser(prog="python -m engines", description=__doc__)
    subparsers = parser.add_subparsers(title="commands", required=True)
    for command in _COMMANDS:
        command.add(subparsers)
    given = parser.parse_args(arguments)
    try:
        status: int = given.run(given, stdin, stdout)
    except Wrong as error:
        parser.exit(1, f"{error}\n")
    except BrokenPipeError:
        return 1
    return status
