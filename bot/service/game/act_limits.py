"""How often one person may act in one game, and ask its table for something, within a day.

Each act is a row of the log for good, and each request a card. The limits are far beyond any play, and what
one person does counts for nobody else.
"""

from typing import Final

from bot.clock import DAY
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.values.refused import Refused

ACTS: Final = 5000
"""Events of one person's seat in one game within a day."""
REQUESTS: Final = 100
"""Requests of one person to one table within a day, with answers; and how often they join it."""
MESSAGES: Final = 1000
"""Messages of one person at one table within a day."""
_REQUESTS: Final = (EventType.UNDO_ASKED, EventType.PAUSING, EventType.ENDING)


async def check_acts(live: LiveGame, person_id: int) -> None:
    """Raises Refused for a person who had acted too often before this unit of work."""
    # An imported game has all of its acts at its start.
    since = max(live.now - DAY, live.row.started_at or live.now)
    events, seq = live.unit.events, live.log.seq_before
    oldest = await events.at(live.row.id, seq - ACTS + 1) if seq >= ACTS else None
    if oldest is None or oldest <= since:
        return
    if await events.count_by(person_id, live.row.id, since, until=seq) >= ACTS:
        raise Refused(
            "too_often",
            f"You have acted {ACTS:,} times within a day in game {live.row.code}, counting what was taken "
            "back, which is the most: play on when the first of them is a day old.",
        )


async def check_requests(live: LiveGame, person_id: int) -> None:
    """Raises Refused for a person who has asked or answered this table too often."""
    if await _count(live, person_id, *_REQUESTS) >= REQUESTS:
        raise Refused(
            "too_often",
            f"You have asked the table of game {live.row.code} for something, or answered it, {REQUESTS} "
            "times within a day, which is the most: ask again tomorrow. You can still answer.",
        )


async def check_messages(live: LiveGame, person_id: int) -> None:
    """Raises Refused for a person who has said too much at this table."""
    if await live.unit.chat.count(person_id, live.row.id, live.now - DAY) >= MESSAGES:
        raise Refused(
            "too_often",
            f"You have spoken {MESSAGES:,} times within a day at the table of game {live.row.code}, which is "
            "the most. Nobody was shown your message: say it tomorrow.",
        )


async def check_joins_again(live: LiveGame, person_id: int) -> None:
    """Raises Refused for a person who has joined this game too often."""
    if await _count(live, person_id, EventType.JOINED) >= REQUESTS:
        raise Refused(
            "too_often",
            f"You have joined game {live.row.code} {REQUESTS} times within a day, which is the most: join "
            "another game, or this one tomorrow.",
        )


async def _count(live: LiveGame, person_id: int, *kinds: EventType) -> int:
    events = await live.unit.events.of_kinds(live.row.id, kinds)
    return sum(one.player_id == person_id and one.at > live.now - DAY for one in events)
