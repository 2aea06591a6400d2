"""The effects of an action, in their order of narration, and the words for them."""

from collections.abc import Iterator

from engines.contract import Event, Seat
from engines.meta import MetaEvent, narrate_meta
from engines.roses.actions import Drop, Pass
from engines.roses.board import NAMES
from engines.roses.moves import Move
from engines.wording import listed


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


def events_of(seat: Seat, move: Move) -> Iterator[Event]:
    """The effects of this move of this seat, a fallen castle last."""
    if isinstance(move.action, Drop):
        yield Dropped(seat, move.action.cell)
    elif isinstance(move.action, Pass):
        yield Passed(seat)
    if move.moved:
        yield Moved(seat, move.moved)
    if move.captures and move.target is not None:
        yield Fell(seat, move.target)
    elif move.target is not None and move.beyond is not None:
        yield Pushed(seat, move.target, move.beyond)
    if move.takes_castle and move.target is not None:
        yield CastleFell(seat, move.target)


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case MetaEvent():
            return narrate_meta(event, NAMES)
        case Dropped(seat=seat, cell=cell):
            return f"{NAMES[seat]} drops a soldier on {cell}"
        case Moved(seat=seat, moved=moved):
            # Of a line the front first.
            return f"{NAMES[seat]} moves {listed(f'{origin} to {target}' for origin, target in moved[::-1])}"
        case Pushed(seat=seat, origin=origin, target=target):
            return f"{NAMES[1 - seat]}'s soldier on {origin} is pushed to {target}"
        case Fell(seat=seat, cell=cell):
            return f"{NAMES[1 - seat]}'s soldier on {cell} is pushed over the edge"
        case CastleFell(seat=seat):
            return f"{NAMES[1 - seat]}'s castle falls"
        case Passed(seat=seat):
            return f"{NAMES[seat]} has no legal action and passes"
    raise ValueError(f"{event!r} is not an event of this game.")
