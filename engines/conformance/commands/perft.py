"""``perft``: count action sequences, and time it."""

import argparse
import time
from typing import BinaryIO, TextIO

from engines.conformance.commands.arguments import (
    CommandError,
    Subparsers,
    add_command,
    add_game,
    add_options,
    game,
    options,
    seed,
)
from engines.conformance.commands.legal import load
from engines.conformance.perft import perft
from engines.contract import IllegalOptions


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "perft", "count action sequences, and time it", run)
    add_game(parser)
    parser.add_argument("--position", help="in the form of the game's rules; by default the start")
    parser.add_argument("--depth", type=int, default=3, help="count all depths up to this one (default 3)")
    parser.add_argument("--seed", default="0", help="of the start: 64 hexadecimal digits, or any word")
    add_options(parser)


def run(given: argparse.Namespace, _stdin: BinaryIO, stdout: TextIO) -> int:
    """Print a line for each depth: depth, sequences, seconds, sequences a second."""
    engine = game(given.game)
    if given.position is not None:
        engine, state = load(given.position, given.game, given.options)
    else:
        try:
            start = options(engine, given.options)
            state = engine.start(start, engine.info.min_seats, seed(given.seed))
        except IllegalOptions as error:
            raise CommandError(str(error)) from error
    for depth in range(1, given.depth + 1):
        begun = time.perf_counter()
        count = perft(engine, state, depth)
        seconds = time.perf_counter() - begun
        rate = f"{count / seconds:,.0f}/s" if seconds else "-"
        stdout.write(f"{depth:2} {count:14,} {seconds:9.3f} s {rate:>16}\n")
        stdout.flush()
    return 0
