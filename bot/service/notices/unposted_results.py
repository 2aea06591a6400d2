"""The gap between the end of a round and its posted results, in simultaneous games (`GameInfo.at_once`)."""

from datetime import timedelta
from typing import Final

import msgspec

from bot.service.game.live import LiveGame
from bot.service.values.payloads import PostCard
from bot.service.values.refused import MOMENTS, Refused
from bot.service.values.request import Cause
from bot.store.models import OutboxRow

POSTING: Final = timedelta(seconds=30)
"""How long a table waits for its results to be posted, at most."""
_CROSSING: Final = timedelta(seconds=1)
"""How long after the results a request may arrive that was sent before them."""


async def check_results_posted(live: LiveGame, lost: str, cause: Cause) -> None:
    """Refuse a request that was meant for a closed round and would count for one its sender has not seen.

    The gap is short, and ends even if the results cannot be posted. `lost`: what happened to the request. The
    order of its `cause` says whether it was sent before the results. Raises Refused ``resolving``.
    """
    if not live.engine.info.at_once:
        return
    results = await _results(live)
    posting = results is not None and _under_way(live, results)
    if posting or live.clock.overdue or (results is not None and _crossed(live, results, cause)):
        raise Refused(
            "resolving",
            f"The results of game {live.row.code} are being worked out and posted at this moment. {lost}: "
            "please send it again right after.",
            passes_within=MOMENTS * posting,
        )


async def _results(live: LiveGame) -> OutboxRow | None:
    """The delivery of the newest card, if it shows results."""
    if live.row.card_outbox_id is None:
        return None
    card = await live.unit.outbox.get(live.row.card_outbox_id)
    if card is None or msgspec.json.decode(card.payload, type=PostCard).step_summary is None:
        return None
    return card


def _under_way(live: LiveGame, results: OutboxRow) -> bool:
    return results.status == "pending" and live.now - results.created_at < POSTING


def _crossed(live: LiveGame, results: OutboxRow, cause: Cause) -> bool:
    """Whether a request was sent before the results were visible and arrives after they were posted."""
    if cause.order is None or results.message_id is None or results.done_at is None:
        return False
    return cause.order < results.message_id and live.now - results.done_at < _CROSSING
