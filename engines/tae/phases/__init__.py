"""The phases of a turn (rules/tae.md section 16): what may be done in each, and what comes of it."""

from __future__ import annotations

from typing import Final

from engines.tae.phases.action import ActionPhase
from engines.tae.phases.choose_combat import ChooseCombatPhase
from engines.tae.phases.monument import MonumentPhase
from engines.tae.phases.phase import Phase
from engines.tae.phases.reinforce import ReinforcePhase
from engines.tae.view import PhaseName

PHASES: Final[dict[PhaseName, Phase]] = {
    "action": ActionPhase(),
    "choose_combat": ChooseCombatPhase(),
    "reinforce": ReinforcePhase(),
    "monument": MonumentPhase(),
}
"""By name. When the game is over, nothing is awaited any more."""
