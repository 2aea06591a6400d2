"""A small web server for operators: ``/healthz``, ``/readyz`` and ``/metrics``."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog
from aiohttp import web

from bot.clock import Clock
from bot.metrics.health import OK, Health, ServingStatus
from bot.metrics.prometheus import CONTENT_TYPE, PrometheusObserver
from bot.store.database import Database

log = structlog.get_logger(__name__)

_LAG_INTERVAL: Final = 0.5
"""Seconds between two measurements of the event loop's lag."""
_SHUTDOWN_SECONDS: Final = 1.0
"""Seconds that shutdown waits for pages that are being read."""


class _Pages:
    def __init__(self, observer: PrometheusObserver, health: Health) -> None:
        self._observer = observer
        self._health = health

    async def live(self, _request: web.Request) -> web.Response:
        """Answer: that proves that the event loop runs."""
        return web.json_response({"status": OK})

    async def ready(self, _request: web.Request) -> web.Response:
        """Readiness by part; the status is 503 unless every part is ``ok``, warnings aside."""
        report = await self._health.report()
        fine = all(state == OK for state in report.values())
        return web.json_response(report | self._health.warnings(), status=200 if fine else 503)

    async def metrics(self, _request: web.Request) -> web.Response:
        """The metrics, without those of the queues if the database does not answer."""
        self._observer.connected(self._health.gateway() == OK)
        self._observer.queues(await self._health.queue_statistics())
        return web.Response(body=self._observer.page(), headers={"Content-Type": CONTENT_TYPE})


@asynccontextmanager
async def metrics_server(
    database: Database, clock: Clock, *, host: str, port: int
) -> AsyncIterator[ServingStatus]:
    """Serve the pages while the block lasts. Raises OSError if the port is not free."""
    observer = PrometheusObserver()
    status = ServingStatus(observer)
    pages = _Pages(observer, Health(database, clock, status))
    application = web.Application()
    application.router.add_get("/healthz", pages.live)
    application.router.add_get("/readyz", pages.ready)
    application.router.add_get("/metrics", pages.metrics)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    lag = asyncio.create_task(_measure_loop_lag(observer), name="loop-lag")
    try:
        await web.TCPSite(runner, host, port).start()
        log.info("metrics_served", host=host, port=port)
        yield status
    finally:
        lag.cancel()
        with suppress(asyncio.CancelledError):
            await lag
        await runner.cleanup()


async def _measure_loop_lag(observer: PrometheusObserver) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_INTERVAL
        await asyncio.sleep(_LAG_INTERVAL)
        observer.lag(max(loop.time() - due, 0.0))
