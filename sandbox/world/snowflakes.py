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
        """An id for the present moment, greater than all given before."""
        self._last = max(self._last + 1, self._at(self._clock.now()))
        return self._last

    def backdated(self, timestamp: float) -> int:
        """An id with the time `timestamp`, in seconds since 1970."""
        self._backdated = (self._backdated + 1) % (1 << 22)
        return self._at(timestamp) + self._backdated

    def reserve(self, known: int) -> None:
        """Give only ids above one that exists already from now on."""
        self._last = max(self._last, known)

    @staticmethod
    def _at(timestamp: float) -> int:
        return (int(timestamp * 1000) - EPOCH_MS) << 22
