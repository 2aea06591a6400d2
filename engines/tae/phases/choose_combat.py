"""The choice of the combat that comes first: docs/rules/tae.md section 10."""

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


class CombatChoice(Phase):
    """A joining has caused several combats."""

    actions = (ChooseCombat,)
    wrong_phase = "There is no choice of combats"

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        return (state.active,)

    def prompt(self, state: TaeState) -> str:
        return f"{NAMES[state.active]} chooses which combat comes first"

    def notes(self, state: TaeState, viewer: Seat | None) -> Iterator[str]:
        for kind in conflicts(state):
            strengths = combat_sides(external(state, kind).initial)
            yield f"⚔️ **{COLONY_TYPES[kind].capitalize()} combat**: {strengths}"

    def legal(self, state: TaeState, seat: Seat) -> Iterator[TaeAction]:
        for kind in conflicts(state):
            yield ChooseCombat(COLONY_TYPES[kind])

    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        if action in self.legal(state, seat):
            return None
        kinds = listed((COLONY_TYPES[kind] for kind in conflicts(state)), "or")
        return IllegalAction("no_such_combat", f"No such combat is pending: choose {kinds}.", public=True)

    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:
        assert isinstance(action, ChooseCombat)  # noqa: S101 -- the only action of this phase
        fight(context, action.kind)

    def on_timeout(self, state: TaeState) -> TaeAction:
        return next(self.legal(state, state.active))

    def resign(self, context: TurnContext, seat: Seat) -> None:
        if seat == context.state.active:
            fight(context, conflicts(context.state)[0])
        else:
            depart(context, seat)
            continue_turn(context)


CHOOSE_COMBAT = CombatChoice()
