"""What players say to each other."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from engines.contract.values import Seat, StateT, Value

LONGEST_MESSAGE = 1_500
"""Characters of what a player says at once."""


class ChatMessage(Value, frozen=True):
    """What a seat says, and to whom."""

    to: tuple[Seat, ...] | None
    """None: everybody. Otherwise those named, in seat order, never the speaker; nobody else may ever learn
    that anything was said."""
    body: str


@dataclass(frozen=True, kw_only=True)
class ChatRules(Generic[StateT]):
    """Who may say what to whom."""

    private: bool = False
    """Whether words may be for some alone."""
    read: Callable[[Seat, str], ChatMessage] = lambda _, text: ChatMessage(None, text.strip())
    """``read(seat, text)`` finds out whom a text is for, and what it says. It fails closed: what may have
    been meant for some alone and cannot be read raises IllegalAction, and is shown to nobody."""
    check: Callable[[StateT, Seat, tuple[Seat, ...] | None], None] = lambda _, __, ___: None
    """``check(state, seat, to)`` raises IllegalAction where this seat may not speak to those (None: to
    all) now."""
    reveals: Callable[[StateT], bool] = lambda _: False
    """Whether everybody may by now read what was said in private."""
