"""The arithmetic of a round: section 4 of rules/four-gods.md. All sums start from the energy before it."""

from collections.abc import Mapping

from engines.contract import Seat
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection, attacked, defended, price
from engines.gods.view import Ledger
from engines.wording import figure


def attackers(chosen: Mapping[Seat, Selection], seat: Seat) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The gods whose attacks hit this one, and those whose attacks it blocked."""
    found = [other for other in chosen if seat in attacked(chosen[other])]
    shielded = defended(chosen[seat])
    hit_by = tuple(other for other in found if other not in shielded)
    return hit_by, tuple(other for other in found if other in shielded)


def ledger_of(options: GodsOptions, energy: int, selection: Selection, hits: int, blocks: int) -> Ledger:
    """A god's sum without the drain."""
    cost = price(options, selection)
    damage, refund = options.damage * hits, options.refund * blocks
    return Ledger(
        before=energy,
        cost=cost,
        hits=hits,
        damage=damage,
        blocks=blocks,
        refund=refund,
        drain=0,
        after=energy - cost - damage + refund,
    )


def equation(ledger: Ledger) -> str:
    """The sum as section 5 of the rules writes it: ``60−4+1=57``, with ``d`` behind a drain."""
    terms = [figure(ledger.before)]
    terms += [f"−{part}" for part in (ledger.cost, ledger.damage) if part]
    if ledger.refund:
        terms.append(f"+{ledger.refund}")
    if ledger.drain:
        terms.append(f"−{ledger.drain}d")
    return f"{''.join(terms)}={figure(ledger.after)}"
