"""The arithmetic of a round: section 4 of rules/four-gods.md. All sums start from the energy before it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.contract import Seat
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection, attacked, defended, price
from engines.gods.view import GodRound, Ledger
from engines.wording import figure


def god_rounds(
    options: GodsOptions, energy: Sequence[int], chosen: Mapping[Seat, Selection]
) -> Iterator[GodRound]:
    """What the gods that chose did and suffered, without the drain and before anybody falls."""
    for seat, selection in chosen.items():
        attackers = [other for other in chosen if seat in attacked(chosen[other])]
        shielded = defended(selection)
        hit_by = tuple(other for other in attackers if other not in shielded)
        blocked = tuple(other for other in attackers if other in shielded)
        cost = price(options, selection)
        damage = options.damage * len(hit_by)
        refund = options.refund * len(blocked)
        ledger = Ledger(
            before=energy[seat],
            cost=cost,
            hits=len(hit_by),
            damage=damage,
            blocks=len(blocked),
            refund=refund,
            drain=0,
            after=energy[seat] - cost - damage + refund,
        )
        yield GodRound(
            seat=seat,
            actions=selection,
            ledger=ledger,
            hit_by=hit_by,
            blocked=blocked,
            fell=False,
            resigned=False,
        )


def is_drained(options: GodsOptions, *, quiet_before: int, drained: bool, quiet: bool) -> bool:
    """Whether this round costs everybody energy, given the counter as it stood before."""
    match options.stalemate:
        case "reset":
            return quiet and quiet_before >= options.stalemate_after
        case "sticky":
            return drained or quiet_before >= options.stalemate_after
        case "off":
            return False


def with_drain(god: GodRound, loss: int) -> GodRound:
    """The same with the drain in its ledger."""
    ledger = god.ledger
    return replace(god, ledger=replace(ledger, drain=loss, after=ledger.after - loss))


def equation(ledger: Ledger) -> str:
    """The sum as section 5 of the rules writes it: ``60−4+1=57``, with ``d`` behind a drain."""
    terms = [figure(ledger.before)]
    terms += [f"−{part}" for part in (ledger.cost, ledger.damage) if part]
    if ledger.refund:
        terms.append(f"+{ledger.refund}")
    if ledger.drain:
        terms.append(f"−{ledger.drain}d")
    return f"{''.join(terms)}={figure(ledger.after)}"
