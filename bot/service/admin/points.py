"""The places in a game to which an administrator can roll it back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service import event_log
from bot.service.event_log import EventType
from bot.store.models import EventRow
from engines.contract import Seat, Value


class Point(Value, frozen=True):
    """A place in a game to which it can go back: what stood after something that the public saw."""

    number: int
    """1, 2, 3 ... over what still stands, as the public may count it."""
    keep: int
    """How many actions stand there, secret ones included: not for showing."""
    seat: Seat | None
    """Who did that; None where it must not be known."""
    text: str
    """The public line of what was done last."""


def points(events: Sequence[EventRow]) -> list[Point]:
    """Every place to which a game can go back, its start left out.

    What one request brought about is never cut through; what was done in secret belongs to the public thing
    that followed it, so that numbers tell nobody how much that was.
    """
    effective = event_log.effective_events(events)
    found: list[Point] = []
    seen: EventRow | None = None
    first = first_kept(effective)
    for number, event in enumerate(effective[first:], start=first + 1):
        if event.public_notation is not None:
            seen = event
        last = number == len(effective) or effective[number].first_seq != event.first_seq
        if last and seen is not None:
            seat = None if event_log.done(seen).anonymous else seen.seat
            found.append(Point(len(found) + 1, number, seat, seen.public_notation or ""))
            seen = None
    return found


def first_kept(effective: Sequence[EventRow]) -> int:
    """How far back a game can go: to its start, or to where the rules under which it is played began."""
    return 1 if effective and effective[0].kind == EventType.RULES else 0
