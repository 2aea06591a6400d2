"""What a god may do: section 3 of docs/rules/four-gods.md."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from itertools import combinations

from msgspec.structs import replace

from engines.contract import Draw, MetaAction, Resign, Seat
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.options import GodsOptions
from engines.gods.selection import Selection, price, single_actions, write_selection
from engines.gods.state import UNDECIDED, GodsState


def may_choose(state: GodsState, seat: Seat) -> bool:
    """Whether the seat has a choice in this round: the living do, unless they resign."""
    return state.result is None and seat in state.living and not state.stances[seat].resigns


def legal(state: GodsState, seat: Seat) -> Iterator[GodsAction]:
    """Every plan, the smaller ones first; taking it back; the ready mark."""
    if not may_choose(state, seat):
        return
    stance = state.stances[seat]
    yield from plans(state, seat).values()
    if stance.plan is not None:
        yield Clear()
    yield Ready(on=not stance.ready)


def own_turn(state: GodsState, seat: Seat) -> GodsState | None:
    """A round before any choice, with the present energies."""
    return replace(state, stances=(UNDECIDED,) * len(state.stances)) if may_choose(state, seat) else None


def meta_actions(state: GodsState, seat: Seat) -> Iterator[MetaAction]:
    """Asking for a draw, taking that back, answering others who ask (Ruling 15); resigning (Ruling 16)."""
    if seat not in state.living:
        return
    stance = state.stances[seat]
    if stance.asks_draw:
        yield Draw("withdraw")
    else:
        yield Draw("offer")
        if state.asking and not stance.declines_draw:
            yield Draw("accept")
            yield Draw("decline")
    if not stance.resigns:
        yield Resign()


def plans(state: GodsState, seat: Seat) -> Mapping[Selection, Plan]:
    """Every plan that a living god may make now, by its selection, the smaller ones first."""
    return _plans(seat, state.living, state.gods[seat].ep, state.options)


@lru_cache(maxsize=512)
def _plans(
    seat: Seat, living: tuple[Seat, ...], energy: int, options: GodsOptions
) -> Mapping[Selection, Plan]:
    choices = tuple(single_actions(seat, living))
    # Ruling 3: the energy limits how many actions there are, or how dear they are.
    need = len if options.limit == "count" else partial(price, options)
    return {
        selection: Plan(write_selection(selection))
        for count in range(min(options.max_actions, len(choices)) + 1)
        for selection in combinations(choices, count)
        if max(energy, 0) >= need(selection)
    }
