"""The use cases: everything that people may do with games, each in one transaction. No Discord in here."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.service.facade import Service

__all__ = ["Service"]


def __getattr__(name: str) -> Any:
    """All use cases at once are loaded where somebody holds them: a list on the command line needs few."""
    if name != "Service":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bot.service.facade import Service  # noqa: PLC0415 -- as said

    return Service
