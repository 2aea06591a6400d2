"""The database and the use cases for one command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.clock import SystemClock
from bot.service import Service
from bot.settings import Settings
from bot.store import Database
from engines.registry import ENGINES

T = TypeVar("T")


def with_database(settings: Settings, work: Callable[[Database], Awaitable[T]]) -> T:
    """What the work on the database gives."""

    async def run() -> T:
        database = Database(settings.database)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def with_service(settings: Settings, work: Callable[[Service], Awaitable[T]]) -> T:
    """What the work with the use cases gives; the schema is brought up to date first."""

    async def run(database: Database) -> T:
        await database.migrate()
        return await work(Service(database, ENGINES, SystemClock()))

    return with_database(settings, run)
