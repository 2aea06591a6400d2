"""How much one person or one channel may do."""

import sys
from datetime import timedelta
from random import Random
from typing import Final

from bot.clock import Clock
from bot.service.game.live import LiveGame
from bot.service.game.scope import UNFINISHED
from bot.service.people.servers import settings_of
from bot.service.usecases import Engines, UseCases
from bot.service.values.refused import Refused
from bot.store.database import Database
from bot.store.unit import Unit
from engines.contract import Value


class Limits(Value, frozen=True):
    """Limits on concurrent and recent use per person and per channel."""

    person_lobbies: int = 5
    """Games that wait for players, of one host."""
    person_games: int = 30
    """Games in which one person has a seat; no further one while they run or wait."""
    channel_lobbies: int = 20
    """Games that wait for players in one channel."""
    person_reports: int = 5
    """Reports of one person in a day."""
    patience: timedelta = timedelta(seconds=30)
    """How long a joining player waits at most until the lobby card shows the earlier contributed texts."""
    computer_games: int = 8
    """Games with a seat of one person and one of a computer; 0: no computer plays."""
    computer_seconds: float = 600.0
    """How long computers think for one person in a day at their own levels."""
    person_lobbies_abandoned: int = 100
    """Games of one host that are called off before they begin, of those opened in a day."""


NO_LIMITS: Final = Limits(
    sys.maxsize, sys.maxsize, sys.maxsize, sys.maxsize, timedelta(0), sys.maxsize, float("inf"), sys.maxsize
)


class LimitedUseCases(UseCases):
    """Use cases with limits per person or channel."""

    def __init__(
        self, database: Database, engines: Engines, clock: Clock, rng: Random, limits: Limits = NO_LIMITS
    ) -> None:
        super().__init__(database, engines, clock, rng)
        self._limits = limits


async def check_games(unit: Unit, limits: Limits, person_id: int, guild_id: int | None) -> None:
    """Raises Refused where a person has a seat in as many games as one may, at all or on this server.

    Games that wait for players count, as all of them may start. The person stays locked.
    """
    await unit.persons.lock(person_id)
    settled = (await settings_of(unit, guild_id)).person_games
    for most, server, where in ((limits.person_games, None, ""), (settled, guild_id, " on this server")):
        if most is not None and await unit.game_lists.count_played(UNFINISHED, person_id, server) >= most:
            raise Refused(
                "too_many_games",
                f"You have a seat in {counted(most)}{where}, with those that wait for players, and more may "
                "not be at a time.",
            )


async def check_computer_games(unit: Unit, limits: Limits, person_id: int, besides: int = 0) -> None:
    """Raises Refused for a person with too many games against computers, or where computers do not play.

    `besides`: a game that is not counted. The person stays locked.
    """
    if not limits.computer_games:
        raise Refused("no_computer", "No computer thinks for this bot, so none can play.")
    await unit.persons.lock(person_id)
    if await unit.game_lists.count_against_computers(UNFINISHED, person_id, besides) >= limits.computer_games:
        raise Refused(
            "too_many_computers",
            f"You play {counted(limits.computer_games)} against computers, and more may not be at a time: "
            "finish one first.",
        )


async def check_joins(live: LiveGame, limits: Limits, person_id: int) -> None:
    """Raises Refused where a person has a seat in too many games, or in too many such, for one in this."""
    await check_games(live.unit, limits, person_id, live.row.guild_id)
    if any(one.player.level is not None for one in live.row.seats):
        await check_computer_games(live.unit, limits, person_id)


def counted(count: int) -> str:
    """This number of games in words."""
    return "one game" if count == 1 else f"{count} games"
