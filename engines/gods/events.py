"""What happens in a round, as events in the order in which one tells them."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Event, Seat
from engines.gods.selection import Selection
from engines.gods.view import Ledger, RoundView


class MarkedReady(Event, frozen=True, tag="marked_ready"):
    """A god marked itself ready, or took the mark back. Told only where `show_ready` allows it."""

    seat: Seat
    on: bool


class DrawAsked(Event, frozen=True, tag="draw_asked"):
    """A god asked for a draw in this round, or took that back."""

    seat: Seat
    on: bool
    asking: int
    """How many living gods now ask for it ..."""
    living: int
    """... of how many."""


class Acted(Event, frozen=True, tag="acted"):
    """What a god had chosen."""

    seat: Seat
    actions: Selection


class Summed(Event, frozen=True, tag="summed"):
    """What the round did to a god's energy."""

    seat: Seat
    ledger: Ledger


class Hit(Event, frozen=True, tag="hit"):
    """An attack met no defence."""

    attacker: Seat
    target: Seat


class Blocked(Event, frozen=True, tag="blocked"):
    """An attack met a defence."""

    defender: Seat
    attacker: Seat


class Drained(Event, frozen=True, tag="drained"):
    """The stalemate drain took energy from every living god."""

    loss: int


class Fell(Event, frozen=True, tag="fell"):
    """A god is out."""

    seat: Seat
    resigned: bool


def events_of(settled: RoundView) -> Iterator[Event]:
    """All that a settled round causes: choices, clashes, the drain, sums, and who is out."""
    for god in settled.gods:
        yield Acted(god.seat, god.actions)
    yield from clashes(settled)
    if settled.drain:
        yield Drained(settled.drain)
    for god in settled.gods:
        yield Summed(god.seat, god.ledger)
    for god in settled.gods:
        if god.fell:
            yield Fell(god.seat, god.resigned)


def clashes(settled: RoundView) -> Iterator[Hit | Blocked]:
    """Every attack of a round: one hit or one block each."""
    for god in settled.gods:
        for attacker in god.hit_by:
            yield Hit(attacker, god.seat)
        for attacker in god.blocked:
            yield Blocked(god.seat, attacker)
