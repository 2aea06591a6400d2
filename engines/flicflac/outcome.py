"""The outcome in words: rules/flic-flac.md section 9 and the house rules of sections 11 and 12."""

from msgspec.structs import replace

from engines.contract import Outcome
from engines.flicflac.pieces import NAMES
from engines.flicflac.state import FlicFlacState
from engines.wording import counted


def outcome(state: FlicFlacState) -> Outcome | None:
    """How the game ended, with its sentence and the captures as scores."""
    ending = state.ending
    if ending is None:
        return None
    if ending.winner is None:
        text = {
            "agreement": "Draw by agreement.",
            "idle": f"Draw: {counted(state.options.idle_draw, 'main phase')} in a row without a move.",
        }[ending.why]
    else:
        winner, loser = NAMES[ending.winner], NAMES[1 - ending.winner]
        high, low = state.score[ending.winner], state.score[1 - ending.winner]
        text = {
            "captures": f"{winner} won by {counted(high, 'capture')} to {low}.",
            "resignation": f"{winner} won: {loser} gave up.",
            "timeout": f"{winner} won: {loser} missed the deadline too often.",
        }[ending.why]
    return replace(ending.outcome(text), scores=state.score)
