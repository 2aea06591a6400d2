"""How a game begins."""

from __future__ import annotations

from engines.chance import Chance, check_seed
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.state import FlicFlacState


def set_up(options: FlicFlacOptions, _seats: int, seed: str) -> FlicFlacState:
    """All pieces at home, normal side up."""
    return FlicFlacState(options=options, chance=Chance(check_seed(seed)))
