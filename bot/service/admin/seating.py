"""Giving a seat to somebody else."""

from __future__ import annotations

from bot.service import notifications
from bot.service.admin.acts import Replace
from bot.service.admin.deed import Deed
from bot.service.persons import remembered
from bot.service.summaries import Refused
from engines.contract import Seat, Value


class Replaced(Value, frozen=True):
    """The data of the event: who left a seat to whom."""

    seat: Seat
    before: int
    after: int


async def replace(deed: Deed, act: Replace) -> None:
    """Seat a newcomer. Raises Refused.

    What the seat holds goes with it, and so does the host's part; private messages stay with whom they were
    written to (Ruling 18 of the Four Gods).
    """
    deed.require("active", "paused")
    live = deed.live
    name = deed.seat_name(act.seat)
    newcomer = await remembered(live.unit, act.person, live.now)
    if any(sitting.player_id == newcomer.id for sitting in live.row.seats):
        raise Refused("already_in", f"{act.person.name} has a seat in game {live.row.code} already.")
    sitting = next(sitting for sitting in live.row.seats if sitting.seat == act.seat)
    before = sitting.player_id
    sitting.player, sitting.player_id = newcomer, newcomer.id
    sitting.hand_message_id = None
    notifications.hand_left(live, act.seat, before)
    if live.row.host_id == before:
        live.row.host, live.row.host_id = newcomer, newcomer.id
    # No names: the log keeps people by their ids alone, so that who wants to be forgotten can be.
    deed.note(
        f"{name} goes to another player",
        f"an admin gives {name} to another player",
        Replaced(act.seat, before, newcomer.id),
    )
    deed.words = f"{name} goes to {act.person.name}"
    if live.engine.info.hidden:
        deed.warnings.append("The newcomer sees at once whatever the seat holds in secret.")
    deed.newcomer = act.seat
