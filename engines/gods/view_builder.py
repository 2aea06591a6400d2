"""The view of a state, built from public facts and the viewer's own part."""

from engines.contract import Seat
from engines.gods.colours import SEATS, named
from engines.gods.outcome import outcome
from engines.gods.selection import price, single_actions
from engines.gods.state import GodsState
from engines.gods.view import GodsView, GodView, OwnPlan
from engines.wording import figure


def build_view(state: GodsState, viewer: Seat | None) -> GodsView:
    """What the viewer may know."""
    over = outcome(state)
    options = state.options
    return GodsView(
        viewer=viewer,
        ply=state.settled,
        turn=clock_period(state),
        to_act=tuple(seat for seat in state.pending if options.show_ready or seat == viewer),
        prompt=over.text.rstrip(".") if over else _prompt(state),
        chips=tuple(_chip(state, seat) for seat in SEATS),
        outcome=over,
        round=state.round,
        gods=tuple(_god(state, seat) for seat in SEATS),
        start=options.start,
        attack_cost=options.attack_cost,
        defend_cost=options.defend_cost,
        damage=options.damage,
        refund=options.refund,
        max_actions=options.max_actions,
        quiet=state.quiet,
        drain_looms=over is None and state.is_drained(quiet=True),
        drain=options.stalemate_loss,
        own=_own(state, viewer),
        shown=state.history[-1] if state.history else None,
        history=state.history,
        limit=options.limit,
        stalemate=options.stalemate,
        stalemate_after=options.stalemate_after,
        afk_out=options.afk_out,
    )


def clock_period(state: GodsState) -> str:
    """A deadline covers one round."""
    return f"round {state.round}"


def _prompt(state: GodsState) -> str:
    if state.options.show_ready and state.pending:
        return f"{named(state.pending)} {'choose' if len(state.pending) > 1 else 'chooses'} in secret"
    return "The living gods choose in secret"


def _chip(state: GodsState, seat: Seat) -> str:
    god = state.gods[seat]
    energy = f"{figure(god.ep)} EP"
    return energy if god.fell is None else f"{energy}, out"


def _god(state: GodsState, seat: Seat) -> GodView:
    god, stance = state.gods[seat], state.stances[seat]
    alive = god.fell is None
    return GodView(
        ep=god.ep,
        alive=alive,
        fell_in_round=god.fell,
        resigned=god.resigned,
        ready=stance.ready if alive and state.options.show_ready else None,
        asks_draw=stance.asks_draw,
    )


def _own(state: GodsState, viewer: Seat | None) -> OwnPlan | None:
    if viewer is None or state.result is not None or viewer not in state.living:
        return None
    god, stance, options = state.gods[viewer], state.stances[viewer], state.options
    plan = stance.plan or ()
    cost = price(options, plan)
    choices = tuple(single_actions(viewer, state.living))
    most = min(options.max_actions, len(choices))
    return OwnPlan(
        saved=stance.plan is not None,
        actions=plan,
        price=cost,
        left=god.ep - cost,
        most=min(most, god.ep) if options.limit == "count" else most,
        choices=choices,
        ready=stance.ready,
        resigning=stance.resigns,
        missed=god.missed,
    )
