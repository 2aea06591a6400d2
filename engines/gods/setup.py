"""The set-up: section 2 of rules/four-gods.md."""

from engines.chance import check_seed
from engines.gods.colours import SEATS
from engines.gods.options import GodsOptions
from engines.gods.state import God, GodsState


def set_up(options: GodsOptions, _seats: int, seed: str) -> GodsState:
    """All gods with the same energy. There is no chance, so the seed is only checked."""
    check_seed(seed)
    return GodsState(options=options, gods=(God(ep=options.start),) * len(SEATS))
