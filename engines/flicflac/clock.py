"""How the clock of a game runs: section 11 and ruling 30."""

from __future__ import annotations

from engines.contract import Seat, TimeUp
from engines.flicflac.actions import End
from engines.flicflac.state import FlicFlacState


def period_factor(state: FlicFlacState) -> float:
    """An extra phase has the option's share of a turn's deadline."""
    return state.options.extra_time / 100 if state.extra else 1.0


def on_timeout(state: FlicFlacState, _seat: Seat) -> End | TimeUp:
    """The phase ends with the moves made so far; it is a `TimeUp` where those are counted."""
    return TimeUp() if state.options.claim_after else End()
