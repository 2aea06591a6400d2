"""Where a game is shown: another channel or server, or once more."""

from __future__ import annotations

from bot.service import notifications
from bot.service.admin.acts import Move, Repost
from bot.service.admin.deed import Deed
from bot.service.summaries import Place
from engines.contract import Value


class Moved(Value, frozen=True):
    """The data of the event: from where to where."""

    before: Place | None
    after: Place


async def move(deed: Deed, act: Move) -> None:
    """Carry the game on elsewhere; nothing that was posted before need still be there."""
    live, row = deed.live, deed.live.row
    before = live.summary().place
    row.guild_id, row.channel_id, row.thread_id = act.guild_id, act.channel_id, act.thread_id
    if row.status == "lobby" and act.thread_id is not None:
        row.channel_id, row.thread_id = act.thread_id, None
    # The old lobby card is in the old place: nothing can hang on it any more.
    row.lobby_message_id = None
    after = Place(act.guild_id, row.thread_id or act.channel_id)
    deed.note("moved by an admin", "the game goes on here", Moved(before, after))
    deed.words = f"Game {row.code} goes on in " + (
        "a thread that is there" if row.thread_id else "another place"
    )
    if row.thread_id is None and row.threaded and row.status != "lobby":
        deed.words = f"Game {row.code} goes on in a new thread"
        notifications.started(live)


async def repost(deed: Deed, _act: Repost) -> None:
    """Post the card anew, below whatever was written since."""
    row = deed.live.row
    if row.status == "lobby":
        row.lobby_message_id = None
    deed.note("an admin posts the card again")
    deed.words = f"The card of game {row.code} is posted again"
