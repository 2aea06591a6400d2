"""The sandbox's time: the machine's, plus what tests have skipped."""

import time
from collections.abc import Callable


class Clock:
    """Unix time in seconds, and a second clock by which the first answers to interactions are timed.

    With `answers_timed` false the second one moves by `advance` alone, so that a busy machine is never too
    slow to answer.
    """

    def __init__(self, *, answers_timed: bool = True) -> None:
        self.answers_timed = answers_timed
        self._skipped = 0.0
        self._watchers: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._skipped

    def answer_time(self) -> float:
        """Seconds on the clock of unanswered interactions."""
        return self.now() if self.answers_timed else self._skipped

    def advance(self, seconds: float) -> None:
        """Skip ahead, and call the watchers, which do what has become due."""
        self._skipped += seconds
        for watcher in tuple(self._watchers):
            watcher()

    def watch(self, watcher: Callable[[], None]) -> None:
        """Have `watcher` called after every skip."""
        self._watchers.append(watcher)
