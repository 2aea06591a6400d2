"""The points to which an administrator can roll a game back."""

from collections.abc import Sequence

from bot.service.log import event_types
from bot.service.log.effective_events import effective_events, first_kept
from bot.service.log.event_types import APPLIED
from bot.store.models import EventRow
from engines.contract import Seat, Value


class RollbackPoint(Value, frozen=True):
    """A point to which a game can go back: after an action that the public saw."""

    number: int
    """1, 2, 3 ... over the effective public actions."""
    keep: int
    """Number of effective actions there, secret ones included: not for showing."""
    seat: Seat | None
    """The seat that acted; None where it is a secret."""
    text: str
    """The public line of the action."""
    person_id: int | None = None
    """Who acted; None where it is a secret, or nobody did."""


def rollback_points(events: Sequence[EventRow]) -> list[RollbackPoint]:
    """Every point to which a game can go back, except its start.

    The actions of one request stay together. A secret action belongs to the next public one, so that
    numbers do not tell how many there were.
    """
    effective = effective_events(events)
    found: list[RollbackPoint] = []
    seen: EventRow | None = None
    first = first_kept(effective)
    for number, event in enumerate(effective[first:], start=first + 1):
        if event.kind in APPLIED and event.public_notation is not None:
            seen = event
        last = number == len(effective) or effective[number].first_seq != event.first_seq
        if last and seen is not None:
            seat = None if event_types.flags_of(seen).anonymous else seen.seat
            person = None if seat is None else seen.player_id
            found.append(RollbackPoint(len(found) + 1, number, seat, seen.public_notation or "", person))
            seen = None
    return found
