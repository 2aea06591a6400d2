"""Games, players, events and deliveries in SQL: the only place that knows SQL."""

from bot.store.database import Database

__all__ = ["Database"]
