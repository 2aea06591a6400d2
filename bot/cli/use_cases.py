"""All use cases for one command."""

from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import wraps

from bot.cli.connection import Command, database_command
from bot.clock import SystemClock
from bot.service import Service
from bot.store.database import Database
from engines.registry import ENGINES


def service_command(work: Callable[[Service, Namespace], Awaitable[int | None]]) -> Command:
    """The command that works with the use cases, on a schema that must be up to date."""

    @database_command
    @wraps(work)
    async def command(database: Database, chosen: Namespace) -> int | None:
        return await work(Service(database, ENGINES, SystemClock()), chosen)

    return command
