"""When a game is over and how: docs/rules/guerre-des-deux-roses.md section 6."""

from msgspec.structs import replace

from engines.contract import Outcome
from engines.meta import Ending
from engines.roses.board import CASTLE_BITS, NAMES
from engines.roses.moves import drops
from engines.roses.state import RosesState, position_key
from engines.wording import counted


def update_result(state: RosesState) -> RosesState:
    """The state with the present position counted and the tests for the end made, in the rules' order."""
    if state.dropping:
        return replace(state, ending=Ending("dead", None)) if _stuck(state) else state
    if state.options.repetition:
        key = position_key(state.soldiers, state.turn)
        state = replace(state, trail=(*state.trail, key))
    return replace(state, ending=_ending(state))


def _stuck(state: RosesState) -> bool:
    # Only an edited position is stuck (ruling 4): both sides could only pass, without end.
    return not any(
        state.reserves[seat] and drops(state.soldiers[seat], state.soldiers[1 - seat], CASTLE_BITS[seat])
        for seat in (0, 1)
    )


def _ending(state: RosesState) -> Ending | None:
    for seat in (0, 1):
        if not state.castles[1 - seat]:
            return Ending("castle", seat)
    counts = (state.soldiers[0].bit_count(), state.soldiers[1].bit_count())
    if max(counts) < 2:
        return Ending("dead", None)
    for seat in (0, 1):
        if not counts[1 - seat]:
            return Ending("wipe-out", seat)
    options = state.options
    if options.repetition and state.trail.count(state.trail[-1]) >= options.repetition:
        return Ending("repetition", None)
    if options.quiet_limit and state.quiet >= options.quiet_limit:
        return Ending("quiet", None)
    return None


def outcome(state: RosesState) -> Outcome | None:
    """How the game ended, with its sentence."""
    if state.ending is None:
        return None
    options = state.options
    sentences = {
        "castle": "{winner} wins: {loser}'s castle has fallen.",
        "wipe-out": "{winner} wins: {loser} has no soldiers left.",
        "resignation": "{winner} wins: {loser} gives up.",
        "timeout": "{winner} wins: {loser} missed the deadline.",
        "repetition": f"Draw: the same position has come up {options.repetition} times.",
        "quiet": f"Draw: {counted(options.quiet_limit, 'move')} in a row without a capture.",
        "dead": "Draw: neither side has two soldiers left.",
        "agreement": "Draw by agreement.",
    }
    if state.dropping:
        sentences["dead"] = "Draw: neither side can drop a soldier any more."
    return state.ending.outcome(NAMES, sentences)
