"""Why an action is refused. `validate` is the only gate to an action of the game: what it returns is legal.

Codes, the first that applies (rules/four-gods.md section 7): ``game_over``, ``not_in_game``, ``eliminated``,
``resigned`` (it waits for the settlement); then of a plan ``bad_action``, ``self_target``,
``target_eliminated``, ``duplicate``, ``too_many``, ``not_enough_ep``; of the others ``nothing_saved``,
``ready_already``, ``not_ready``.
``resolving`` is the host's: here a round settles within one action.
"""

from __future__ import annotations

from engines.contract import Action, IllegalAction, Seat
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.colours import NAMES, SEATS, named
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection, ordered, price, read, target, write
from engines.gods.state import GodsState

HELP = "Write actions such as Ab Ag Do (attack blue and green, defend against orange), or none."

_COUNTS = ("no action", "one action", "two actions", "three actions", "four actions", "five actions")


def validate(state: GodsState, seat: Seat, action: Action) -> GodsAction:
    """The same action with its fields in canonical form if it is legal. Raises IllegalAction."""
    check_part(state, seat)
    stance = state.stances[seat]
    if stance.resigns:
        raise IllegalAction("resigned", "You have resigned: you are out when this round is settled.")
    match action:
        case Plan(actions=text):
            return Plan(write(validate_selection(state, seat, text)))
        case Clear():
            if stance.plan is None:
                raise IllegalAction("nothing_saved", "You have saved nothing in this round.")
            return action
        case Ready(on=bool(on)):
            if on and stance.ready:
                raise IllegalAction("ready_already", "You are ready already; you may still change your plan.")
            if not on and not stance.ready:
                raise IllegalAction("not_ready", "You are not marked ready.")
            return action
    raise IllegalAction("bad_action", f"That is no action of this game. {HELP}")


def check_part(state: GodsState, seat: Seat) -> None:
    """Raises IllegalAction ``game_over``, ``not_in_game`` or ``eliminated``."""
    if state.result is not None:
        raise IllegalAction("game_over", "The game is over.")
    if seat not in SEATS:
        raise IllegalAction("not_in_game", "You do not play in this game; you may watch it.")
    if state.gods[seat].fell is not None:
        raise IllegalAction("eliminated", f"You fell in round {state.gods[seat].fell} and choose no more.")


def validate_selection(state: GodsState, seat: Seat, text: object) -> Selection:
    """The selection that a text names, in canonical order. Raises IllegalAction."""
    actions = read(text) if isinstance(text, str) else None
    if actions is None:
        raise IllegalAction("bad_action", f"That cannot be read. {HELP}")
    targets = [target(action) for action in actions]
    others = named([other for other in state.living if other != seat], "or")
    if seat in targets:
        raise IllegalAction("self_target", f"You are {NAMES[seat]}: name {others}.")
    if fallen := [one for one in targets if one not in state.living]:
        raise IllegalAction("target_eliminated", f"{NAMES[fallen[0]]} is out: name {others}.")
    if len(set(actions)) < len(actions):
        raise IllegalAction("duplicate", "Each action can be chosen once.")
    options = state.options
    if len(actions) > options.max_actions:
        raise IllegalAction("too_many", f"You may choose {_counted(options.max_actions)} at the most.")
    energy = state.gods[seat].ep
    if not affordable(options, energy, actions):
        raise IllegalAction("not_enough_ep", _shortage(options, energy, actions))
    return ordered(actions)


def affordable(options: GodsOptions, energy: int, actions: Selection) -> bool:
    """Whether the energy allows so many actions, or so dear ones (Ruling 3)."""
    return max(energy, 0) >= (len(actions) if options.limit == "count" else price(options, actions))


def _shortage(options: GodsOptions, energy: int, actions: Selection) -> str:
    if options.limit == "count":
        return f"With {energy} EP you may choose {_counted(max(energy, 0))} at the most."
    return f"These actions cost {price(options, actions)}, and you have {energy} EP."


def _counted(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else f"{number} actions"
