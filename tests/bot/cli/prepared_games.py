"""Games that exist before a command runs."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from bot.clock import SystemClock
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.store.database import Database
from tests.databases import finish
from tests.service.actors import ALL, SAMPLE, play_through, running

ROOT = Path(__file__).parents[3]


def prepare(address: str, work: Callable[[Service], Awaitable[GameSummary]]) -> GameSummary:
    """Make a game before the command runs."""
    games: list[GameSummary] = []

    async def run() -> None:
        database = Database(address)
        games.append(await work(Service(database, ALL, SystemClock(), Random(3))))
        await database.close()

    finish(run())
    return games[0]


async def played(service: Service) -> GameSummary:
    game = await running(service)
    return (await play_through(service, game.code, SAMPLE)).summary


async def begun(service: Service) -> GameSummary:
    game = await running(service)
    return (await play_through(service, game.code, SAMPLE[:5])).summary
