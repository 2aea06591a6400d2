"""What an action causes, in the order in which one tells it."""

from __future__ import annotations

from engines.contract import Event, Seat
from engines.roses.actions import Drop, Pass
from engines.roses.moves import Move


class Dropped(Event, frozen=True, tag="dropped"):
    """A soldier came from the reserve."""

    seat: Seat
    cell: str


class Moved(Event, frozen=True, tag="moved"):
    """One or more soldiers of a side changed their cells."""

    seat: Seat
    moved: tuple[tuple[str, str], ...]


class Pushed(Event, frozen=True, tag="pushed"):
    """A soldier of the opponent's was pushed and stays in the game."""

    seat: Seat
    """The side that pushed."""
    origin: str
    target: str


class Fell(Event, frozen=True, tag="fell"):
    """A soldier of the opponent's was pushed over the edge."""

    seat: Seat
    """The side that pushed."""
    cell: str


class CastleFell(Event, frozen=True, tag="castle_fell"):
    """The opponent's castle was taken."""

    seat: Seat
    """The side that took it."""
    cell: str


class Passed(Event, frozen=True, tag="passed"):
    """A side had no legal action."""

    seat: Seat


def events_of(seat: Seat, move: Move) -> tuple[Event, ...]:
    """What this move of this seat causes: what happens to the enemy first, a fallen castle last."""
    found: list[Event] = []
    if isinstance(move.action, Drop):
        found.append(Dropped(seat, move.action.cell))
    elif isinstance(move.action, Pass):
        found.append(Passed(seat))
    if move.captures and move.target is not None:
        found.append(Fell(seat, move.target))
    elif move.target is not None and move.beyond is not None:
        found.append(Pushed(seat, move.target, move.beyond))
    if move.moved:
        found.append(Moved(seat, move.moved))
    if move.takes_castle and move.target is not None:
        found.append(CastleFell(seat, move.target))
    return tuple(found)
