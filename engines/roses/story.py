"""What happened and what would happen, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Event, Pick, Seat
from engines.roses.actions import Drop, Pass, Phalanx, Shift, SingleStep, Support, Translate
from engines.roses.board import COMPASS
from engines.roses.ending import NAMES
from engines.roses.strokes import Stroke


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


def events(seat: Seat, stroke: Stroke) -> tuple[Event, ...]:
    """What this stroke of this seat causes, in the order in which one tells it."""
    told: list[Event] = []
    if isinstance(stroke.action, Drop):
        told.append(Dropped(seat, stroke.action.cell))
    elif isinstance(stroke.action, Pass):
        told.append(Passed(seat))
    if stroke.captures and stroke.target is not None:
        told.append(Fell(seat, stroke.target))
    elif stroke.target is not None and stroke.beyond is not None:
        told.append(Pushed(seat, stroke.target, stroke.beyond))
    if stroke.moved:
        told.append(Moved(seat, stroke.moved))
    if stroke.takes_castle and stroke.target is not None:
        told.append(CastleFell(seat, stroke.target))
    return tuple(told)


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case Dropped(cell=cell):
            return f"a soldier is dropped on {cell}"
        case Moved(moved=((origin, target),)):
            return f"the soldier on {origin} goes to {target}"
        case Moved(moved=moved):
            return (
                f"the soldiers on {_row(cell for cell, _ in moved)} go to {_row(cell for _, cell in moved)}"
            )
        case Pushed(origin=origin, target=target):
            return f"the soldier on {origin} is pushed to {target}"
        case Fell(cell=cell):
            return f"the soldier on {cell} is pushed over the edge"
        case CastleFell(seat=seat):
            return f"{NAMES[1 - seat]}'s castle falls"
        case Passed(seat=seat):
            return f"{NAMES[seat]} has no legal action and passes"
    raise ValueError(f"{event!r} is not an event of this game.")


def describe(stroke: Stroke) -> str:
    """A stroke and its effect for a list of choices, at most 80 characters."""
    match stroke.action:
        case Drop(cell=cell):
            return f"drop a soldier on {cell}"
        case SingleStep(origin=origin, target=target):
            return f"step {origin} to {target}"
        case Shift(target=target):
            return f"shift {_movers(stroke)} in line, front to {target}"
        case Translate():
            return f"move {_movers(stroke)} to {_goals(stroke)}"
        case Phalanx() | Support():
            return _effect(stroke)
        case Pass():
            return "pass: there is nothing else to do"


def paths(stroke: Stroke) -> tuple[tuple[Pick, ...], ...]:
    """The ways to point at a stroke: a drop by its cell, anything else by a soldier and then what it does.

    A pair that goes side by side is found under either soldier, a phalanx too; a line shift under its
    rearmost, so that each run of a line has one place.
    """
    match stroke.action:
        case Drop(cell=cell):
            return ((Pick(cell, cell, "drop a soldier here"),),)
        case Pass():
            return ((Pick(stroke.text, "pass", describe(stroke)),),)
        case Translate() | Phalanx():
            handles = tuple(origin for origin, _ in stroke.moved)
        case _:
            handles = (stroke.moved[0][0],)
    return tuple(
        (Pick(cell, f"soldier on {cell}"), Pick(stroke.text, _aim(stroke), describe(stroke)))
        for cell in handles
    )


def _aim(stroke: Stroke) -> str:
    """The second pick's label: where to, told apart from the other actions of the same soldier."""
    match stroke.action:
        case SingleStep(target=target):
            return f"to {target}"
        case Shift(target=target):
            return f"line of {len(stroke.moved)} to {target}"
        case Translate(direction=direction):
            return f"{_movers(stroke)} together {COMPASS[direction]}"
        case _:
            how = "phalanx" if isinstance(stroke.action, Phalanx) else "support"
            return f"attack {stroke.target} by {how}"


def _effect(stroke: Stroke) -> str:
    force = _movers(stroke)
    if stroke.takes_castle:
        return f"capture the castle with {force} and win"
    if stroke.beyond is None:
        return f"capture the soldier on {stroke.target} with {force}"
    return f"push {stroke.target} to {stroke.beyond} with {force}"


def _movers(stroke: Stroke) -> str:
    return _row(origin for origin, _ in stroke.moved)


def _goals(stroke: Stroke) -> str:
    return _row(goal for _, goal in stroke.moved)


def _row(cells: Iterable[str]) -> str:
    *most, last = cells
    return f"{', '.join(most)} and {last}" if most else last
