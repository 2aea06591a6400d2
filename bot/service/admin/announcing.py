"""A word to all who play in a server."""

from __future__ import annotations

from datetime import datetime

from bot.service import notifications
from bot.service.admin.acts import Announce
from bot.service.finding import RUNNING
from bot.store.unit import Unit


async def announce(unit: Unit, act: Announce, guild_id: int | None, now: datetime) -> str:
    """Put it into the outbox once for every place in which games run; what was done, in a sentence.

    `guild_id` None: in every server.
    """
    places = await unit.games.places(statuses=RUNNING, guild_id=guild_id)
    for game_id, _ in places:
        notifications.announced(unit, game_id, act.text, now)
    where = f"{len(places)} {'place' if len(places) == 1 else 'places'}"
    return f"The announcement goes to {where} where games run"
