"""What must be told to whom, put into the outbox within the transaction that made it true."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec

from bot.outbox.parcel import DirectNotice, OpenThread, Payload, PostCard, PostLobby, StripCard
from bot.service.live import LiveGame
from bot.service.reports import Person
from bot.store.models import ParcelRow
from engines.contract import Seat

_THREAD_NAME = 100
"""The longest name of a thread, in characters."""
_PLAYER_NAME = 30
"""The longest name of a player in it."""


def game_lane(game_id: int) -> str:
    """The lane of everything that is posted about a game."""
    return f"game:{game_id}"


def user_lane(user_id: int) -> str:
    """The lane of a user's direct messages."""
    return f"user:{user_id}"


def lobby_changed(live: LiveGame) -> None:
    """Show the lobby card as it now is."""
    _post(live, game_lane(live.row.id), PostLobby(live.report()))


def started(live: LiveGame) -> None:
    """Open the game's thread; the first card follows."""
    if live.row.threaded:
        _post(live, game_lane(live.row.id), OpenThread(_thread_name(live)))


async def moved(live: LiveGame) -> None:
    """Post the new card, and only then take the buttons off the one before; nothing if nothing was public."""
    if not live.public:
        return
    view: Any = live.engine.encode_view(live.engine.view(live.state, None))
    lane = game_lane(live.row.id)
    card = _post(live, lane, PostCard(live.report(), msgspec.Raw(view), tuple(live.news)))
    if live.row.card_parcel_id is not None:
        _post(live, lane, StripCard(live.row.card_parcel_id))
    # Numbers the parcels, in the order in which they were put in.
    await live.unit.flush()
    live.row.card_parcel_id = card.id


def awaited(live: LiveGame, seats: Iterable[Seat], actor: Person | None = None) -> None:
    """Tell those who asked for it that it is their turn; whoever has just acted can see so."""
    row = live.row
    where = f"https://discord.com/channels/{row.guild_id}/{row.thread_id or row.channel_id}"
    for seat in sorted(seats):
        player = live.player_in(seat)
        if not player.dm_turns or player.dms_closed_at is not None or (actor and player.id == actor.id):
            continue
        view = live.engine.view(live.state, seat)
        text = f"**{live.engine.info.title}** `{row.code}` · {view.turn}\nYour turn: {view.prompt}. {where}"
        _post(live, user_lane(player.id), DirectNotice(player.id, text))


def _thread_name(live: LiveGame) -> str:
    """Such as ``K7QX Flic Flac · Ann vs Bob``: the code first, for lists cut names off at their end."""
    names = " vs ".join(_plain(live.player_in(seat).name) for seat in range(len(live.row.seats)))
    return _cut(f"{live.row.code} {live.engine.info.title} · {names}", _THREAD_NAME)


def _plain(name: str) -> str:
    """A player's name without what is unseen or turns the writing round, on one line, and not too long."""
    # Joiners are format characters: without them an emoji made of several falls into parts that can be cut.
    spaced = " ".join(name.split())
    seen = "".join(char for char in spaced if not unicodedata.category(char).startswith("C"))
    return _cut(" ".join(seen.split()), _PLAYER_NAME) or "?"


def _cut(text: str, limit: int) -> str:
    """The text or, ended by an ellipsis, what fits of it; an accent is not cut off its letter."""
    if len(text) <= limit:
        return text
    end = limit - 1
    while end > 0 and unicodedata.category(text[end]).startswith("M"):
        end -= 1
    return f"{text[:end].rstrip()}…"


def _post(live: LiveGame, lane: str, payload: Payload) -> ParcelRow:
    row = ParcelRow(
        game_id=live.row.id,
        lane=lane,
        kind=str(payload.__struct_config__.tag),
        payload=msgspec.json.encode(payload).decode(),
        nonce=secrets.token_hex(12),
        status="pending",
        attempts=0,
        not_before=live.now,
        created_at=live.now,
    )
    live.unit.parcels.add(row)
    return row
