"""The only gate to an action: what `validate` returns is legal.

The codes and their order are those of rules/reef-encounter.md section 12; ``syntax`` is for what names no
action, colour or coral tile at all. A cell that cannot be read is no rock cell. A second set-up choice is
``already_chosen`` whatever it holds, and while others still choose every command of a turn is
``not_your_turn``. The conditions of each action: `engines.reef.phases`.
"""

from __future__ import annotations

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.reef.actions import Choose, Decline, Feed, ReefAction
from engines.reef.error_messages import error_message
from engines.reef.phases import phase_of
from engines.reef.spelling import well_formed
from engines.reef.state import ReefState


def validate(state: ReefState, seat: Seat, action: Action) -> ReefAction:
    """The same action with well-formed fields if it is legal. Raises IllegalAction."""
    sound: Action = action
    code = _problem_of_moment(state, seat, action)
    if code is None:
        sound = well_formed(action)
        code = phase_of(state).problem(state, seat, sound)
    if code is not None:
        raise IllegalAction(code, error_message(state, seat, sound, code))
    assert isinstance(sound, ReefAction), "nothing else is well formed"  # noqa: S101
    return sound


def _problem_of_moment(state: ReefState, seat: Seat, action: Action) -> str | None:
    """Why the seat cannot do anything of the kind now."""
    feeding = isinstance(action, Feed | Decline)
    if state.phase == "over":
        return ErrorCode.GAME_OVER
    if state.phase == "final" and not feeding:
        return "final_only_feed"
    if state.phase != "final" and feeding:
        return "not_final"
    if seat not in range(len(state.players)) or seat in state.resigned:
        return ErrorCode.NOT_YOUR_TURN
    acts = seat in phase_of(state).to_act(state)
    if isinstance(action, Choose):
        return None if acts and state.phase == "setup" else "already_chosen"
    return None if acts and state.phase != "setup" else ErrorCode.NOT_YOUR_TURN
