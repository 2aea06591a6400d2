"""The set-up: section 3 of rules/guerre-des-deux-roses.md."""

from engines.contract import IllegalOptions
from engines.roses.board import SOLDIERS
from engines.roses.options import RosesOptions
from engines.roses.state import RosesState


def set_up(options: RosesOptions, _seats: int, _seed: str) -> RosesState:
    """The empty board. The seed is not used: the game has no chance in it."""
    if options.repetition == 1:
        raise IllegalOptions("repetition is 0 (never) or at least 2: every position occurs for a first time.")
    turn = ("white", "black").index(options.first)
    return RosesState(options=options, turn=turn, soldiers=(0, 0), reserves=(SOLDIERS, SOLDIERS))
