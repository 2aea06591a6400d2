"""The events since a player's last act, in words and marked on one picture."""

from collections.abc import Awaitable
from typing import NamedTuple, TypeVar

import discord
import structlog

from bot.discord.formatting.markdown import with_people
from bot.discord.formatting.pictures import DiscordPictures
from bot.errors import DatabaseUnavailable
from bot.picture_service import frame_of
from bot.service.facade import Service
from bot.service.lookback.earlier_positions import Since
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.wording import capital, counted, shorten

log = structlog.get_logger(__name__)

T = TypeVar("T")
_LINE = 120
"""Characters of the last event."""
_EARLIER = 50
"""Characters of the line that says how much is left out."""


class Missed(NamedTuple):
    """The events since a player's last act, as that player may know them."""

    since: Since
    words: str
    """A line each; empty without events."""
    picture: discord.File
    """The position, with rings around all changed places."""


async def missed(service: Service, pictures: DiscordPictures, code: str, person: Person, room: int) -> Missed:
    """What a person has missed in a game, in words of `room` characters and a picture. Raises Refused."""
    since = await service.lookback.since(code, person)
    key = since.summary.key
    changed = await pictures.changes(key, since.before, since.now)
    theme = (await service.preferences.of(person)).theme
    frame = frame_of(since.summary, theme=theme, perspective=since.seat, changed=changed)
    return Missed(since, digest(since, room), await pictures.picture(key, since.now, frame))


async def unless_refused(events: Awaitable[T]) -> T | None:
    """Events for a notice; None if they cannot be found out: the notice is sent without them."""
    try:
        return await events
    except (Refused, DatabaseUnavailable) as error:
        log.info("digest_left_out", reason=type(error).__name__)
        return None


async def last_event(service: Service, code: str, person: Person) -> str:
    """The last event since a player's last act, in a line; empty if there is none or it is unknown."""
    since = await unless_refused(service.lookback.since(code, person))
    lines = [] if since is None else [with_people(line, since.summary) for line in since.lines if line]
    if not lines:
        return ""
    last = shorten(capital(lines[-1].strip().splitlines()[0]), _LINE)
    return last if len(lines) == 1 else f"{last} · {counted(len(lines) - 1, 'thing')} before that"


def digest(since: Since, room: int) -> str:
    """The events, a line each; if there is no room for all, the newest."""
    texts = [with_people(line, since.summary) for line in since.lines if line]
    lines = [line if "\n" in line else f"- {capital(line)}" for line in texts]
    left = 0
    while len(lines) > 1 and sum(len(line) + 1 for line in lines) > room - _EARLIER:
        del lines[0]
        left += 1
    earlier = [f"-# … and {counted(left, 'thing')} more before that"] if left else []
    return shorten("\n".join((*earlier, *lines)), room)
