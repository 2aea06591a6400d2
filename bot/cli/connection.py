"""The database and the use cases for one command."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TypeAlias, TypeVar

from bot.cli.errors import Failure
from bot.clock import SystemClock
from bot.service import Service
from bot.settings import Settings
from bot.store import Database
from bot.store.schema import head
from engines.registry import ENGINES

T = TypeVar("T")

Command: TypeAlias = Callable[[Settings, Namespace], int | None]
"""Carries a command out; the exit code, 0 where it is None. Raises Failure and Refused."""


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


def service_command(work: Callable[[Service, Namespace], Awaitable[int | None]]) -> Command:
    """The command that works with the use cases, on a schema that must be up to date."""

    @wraps(work)
    def command(settings: Settings, chosen: Namespace) -> int | None:
        async def run(database: Database) -> int | None:
            await require_schema(database)
            return await work(Service(database, ENGINES, SystemClock()), chosen)

        return with_database(settings, run)

    return command
