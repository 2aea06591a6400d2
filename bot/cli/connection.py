"""The database for one command."""

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from bot.cli.errors import Failure
from bot.clock import Clock, OffsetClock, SystemClock
from bot.settings import Settings
from bot.store.schema import check_known, head
from bot.store.storage import Storage

if TYPE_CHECKING:
    from bot.service.facade import Service
    from bot.store.database import Database

T = TypeVar("T")

Command: TypeAlias = Callable[[Settings, Namespace], int | None]
"""Carries out a command, and returns the exit code; None means 0. Raises Failure and Refused."""


def with_database(settings: Settings, work: Callable[["Database"], Awaitable[T]]) -> T:
    """Run work on the database, and return its result."""
    from bot.store.database import Database  # noqa: PLC0415 -- with all that rows are

    async def run() -> T:
        database = Database(settings.database)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def with_storage(settings: Settings, work: Callable[[Storage], Coroutine[Any, Any, T]]) -> T:
    """Run work on the database as a whole, and return its result."""
    return asyncio.run(work(Storage(settings.database)))


async def clock_of(database: "Database") -> Clock:
    """The computer's clock, on PostgreSQL set by the server's, as in the processes that serve."""
    clock = OffsetClock(SystemClock())
    if database.file is None:
        from bot.store.listening import Listener  # noqa: PLC0415 -- loaded where there is a server

        await Listener(database, clock).set_clock()
    return clock


async def require_schema(database: Storage) -> None:
    """Raises Failure, or UnknownSchema, unless the schema is at the revision that this version expects."""
    revision = await database.revision()
    check_known(revision)
    if revision != head():
        state = "has no schema yet" if revision is None else f"is at revision {revision}"
        raise Failure(f"The database {state}; this version expects {head()}: run “python -m bot db upgrade”.")


def database_command(work: Callable[["Database", Namespace], Awaitable[int | None]]) -> Command:
    """Wraps a command that needs a database with an up-to-date schema."""

    def command(settings: Settings, chosen: Namespace) -> int | None:
        async def run(database: "Database") -> int | None:
            await require_schema(database)
            return await work(database, chosen)

        return with_database(settings, run)

    return command


def service_command(work: Callable[["Service", Namespace], Awaitable[int | None]]) -> Command:
    """Wraps a command that needs all use cases, on a database with an up-to-date schema."""

    @database_command
    async def command(database: "Database", chosen: Namespace) -> int | None:
        from bot.service.facade import Service  # noqa: PLC0415 -- all use cases
        from engines.registry import ENGINES  # noqa: PLC0415

        return await work(Service(database, ENGINES, await clock_of(database)), chosen)

    return command
