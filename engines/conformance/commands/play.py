"""``play``: a random or scripted game from its start to its end, as a score sheet."""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

import msgspec

from engines.chance import seed_hash
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
from engines.contract import Action, AnyEngine, IllegalAction, IllegalOptions, Seat, Value
from engines.record import Made, Record, with_draws, write
from engines.sheet import write_sheet

_PLAYERS = ("random", "script")


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "play", "play a random or scripted game to its end", run)
    add_game(parser)
    parser.add_argument("--seed", default="0", help="64 hexadecimal digits, or any word to make them from")
    parser.add_argument(
        "--players",
        help="who plays each seat, separated by commas: random, or script for the next action of the script; "
        "one word stands for every seat (default: script if there is one, else random)",
    )
    parser.add_argument(
        "--script", metavar="FILE", help="actions in notation, one a line; - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print the record as JSON, not as a score sheet")
    add_options(parser)


def run(given: argparse.Namespace, stdin: BinaryIO, stdout: TextIO) -> int:
    """Print the record and how the game ended. Returns 1 if the script ends before the game does."""
    engine = game(given.game)
    script = _script(given.script, stdin)
    players = _players(engine, given.players or ("script" if given.script else "random"))
    start = options(engine, given.options)
    the_seed = seed(given.seed)
    record = Record(
        game=engine.info.key,
        rules_version=engine.info.rules_version,
        options=msgspec.to_builtins(start),
        seats=players,
        seed=the_seed,
        seed_hash=seed_hash(the_seed),
    )
    try:
        state = engine.start(start, len(players), the_seed)
    except IllegalOptions as error:
        raise CommandError(str(error)) from error
    entries = []
    rng = random.Random(the_seed)  # noqa: S311 -- a player without a plan, not the game's chance
    while engine.to_act(state):
        made = _choose(engine, state, players, rng, script)
        if made is None:
            break
        entries.append(made)
        state = engine.apply(state, made.seat, engine.parse(state, made.seat, made.text)).state
    outcome = engine.outcome(state)
    record = with_draws(msgspec.structs.replace(record, entries=tuple(entries), outcome=outcome))
    stdout.write(write(record).decode() if given.json else write_sheet(record))
    if not given.json:
        stdout.write(f"\n{outcome.text if outcome else 'The script ends before the game does.'}\n")
    return 0 if outcome else 1


def _script(name: str | None, stdin: BinaryIO) -> Iterator[str]:
    if name is None:
        return iter(())
    try:
        data = stdin.read() if name == "-" else Path(name).read_bytes()
        lines = data.decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The script cannot be read: {error}.") from error
    return iter([line.strip() for line in lines if line.strip()])


def _players(engine: AnyEngine, words: str) -> tuple[str, ...]:
    players = tuple(word.strip() for word in words.split(","))
    for player in players:
        if player not in _PLAYERS:
            raise CommandError(f"“{player}” is not a player; there are: {', '.join(_PLAYERS)}.")
    return players * engine.info.min_seats if len(players) == 1 else players


def _random_action(engine: AnyEngine, state: Value, seat: Seat, rng: random.Random) -> Action:
    """A random action of a random kind, so that many placements do not bury the action that ends a turn."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in engine.legal(state, seat):
        kinds.setdefault(type(action), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def _choose(
    engine: AnyEngine, state: Value, players: tuple[str, ...], rng: random.Random, script: Iterator[str]
) -> Made | None:
    """The next action of a seat to act, at random or from the script; None if the script has ended."""
    seat: Seat = rng.choice(engine.to_act(state))
    if players[seat] == "random":
        return Made(seat, engine.format(_random_action(engine, state, seat, rng)))
    text = next(script, None)
    if text is None:
        return None
    try:
        action = engine.parse(state, seat, text)
        engine.apply(state, seat, action)
    except IllegalAction as error:
        raise CommandError(f"“{text}” is not legal for {engine.info.seats[seat].name}: {error}") from error
    return Made(seat, engine.format(action))
