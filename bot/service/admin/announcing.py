"""An announcement to the places of all running games."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.service.admin import acts
from bot.service.notices.enqueuing import delivery_row
from bot.service.values.payloads import PostNote
from bot.service.values.refused import Refused
from bot.store.models import OutboxRow

_ANNOUNCED_A_SECOND: Final = 20
"""Places that get an announcement within a second: fewer than half of what Discord takes, or cards would wait
for thousands of them, and each claim of the outbox look through these.
"""


def posts_of(act: acts.Announce, games: Sequence[int], now: datetime) -> list[OutboxRow]:
    """The posts of an announcement, one for the place of each game; they are not enqueued yet.

    Raises Refused for one that is empty or too long.
    """
    text, most = act.text.strip(), acts.ANNOUNCEMENT_LIMIT
    if not text:
        raise Refused("empty_announcement", "Write what is to be announced.")
    if len(text) > most:
        raise Refused(
            "long_announcement",
            f"An announcement has at most {most:,} characters; this one has {len(text):,}.",
        )
    rows = [delivery_row(game_id, None, PostNote(text), now) for game_id in games]
    for number, row in enumerate(rows):
        row.not_before += timedelta(seconds=number // _ANNOUNCED_A_SECOND)
    return rows
