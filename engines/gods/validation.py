"""Why an action is refused. `validate` is the only gate to an action of the game: what it returns is legal.

Codes, the first that applies (docs/rules/four-gods.md section 7): ``not_seated``, ``eliminated``,
``resigned`` (it waits for the settlement); then of a plan ``bad_action``, ``self_target``,
``target_eliminated``, ``duplicate``, ``too_many``, ``not_enough_ep``; of the others ``nothing_saved``,
``ready_already``, ``not_ready``.
``resolving`` is the host's: here a round settles within one action.
"""

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.colours import NAMES, SEATS, named
from engines.gods.legal_moves import plans
from engines.gods.selection import Selection, ordered, price, read_selection, target, write_selection
from engines.gods.state import GodsState
from engines.wording import spelled

HELP = "Write actions such as Ab Ag Do (attack blue and green, defend against orange), or none."


def validate(state: GodsState, seat: Seat, action: Action) -> GodsAction:
    """The legal action, with its fields in canonical form. Raises IllegalAction."""
    check_part(state, seat)
    stance = state.stances[seat]
    if stance.resigns:
        raise IllegalAction("resigned", "You have resigned: you are out when this round is settled.")
    match action:
        case Plan(actions=text):
            return Plan(write_selection(validate_selection(state, seat, text)))
        case Clear() if stance.plan is None:
            raise IllegalAction("nothing_saved", "You have saved nothing in this round.")
        case Ready(on=True) if stance.ready:
            sentence = "You are ready already; you may still change your plan."
            raise IllegalAction("ready_already", sentence, public=state.options.show_ready)
        case Ready(on=False) if not stance.ready:
            raise IllegalAction("not_ready", "You are not marked ready.", public=state.options.show_ready)
        case Clear() | Ready(on=bool()):
            return action
    raise IllegalAction(ErrorCode.BAD_ACTION, f"That is not an action of this game. {HELP}")


def check_part(state: GodsState, seat: Seat) -> None:
    """Raises IllegalAction ``not_seated`` or ``eliminated``."""
    if seat not in SEATS:
        raise IllegalAction(ErrorCode.NOT_SEATED, "You do not play in this game; you may watch it.")
    if (fell := state.gods[seat].fell) is not None:
        raise IllegalAction(
            "eliminated", f"You have been out since round {fell} and choose no more.", public=True
        )


def validate_selection(state: GodsState, seat: Seat, text: object) -> Selection:
    """The selection that a text names, in canonical order. Raises IllegalAction."""
    actions = named_actions(text)
    selection = ordered(actions)
    if selection not in plans(state, seat):
        raise _impossible(state, seat, actions)
    return selection


def named_actions(text: object) -> Selection:
    """The actions that a text names, in its order and perhaps twice. Raises IllegalAction ``bad_action``."""
    actions = read_selection(text) if isinstance(text, str) else None
    if actions is None:
        raise IllegalAction(ErrorCode.BAD_ACTION, f"That cannot be read. {HELP}")
    return actions


def _impossible(state: GodsState, seat: Seat, actions: Selection) -> IllegalAction:
    """Why a living god cannot choose these actions."""
    targets = [target(action) for action in actions]
    others = named([other for other in state.living if other != seat], "or")
    if seat in targets:
        return IllegalAction("self_target", f"You are {NAMES[seat]}: name {others}.", public=True)
    if fallen := [one for one in targets if one not in state.living]:
        return IllegalAction("target_eliminated", f"{NAMES[fallen[0]]} is out: name {others}.", public=True)
    if len(set(actions)) < len(actions):
        sentence = "You name an action twice; each can be chosen once in a round."
        return IllegalAction("duplicate", sentence, public=True)
    options, energy = state.options, state.gods[seat].ep
    if len(actions) > options.max_actions:
        sentence = f"You may choose at most {_counted(options.max_actions)}."
        return IllegalAction("too_many", sentence, public=True)
    if options.limit == "count":
        most = f"at most {_counted(energy)}" if energy > 0 else "no actions"
        shortage = f"With {energy} EP you may choose {most}."
    else:
        shortage = f"These actions cost {price(options, actions)}, and you have {energy} EP."
    return IllegalAction("not_enough_ep", shortage, public=True)


def _counted(number: int) -> str:
    return f"{spelled(number)} action{'' if number == 1 else 's'}"
