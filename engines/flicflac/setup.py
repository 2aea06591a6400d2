"""The set-up: section 4 of rules/flic-flac.md."""

from msgspec.structs import replace

from engines.chance import Chance, check_seed
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.state import FlicFlacState


def set_up(options: FlicFlacOptions, _seats: int, seed: str) -> FlicFlacState:
    """All pieces at home, normal side up."""
    return FlicFlacState(options=options, chance=Chance(check_seed(seed)))


def reseed(state: FlicFlacState, seed: str) -> FlicFlacState:
    """The position with another seed for the random events to come."""
    return replace(state, chance=Chance(check_seed(seed)))
