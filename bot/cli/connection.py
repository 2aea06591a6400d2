"""The database and the use cases for one command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.cli.errors import Failure
from bot.clock import SystemClock
from bot.service import Service
from bot.settings import Settings
from bot.store import Database
from bot.store.schema import head
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


async def require_schema(database: Database) -> None:
    """Raises Failure unless the schema stands at the revision that this version expects."""
    revision = await database.revision()
    if revision != head():
        standing = "has no schema yet" if revision is None else f"is at revision {revision}"
        raise Failure(
            f"The database {standing}; this version expects {head()}: run “python -m bot db upgrade”."
        )


def with_service(settings: Settings, work: Callable[[Service], Awaitable[T]], *, upgrade: bool = False) -> T:
    """What the work with the use cases gives.

    With `upgrade` the schema is brought up to date first. Without, for a command that only reads, it is left
    as it is; raises Failure where that is not what this version expects.
    """

    async def run(database: Database) -> T:
        await (database.migrate() if upgrade else require_schema(database))
        return await work(Service(database, ENGINES, SystemClock()))

    return with_database(settings, run)
