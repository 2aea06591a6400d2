"""Discord's rate limits: one for all requests of the bot, and one for each route and its main resource."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from sandbox import limits
from sandbox.clock import Clock

_MOST_BUCKETS: Final = 4096


@dataclass(frozen=True)
class Rate:
    """A number of requests allowed in a number of seconds."""

    requests: int
    seconds: float


GENEROUS: Final = Rate(200, 1.0)


@dataclass(frozen=True)
class RateRules:
    """Which limits hold."""

    overall: int | None = limits.GLOBAL_REQUESTS
    """Requests a second in all; None: no limit."""
    routes: Mapping[str, Rate] = field(default_factory=dict)
    """By method and route; others are generous."""


@dataclass
class _Window:
    ends: float
    used: int = 0


@dataclass(frozen=True)
class Verdict:
    """Whether a request may pass, and what its headers say."""

    limit: int
    remaining: int
    reset: float
    """Unix time at which the bucket is full again."""
    reset_after: float
    bucket: str
    refused: bool = False
    whole: bool = False
    """Refused by the limit for all requests."""


class RateLimits:
    """Counts requests."""

    def __init__(self, clock: Clock, rules: RateRules) -> None:
        self._clock = clock
        self._rules = rules
        self._overall = _Window(0.0)
        self._windows: dict[tuple[str, str], _Window] = {}

    def admit(self, route: str, resource: str, *, counts_overall: bool) -> Verdict:
        """Count a request of a route for a resource, and say whether it may pass."""
        now = self._clock.now()
        rate = self._rules.routes.get(route, GENEROUS)
        window = self._window((route, resource), rate, now)
        bucket = sha256(route.encode()).hexdigest()[:32]
        after = window.ends - now
        if counts_overall and self._beyond_overall(now):
            left = max(rate.requests - window.used, 0)
            overall_after = self._overall.ends - now
            return Verdict(rate.requests, left, window.ends, overall_after, bucket, refused=True, whole=True)
        if window.used >= rate.requests:
            return Verdict(rate.requests, 0, window.ends, after, bucket, refused=True)
        window.used += 1
        return Verdict(rate.requests, rate.requests - window.used, window.ends, after, bucket)

    def _beyond_overall(self, now: float) -> bool:
        if self._rules.overall is None:
            return False
        if now >= self._overall.ends:
            self._overall = _Window(now + 1.0)
        self._overall.used += 1
        return self._overall.used > self._rules.overall

    def _window(self, key: tuple[str, str], rate: Rate, now: float) -> _Window:
        window = self._windows.get(key)
        if window is None or now >= window.ends:
            if len(self._windows) >= _MOST_BUCKETS:
                self._windows = {known: one for known, one in self._windows.items() if one.ends > now}
            window = self._windows[key] = _Window(now + rate.seconds)
        return window
