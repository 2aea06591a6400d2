"""The moment between the end of a round and its results, where all play at once (`GameInfo.at_once`)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from bot.outbox.parcel import PostCard
from bot.service.live import LiveGame
from bot.service.reports import Refused

POSTING: Final = timedelta(seconds=30)
"""How long at most a table waits for its results to be posted."""


async def check_open(live: LiveGame, lost: str) -> None:
    """Refuse what was meant for a round that is closed, and would count for one not yet seen.

    In practice the moment is short; if the results cannot be posted, it ends all the same. `lost` says what
    became of what was sent. Raises Refused ``resolving``.
    """
    if live.engine.info.at_once and (live.overdue or await _under_way(live)):
        raise Refused(
            "resolving",
            f"The results of game {live.row.code} are being worked out and posted at this moment. {lost}: "
            "please send it again right after.",
        )


async def _under_way(live: LiveGame) -> bool:
    """Whether the newest card tells results and is still to be posted."""
    if live.row.card_parcel_id is None:
        return False
    card = await live.unit.parcels.get(live.row.card_parcel_id)
    if card is None or card.status != "pending" or live.now - card.created_at >= POSTING:
        return False
    return msgspec.json.decode(card.payload, type=PostCard).account is not None
