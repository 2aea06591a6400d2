"""How many requests Discord has refused lately: it bans an address after 10,000 in ten minutes."""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

import aiohttp

WINDOW: Final = 600.0
"""The length of the window in which refusals are counted, in seconds."""
BUDGET: Final = 1_000
"""Refusals in the window after which failed requests are not retried."""
LIMIT: Final = 5_000
"""Refusals in the window after which nothing is delivered."""
CEILING: Final = 9_000
"""Refusals in the window after which no request at all leaves the process."""
_COUNTED: Final = frozenset({401, 403, 429})


class RefusedTooOften(aiohttp.ClientError):
    """A request was not made, because too many were refused lately; callers treat it as a lost connection."""


class InvalidRequests:
    """Counts all refused requests of a process; `trace` watches its requests."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._refused: deque[float] = deque(maxlen=CEILING)
        self.trace = aiohttp.TraceConfig()
        # Counted here because the library retries rate-limited requests itself, and answers to interactions
        # are no deliveries: the sender sees neither.
        self.trace.on_request_start.append(self._starts)
        self.trace.on_request_end.append(self._ended)

    async def _starts(self, *_: object) -> None:
        if self._wait(CEILING):
            raise RefusedTooOften("too many requests were refused lately")

    async def _ended(self, _session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        if ended.response.status in _COUNTED:
            self.count()

    def count(self) -> None:
        """Count a refused request."""
        self._refused.append(self._now())

    def wait(self, *, again: bool) -> float:
        """Seconds until a request may be made, or a failed one be made `again`; 0: now."""
        return self._wait(BUDGET if again else LIMIT)

    def _wait(self, most: int) -> float:
        if len(self._refused) < most:
            return 0.0
        # Wait until fewer than `most` refusals are left in the window.
        return max(self._refused[-most] + WINDOW - self._now(), 0.0)
