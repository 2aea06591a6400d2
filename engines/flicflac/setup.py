"""How a game begins."""

from __future__ import annotations

from engines.chance import Chance, check_seed
from engines.contract import IllegalOptions
from engines.flicflac.info import INFO
from engines.flicflac.naming import NAMES
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.state import FlicFlacState


def start(options: FlicFlacOptions, seats: int, seed: str) -> FlicFlacState:
    """All pieces at home, normal side up."""
    if seats != len(NAMES):
        raise IllegalOptions(f"{INFO.title} is a game for two.")
    return FlicFlacState(options=options, chance=Chance(check_seed(seed)))
