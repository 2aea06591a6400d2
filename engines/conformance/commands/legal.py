"""``legal``: the legal actions of a position."""

import argparse
from typing import Any, BinaryIO, TextIO

import msgspec

from engines.conformance.commands.arguments import (
    CommandError,
    Subparsers,
    add_command,
    add_options,
    game,
    options,
)
from engines.conformance.registry import conformance_of
from engines.contract import AnyEngine, Value
from engines.registry import ENGINES


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "legal", "what may be done in a position", run)
    parser.add_argument("position", help="in the form of the game's rules: a string, or a JSON object")
    parser.add_argument("--game", help="by default the first game that understands the position")
    add_options(parser)


def run(given: argparse.Namespace, _stdin: BinaryIO, stdout: TextIO) -> int:
    """Print one action a line: seat, canonical notation, effect."""
    engine, state = load(given.position, given.game, given.options)
    outcome = engine.outcome(state)
    if outcome is not None:
        stdout.write(f"{outcome.text}\n")
    for seat in engine.to_act(state):
        for action in engine.legal(state, seat):
            words = engine.offer(state, seat, action).words
            stdout.write(f"{engine.info.seats[seat].key} {engine.format(action):10} {words}\n")
    return 0


def load(text: str, name: str | None, words: list[str]) -> tuple[AnyEngine, Value]:
    """A game and its state from a position's text. Raises CommandError."""
    position: Any = text
    if text.lstrip().startswith("{"):
        try:
            position = msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise CommandError(f"The position is not JSON: {error}.") from error
    errors = []
    for engine in [game(name)] if name is not None else ENGINES.values():
        try:
            return engine, conformance_of(engine).read_position(position, options(engine, words))
        except (ValueError, CommandError) as error:
            errors.append(f"{engine.info.title}: {error}")
    raise CommandError("\n".join(errors))
