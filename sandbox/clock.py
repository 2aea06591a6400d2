"""The sandbox's time: the machine's, plus a shift with which tests skip ahead."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Unix time in seconds. Moving it on runs what has fallen due at once."""

    def __init__(self) -> None:
        self._shift = 0.0
        self._watchers: list[Callable[[], None]] = []

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._shift

    def advance(self, seconds: float) -> None:
        """Skip ahead, and tell everybody who waits for a time."""
        self._shift += seconds
        for watcher in tuple(self._watchers):
            watcher()

    def watch(self, watcher: Callable[[], None]) -> None:
        """Have `watcher` called after every skip."""
        self._watchers.append(watcher)
