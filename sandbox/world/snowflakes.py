"""Ids as Discord makes them: milliseconds since 2015 in the upper bits, a counter in the lower."""

from typing import Final

from sandbox.clock import Clock

EPOCH_MS: Final = 1420070400000


class Snowflakes:
    """A source of ids that grow with time and are never given twice."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._backdated = 0

    def next(self) -> int:
        """An id of now, greater than all given before."""
        self._last = max(self._last + 1, self._at(self._clock.now()))
        return self._last

    def backdated(self, timestamp: float) -> int:
        """An id that says it was made at `timestamp`."""
        self._backdated = (self._backdated + 1) % (1 << 22)
        return self._at(timestamp) + self._backdated

    def reserve(self, known: int) -> None:
        """Give nothing at or below an id that exists already."""
        self._last = max(self._last, known)

    @staticmethod
    def _at(timestamp: float) -> int:
        return (int(timestamp * 1000) - EPOCH_MS) << 22
