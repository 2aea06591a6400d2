"""Legal actions in words, and the ways to point at them."""

from __future__ import annotations

from functools import partial

from engines.contract import Offer, Pick, Seat, Words
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.colours import named
from engines.gods.notation import write
from engines.gods.selection import (
    attacked,
    defended,
    in_words,
    price,
    read_selection,
)
from engines.gods.state import GodsState
from engines.gods.validation import validate


def describe(state: GodsState, seat: Seat, action: GodsAction) -> Words:
    """An action and its price."""
    sound = validate(state, seat, action)
    if isinstance(sound, Plan):
        plan = read_selection(sound.actions) or ()
        return in_words(plan), f"price {price(state.options, plan)}"
    return _plain(sound), ""


def paths(state: GodsState, seat: Seat, action: GodsAction) -> tuple[tuple[Pick, ...], ...]:
    """Whom to attack, then whom to defend against; the rest at once."""
    sound = validate(state, seat, action)
    if not isinstance(sound, Plan):
        return ((Pick(write(sound), _plain(sound)),),)
    plan = read_selection(sound.actions) or ()
    attacks = tuple(one for one in plan if one[0] == "A")
    defences = plan[len(attacks) :]
    strike = f"attack {named(attacked(plan))}" if attacks else "attack nobody"
    guard = f"defend against {named(defended(plan))}" if defences else "defend against nobody"
    return (
        (
            Pick(" ".join(attacks) or "A", strike, f"price {price(state.options, attacks)}"),
            Pick(" ".join(defences) or "D", guard, f"price {price(state.options, plan)} in all"),
        ),
    )


def _plain(action: Clear | Ready) -> str:
    if isinstance(action, Clear):
        return "take your plan back"
    return "mark yourself ready" if action.on else "take your ready mark back"


def offer(state: GodsState, seat: Seat, action: GodsAction) -> Offer[GodsAction]:
    """A legal action with its words and the ways to point at it, made when they are read."""
    return Offer(
        action, write(action), partial(describe, state, seat, action), partial(paths, state, seat, action)
    )
