"""Standing orders: created, loaded when due, and deleted."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update

from bot.store.models import GameRow, OrderRow
from bot.store.repositories.repository import Repository


class Orders(Repository):
    """The standing orders of games."""

    async def next_number(self, now: datetime) -> int:
        """A new number for an order. It tells when the order was made, not how many exist: that is secret."""
        return await self._next_number("orders", least=int(now.timestamp() * 1_000_000))

    async def of_game(self, game_id: int, player_id: int | None = None) -> Sequence[OrderRow]:
        """The orders in a game, or those of one person in it, the oldest first."""
        query = select(OrderRow).where(OrderRow.game_id == game_id).order_by(OrderRow.id)
        return await self._all(query if player_id is None else query.where(OrderRow.player_id == player_id))

    async def due(self, now: datetime, *, limit: int) -> Sequence[str]:
        """Codes of games with orders that are due for a check, the longest due first."""
        query = select(GameRow.code).join(OrderRow, OrderRow.game_id == GameRow.id)
        found = await self._all(query.where(OrderRow.due_at <= now).order_by(OrderRow.due_at).limit(limit))
        return list(dict.fromkeys(found))

    async def next_due(self, after: datetime) -> datetime | None:
        """The nearest moment later than this at which an order is due for a check."""
        query = select(OrderRow.due_at).where(OrderRow.due_at > after).order_by(OrderRow.due_at)
        return await self._first(query)

    async def wake(self, game_id: int, now: datetime) -> None:
        """Make those orders of a game due that wait for something to happen."""
        waiting = update(OrderRow).filter_by(game_id=game_id, due_at=None)
        await self._change(waiting.values(due_at=now))

    async def drop(self, *order_ids: int) -> None:
        """Delete orders."""
        await self._change(delete(OrderRow).where(OrderRow.id.in_(order_ids)))
