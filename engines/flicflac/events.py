"""The effects of the end of a phase, in their order of narration, and the words for them."""

from collections.abc import Iterator

from engines.contract import Event, SeatEvent
from engines.flicflac.pieces import COLOUR_WORDS, NAMES
from engines.flicflac.view import Capture, PhaseView, RandomEvent
from engines.meta import MetaEvent, narrate_meta
from engines.wording import listed


class Moved(SeatEvent, frozen=True, tag="moved"):
    """A side ended a phase in which it had moved pieces."""

    moves: tuple[tuple[str, str], ...]
    """Each piece and where it went."""


class StoodStill(SeatEvent, frozen=True, tag="stood_still"):
    """A side ended a phase without a move."""


class Captured(Event, frozen=True, tag="captured"):
    """A piece was captured and sent home."""

    piece: str
    cell: str


class StrikeAgain(Event, frozen=True, tag="strike_again"):
    """Captors got an extra phase."""

    captors: tuple[str, ...]


class Happened(Event, frozen=True, tag="happened"):
    """Chance did something between two turns."""

    what: RandomEvent


def events_of(phase: PhaseView, *, extra_follows: bool) -> Iterator[Event]:
    """What the end of this phase caused: moves, captures, who strikes again, a random event."""
    if phase.moves:
        yield Moved(phase.seat, tuple((move.piece, move.target) for move in phase.moves))
    else:
        yield StoodStill(phase.seat)
    for capture in phase.captures:
        yield Captured(capture.piece, capture.cell)
    if extra_follows:
        yield StrikeAgain(phase.captors)
    if phase.chance is not None:
        yield Happened(phase.chance)


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case MetaEvent():
            return narrate_meta(event, NAMES)
        case Moved(seat=seat, moves=moves):
            return f"{NAMES[seat]} moved {listed(f'{piece} to {cell}' for piece, cell in moves)}"
        case StoodStill(seat=seat):
            return f"{NAMES[seat]} moved nothing"
        case Captured(piece=piece, cell=cell):
            return f"{piece} was captured on {cell} and went home"
        case StrikeAgain(captors=(captor,)):
            return f"{captor} may strike again"
        case StrikeAgain(captors=captors):
            return f"{listed(captors)} may strike again"
        case Happened(what=what):
            return _chance(what)
    raise ValueError(f"{event!r} is not an event of this game.")


def _chance(event: RandomEvent) -> str:
    if event.kind == "wind":
        return "a tumbling wind flipped every piece on the board"
    if event.kind == "slide":
        return f"the colours of the board slid by {event.cells} cells"
    pair = listed(COLOUR_WORDS[colour] for colour in event.colours or ())
    if event.kind == "recall":
        return f"all {pair} pieces were called home{_gone(event.gone)}"
    return f"{pair} hexes became sink holes{_gone(event.gone)}"


def _gone(gone: tuple[Capture, ...]) -> str:
    return f": {listed(one.piece for one in gone)}" if gone else "; nobody was there"
