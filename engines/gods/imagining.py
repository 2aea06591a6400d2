"""A state that a viewer cannot tell from the true one, made from their view alone."""

from random import Random

from msgspec.structs import replace

from engines.contract import Seat
from engines.gods.legal_moves import plans
from engines.gods.options import GodsOptions
from engines.gods.state import UNDECIDED, God, GodsState, Stance
from engines.gods.view import GodsView
from engines.search.picking import one_of


def imagine(view: GodsView, rng: Random) -> GodsState:
    """The round under way as its viewer sees it; all plans of the others are equally likely.

    A god that the viewer sees ready has not resigned, and no other god was absent in earlier rounds.
    """
    bare = state_seen(view)
    stances = list(bare.stances)
    for seat in bare.living:
        if seat != view.viewer:
            stances[seat] = replace(stances[seat], plan=one_of([None, *plans(bare, seat)], rng))
    return replace(bare, stances=tuple(stances))


def state_seen(view: GodsView) -> GodsState:
    """A state that agrees with the view and in which the others have saved nothing."""
    own = view.own
    gods = tuple(
        God(
            ep=god.ep,
            fell=god.fell_in_round,
            resigned=god.resigned,
            missed=own.missed if own is not None and seat == view.viewer else 0,
        )
        for seat, god in enumerate(view.gods)
    )
    options = GodsOptions(
        start=view.start,
        attack_cost=view.attack_cost,
        defend_cost=view.defend_cost,
        damage=view.damage,
        refund=view.refund,
        max_actions=view.max_actions,
        limit=view.limit,
        stalemate=view.stalemate,
        stalemate_after=view.stalemate_after,
        stalemate_loss=view.drain,
        show_ready=any(god.ready is not None for god in view.gods),
        afk_out=view.afk_out,
    )
    return GodsState(
        options=options,
        gods=gods,
        stances=tuple(_stance(view, seat, shown=options.show_ready) for seat in range(len(gods))),
        settled=view.ply,
        quiet=view.quiet,
        drained=view.drain_looms,
        history=view.history,
    )


def _stance(view: GodsView, seat: Seat, *, shown: bool) -> Stance:
    god, own = view.gods[seat], view.own if seat == view.viewer else None
    if not god.alive:
        return UNDECIDED
    ready = own.ready if own is not None else bool(god.ready)
    known = shown or own is not None
    return Stance(
        plan=own.actions if own is not None and own.saved else None,
        ready=ready,
        late=known and not ready and seat not in view.to_act,
        resigns=own is not None and own.resigning,
        asks_draw=god.asks_draw,
    )
