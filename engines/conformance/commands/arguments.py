"""Arguments that several commands share."""

import argparse
import hashlib
import re
from collections.abc import Callable, Sequence
from typing import BinaryIO, TextIO, TypeAlias

from engines.contract import AnyEngine, IllegalOptions, Value
from engines.registry import engine_for
from engines.wording import capital

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

Run: TypeAlias = Callable[[argparse.Namespace, BinaryIO, TextIO], int]
"""Carries a subcommand out with its arguments, standard input and output, and returns the exit code."""

EXIT_CODES = "Exit code: 0 if all is well, 1 if something failed or fell short, 2 for wrong use."

_SWITCH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


class CommandError(Exception):
    """The command cannot be carried out as given; the text says why in one sentence."""


def add_command(subparsers: Subparsers, name: str, summary: str, run: Run) -> argparse.ArgumentParser:
    """Add a subcommand that `run` carries out, and return its parser, which has no arguments yet."""
    described = f"{capital(summary)}."
    parser = subparsers.add_parser(name, help=summary, description=described, epilog=EXIT_CODES)
    parser.set_defaults(run=run)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument ``GAME``."""
    parser.add_argument("game", metavar="GAME", help="its key or long name, e.g. roses; “list” has all")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--options name=value ...``."""
    parser.add_argument(
        "--options",
        nargs="*",
        default=[],
        metavar="NAME=VALUE",
        help="options of the game, e.g. quiet_limit=0",
    )


def game(name: str) -> AnyEngine:
    """The engine of a game by its key or slug."""
    try:
        return engine_for(name)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from error


def options(engine: AnyEngine, words: Sequence[str]) -> Value:
    """The game's options from words like ``long_phalanx=on``."""
    values: dict[str, object] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise CommandError(f"An option is given as NAME=VALUE, not “{word}”.")
        values[name] = _value(text)
    try:
        chosen: Value = engine.options(values)
    except IllegalOptions as error:
        raise CommandError(str(error)) from error
    return chosen


def seed(word: str) -> str:
    """A seed from 64 hexadecimal digits, or from any other word by its SHA-256."""
    if re.fullmatch(r"[0-9a-f]{64}", word):
        return word
    return hashlib.sha256(word.encode()).hexdigest()


def _value(text: str) -> bool | int | str:
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    return _SWITCH.get(text, text)
