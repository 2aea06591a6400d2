"""Reading and writing actions: ``Ab Ag Do``, ``none``, ``clear``, ``ready``, ``not ready``.

In the history the action that settles a round tells all of it:
``ready, round 3: R Ab Ag Do; B Dr; G none; O Ao``.
"""

from functools import lru_cache

from engines.contract import Seat
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.colours import NAMES
from engines.gods.selection import Selection, ordered, write_selection
from engines.gods.state import GodsState
from engines.gods.validation import check_part, named_actions, validate
from engines.gods.view import RoundView

_WORDS: dict[str, GodsAction] = {
    "clear": Clear(),
    "ready": Ready(),
    "ready on": Ready(),
    "not ready": Ready(on=False),
    "ready off": Ready(on=False),
}


def write(action: GodsAction) -> str:
    """The canonical text of an action. Raises IllegalAction ``bad_action`` if a plan cannot be read."""
    match action:
        case Plan(actions=text):
            return _canonical(named_actions(text))
        case Clear():
            return "clear"
        case Ready(on=on):
            return "ready" if on else "not ready"


@lru_cache(maxsize=512)
def _canonical(actions: Selection) -> str:
    """Actions in any order as text. Cached: the same plans are legal again and again."""
    return write_selection(ordered(actions))


def read(state: GodsState, seat: Seat, text: str) -> GodsAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    check_part(state, seat)
    return validate(state, seat, _WORDS.get(" ".join(text.lower().split())) or Plan(text))


def round_text(settled: RoundView) -> str:
    """All selections of a round in one line."""
    lines = (f"{NAMES[god.seat][0]} {write_selection(god.actions)}" for god in settled.gods)
    return f"round {settled.number}: {'; '.join(lines)}"
