"""Limits requests per second: Discord takes 50 from a bot, counting all of its processes together."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

import aiohttp
import structlog
from discord.http import Route
from yarl import URL

from bot.errors import DatabaseUnavailable
from bot.request_tokens import RequestTokens

log = structlog.get_logger(__name__)

_KNOWN_FOR: Final = 1.0
"""Seconds for which the number of tokens left counts as known."""
_UNCOUNTED: Final = ("/interactions/", "/webhooks/")
"""Parts of the addresses of answers to interactions, which do not count towards the limit."""


class RequestBudget:
    """Lets requests leave one after the other, as soon as there is a token for each."""

    def __init__(
        self,
        tokens: RequestTokens,
        *,
        now: Callable[[], float] = monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._tokens, self._now, self._sleep = tokens, now, sleep
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._held = 0
        self._left, self._known_until = 0.0, 0.0

    async def admit(self, _session: object, _context: object, start: aiohttp.TraceRequestStartParams) -> None:
        """Wait until the request may leave; a callback of `aiohttp.TraceConfig`."""
        if counts(start.url):
            await self.wait()

    async def wait(self) -> None:
        """Wait for a token."""
        self._waiting += 1
        try:
            async with self._turn:
                bucket = self._tokens.bucket
                while not self._held:
                    # Take several tokens at once where several requests wait.
                    wanted = min(self._waiting, bucket.most)
                    self._held = await self._taken(wanted)
                    if not self._held:
                        await self._sleep((wanted - self._left) / bucket.rate)
                self._held -= 1
        finally:
            self._waiting -= 1

    async def has_room(self) -> bool:
        """Whether deliveries that can wait may be tried: half of the bucket is reserved for urgent ones."""
        if self._waiting:
            return False
        if self._now() >= self._known_until:
            await self._taken(0)
        return self._left >= self._tokens.bucket.most / 2

    async def _taken(self, wanted: int) -> int:
        try:
            taken, self._left = await self._tokens.take(wanted)
        except DatabaseUnavailable:
            # Discord's own rate limits remain as a safeguard.
            log.warning("request_budget_unknown")
            taken, self._left = wanted, 0.0
        self._known_until = self._now() + _KNOWN_FOR
        return taken


def counts(url: URL) -> bool:
    """Whether a request counts towards the limit of the bot."""
    address = str(url)
    return address.startswith(Route.BASE) and not any(part in address for part in _UNCOUNTED)
