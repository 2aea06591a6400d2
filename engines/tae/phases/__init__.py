"""The phases of a turn (rules/tae.md section 16): what may be done in each, and what comes of it."""

from typing import Final

from engines.tae.phases.action import ACTION
from engines.tae.phases.choose_combat import CHOOSE_COMBAT
from engines.tae.phases.monument import MONUMENT_CHOICE
from engines.tae.phases.phase import Phase
from engines.tae.phases.reinforce import REINFORCE
from engines.tae.view import PhaseName

PHASES: Final[dict[PhaseName, Phase]] = {
    "action": ACTION,
    "choose_combat": CHOOSE_COMBAT,
    "reinforce": REINFORCE,
    "monument": MONUMENT_CHOICE,
}
"""By name. When the game is over, nothing is awaited any more."""
