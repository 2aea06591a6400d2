"""The outcome in words: docs/rules/flic-flac.md section 9 and the house rules of sections 11 and 12."""

from engines.contract import Outcome
from engines.flicflac.pieces import NAMES
from engines.flicflac.state import FlicFlacState
from engines.wording import counted


def outcome(state: FlicFlacState) -> Outcome | None:
    """How the game ended, with its sentence and the captures as scores."""
    if state.ending is None:
        return None
    low, high = sorted(state.score)
    sentences = {
        "captures": f"{{winner}} won by {counted(high, 'capture')} to {low}.",
        "resignation": "{winner} won: {loser} gave up.",
        "timeout": "{winner} won: {loser} missed the deadline too often.",
        "idle": f"Draw: {counted(state.options.idle_draw, 'main phase')} in a row without a move.",
        "agreement": "Draw by agreement.",
    }
    return state.ending.outcome(NAMES, sentences, state.score)
