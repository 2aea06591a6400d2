"""A circuit breaker for places that refuse posts.

A refusal of everything in a channel (a missing permission) counts for the channel; `IN_A_ROW` of them open
its circuit, and as many refusing channels in a row that of the server. While it is open, only one delivery
is sent as a probe when the next attempt is due (`probe_at`): in a server one for a channel that has refused
nothing yet, if there is one. Deleted places and unavailable servers are attempted only after a change.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.service.values.request import Place
from bot.store.models import GameRow, RefusalRow
from bot.store.unit import Unit
from engines.contract import Value

IN_A_ROW: Final = 3
"""Refusals in a row that close off a channel, and channels that close off a server."""
NOTICE_INTERVAL: Final = timedelta(days=1)
"""The least interval of notices to a server's managers."""
PROBING: Final = timedelta(minutes=2)
"""How long nothing else is attempted while a probe is under way."""
BLOCKED_DELAY: Final = timedelta(days=1)
BLOCKED_DELAYS: Final = (
    (timedelta(minutes=5), timedelta(minutes=5)),
    (timedelta(minutes=35), timedelta(minutes=30)),
    (timedelta(minutes=155), timedelta(hours=2)),
)
"""Retry delays of refused deliveries, by their age; after the last, `BLOCKED_DELAY`."""
GONE: Final = "gone"
"""The code of a deleted place."""
UNAVAILABLE: Final = "away"
"""The code of a server that is unavailable."""


class Address(Value, frozen=True):
    """A place in a server."""

    guild_id: int
    channel_id: int
    thread_id: int | None = None

    @classmethod
    def of(cls, game: GameRow, place_id: int | None) -> Address | None:
        """A game's thread or channel, or another of the same server; None without a place."""
        if game.guild_id is None or game.channel_id is None or place_id is None:
            return None
        if place_id == game.thread_id:
            return cls(game.guild_id, game.channel_id, place_id)
        return cls(game.guild_id, place_id)

    @property
    def place_id(self) -> int:
        """The thread, else the channel."""
        return self.thread_id or self.channel_id

    @property
    def places(self) -> tuple[int, ...]:
        """The thread if there is one, the channel, the server."""
        return tuple({self.place_id: None, self.channel_id: None, self.guild_id: None})


def delay(elapsed: timedelta) -> timedelta:
    """The retry delay of a delivery that has been refused for so long."""
    return next((wait for until, wait in BLOCKED_DELAYS if elapsed < until), BLOCKED_DELAY)


class Hold(NamedTuple):
    """Why a delivery is held back, and until when."""

    row: RefusalRow
    until: datetime


def _shut(row: RefusalRow) -> bool:
    return row.probe_at is None or row.count >= IN_A_ROW


async def hold(unit: Unit, address: Address, now: datetime) -> Hold | None:
    """Why a delivery must wait; None: it may be sent, possibly as a probe."""
    known = await unit.refusals.of(address.guild_id, address.places)
    shut = [row for row in known if _shut(row)]
    for row in shut:
        if row.probe_at is None or row.probe_at > now:
            return Hold(row, row.probe_at or now + BLOCKED_DELAY)
    for row in shut:
        refused_before = [one for one in known if one.place_id == address.channel_id]
        if row.place_id == address.guild_id and refused_before and await unit.outbox.untried(row.guild_id):
            return Hold(refused_before[0], now + PROBING)
    for row in shut:
        row.probe_at = now + PROBING
    return None


async def note(
    unit: Unit, address: Address, code: str, now: datetime, *, wide: bool, spread: float = 1.0
) -> RefusalRow:
    """Record a refusal of the channel (`wide`) or of the place alone.

    `spread` stretches the time until the next attempt.
    """
    if not wide:
        return await unit.refusals.get_or_add(address.guild_id, address.place_id, code, now)
    server = await unit.refusals.get_or_add(address.guild_id, address.guild_id, code, now)
    row = await unit.refusals.get_or_add(address.guild_id, address.channel_id, code, now)
    row.count += 1
    row.probe_at = now + delay(now - row.since) * spread
    if row.count == 1:
        server.count += 1
    if _shut(server) and server.probe_at is not None:
        server.probe_at = row.probe_at
    return row


async def close(unit: Unit, guild_id: int, place_id: int, code: str, now: datetime) -> RefusalRow:
    """Stop attempts in a place until something changes there."""
    row = await unit.refusals.get_or_add(guild_id, place_id, code, now)
    if row.probe_at is not None:
        row.since, row.probe_at = now, None
    return row


async def is_gone(unit: Unit, place: Place | None) -> bool:
    """Whether a place is known to be deleted."""
    refused = () if place is None else await unit.refusals.of(place.guild_id, (place.channel_id,))
    return any(row.code == GONE for row in refused)


async def away_since(unit: Unit, guild_id: int | None) -> datetime | None:
    """Since when a server is unavailable, or has removed the bot; None: it is not."""
    known = () if guild_id is None else await unit.refusals.of(guild_id, (guild_id,))
    # Posts under way when the server went may be refused after that, with another code and a probe time.
    return next((row.since for row in known if row.probe_at is None), None)


async def known(unit: Unit, game: GameRow) -> RefusalRow | None:
    """Why nothing can be posted in a game's place at present, if that is known."""
    address = Address.of(game, game.thread_id or game.channel_id)
    if address is None:
        return None
    for row in await unit.refusals.of(address.guild_id, address.places):
        if row.place_id != address.guild_id or _shut(row):
            return row
    return None


async def mark_notified(unit: Unit, row: RefusalRow, now: datetime, *, again: bool) -> bool:
    """Record that the server's managers are notified of a refusal now; False if they are not to be.

    They are notified once of each place, unless `again`, and at most once a day.
    """
    if (row.notified_at is not None and not again) or row.code == UNAVAILABLE:
        return False
    for other in await unit.refusals.of(row.guild_id):
        if other.notified_at is not None and now - other.notified_at < NOTICE_INTERVAL:
            return False
    row.notified_at = now
    return True


async def reopen(unit: Unit, guild_id: int, now: datetime, places: Collection[int] = ()) -> None:
    """After a change in a server, or in some channels and threads of it, allow a probe at once."""
    for row in await unit.refusals.of(guild_id):
        # An event about a channel or thread shows that it still exists.
        waits = row.probe_at is not None and (not places or row.place_id == guild_id)
        if waits or row.place_id in places:
            row.probe_at = now
