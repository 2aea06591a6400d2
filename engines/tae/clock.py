"""What a deadline covers, and what the clock does when it has passed: rules/tae.md R28."""

from __future__ import annotations

from engines.contract import ClockRules
from engines.tae.actions import TaeAction
from engines.tae.state import TaeOptions, TaeState


def _period(state: TaeState) -> str:
    """A turn, each of its combats, what is left of the turn."""
    if state.combat is not None:
        return f"turn {state.turn} combat {state.combats}"
    return f"turn {state.turn} after combat {state.combats}" if state.combats else f"turn {state.turn}"


CLOCK: ClockRules[TaeState, TaeAction, TaeOptions] = ClockRules(
    period=_period,
    factor=lambda state: 1.0 if state.combat is None else state.options.combat_time / 100,
    # A combat calls everybody involved, whose turn it may not be.
    off_turn_prompt=lambda state: None if state.combat is None else "Commit ships",
)
