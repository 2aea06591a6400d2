"""The scripts by which shells complete commands, options and files."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import shtab

COMMAND = "turnpost"
"""The command that is completed: the installed one, or an alias of this name."""


def script(parser: ArgumentParser, shell: str) -> str:
    """The completion script for a shell that the library supports."""
    parser.prog = COMMAND
    for one in (parser, *_below(parser)):
        for action in one._actions:
            if action.type is Path or action.metavar == "CODE|FILE":
                vars(action)["complete"] = shtab.FILE
    return shtab.complete(parser, shell)


def _below(parser: ArgumentParser) -> Iterator[ArgumentParser]:
    """The parsers of all commands below a parser."""
    for action in parser._actions:
        if isinstance(action.choices, dict):
            for one in action.choices.values():
                yield one
                yield from _below(one)
