"""The effects of an action, in their order of narration, and the words for them."""

from collections.abc import Iterator

from engines.contract import Event, Seat, SeatEvent
from engines.meta import MetaEvent, narrate_meta
from engines.roses.actions import Drop, Pass
from engines.roses.board import NAMES
from engines.roses.moves import Move
from engines.wording import listed


class Dropped(SeatEvent, frozen=True, tag="dropped"):
    """A soldier came from the reserve."""

    cell: str


class Moved(SeatEvent, frozen=True, tag="moved"):
    """One or more soldiers of a side changed their cells."""

    moved: tuple[tuple[str, str], ...]


class Pushed(SeatEvent, frozen=True, tag="pushed"):
    """The side pushed a soldier of the opponent's, which stays in the game."""

    origin: str
    target: str


class Fell(SeatEvent, frozen=True, tag="fell"):
    """The side pushed a soldier of the opponent's over the edge."""

    cell: str


class CastleFell(SeatEvent, frozen=True, tag="castle_fell"):
    """The side took the opponent's castle."""

    cell: str


class Passed(SeatEvent, frozen=True, tag="passed"):
    """A side had no legal action."""


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
            # A line is told from its front.
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
