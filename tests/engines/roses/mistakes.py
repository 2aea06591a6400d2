"""How often each level gives a result away: `python -m tests.engines.roses.mistakes [MOVES]`."""

import sys
from random import Random
from typing import NamedTuple

from engines.contract import Level, Seat
from engines.roses.engine import ROSES
from engines.roses.player import choose
from engines.roses.solution import exact_verdict
from engines.roses.state import RosesState
from tests.engines.roses.table import start


class Mistakes(NamedTuple):
    """A count of moves from positions that were not lost."""

    moves: int
    spoiled: int
    """Moves after which a won game is not won any more, or a drawn one is lost."""


def mistakes(level: Level, moves: int) -> Mistakes:
    """The mistakes of a level that plays itself, in at least `moves` moves."""
    counted = spoiled = games = 0
    while counted < moves:
        rng, state = Random(f"{level.word} {games}"), start()
        games += 1
        while state.ending is None:
            seat = state.turn
            action = choose(ROSES.view(state, seat), seat, level, rng)
            before, state = _result(state, seat), ROSES.apply(state, seat, action).state
            if before >= 0:
                counted += 1
                spoiled += _result(state, seat) < before
    return Mistakes(counted, spoiled)


def _result(state: RosesState, seat: Seat) -> int:
    winner = exact_verdict(state).winner if state.ending is None else state.ending.winner
    return 0 if winner is None else 1 if winner == seat else -1


if __name__ == "__main__":
    for one in Level:
        found = mistakes(one, int(sys.argv[1]) if sys.argv[1:] else 1_500)
        print(f"{one.word}: {found.spoiled:,} of {found.moves:,} moves, {found.spoiled / found.moves:.1%}")
