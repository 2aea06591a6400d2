"""When the standing orders of a game are checked after something happened in it."""

from datetime import timedelta
from typing import Final

from bot.service.game import deadlines
from bot.service.game.live import LiveGame

ORDER_DELAY: Final = (30.0, 90.0)
"""Seconds, at least and at most, from an event to the check of the game's standing orders."""
_SHARE: Final = 4
"""The delay is at most this fraction of the remaining time."""


async def wake_orders(live: LiveGame, player_id: int | None = None) -> None:
    """Schedule a check of a game's standing orders, or of one person's.

    The delay is random, for each person separately.
    """
    if player_id is None and not (await live.extras()).orders:
        return
    deadline, (least, most) = deadlines.shown(live.row), ORDER_DELAY
    if deadline is not None:
        most = min(most, max((deadline - live.now).total_seconds(), 0) / _SHARE)
    moments = dict[int, timedelta]()
    for order in await live.unit.orders.of_game(live.row.id, player_id):
        delay = timedelta(seconds=live.rng.uniform(min(least, most), most))
        order.due_at = live.now + moments.setdefault(order.player_id, delay)
        live.unit.set_alarm(order.due_at)
