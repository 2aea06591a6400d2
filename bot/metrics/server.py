"""A small web server for those who run the bot: ``/healthz``, ``/readyz`` and ``/metrics``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog
from aiohttp import web

from bot.clock import Clock
from bot.metrics.health import OK, Health
from bot.metrics.numbers import CONTENT_TYPE, Numbers
from bot.metrics.watch import Watch
from bot.store import Database

log = structlog.get_logger(__name__)

_PULSE = 0.5
"""Seconds between two looks at how late the event loop is."""


class _Pages:
    def __init__(self, numbers: Numbers, health: Health) -> None:
        self._numbers = numbers
        self._health = health

    async def live(self, _request: web.Request) -> web.Response:
        """That this is answered at all is the news: the event loop goes round."""
        return web.json_response({"status": OK})

    async def ready(self, _request: web.Request) -> web.Response:
        """503 unless everything is as it should be, for a balancer or a person to see."""
        report = await self._health.report()
        fine = all(state == OK for state in report.values())
        return web.json_response(report, status=200 if fine else 503)

    async def metrics(self, _request: web.Request) -> web.Response:
        """The numbers; without those of the backlog where the database gives no answer."""
        self._numbers.connected(self._health.gateway() == OK)
        backlog = await self._health.backlog()
        if backlog is not None:
            self._numbers.backlog(backlog)
        return web.Response(body=self._numbers.page(), headers={"Content-Type": CONTENT_TYPE})


@asynccontextmanager
async def published(database: Database, clock: Clock, *, host: str, port: int) -> AsyncIterator[Watch]:
    """Serve the pages as long as the block lasts. Raises OSError where the port cannot be had."""
    numbers = Numbers()
    watch = Watch(numbers)
    pages = _Pages(numbers, Health(database, clock, watch))
    application = web.Application()
    application.router.add_get("/healthz", pages.live)
    application.router.add_get("/readyz", pages.ready)
    application.router.add_get("/metrics", pages.metrics)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0, handle_signals=False)
    await runner.setup()
    pulse = asyncio.create_task(_feel_pulse(numbers), name="loop-lag")
    try:
        await web.TCPSite(runner, host, port).start()
        log.info("watched", host=host, port=port)
        yield watch
    finally:
        pulse.cancel()
        with suppress(asyncio.CancelledError):
            await pulse
        await runner.cleanup()


async def _feel_pulse(numbers: Numbers) -> None:
    """Note again and again how late a sleeper is woken."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _PULSE
        await asyncio.sleep(_PULSE)
        numbers.lag(max(loop.time() - due, 0.0))
