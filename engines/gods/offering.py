"""Words and pick paths of legal actions."""

from functools import partial

from engines.contract import LazyOffer, Offer, Paths, Pick, Seat, Words
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.colours import named
from engines.gods.notation import write
from engines.gods.selection import NONE, attacked, defended, in_words, price, read_selection
from engines.gods.state import GodsState


def offer(state: GodsState, _seat: Seat, action: GodsAction) -> Offer[GodsAction]:
    """A legal action with its words and pick paths, made on access."""
    return LazyOffer(
        action,
        partial(write, action),
        partial(_words, state, action),
        partial(_paths, state, action),
        first=_attacks(action.actions) if isinstance(action, Plan) else "",
    )


def _words(state: GodsState, action: GodsAction) -> Words:
    """An action and its price."""
    if not isinstance(action, Plan):
        return _plain(action), ""
    plan = read_selection(action.actions) or ()
    return in_words(plan), f"costs {price(state.options, plan)}"


def _paths(state: GodsState, action: GodsAction) -> Paths:
    """The pick paths: of a plan its attacks, then its defences; of any other action a single pick."""
    if not isinstance(action, Plan):
        return ((Pick(write(action), _plain(action)),),)
    plan = read_selection(action.actions) or ()
    attacks = tuple(one for one in plan if one[0] == "A")
    defences = plan[len(attacks) :]
    strike = f"attack {named(attacked(plan)) if attacks else 'nobody'}"
    guard = f"defend against {named(defended(plan)) if defences else 'nobody'}"
    return (
        (
            Pick(_attacks(action.actions), strike, f"costs {price(state.options, attacks)}"),
            Pick(" ".join(defences) or "D", guard, f"costs {price(state.options, plan)} in all"),
        ),
    )


def _attacks(selection: str) -> str:
    """The first pick of a legal plan, whose attacks stand before its defences."""
    attacks = selection.partition("D")[0].rstrip()
    return "A" if attacks in {"", NONE} else attacks


def _plain(action: Clear | Ready) -> str:
    if isinstance(action, Clear):
        return "your plan is taken back"
    return "mark yourself ready" if action.on else "take your ready mark back"
