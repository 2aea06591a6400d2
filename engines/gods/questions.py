"""Questions about earlier rounds. Their answers are public (docs/rules/four-gods.md section 9)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from engines.contract import Answer, IllegalAction, Question, Questions, Seat
from engines.gods.events import round_in_words
from engines.gods.state import GodsState
from engines.gods.view_builder import build_view


class AskHistory(Question, frozen=True, tag="history"):
    """Show an earlier round: what everybody did, the sums, hits and blocks."""

    round: Annotated[int, Meta(ge=0, le=100_000, description="Its number; the last round by default")] = 0


def _history(state: GodsState, seat: Seat | None, question: AskHistory) -> Answer:
    """A settled round in words and as a diagram; 0: the last. Raises IllegalAction ``no_such_round``."""
    number: object = question.round
    if not state.history:
        raise IllegalAction("no_such_round", "No round is settled yet.")
    found = [one for one in state.history if one.number == number]
    if number == 0 and not isinstance(number, bool):
        found = [state.history[-1]]
    if not found:
        first, last = state.history[0].number, state.history[-1].number
        raise IllegalAction("no_such_round", f"Name a round from {first} to {last}.")
    # Without the seat's plan for the next round (`own`), which would be drawn over the round asked for.
    return Answer(round_in_words(found[0]), replace(build_view(state, seat), shown=found[0], own=None))


QUESTIONS = Questions[GodsState](
    answers={AskHistory: _history},
    # The latest round comes first.
    suggest=lambda state, _: (AskHistory(settled.number) for settled in reversed(state.history)),
)
