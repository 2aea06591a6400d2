"""PostgreSQL's notifications that another process has committed, and its time, which all processes use.

It needs a connection of its own. While that is lost, processes poll every 15 seconds, and use the last known
offset of the time.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, Final

import structlog
from asyncpg import InterfaceError, PostgresError  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.clock import OffsetClock, woken_or_due
from bot.errors import DatabaseUnavailable
from bot.store.database import CHANNEL, KINDS, PATIENCE, Database

log = structlog.get_logger(__name__)

_CHECK_INTERVAL: Final = timedelta(minutes=1)
"""How often to check the connection and the server's time."""
_TOLERANCE: Final = timedelta(milliseconds=200)
"""A smaller difference between the clocks is not corrected."""


class Listener:
    """Listens for a process, and keeps its clock in step with the server's."""

    def __init__(self, database: Database, clock: OffsetClock) -> None:
        self._database = database
        self._clock = clock

    async def run(self) -> None:
        """Listen until cancelled. Raises DatabaseUnavailable when the connection ends."""
        async with self._connected() as connection:
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _connection: ended.set())
            await connection.add_listener(CHANNEL, self._notified)
            # Transactions that were committed before the connection listened.
            self._database.wake(KINDS)
            while not ended.is_set():
                await self._set_clock(connection)
                await woken_or_due(ended, self._clock.own, self._clock.own.now() + _CHECK_INTERVAL)
        raise DatabaseUnavailable("the connection that listens was closed")

    async def set_clock(self) -> None:
        """Set the clock once. Raises DatabaseUnavailable."""
        async with self._connected() as connection:
            await self._set_clock(connection)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        """The driver's own connection."""
        engine = create_async_engine(
            self._database.url,
            poolclass=NullPool,
            connect_args={"command_timeout": PATIENCE.total_seconds()},
        )
        try:
            async with engine.connect() as connection:
                yield (await connection.get_raw_connection()).driver_connection
        except (DBAPIError, OSError, PostgresError, InterfaceError) as fault:
            raise DatabaseUnavailable(str(fault) or type(fault).__name__) from fault
        finally:
            await engine.dispose()

    def _notified(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        name, *notifications = str(payload).split()
        if name != self._database.name:
            self._database.wake(notifications)

    async def _set_clock(self, connection: Any) -> None:
        if not self._clock.adjustable:
            return
        before = self._clock.own.now()
        server = await connection.fetchval("SELECT clock_timestamp()")
        offset = server - before - (self._clock.own.now() - before) / 2
        if abs(offset - self._clock.offset) > _TOLERANCE:
            log.warning("clock_differs", seconds=round(offset.total_seconds(), 1))
            self._clock.offset = offset
