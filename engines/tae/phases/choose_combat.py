"""The choice of the combat that comes first: rules/tae.md section 10."""

from collections.abc import Iterator

from engines.contract import IllegalAction, Seat
from engines.tae.actions import ChooseCombat, TaeAction
from engines.tae.combat import conflicts, external
from engines.tae.constants import COLONY_TYPES, NAMES
from engines.tae.events import combat_sides
from engines.tae.phases.phase import Phase
from engines.tae.state import TaeState
from engines.tae.turn import continue_turn, depart, fight
from engines.tae.turn_context import TurnContext
from engines.wording import listed


def _notes(state: TaeState, viewer: Seat | None) -> Iterator[str]:  # noqa: ARG001
    for kind in conflicts(state):
        strengths = combat_sides(external(state, kind).initial)
        yield f"⚔️ **{COLONY_TYPES[kind].capitalize()} combat**: {strengths}"


def _legal(state: TaeState, seat: Seat) -> Iterator[TaeAction]:  # noqa: ARG001
    for kind in conflicts(state):
        yield ChooseCombat(COLONY_TYPES[kind])


def _refusal(state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
    if action in _legal(state, seat):
        return None
    kinds = listed((COLONY_TYPES[kind] for kind in conflicts(state)), "or")
    return IllegalAction("no_such_combat", f"No such combat is pending: choose {kinds}.", public=True)


def _apply(context: TurnContext, seat: Seat, action: TaeAction) -> None:  # noqa: ARG001
    assert isinstance(action, ChooseCombat)  # noqa: S101 -- the only action of this phase
    fight(context, action.kind)


def _resign(context: TurnContext, seat: Seat) -> None:
    if seat == context.state.active:
        fight(context, conflicts(context.state)[0])
    else:
        depart(context, seat)
        continue_turn(context)


CHOOSE_COMBAT = Phase(
    actions=(ChooseCombat,),
    wrong_phase="There is no choice of combats",
    prompt=lambda state: f"{NAMES[state.active]} chooses which combat comes first",
    notes=_notes,
    legal=_legal,
    refusal=_refusal,
    apply=_apply,
    on_timeout=lambda state: next(_legal(state, state.active)),
    resign=_resign,
)
"""A joining has caused several combats."""
