"""The arithmetic of a round: section 4 of rules/four-gods.md. All sums start from the energy before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engines.contract import Seat, Value
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection, attacked, defended, price
from engines.gods.view import Ledger
from engines.wording import figure


class RoundLedger(Value, frozen=True):
    """What a round brought one god, before eliminations."""

    ledger: Ledger
    hit_by: tuple[Seat, ...]
    blocked: tuple[Seat, ...]


def round_ledgers(
    options: GodsOptions, energy: Sequence[int], chosen: Mapping[Seat, Selection]
) -> dict[Seat, RoundLedger]:
    """The ledgers of all gods that chose, without the drain."""
    ledgers = {}
    for seat, selection in chosen.items():
        attackers = tuple(other for other in chosen if seat in attacked(chosen[other]))
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
        ledgers[seat] = RoundLedger(ledger, hit_by, blocked)
    return ledgers


def is_quiet(ledgers: Mapping[Seat, RoundLedger]) -> bool:
    """Whether nobody's energy changed (Ruling 11)."""
    return all(one.ledger.after == one.ledger.before for one in ledgers.values())


def is_drained(options: GodsOptions, *, quiet_before: int, drained: bool, quiet: bool) -> bool:
    """Whether this round costs everybody energy, given the counter as it stood before."""
    match options.stalemate:
        case "reset":
            return quiet and quiet_before >= options.stalemate_after
        case "sticky":
            return drained or quiet_before >= options.stalemate_after
        case "off":
            return False


def with_drain(before: RoundLedger, loss: int) -> RoundLedger:
    """The same ledger with the drain in it."""
    ledger = before.ledger
    return replace(before, ledger=replace(ledger, drain=loss, after=ledger.after - loss))


def equation(ledger: Ledger) -> str:
    """The sum as section 5 of the rules writes it: ``60−4+1=57``, with ``d`` behind a drain."""
    terms = [figure(ledger.before)]
    terms += [f"−{part}" for part in (ledger.cost, ledger.damage) if part]
    if ledger.refund:
        terms.append(f"+{ledger.refund}")
    if ledger.drain:
        terms.append(f"−{ledger.drain}d")
    return f"{''.join(terms)}={figure(ledger.after)}"
