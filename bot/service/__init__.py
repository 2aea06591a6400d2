"""The use cases: everything that people may do with games, each in one transaction. No Discord in here."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.service.facade import Service

__all__ = ["Service"]


def __getattr__(name: str) -> Any:
    """All use cases are loaded only where they are needed: a command-line list needs few of them."""
    if name != "Service":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bot.service.facade import Service  # noqa: PLC0415 -- as said

    return Service
