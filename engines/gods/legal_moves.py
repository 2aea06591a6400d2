"""Legal actions: all of them, what each would do in a few words, and how to point at it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engines.contract import Draw, MetaAction, Pick, Resign, Seat
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.apply import asking
from engines.gods.colours import named
from engines.gods.notation import canonical
from engines.gods.selection import (
    Selection,
    attacked,
    defended,
    in_words,
    price,
    read,
    single_actions,
    write,
)
from engines.gods.state import GodsState
from engines.gods.validation import affordable, validate


def legal(state: GodsState, seat: Seat) -> Iterator[GodsAction]:
    """Every plan, the smaller ones first; taking it back; the ready mark."""
    if state.result is not None or seat not in state.living or state.stances[seat].resigns:
        return
    stance = state.stances[seat]
    for plan in selections(state, seat):
        yield Plan(write(plan))
    if stance.plan is not None:
        yield Clear()
    yield Ready(on=not stance.ready)


def selections(state: GodsState, seat: Seat) -> Iterator[Selection]:
    """Every selection that a living god may make now, in canonical form."""
    choices = tuple(single_actions(seat, state.living))
    options, energy = state.options, state.gods[seat].ep
    for count in range(min(options.max_actions, len(choices)) + 1):
        for plan in combinations(choices, count):
            if affordable(options, energy, plan):
                yield plan


def table(state: GodsState, seat: Seat) -> Iterator[MetaAction]:
    """Asking for a draw or taking that back, and resigning."""
    if state.result is not None or seat not in state.living:
        return
    stance = state.stances[seat]
    if stance.asks_draw:
        yield Draw("withdraw")
    else:
        yield Draw("offer")
        if asking(state):
            yield Draw("accept")
    if not stance.resigns:
        yield Resign()


def describe(state: GodsState, seat: Seat, action: GodsAction) -> str:
    """An action and its price, at most 80 characters."""
    sound = validate(state, seat, action)
    if isinstance(sound, Plan):
        plan = read(sound.actions) or ()
        return f"{in_words(plan)}: price {price(state.options, plan)}"
    return _plain(sound)


def paths(state: GodsState, seat: Seat, action: GodsAction) -> tuple[tuple[Pick, ...], ...]:
    """Whom to attack, then whom to defend against; the rest at once."""
    sound = validate(state, seat, action)
    if not isinstance(sound, Plan):
        return ((Pick(canonical(sound), _plain(sound)),),)
    plan = read(sound.actions) or ()
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
