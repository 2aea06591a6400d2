"""What the end of a phase causes, in the order in which one tells it."""

from __future__ import annotations

from engines.contract import Event, Seat
from engines.flicflac.view import PhaseView, RandomEvent


class Moved(Event, frozen=True, tag="moved"):
    """A side ended a phase in which it had moved pieces."""

    seat: Seat
    moves: tuple[tuple[str, str], ...]
    """Each piece and where it went."""


class StoodStill(Event, frozen=True, tag="stood_still"):
    """A side ended a phase without a move."""

    seat: Seat


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


def events_of(phase: PhaseView, *, extra_follows: bool) -> tuple[Event, ...]:
    """What the end of this phase caused: moves, captures, who strikes again, a random event."""
    found: list[Event] = []
    if phase.moves:
        found.append(Moved(phase.seat, tuple((move.piece, move.target) for move in phase.moves)))
    else:
        found.append(StoodStill(phase.seat))
    found += [Captured(capture.piece, capture.cell) for capture in phase.captures]
    if extra_follows:
        found.append(StrikeAgain(phase.captors))
    if phase.chance is not None:
        found.append(Happened(phase.chance))
    return tuple(found)
