"""The choice of the combat that comes first: rules/tae.md section 10."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import IllegalAction, Seat
from engines.tae.actions import ChooseCombat, TaeAction
from engines.tae.combat import conflicts, external
from engines.tae.constants import COLONY_TYPES, NAMES, listed
from engines.tae.phases.phase import Phase
from engines.tae.state import TaeState
from engines.tae.turn import depart, fight, settle
from engines.tae.turn_context import TurnContext


class ChooseCombatPhase(Phase):
    """Several combats have come of a joining."""

    actions = (ChooseCombat,)
    awaited = "the choice of the first combat"

    def prompt(self, state: TaeState) -> str:
        """Who chooses."""
        return f"{NAMES[state.active]} chooses which combat comes first"

    def notes(self, state: TaeState, viewer: Seat | None) -> Iterator[str]:  # noqa: ARG002
        """The sides of each combat."""
        for kind in conflicts(state):
            sides = external(state, kind).sides
            strengths = ", ".join(f"{NAMES[side.seat]} {side.initial}" for side in sides)
            yield f"⚔️ **{COLONY_TYPES[kind].capitalize()} leaders**: {strengths}"

    def legal(self, state: TaeState, seat: Seat) -> Iterator[TaeAction]:  # noqa: ARG002
        """A combat for each kind in conflict."""
        for kind in conflicts(state):
            yield ChooseCombat(COLONY_TYPES[kind])

    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        """What is no kind in conflict."""
        if action in self.legal(state, seat):
            return None
        kinds = listed((COLONY_TYPES[kind] for kind in conflicts(state)), "or")
        return IllegalAction("no_such_combat", f"Choose one of the kinds in conflict: {kinds}.")

    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:  # noqa: ARG002
        """Begin that combat."""
        assert isinstance(action, ChooseCombat)  # noqa: S101 -- the only action of this phase
        fight(context, action.kind)

    def on_timeout(self, state: TaeState) -> TaeAction:
        """The first in the order of R28."""
        return next(self.legal(state, state.active))

    def resign(self, context: TurnContext, seat: Seat) -> None:
        """Who chooses does so as if his time were up; who does not takes his leaders out of the combats."""
        if seat == context.state.active:
            fight(context, conflicts(context.state)[0])
        else:
            depart(context, seat)
            settle(context)
