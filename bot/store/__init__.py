"""Games, players, events and deliveries in SQL: the only place that knows SQL."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.store.database import Database

__all__ = ["Database"]


def __getattr__(name: str) -> Any:
    """Load the database code only for those who open one: an address can be read without."""
    if name != "Database":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bot.store.database import Database  # noqa: PLC0415 -- as said

    return Database
