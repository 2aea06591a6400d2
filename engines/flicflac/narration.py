"""Events in words."""

from __future__ import annotations

from engines.contract import Event
from engines.flicflac.events import Captured, Happened, Moved, StoodStill, StrikeAgain
from engines.flicflac.naming import NAMES, TELLERS
from engines.flicflac.pieces import COLOUR_WORDS
from engines.flicflac.view import Capture, RandomEvent
from engines.meta import MetaEvent, narrate_meta
from engines.wording import listed


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case MetaEvent():
            return narrate_meta(event, TELLERS)
        case Moved(seat=seat, moves=moves):
            return f"{NAMES[seat].lower()} move {listed(f'{piece} to {cell}' for piece, cell in moves)}"
        case StoodStill(seat=seat):
            return f"{NAMES[seat].lower()} move nothing"
        case Captured(piece=piece, cell=cell):
            return f"{piece} is captured on {cell} and goes home"
        case StrikeAgain(captors=(captor,)):
            return f"{captor} strikes again"
        case StrikeAgain(captors=captors):
            return f"{listed(captors)} strike again"
        case Happened(what=what):
            return _chance(what)
    raise ValueError(f"{event!r} is not an event of this game.")


def _chance(event: RandomEvent) -> str:
    if event.kind == "wind":
        return "a tumbling wind flips every piece on the board"
    if event.kind == "slide":
        return f"the colours of the board slide by {event.cells} cells"
    pair = listed(COLOUR_WORDS[colour] for colour in event.colours or ())
    if event.kind == "recall":
        return f"all {pair} pieces are called home{_gone(event.gone)}"
    return f"{pair} hexes become sink holes{_gone(event.gone)}"


def _gone(gone: tuple[Capture, ...]) -> str:
    return f": {listed(one.piece for one in gone)}" if gone else "; nobody was there"
