"""``verify``: hold the engines against files of test vectors (tests/vectors/README.md)."""

import argparse
from pathlib import Path
from typing import BinaryIO, TextIO

from engines.conformance.commands.arguments import Subparsers, add_command
from engines.conformance.vectors import check_file


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "verify", "hold the engines against files of test vectors", run)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="vectors in JSON, one a line")
    parser.add_argument("--game", help="the game of the files; by default told by their names or contents")


def run(given: argparse.Namespace, _stdin: BinaryIO, stdout: TextIO) -> int:
    """Print a line for each failure, then the totals. Returns 1 if anything failed or a file was unusable."""
    passed = failed = 0
    unusable = False
    for path in given.files:
        try:
            for failure in check_file(path, given.game):
                if failure is None:
                    passed += 1
                else:
                    failed += 1
                    stdout.write(f"{failure}\n")
        except ValueError as error:
            unusable = True
            stdout.write(f"{path}: {error}\n")
    stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed or unusable else 0
