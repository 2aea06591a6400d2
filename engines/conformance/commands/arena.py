"""``arena``: let the computer players of a game play each other, and say which is the stronger."""

import argparse
from itertools import pairwise
from typing import BinaryIO, TextIO

from engines.conformance.arena import (
    PLAYERS,
    Games,
    Matched,
    elo,
    goal,
    hypotheses,
    likelihood,
    play,
    share,
    verdict,
)
from engines.conformance.commands.arguments import (
    CommandError,
    Subparsers,
    add_command,
    add_game,
    add_options,
    game,
    options,
)


def add(subparsers: Subparsers) -> None:
    """Add the subcommand with its arguments."""
    parser = add_command(subparsers, "arena", "let computer players play each other", run)
    add_game(parser)
    parser.add_argument("--first", choices=PLAYERS[1:], help="by default each level against the one below")
    parser.add_argument("--second", choices=PLAYERS, help="by default the level below")
    parser.add_argument("--seats", type=int, metavar="N", help="by default the fewest")
    parser.add_argument("--sets", type=int, default=500, metavar="N", help="at most; a set is a game a seat")
    parser.add_argument("--to-the-end", action="store_true", help="play all sets, whatever the test says")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument(
        "--seed", default="arena", metavar="WORD", help="of all games; the same plays the same"
    )
    add_options(parser)


def run(given: argparse.Namespace, _stdin: BinaryIO, stdout: TextIO) -> int:
    """Print a paragraph a match, also when interrupted. Returns 1 if a goal was missed or is in doubt."""
    engine = game(given.game)
    if engine.computer is None:
        raise CommandError(f"There is no computer player of {engine.info.title}.")
    if given.first is not None:
        below = PLAYERS[PLAYERS.index(given.first) - 1]
        matches = [(given.first, given.second or below)]
    else:
        matches = [(first, second) for second, first in pairwise(PLAYERS)] + [("strong", "random")]
    seats = engine.info.min_seats if given.seats is None else given.seats
    reached = True
    for first, second in matches:
        matched = Matched(engine.info.key, options(engine, given.options), seats, first, second, given.seed)
        games, stopped = Games(), False
        try:
            for games in play(matched, given.sets, given.jobs):
                if verdict(games, matched) is not None and not given.to_the_end:
                    break
        except KeyboardInterrupt:
            stopped = True
        if games.scores:
            stdout.write(f"{_described(games, matched)}\n")
            stdout.flush()
        reached &= verdict(games, matched) is True
        if stopped:
            return 1
    return 0 if reached else 1


def _described(games: Games, matched: Matched) -> str:
    count, won = len(games.scores), share(games)
    worse, better = hypotheses(matched)
    rating = elo(games, matched.seats)
    result = {True: "reached", False: "NOT reached", None: "undecided"}[verdict(games, matched)]
    return (
        f"{matched.game}, {matched.seats} seats, {matched.first} against {matched.second}: {count:,} games, "
        f"won {games.scores.count(1.0):,}, lost {games.scores.count(0.0):,}, "
        f"{won.value:.1%} of the wins ({won.low:.1%} to {won.high:.1%}), "
        f"Elo {rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})\n"
        f"  goal {goal(matched):.0%}: {result} (SPRT {worse:.1%} against {better:.1%}, "
        f"log likelihood {likelihood(games, worse, better):+.2f}); "
        f"a turn {games.seconds / max(1, games.turns):.3f} s, at most {games.slowest:.3f} s"
        + (f"; {games.endless} broken off" if games.endless else "")
    )
