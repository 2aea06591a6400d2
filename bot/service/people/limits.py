"""Checks that refuse what goes beyond the limits of one person or one channel."""

import sys
from datetime import datetime
from functools import partial

from bot.clock import DAY
from bot.column_values import LOBBY, UNFINISHED
from bot.service.game.live import LiveGame
from bot.service.people.servers import ServerSettings, settings_of
from bot.service.values.limits import Limits
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from bot.store.unit import Unit
from engines.contract import Seat


async def check_games(unit: Unit, limits: Limits, person_id: int, guild_id: int | None) -> None:
    """Raises Refused where a person has a seat in as many games as one may, at all or on this server.

    Games that wait for players count, as all of them may start. The person stays locked.
    """
    await unit.persons.lock(person_id)
    here = (await settings_of(unit, guild_id)).person_games
    played = partial(unit.game_lists.count, UNFINISHED, player_id=person_id)
    for most, server, where in ((limits.person_games, None, ""), (here, guild_id, " on this server")):
        if most is not None and await played(guild_id=server) >= most:
            raise Refused(
                "too_many_games",
                f"You have a seat in {_games(most)}{where}, counting those that wait for players, which is "
                "the most at a time.",
            )


async def check_lobbies(
    unit: Unit, limits: Limits, host_id: int, place: Place | None, settings: ServerSettings, *, now: datetime
) -> None:
    """Raises Refused where a person may open no further game, at all or in this place."""
    guild_id, channel_id = (None, None) if place is None else (place.guild_id, place.channel_id)
    lists = unit.game_lists
    if await lists.count_abandoned_lobbies(host_id, now - DAY) >= limits.person_lobbies_abandoned:
        raise Refused(
            "too_often",
            f"You have opened {limits.person_lobbies_abandoned} games within a day that never began, which "
            "is the most: join one, or open yours tomorrow.",
        )
    await check_games(unit, limits, host_id, guild_id)
    own = (limits.person_lobbies, None, ""), (settings.person_lobbies, guild_id, " on this server")
    for most, server, where in own:
        if most is not None and await lists.count(LOBBY, host_id=host_id, guild_id=server) >= most:
            raise Refused(
                "too_many_lobbies",
                f"You have opened {_games(most)}{where} still waiting for players, which is the most at a "
                "time: start one or call one off.",
            )
    room = min(limits.channel_lobbies, settings.channel_lobbies or sys.maxsize)
    if channel_id and await lists.count(LOBBY, channel_id=channel_id) >= room:
        raise Refused(
            "channel_full",
            f"{room} games wait for players in this channel, which is the most at a time: join one, or open "
            "yours in another channel.",
        )


def check_computers_think(limits: Limits, purpose: str) -> None:
    """Raises Refused where nobody thinks for computers. `purpose`: what they would do."""
    if not limits.computers_think:
        raise Refused("no_computer", f"This bot runs no computer players, so none can {purpose}.")


async def check_computer_games(
    unit: Unit, limits: Limits, person_id: int, besides: int | None = None
) -> None:
    """Raises Refused for a person with too many games against computers, or where computers do not play.

    `besides`: a game that is not counted. The person stays locked.
    """
    check_computers_think(limits, "play")
    await unit.persons.lock(person_id)
    if await unit.game_lists.count_against_computers(UNFINISHED, person_id, besides) >= limits.computer_games:
        raise Refused(
            "too_many_computers",
            f"You play {_games(limits.computer_games)} against computers, which is the most at a time: "
            "finish one first.",
        )


async def check_joins(live: LiveGame, limits: Limits, person_id: int, seat: Seat | None = None) -> None:
    """Raises Refused where a person has too many games, or too many against computers, to join this one.

    `seat`: the one that they take over, perhaps from a computer.
    """
    await check_games(live.unit, limits, person_id, live.row.guild_id)
    others = (one for one in live.row.seats if one.seat is None or one.seat != seat)
    if any(one.player.level is not None for one in others):
        await check_computer_games(live.unit, limits, person_id)


def _games(count: int) -> str:
    """This number of games in words."""
    return "one game" if count == 1 else f"{count} games"
