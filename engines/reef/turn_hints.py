"""What a player may still do in the turn under way: the lines above the panel."""

from __future__ import annotations

from engines.contract import Seat
from engines.reef.phases import phase_of
from engines.reef.state import ReefState


def turn_hints(state: ReefState, seat: Seat) -> str:
    """A line for each thing that is still open, for the seat that is to act."""
    return "\n".join(f"- {line}" for line in phase_of(state).hints(state, seat))
