"""The contents of a picture from a view: the round shown, the action on each way, each sum."""

from engines.contract import Seat
from engines.gods.colours import NAMES
from engines.gods.selection import target
from engines.gods.view import GodRound, GodsView, OwnPlan, RoundView
from engines.wording import counted, figure, listed
from render.gods.panel import GodPanel, Term
from render.gods.ring import Way


def brief(view: GodsView) -> str:
    """The outcome in fewer words, to fit in one line; empty where its whole sentence fits."""
    if view.outcome is None:
        return ""
    winners = [NAMES[seat] for seat in view.outcome.winners]
    return {
        "highest_of_fallen": f"{winners[0]} wins: the most energy at the last fall",
        "tie": f"{listed(winners)} tie",
        "none": "Everybody left has resigned: no winner",
    }.get(view.outcome.why, "")


def plan(view: GodsView) -> OwnPlan | None:
    """The viewer's plan if the diagram shows it: it is saved, and no question asked for an earlier round."""
    return view.own if view.own is not None and view.own.saved and past(view) is None else None


def past(view: GodsView) -> RoundView | None:
    """The round shown if it is not the last settled one, else None: all is then shown as after that round."""
    shown = view.shown
    return shown if shown is not None and shown != view.history[-1] else None


def is_out(view: GodsView, seat: Seat) -> bool:
    """Whether a god has fallen at the time that the picture shows."""
    fell, then = view.gods[seat].fell_in_round, past(view)
    return fell is not None and (then is None or fell <= then.number)


def ways(view: GodsView) -> tuple[Way, ...]:
    """The actions between the gods: the viewer's plan, or else those of the round shown."""
    own = plan(view)
    if own is not None and view.viewer is not None:
        return tuple(_planned(view.viewer, action) for action in own.actions)
    if view.shown is None:
        return ()
    blocks = {(foe, god.seat) for god in view.shown.gods for foe in god.blocked}
    return tuple(
        way for god in view.shown.gods for action in god.actions if (way := _done(god.seat, action, blocks))
    )


def panel_of(view: GodsView, seat: Seat) -> GodPanel:
    """What a god's panel shows."""
    god, then, own = view.gods[seat], past(view), plan(view)
    mine = own if own is not None and seat == view.viewer else None
    round_ = god_round(view, seat)
    energy = god.ep if then is None else then.ep[seat]
    fallen = is_out(view, seat)
    # Nobody wins if all remaining gods resigned in one round (Ruling 16).
    winners = () if view.outcome is None or view.outcome.why == "none" else view.outcome.winners
    return GodPanel(
        seat=seat,
        energy=energy,
        before=round_.ledger.before if round_ is not None else energy,
        full=max((view.start, *(each for past_round in view.history for each in past_round.ep))),
        fallen=fallen,
        won=then is None and seat in winners,
        ready=_ready(view, seat),
        note=_note(view, seat),
        sum=_plan_sum(energy, mine) if mine is not None else _sum(view, round_, energy, fallen=fallen),
        planned=mine is not None,
    )


def god_round(view: GodsView, seat: Seat) -> GodRound | None:
    """A god's actions in the round shown; None if there are none or it had fallen before."""
    gods = view.shown.gods if view.shown is not None else ()
    return next((god for god in gods if god.seat == seat), None)


def arithmetic(round_: GodRound) -> str:
    """A god's sum as in section 5 of the rules: ``60 − 4 + 1 = 57``."""
    return " ".join(term.number for term in _terms(round_))


def caption(view: GodsView) -> tuple[str, bool]:
    """What the diagram shows, and whether that is the viewer's own plan."""
    own = plan(view)
    if own is not None:
        return (f"Your plan costs {own.price}" if own.actions else "Your plan: nothing"), True
    text = f"Round {view.shown.number} as it went" if view.shown is not None else f"Round {view.round}"
    return text, False


def warning(view: GodsView) -> str:
    """A warning with what the drain takes, when it may come in this round (Ruling 11); else empty."""
    if not view.drain_looms or view.outcome is not None or past(view) is not None:
        return ""
    return f"Stalemate drain: {view.drain} EP each"


def prices(view: GodsView) -> str:
    """What actions cost at this table."""
    return f"attack costs {view.attack_cost}, defence {view.defend_cost}"


def effects(view: GodsView) -> str:
    """What a hit takes and a block gives at this table."""
    return f"a hit takes {view.damage}, a block gives {view.refund}"


def _planned(seat: Seat, action: str) -> Way:
    foe = target(action)
    return Way(seat, foe, "attack planned") if action[0] == "A" else Way(foe, seat, "defence planned")


def _done(seat: Seat, action: str, blocks: set[tuple[Seat, Seat]]) -> Way | None:
    """The way on which an action is drawn; None for a defence, shown by the attack that it blocked."""
    foe = target(action)
    if action[0] == "A":
        return Way(seat, foe, "blocked" if (seat, foe) in blocks else "hit")
    return None if (foe, seat) in blocks else Way(foe, seat, "wasted")


def _note(view: GodsView, seat: Seat) -> str:
    """The words below a god's bar."""
    god, own = view.gods[seat], view.own
    if is_out(view, seat):
        return f"{'resigned' if god.resigned else 'fell'} in round {god.fell_in_round}"
    if past(view) is not None or view.outcome is not None:
        return f"of {view.start}"
    if own is not None and seat == view.viewer and own.resigning:
        return "will resign"
    if god.asks_draw:
        return "asks for a draw"
    if _ready(view, seat):
        return "ready"
    if own is not None and own.saved and seat == view.viewer:
        return "plan saved"
    return f"of {view.start}" if god.ready is None else "makes plans"


def _ready(view: GodsView, seat: Seat) -> bool:
    """Whether a god is ready as far as the viewer may know, who always knows the own mark."""
    if past(view) is not None or view.outcome is not None:
        return False
    return bool(view.gods[seat].ready) or (view.own is not None and seat == view.viewer and view.own.ready)


def _sum(view: GodsView, round_: GodRound | None, energy: int, *, fallen: bool) -> tuple[Term, ...]:
    """The arithmetic of the round shown; before the first one, the starting energy."""
    if round_ is not None:
        return _terms(round_)
    return () if fallen or view.round > 1 else (Term(figure(energy), "start"),)


def _terms(round_: GodRound) -> tuple[Term, ...]:
    ledger = round_.ledger
    terms = [Term(figure(ledger.before), "")]
    if round_.actions:
        terms.append(Term(f"\N{MINUS SIGN} {ledger.cost}", "cost"))
    if ledger.hits:
        terms.append(Term(f"\N{MINUS SIGN} {ledger.damage}", counted(ledger.hits, "hit")))
    if ledger.blocks:
        terms.append(Term(f"+ {ledger.refund}", counted(ledger.blocks, "block")))
    if ledger.drain:
        terms.append(Term(f"\N{MINUS SIGN} {ledger.drain}", "drain"))
    result = "did nothing" if len(terms) == 1 and not round_.resigned else ""
    return (*terms, Term(f"= {figure(ledger.after)}", result))


def _plan_sum(energy: int, own: OwnPlan) -> tuple[Term, ...]:
    """The arithmetic of the viewer's plan: the energy left after its price."""
    return (
        Term(figure(energy), ""),
        Term(f"\N{MINUS SIGN} {own.price}", "cost"),
        Term(f"= {figure(own.left)}", "before hits"),
    )
