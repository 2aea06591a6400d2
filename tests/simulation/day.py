"""A day's load on a host, in virtual time: how long cards take, and how far behind old cards' buttons are.

``python -m tests.simulation.day [GAMES PROCESSES REQUESTS] [--effort ANSWER CARD STRIP]`` measures what a
move takes on this machine (`tests.bench.hosting`), or takes the milliseconds given, and prints a row for each
host of the plan in ``docs/hosting.md``, or for the one named. Every process is one queue for its core, with
answers before cards and cards before strips; all of them share the tokens of a `bot.token_bucket`.
"""

import argparse
import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from bot.request_tokens import bucket_of
from tests.bench.hosting import MoveEffort, measured

_MOVES_A_DAY: Final = 2
"""Moves in each running game."""
_HOURS: Final = (5, 4, 3, 3, 3, 4, 8, 14, 20, 24, 26, 28, 30, 30, 28, 28, 30, 36, 48, 60, 60, 48, 28, 12)
"""The relative number of moves in each hour: the busiest has two and a half times the average."""
_SPREAD: Final = 0.5
"""The most by which an effort is less or more, as a share of itself: games differ."""
_SOON: Final = 1.0
"""Seconds after which a process looks again whether there is room for strips."""
PLAN: Final = (
    (20_000, 1, 50),
    (100_000, 1, 50),
    (300_000, 2, 50),
    (600_000, 4, 50),
    (1_000_000, 6, 50),
    (1_000_000, 6, 150),
)
"""Hosts: running games, processes of one core each, and the requests a second that Discord allows."""


class Day(NamedTuple):
    """The figures of a simulated day."""

    moves: int
    busiest: float
    """Moves a second in the busiest hour."""
    load: float
    """The share of that hour for which the processes were busy."""
    answers: tuple[float, float]
    """Seconds from a move to its answer: the median, and the 99th of 100."""
    cards: tuple[float, float]
    """Seconds from a move to its card: the median, and the 99th of 100."""
    strips_waiting: int
    """The most old cards that had buttons at the same time."""
    strips_late: float
    """The most seconds for which an old card had buttons."""

    def __str__(self) -> str:
        answers, cards = (f"{half:.2f} / {most:.2f} s" for half, most in (self.answers, self.cards))
        return (
            f"{self.busiest:.1f} moves/s in the busiest hour, {self.load:.0%} busy; answers after {answers}, "
            f"cards after {cards}; {self.strips_waiting:,} old cards keep buttons, {self.strips_late:.0f} s"
        )


class _Process:
    """A process with one core, and its queue of work, the most urgent first."""

    def __init__(self) -> None:
        self.answers, self.cards, self.strips = deque[float](), deque[float](), deque[float]()
        self.busy = self.looks_again = False


class _Host:
    """Processes that share a database and Discord's limit."""

    def __init__(self, games: int, processes: int, requests: int, effort: MoveEffort, rng: Random) -> None:
        self._rng, self._effort = rng, effort
        self._each_hour = [games * _MOVES_A_DAY * hour / sum(_HOURS) for hour in _HOURS]
        self._processes = [_Process() for _ in range(processes)]
        self._bucket, self._full_at = bucket_of(requests), 0.0
        self._asking: deque[Callable[[], None]] = deque()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._now, self._worked = 0.0, [0.0] * (len(_HOURS) + 1)
        self._answered, self._posted = list[float](), list[float]()
        self._buttons, self._most_buttons, self._late = 0, 0, 0.0

    def day(self) -> Day:
        """Let a day pass, and then the work that it leaves."""
        for moment in self._moves():
            while self._events and self._events[0][0] <= moment:
                self._step()
            self._now = moment
            process = self._rng.choice(self._processes)
            process.answers.append(moment)
            self._work(process)
        while self._events:
            self._step()
        most = max(self._each_hour)
        busiest = self._worked[self._each_hour.index(most)] / 3600 / len(self._processes)
        return Day(
            len(self._answered),
            most / 3600,
            busiest,
            _shares(self._answered),
            _shares(self._posted),
            self._most_buttons,
            self._late,
        )

    def _moves(self) -> Iterator[float]:
        """The times of all moves."""
        for hour, moves in enumerate(self._each_hour):
            moment = hour * 3600.0
            while (moment := moment + self._rng.expovariate(moves / 3600)) < (hour + 1) * 3600:
                yield moment

    def _step(self) -> None:
        self._now, _, then = heapq.heappop(self._events)
        then()

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self._now + seconds, next(self._numbers), then))

    def _work(self, process: _Process) -> None:
        """Begin the most urgent work."""
        if process.busy:
            return
        if process.answers:
            moved = process.answers.popleft()
            self._takes(process, self._effort.answer, lambda: self._answer(process, moved))
        elif process.cards:
            moved = process.cards.popleft()
            self._takes(process, self._effort.card, lambda: self._ask(lambda: self._post(process, moved)))
        elif process.strips and self._has_room():
            posted = process.strips.popleft()
            self._takes(process, self._effort.strip, lambda: self._ask(lambda: self._stripped(posted)))

    def _takes(self, process: _Process, milliseconds: float, then: Callable[[], None]) -> None:
        seconds = milliseconds / 1000 * self._rng.uniform(1 - _SPREAD, 1 + _SPREAD)
        process.busy = True
        self._worked[min(int(self._now // 3600), len(_HOURS))] += seconds

        def done() -> None:
            process.busy = False
            then()
            self._work(process)

        self._after(seconds, done)

    def _answer(self, process: _Process, moved: float) -> None:
        self._answered.append(self._now - moved)
        process.cards.append(moved)

    def _post(self, process: _Process, moved: float) -> None:
        self._posted.append(self._now - moved)
        self._buttons += 1
        self._most_buttons = max(self._most_buttons, self._buttons)
        process.strips.append(self._now)
        self._look(process)

    def _look(self, process: _Process) -> None:
        """Go on with the queue, and look again later while strips wait for room."""
        self._work(process)
        if not process.strips or process.looks_again:
            return

        def again() -> None:
            process.looks_again = False
            self._look(process)

        process.looks_again = True
        self._after(_SOON, again)

    def _stripped(self, posted: float) -> None:
        self._buttons -= 1
        self._late = max(self._late, self._now - posted)

    # -- tokens ----------------------------------------------------------------------------------------

    def _has_room(self) -> bool:
        return not self._asking and self._bucket.left(self._full_at, self._now) >= self._bucket.most / 2

    def _ask(self, then: Callable[[], None]) -> None:
        """Make a request as soon as there is a token for it."""
        self._asking.append(then)
        if len(self._asking) == 1:
            self._give()

    def _give(self) -> None:
        taken, self._full_at = self._bucket.take(self._full_at, self._now, len(self._asking))
        for _ in range(taken):
            self._asking.popleft()()
        if self._asking:
            self._after(1 / self._bucket.rate, self._give)


def _shares(seconds: list[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]


def simulated(games: int, processes: int, requests: int, effort: MoveEffort, seed: int = 1) -> Day:
    """A day of a host with these numbers of running games, processes and requests a second."""
    return _Host(games, processes, requests, effort, Random(seed)).day()


def main() -> None:
    """Simulate the hosts of the plan, or the one named, and print a row for each."""
    parser = argparse.ArgumentParser(description="A day's load on a host, in virtual time.")
    parser.add_argument("--effort", nargs=3, type=float, metavar=("ANSWER", "CARD", "STRIP"))
    parser.add_argument("host", nargs="*", type=int, metavar="GAMES PROCESSES REQUESTS")
    given = parser.parse_args()
    effort = MoveEffort(*given.effort) if given.effort else measured()
    print(f"ms of processor: answer {effort.answer:.1f}, card {effort.card:.1f}, strip {effort.strip:.1f}")
    for games, processes, requests in [given.host] if given.host else PLAN:
        day = simulated(games, processes, requests, effort)
        print(f"{games:,} games, {processes} processes, {requests} requests/s: {day}")


if __name__ == "__main__":
    main()
