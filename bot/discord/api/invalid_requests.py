"""How many requests Discord has refused lately: it bans an address after 10,000 in ten minutes."""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

import aiohttp

WINDOW: Final = 600.0
"""Seconds that count."""
BUDGET: Final = 1_000
"""Refusals in that time after which failed requests are not retried."""
LIMIT: Final = 5_000
"""Refusals in that time after which nothing is delivered."""
CEILING: Final = 9_000
"""Refusals in that time after which no request at all leaves the process."""
_COUNTED: Final = frozenset({401, 403, 429})


class RefusedTooOften(aiohttp.ClientError):
    """A request was not made, for too many were refused lately; to callers the connection is away."""


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
        """A request was refused."""
        self._refused.append(self._now())

    def wait(self, *, again: bool) -> float:
        """Seconds until something may be tried, or tried `again`; 0: now."""
        return self._wait(BUDGET if again else LIMIT)

    def _wait(self, most: int) -> float:
        if len(self._refused) < most:
            return 0.0
        # Wait until fewer than so many are left in the window.
        return max(self._refused[-most] + WINDOW - self._now(), 0.0)
