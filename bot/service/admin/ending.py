"""Calling a game off."""

from __future__ import annotations

from bot.service.admin.acts import Cancel
from bot.service.admin.deed import Deed
from bot.service.clock import state as clock_state
from bot.service.event_log import EventType


async def cancel(deed: Deed, _act: Cancel) -> None:
    """End a game without a result; its seed is published as at any end. Raises Refused."""
    deed.require("lobby", "active", "paused")
    live, row = deed.live, deed.live.row
    if row.status != "lobby":
        deed.warnings.append("The game ends without a result, and whatever it hid becomes public.")
    row.status, row.finished_at = "abandoned", live.now
    clock_state.clear(row)
    line = "called off by an admin"
    live.append(EventType.CANCELLED, person=deed.operator.person, notation=line, public_notation=line)
    live.summary_lines.append("an admin calls the game off")
    deed.words = f"Game {row.code} is called off"
