"""``solve``: work out who wins every position of a game, and compare with the tables that come with it."""

import argparse
import hashlib
import lzma
from pathlib import Path
from typing import BinaryIO, TextIO

from engines.conformance.commands.arguments import CommandError, Subparsers, add_command, add_game, game
from engines.conformance.registry import conformance_of


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "solve", "work out every position of a game that is small enough", run)
    add_game(parser)
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="write the tables there, compressed")


def run(given: argparse.Namespace, _stdin: BinaryIO, stdout: TextIO) -> int:
    """Print a line a table: name, bytes, SHA-256, and whether it equals the one that comes with the game."""
    engine = game(given.game)
    solution = conformance_of(engine).solution
    if solution is None:
        raise CommandError(f"{engine.info.title} is too large to be solved.")
    if given.into is not None and not given.into.is_dir():
        raise CommandError(f"There is no folder {given.into}.")
    same = True
    for name, wanted in solution.sha256.items():
        try:
            table = solution.solve(name)
        except ModuleNotFoundError as error:
            raise CommandError(f"This needs {error.name}: pip install {error.name}.") from error
        digest = hashlib.sha256(table).hexdigest()
        same &= digest == wanted
        verdict = "as shipped" if digest == wanted else f"NOT as shipped ({wanted})"
        stdout.write(f"{name}: {len(table):,} bytes, SHA-256 {digest}, {verdict}\n")
        stdout.flush()
        if given.into is not None:
            best = lzma.compress(table, preset=9 | lzma.PRESET_EXTREME)
            (given.into / f"{name}.xz").write_bytes(best)
    return 0 if same else 1
