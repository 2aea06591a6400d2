"""The phases of the game, each in one place: `engines.reef.phases.phase`."""

from engines.reef.phases.meals import FINAL_FEEDING
from engines.reef.phases.phase import Phase
from engines.reef.phases.set_up import SET_UP
from engines.reef.phases.turn import TURN
from engines.reef.state import ReefState
from engines.reef.view import Phase as PhaseName

_PHASES: dict[PhaseName, Phase] = {"setup": SET_UP, "turn": TURN, "final": FINAL_FEEDING, "over": Phase()}


def phase_of(state: ReefState) -> Phase:
    """The phase that a game is in."""
    return _PHASES[state.phase]
