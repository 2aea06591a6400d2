"""How the clock of a game runs, and whom it runs for."""

from __future__ import annotations

from engines.contract import Seat
from engines.gods.options import GodsOptions
from engines.gods.state import GodsState


def mentioned(state: GodsState) -> tuple[Seat, ...]:
    """All the living, where nobody may know which of them are ready."""
    return state.awaited if state.options.show_ready or state.result else state.living


def seconds_per_period(options: GodsOptions) -> float | None:
    """Live rounds have the option's seconds, whatever deadline was asked for."""
    return options.timer if options.mode == "live" else None
