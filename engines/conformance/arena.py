"""Which of two computer players of a game is stronger, and by how much.

One seat is the first player's, all others the second's. A set is the same game, with the same seed, once for
each seat of the first player, so that neither luck nor a better seat counts. A won game counts 1, a shared
place proportionally less: an even player gets one over the number of seats.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from math import log, log10, sqrt
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from engines.contract import Action, AnyEngine, Level, Seat, Value
from engines.registry import ENGINES

Player: TypeAlias = Literal["random", "gentle", "steady", "strong"]
PLAYERS: tuple[Player, ...] = ("random", "gentle", "steady", "strong")
"""A player of random legal actions, and the levels from the weakest to the strongest."""

ERROR = 0.05
"""The chance of an error of the sequential test, of either kind."""
_Z = 1.96
"""Standard deviations within which 95 % lies."""


class Matched(NamedTuple):
    """The players of a match, and their game."""

    game: str
    options: Value
    seats: int
    first: Player
    second: Player
    seed: str


class Games(NamedTuple):
    """Games that were played, from the first player's point of view."""

    scores: tuple[float, ...] = ()
    endless: int = 0
    """Games that were broken off after `GameInfo.playout_bound` actions, and counted as drawn."""
    turns: int = 0
    """Turns of the first player; a turn is all that it did between two actions of others."""
    seconds: float = 0.0
    """CPU time of those turns, in seconds of one core."""
    slowest: float = 0.0
    """Its longest turn, in seconds."""

    def with_more(self, more: Games) -> Games:
        """The tally of these games and more."""
        return Games(
            self.scores + more.scores,
            self.endless + more.endless,
            self.turns + more.turns,
            self.seconds + more.seconds,
            max(self.slowest, more.slowest),
        )


class Estimate(NamedTuple):
    """A share of wins with its 95 % interval (Wilson's), or the same as Elo."""

    value: float
    low: float
    high: float


def goal(matched: Matched) -> float:
    """The share of wins that the first player should reach against the second, random play or a level."""
    if matched.second == "random":
        return 0.99 if matched.first == "strong" else 0.8
    return 1.4 / matched.seats


def share(games: Games) -> Estimate:
    """The share of games won."""
    count, mean = len(games.scores), sum(games.scores) / len(games.scores)
    spread = _Z * sqrt(mean * (1 - mean) / count + (_Z / count) ** 2 / 4)
    scale, middle = 1 + _Z**2 / count, mean + _Z**2 / count / 2
    return Estimate(mean, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def elo(games: Games, seats: int) -> Estimate:
    """How much stronger the first player is than each other: 400 for ten times the wins, infinite for all."""
    return Estimate(*(_elo(one, seats) for one in share(games)))


def _elo(won: float, seats: int) -> float:
    if won in (0, 1):
        return float("inf") if won else float("-inf")
    return 400 * log10(won * (seats - 1) / (1 - won))


def likelihood(games: Games, worse: float, better: float) -> float:
    """The log-likelihood ratio of a share of `better` against one of `worse`, given these games.

    It treats a game as a coin: of all distributions between 0 and 1 with the same mean a coin has the
    greatest variance, so games with draws are judged conservatively.
    """
    won = sum(games.scores)
    return won * log(better / worse) + (len(games.scores) - won) * log((1 - better) / (1 - worse))


def verdict(games: Games, matched: Matched) -> bool | None:
    """Whether the share of wins is the goal's, rather than halfway from an even one; None: not known yet.

    Wald's sequential test.
    """
    found, bound = likelihood(games, *hypotheses(matched)), log((1 - ERROR) / ERROR)
    return None if abs(found) < bound else found > 0


def hypotheses(matched: Matched) -> tuple[float, float]:
    """The shares between which the test decides."""
    wanted = goal(matched)
    return (1 / matched.seats + wanted) / 2, wanted


def play(matched: Matched, sets: int, jobs: int) -> Iterator[Games]:
    """All games so far, after each set; in the same order however many processes play them."""
    if jobs == 1:
        yield from _summed(play_set(matched, number) for number in range(sets))
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from _summed(_results(pool, matched, sets, 2 * jobs))
        finally:
            pool.shutdown(cancel_futures=True)


def _results(pool: ProcessPoolExecutor, matched: Matched, sets: int, ahead: int) -> Iterator[Games]:
    waiting: deque[Future[Games]] = deque()
    for number in range(sets):
        waiting.append(pool.submit(play_set, matched, number))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    yield from (one.result() for one in waiting)


def _summed(sets: Iterable[Games]) -> Iterator[Games]:
    games = Games()
    for one in sets:
        games = games.with_more(one)
        yield games


def play_set(matched: Matched, number: int) -> Games:
    """The games of a set."""
    games = Games()
    for seat in range(matched.seats):
        games = games.with_more(_play_game(matched, f"{matched.seed} {number}", seat))
    return games


def _play_game(matched: Matched, name: str, own: Seat) -> Games:
    engine = ENGINES[matched.game]
    rng = Random(name)  # noqa: S311
    state = engine.start(matched.options, matched.seats, f"{rng.getrandbits(256):064x}")
    turns: list[float] = []
    last: Seat | None = None
    for _ in range(engine.info.playout_bound):
        waiting = engine.to_act(state)
        if not waiting:
            break
        forced = engine.forced(state)
        if forced is not None:
            state = engine.apply(state, *forced).state
            continue
        seat = waiting[0]
        begun = time.process_time()
        action = choose(engine, state, seat, matched.first if seat == own else matched.second, rng)
        if seat == own:
            if last != own:
                turns.append(0.0)
            turns[-1] += time.process_time() - begun
        last = seat
        state = engine.apply(state, seat, action).state
    outcome = engine.outcome(state)
    score = 1 / matched.seats if outcome is None else outcome.shares[own]
    return Games((score,), outcome is None, len(turns), sum(turns), max(turns, default=0.0))


def choose(engine: AnyEngine, state: Value, seat: Seat, player: Player, rng: Random) -> Action:
    """The action that this player chooses."""
    if player == "random":
        action: Action = rng.choice(list(engine.legal(state, seat)))
    else:
        if engine.computer is None:
            raise ValueError(f"There is no computer player of {engine.info.title}.")
        level = Level[player.upper()]
        own = Random(f"{rng.getrandbits(64)}")  # noqa: S311
        action = engine.computer.choose(engine.view(state, seat), seat, level, own)
    return action
