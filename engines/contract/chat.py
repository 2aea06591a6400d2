"""What players say to each other."""

from __future__ import annotations

from engines.contract.values import Seat, Value

LONGEST_MESSAGE = 1_500
"""Characters of what a player says at once."""


class ChatMessage(Value, frozen=True):
    """What a seat says, and to whom."""

    to: tuple[Seat, ...] | None
    """None: everybody. Otherwise those named, in seat order, never the speaker; nobody else may ever learn
    that anything was said."""
    body: str
