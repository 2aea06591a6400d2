"""What is known beforehand of actions that chance, or the others, complete: drawn tiles stay unseen."""

from __future__ import annotations

from engines.contract import Answer, Seat
from engines.reef import legal_moves
from engines.reef.actions import Choose, Collect, ReefAction
from engines.reef.apply import apply
from engines.reef.counts import NUMBER, counted
from engines.reef.naming import colours, one
from engines.reef.state import ReefState
from engines.reef.view_builder import build_view


def preview(state: ReefState, seat: Seat, action: ReefAction) -> Answer | None:
    """In words, over the board as it would be kept; None for what can simply be tried out."""
    if not apply(state, seat, action).reveals:
        return None
    return Answer(_words(state, seat, action), build_view(state, seat))


def _words(state: ReefState, seat: Seat, action: ReefAction) -> str:
    match action:
        case Choose(fish=fish, cubes=cubes):
            return (
                f"- You put {one(fish)} tile into your fish.\n"
                f"- Your larva cubes will be {colours(counted(cubes))}, shown when all have chosen.\n"
                "- This is final."
            )
        case Collect(space=space):
            return (
                f"- You take {one(space)} cube and these tiles: {colours(state.sea[NUMBER[space]])}.\n"
                "- **Your turn ends.** The open sea is refilled from the bag, and then there is no way back."
            )
    words = legal_moves.describe(state, seat, action)
    return f"- {words[0].upper()}{words[1:]}.\n- This is final."
