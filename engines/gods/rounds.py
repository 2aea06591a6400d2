"""Settling a round: sections 4 and 10 of docs/rules/four-gods.md, in their order of business."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engines.contract import Seat
from engines.gods.absence import missed_with, resigns
from engines.gods.colours import SEATS
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection, attacked, defended, price
from engines.gods.state import UNDECIDED, God, GodsState, Result
from engines.gods.view import GodRound, Ledger, RoundView


def resolve_round(state: GodsState) -> GodsState:
    """The state after the round under way, with what is saved now (Ruling 4)."""
    missed = {
        seat: missed_with(state.gods[seat].missed, present=_present(state, seat)) for seat in state.living
    }
    leaving = {seat for seat in state.living if state.stances[seat].resigns or too_long_absent(state, seat)}
    chosen: dict[Seat, Selection] = {
        seat: () if seat in leaving else state.stances[seat].plan or () for seat in state.living
    }
    met = {seat: attackers(chosen, seat) for seat in chosen}
    ledgers = {
        seat: ledger_of(state.options, state.gods[seat].ep, selection, *map(len, met[seat]))
        for seat, selection in chosen.items()
    }
    # Ruling 11: nobody's energy changed.
    quiet = all(ledger.after == ledger.before for ledger in ledgers.values())
    if state.is_drained(quiet=quiet):
        loss = state.options.stalemate_loss
        ledgers = {
            seat: replace(ledger, drain=loss, after=ledger.after - loss) for seat, ledger in ledgers.items()
        }
    number = state.settled + 1
    gods, rounds = list(state.gods), []
    for seat, ledger in ledgers.items():
        energy, resigned, (hit_by, blocked) = ledger.after, seat in leaving, met[seat]
        fell = resigned or energy <= 0
        rounds.append(
            GodRound(
                seat=seat,
                actions=chosen[seat],
                ledger=ledger,
                hit_by=hit_by,
                blocked=blocked,
                fell=fell,
                resigned=resigned,
            )
        )
        gods[seat] = God(ep=energy, fell=number if fell else None, resigned=resigned, missed=missed[seat])
    shown = RoundView(number=number, gods=tuple(rounds), ep=tuple(god.ep for god in gods))
    counter = state.quiet + 1 if quiet else 0
    return replace(
        state,
        gods=tuple(gods),
        stances=(UNDECIDED,) * len(SEATS),
        settled=number,
        quiet=counter,
        drained=state.drained or counter >= state.options.stalemate_after,
        history=(*state.history, shown),
        result=find_result(gods, number),
    )


def find_result(gods: Sequence[God], number: int) -> Result | None:
    """The result if at most one god is left, else None. If none is left, those compete that fell in this
    round without resigning.
    """
    living = tuple(seat for seat in SEATS if gods[seat].fell is None)
    if len(living) > 1:
        return None
    if living:
        return Result("last_standing", living)
    fallen = [seat for seat in SEATS if gods[seat].fell == number and not gods[seat].resigned]
    if not fallen:
        return Result("none", ())
    highest = max(gods[seat].ep for seat in fallen)
    winners = tuple(seat for seat in fallen if gods[seat].ep == highest)
    return Result("tie" if len(winners) > 1 else "highest_of_fallen", winners)


def too_long_absent(state: GodsState, seat: Seat) -> bool:
    """Whether a god resigns by its absence if the round is settled as it stands (Ruling 17)."""
    return resigns(state.options.afk_out, state.gods[seat].missed, present=_present(state, seat))


def _present(state: GodsState, seat: Seat) -> bool:
    # A ready god is present, even with nothing saved.
    stance = state.stances[seat]
    return stance.plan is not None or stance.ready


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
