"""Recordings of what computer players do in positions: ``python -m tests.engines.thoughts`` writes them, of
the games named or of all.

The positions are from random games and from the golden ones, one a line: the seat to act, some samples, and
the chosen action. Then come means over several positions: the first seat's expected share, in the position
and in one that the seat to act imagines, and the ranks of the offers, each times the place of its offer.
"""

import random
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from engines.contract import AnyEngine, ComputerPlayer, Level, Seat, Value
from engines.record import replay
from engines.registry import ENGINES
from engines.thinking import task_for, think
from tests.engines.playouts import a_choice
from tests.records import golden_records

LISTS: Final = Path(__file__).with_name("thoughts")
LONGEST = 300
"""The most actions of a random game from which positions are taken."""
TAKEN = 12
"""How many positions are taken from such a game."""
_CHOSEN = 30
"""How many positions of a game are recorded with the chosen action."""
_STEADY = 31
"""In one of this many positions the choice of a steady player is recorded as well."""
_JUDGEMENTS = 60
"""How many positions are recorded with expected shares and ranks of offers."""
_TOGETHER = 20
"""How many positions one recorded mean is made of."""

PLAYED = sorted(key for key, engine in ENGINES.items() if engine.computer is not None)


class Position(NamedTuple):
    """A moment of a random game, and a seat that has a choice in it."""

    engine: AnyEngine
    state: Any
    seat: Seat

    @property
    def player(self) -> ComputerPlayer[Any, Any, Any]:
        assert self.engine.computer is not None
        return self.engine.computer

    def chosen(self, level: Level, seed: str = "seed") -> str | None:
        task = task_for(self.engine, self.engine.view(self.state, self.seat), self.seat, level, seed)
        thought = think(task)
        assert thought.error is None
        return thought.action


def positions(key: str, count: int = TAKEN) -> Iterator[Position]:
    """Positions of two random games, with the fewest seats and the most."""
    engine = ENGINES[key]
    for seats in sorted({engine.info.min_seats, len(engine.info.seats)}):
        states, chance = _random_game(key, seats)
        rng = random.Random()
        rng.setstate(chance)
        for one in states[:: 1 + len(states) // count]:
            yield Position(engine, one, rng.choice(engine.to_act(one)))


@cache
def _random_game(key: str, seats: int) -> tuple[list[Value], Any]:
    """The positions of a random game with a choice, and the state of the random source after the game."""
    engine, rng = ENGINES[key], random.Random(f"{key} {seats}")
    state = engine.start(engine.options({}), seats, f"{rng.getrandbits(256):064x}")
    states: list[Value] = []
    while engine.to_act(state) and len(states) < LONGEST:
        forced = engine.forced(state)
        if forced is None:
            states.append(state)
        state = engine.apply(state, *(forced or a_choice(engine, state, rng))).state
    return states, rng.getstate()


def thoughts(key: str) -> str:
    """The whole recording of a game, as text."""
    chosen = enumerate(chain(positions(key, _CHOSEN), from_records(key, _CHOSEN)))
    lines = (_thought(one, steady=number % _STEADY == 1) for number, one in chosen)
    judged = [_judgements(one) for one in chain(positions(key, _JUDGEMENTS), from_records(key, _JUDGEMENTS))]
    parts = (judged[at : at + _TOGETHER] for at in range(0, len(judged), _TOGETHER))
    means = (" ".join(f"{fmean(one):.9f}" for one in zip(*part, strict=True)) for part in parts)
    return "\n".join((*lines, *means)) + "\n"


@cache
def recorded(key: str) -> list[list[Value]]:
    """The positions of each golden game."""
    return [[one.step.state for one in replay(record).played] for record in golden_records(key).values()]


def from_records(key: str, count: int) -> Iterator[Position]:
    """Positions of each golden game, at least `count` of them."""
    engine = ENGINES[key]
    for all_states in recorded(key):
        states = [state for state in all_states if engine.to_act(state)]
        for number, state in enumerate(states[:: 1 + len(states) // count]):
            seats = engine.to_act(state)
            yield Position(engine, state, seats[number % len(seats)])


def _thought(position: Position, *, steady: bool) -> str:
    engine, state, seat = position
    rng = random.Random(1)
    sampled = engine.format(position.player.sample(state, seat, rng))
    levels = (Level.GENTLE, Level.STEADY) if steady else (Level.GENTLE,)
    chosen = (f"{level.word} {position.chosen(level)}" for level in levels)
    return " | ".join((f"seat {seat}", f"sample {sampled}", *chosen))


def _judgements(position: Position) -> tuple[float, ...]:
    """The first seat's expected share, there and as the seat to act imagines it; and the offers' ranks."""
    engine, state, seat = position
    assert engine.imagine is not None
    imagined = engine.imagine(engine.view(state, seat), random.Random(1))
    offers = (engine.offer(state, seat, action) for action in engine.legal(state, seat))
    ranks = sum(number * one.rank for number, one in enumerate(offers, start=1))
    return *(position.player.evaluate(one)[0] for one in (state, imagined)), ranks


if __name__ == "__main__":
    LISTS.mkdir(exist_ok=True)
    for game in sys.argv[1:] or PLAYED:
        (LISTS / f"{game}.txt").write_text(thoughts(game))
