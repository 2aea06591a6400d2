"""Refuses what goes beyond the limits of one person or one channel."""

from bot.service.game.live import LiveGame
from bot.service.game.scope import UNFINISHED
from bot.service.people.servers import settings_of
from bot.service.values.limits import Limits
from bot.service.values.refused import Refused
from bot.store.unit import Unit


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
