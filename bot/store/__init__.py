"""Games, players, events and parcels in SQL: the only place that knows SQL."""

from bot.store.database import Database

__all__ = ["Database"]
