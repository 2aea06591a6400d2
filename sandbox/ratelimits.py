"""Discord's rate limits: one for all requests of the bot, and one for each route and its main resource."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sandbox import limits
from sandbox.clock import Clock

_MOST_BUCKETS: Final = 4096
ROUTE_REQUESTS: Final = 200
"""Requests of a route for a resource in a second; Discord's own figures differ from route to route."""


@dataclass
class _Window:
    ends: float
    used: int = 0


@dataclass(frozen=True)
class Verdict:
    """Whether a request may pass, and the values of its rate limit headers."""

    remaining: int
    reset: float
    """Unix time at which the bucket is full again."""
    reset_after: float
    bucket: str
    refused: bool = False
    whole: bool = False
    """Whether the limit for all requests refused it."""


class RateLimits:
    """Counts requests."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._overall = _Window(0.0)
        self._windows: dict[tuple[str, str], _Window] = {}

    def admit(self, route: str, resource: str, *, counts_overall: bool) -> Verdict:
        """Count a request of a route for a resource, and say whether it may pass."""
        now = self._clock.now()
        window = self._window((route, resource), now)
        bucket = sha256(route.encode()).hexdigest()[:32]
        after = window.ends - now
        if counts_overall and self._beyond_overall(now):
            left = max(ROUTE_REQUESTS - window.used, 0)
            after = self._overall.ends - now
            return Verdict(left, window.ends, after, bucket, refused=True, whole=True)
        if window.used >= ROUTE_REQUESTS:
            return Verdict(0, window.ends, after, bucket, refused=True)
        window.used += 1
        return Verdict(ROUTE_REQUESTS - window.used, window.ends, after, bucket)

    def _beyond_overall(self, now: float) -> bool:
        if now >= self._overall.ends:
            self._overall = _Window(now + 1.0)
        self._overall.used += 1
        return self._overall.used > limits.GLOBAL_REQUESTS

    def _window(self, key: tuple[str, str], now: float) -> _Window:
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            if len(self._windows) >= _MOST_BUCKETS:
                self._windows = {known: one for known, one in self._windows.items() if one.ends > now}
            window = self._windows[key] = _Window(now + 1.0)
        return window
