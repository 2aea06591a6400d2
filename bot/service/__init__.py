"""The use cases: everything that people may do with games, each in one transaction. No Discord in here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.service.facade import Service

__all__ = ["Service"]


def __getattr__(name: str) -> Any:
    # Loaded on first use: the outbox's parcels hold reports of this package, and use cases write parcels.
    if name == "Service":
        from bot.service.facade import Service  # noqa: PLC0415

        return Service
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
