"""What happened and what would happen, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Event, Pick, Seat
from engines.roses.actions import Drop, Pass, Phalanx, Shift, SingleStep, Support, Translate
from engines.roses.board import COMPASS
from engines.roses.moves import Move
from engines.roses.outcome import NAMES


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


def events(seat: Seat, move: Move) -> tuple[Event, ...]:
    """What this move of this seat causes, in the order in which one tells it."""
    told: list[Event] = []
    if isinstance(move.action, Drop):
        told.append(Dropped(seat, move.action.cell))
    elif isinstance(move.action, Pass):
        told.append(Passed(seat))
    if move.captures and move.target is not None:
        told.append(Fell(seat, move.target))
    elif move.target is not None and move.beyond is not None:
        told.append(Pushed(seat, move.target, move.beyond))
    if move.moved:
        told.append(Moved(seat, move.moved))
    if move.takes_castle and move.target is not None:
        told.append(CastleFell(seat, move.target))
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


def describe(move: Move) -> str:
    """A move and its effect for a list of choices, at most 80 characters."""
    match move.action:
        case Drop(cell=cell):
            return f"drop a soldier on {cell}"
        case SingleStep(origin=origin, target=target):
            return f"step {origin} to {target}"
        case Shift(target=target):
            return f"shift {_movers(move)} in line, front to {target}"
        case Translate():
            return f"move {_movers(move)} to {_goals(move)}"
        case Phalanx() | Support():
            return _effect(move)
        case Pass():
            return "pass: there is nothing else to do"


def paths(move: Move) -> tuple[tuple[Pick, ...], ...]:
    """The ways to point at a move: a drop by its cell, anything else by a soldier and then what it does.

    A pair that goes side by side is found under either soldier, a phalanx too; a line shift under its
    rearmost, so that each run of a line has one place.
    """
    match move.action:
        case Drop(cell=cell):
            return ((Pick(cell, cell, "drop a soldier here"),),)
        case Pass():
            return ((Pick(move.text, "pass", describe(move)),),)
        case Translate() | Phalanx():
            handles = tuple(origin for origin, _ in move.moved)
        case _:
            handles = (move.moved[0][0],)
    return tuple(
        (Pick(cell, f"soldier on {cell}"), Pick(move.text, _aim(move), describe(move))) for cell in handles
    )


def _aim(move: Move) -> str:
    """The second pick's label: where to, told apart from the other actions of the same soldier."""
    match move.action:
        case SingleStep(target=target):
            return f"to {target}"
        case Shift(target=target):
            return f"line of {len(move.moved)} to {target}"
        case Translate(direction=direction):
            return f"{_movers(move)} together {COMPASS[direction]}"
        case _:
            how = "phalanx" if isinstance(move.action, Phalanx) else "support"
            return f"attack {move.target} by {how}"


def _effect(move: Move) -> str:
    force = _movers(move)
    if move.takes_castle:
        return f"capture the castle with {force} and win"
    if move.beyond is None:
        return f"capture the soldier on {move.target} with {force}"
    return f"push {move.target} to {move.beyond} with {force}"


def _movers(move: Move) -> str:
    return _row(origin for origin, _ in move.moved)


def _goals(move: Move) -> str:
    return _row(goal for _, goal in move.moved)


def _row(cells: Iterable[str]) -> str:
    *most, last = cells
    return f"{', '.join(most)} and {last}" if most else last
