"""A combat turn, in which everybody involved commits ships: docs/rules/tae.md section 8."""

from collections.abc import Iterator

from engines.contract import IllegalAction, Seat
from engines.tae.actions import Reinforce, TaeAction, is_whole
from engines.tae.combat import commit, open_combat
from engines.tae.constants import COLONY_TYPES, EMBLEMS, NAMES
from engines.tae.events import Committed, Sealed
from engines.tae.phases.phase import Phase
from engines.tae.state import Combat, TaeState
from engines.tae.turn import resolve_if_complete
from engines.tae.turn_context import TurnContext
from engines.wording import counted, listed


class ReinforcePhase(Phase):
    """A combat awaits commitments."""

    actions = (Reinforce,)
    wrong_phase = "No combat is open"
    off_turn = True

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        return tuple(sorted(side.seat for side in open_combat(state).sides if side.ships is None))

    def prompt(self, state: TaeState) -> str:
        return f"{listed(NAMES[seat] for seat in self.to_act(state))} may commit ships to the combat"

    def notes(self, state: TaeState, viewer: Seat | None) -> Iterator[str]:
        combat = open_combat(state)
        ship = COLONY_TYPES[combat.ship]
        how = "Internal" if combat.internal else "External"
        kind = COLONY_TYPES[combat.kind]
        yield f"⚔️ **{how} combat of the {kind} leaders**. Each {ship} committed adds 1."
        for side in combat.sides:
            mark = "▫️ still to commit" if side.ships is None else "☑️ has committed"
            yield f"`{EMBLEMS[side.seat]}` **{NAMES[side.seat]} {side.initial}** {mark}"
        yield f"-# {ties(combat)}"
        own = combat.side_of(viewer)
        if own is not None:
            held = counted(state.hands[own.seat][combat.ship], ship)
            committed = "" if own.ships is None else f" and have committed {own.ships} of them"
            yield f"You hold {held}{committed}."

    def legal(self, state: TaeState, seat: Seat) -> Iterator[TaeAction]:
        return map(Reinforce, _amounts(state, seat))

    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        assert isinstance(action, Reinforce)  # noqa: S101 -- the only action of this phase
        combat = open_combat(state)
        side = combat.side_of(seat)
        if side is None:
            names = listed(NAMES[side.seat] for side in combat.sides)
            sentence = f"You have no leader in this combat, which is between {names}."
            return IllegalAction("not_involved", sentence, public=True)
        if side.ships is not None:
            sentence = "You have committed your ships already; that is final."
            return IllegalAction("already_reinforced", sentence, public=True)
        if not is_whole(action.ships) or action.ships < 0:
            return IllegalAction("bad_amount", f"Commit 0 to {_amounts(state, seat)[-1]} ships.")
        amounts = _amounts(state, seat)
        if action.ships not in amounts:
            held = counted(amounts[-1], COLONY_TYPES[combat.ship])
            return IllegalAction("not_enough_ships", f"You have {held}, not {action.ships}.")
        return None

    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:
        assert isinstance(action, Reinforce)  # noqa: S101 -- the only action of this phase
        # The action that led to the combat stays marked until the combat is resolved, and beside its result.
        context.last = context.state.last
        combat = commit(open_combat(context.state), seat, action.ships)
        context.change(combat=combat)
        context.tell(Sealed(seat, COLONY_TYPES[combat.ship], action.ships))
        # Reveals: a commitment is final, and trying out the last one would show those of the others.
        context.reveals = True
        if combat.complete:
            resolve_if_complete(context)
        else:
            context.tell(Committed(seat))
            context.marks_only = True

    def on_timeout(self, state: TaeState) -> TaeAction:
        return Reinforce(0)

    def resign(self, context: TurnContext, seat: Seat) -> None:
        context.last = context.state.last
        combat = open_combat(context.state)
        side = combat.side_of(seat)
        if side is not None and side.ships is None:
            context.change(combat=commit(combat, seat, 0))
            resolve_if_complete(context)


REINFORCE = ReinforcePhase()


def _amounts(state: TaeState, seat: Seat) -> range:
    return range(state.hands[seat][open_combat(state).ship] + 1)


def ties(combat: Combat) -> str:
    """The order in which ties are won, in words: ``Ties go to Lion, then to Pot``."""
    names = [NAMES[side.seat] for side in combat.sides[:0:-1]]
    return f"Ties go to {', then to '.join(names)}."
