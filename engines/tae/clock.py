"""What a deadline covers, and what the clock does when it has passed: rules/tae.md R28."""

from __future__ import annotations

from engines.contract import Seat
from engines.tae.actions import TaeAction
from engines.tae.phases import PHASES
from engines.tae.state import TaeState


def clock_period(state: TaeState) -> str:
    """A turn, each of its combats, what is left of the turn."""
    if state.combat is not None:
        return f"turn {state.turn} combat {state.combats}"
    return f"turn {state.turn} after combat {state.combats}" if state.combats else f"turn {state.turn}"


def period_factor(state: TaeState) -> float:
    """A combat has the option's share of a turn's deadline."""
    return state.options.combat_time / 100 if state.combat is not None else 1.0


def on_timeout(state: TaeState, seat: Seat) -> TaeAction:  # noqa: ARG001
    """The defaults of R28."""
    return PHASES[state.phase].on_timeout(state)


def off_turn_prompt(state: TaeState) -> str | None:
    """A combat calls everybody involved, whose turn it may not be."""
    return "Commit ships" if state.combat is not None else None
