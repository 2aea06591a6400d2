"""Pairs of states that look the same to viewers who must not know hands, commitments, totals or the bag."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import AnyEngine, Seat
from engines.tae.actions import Swap
from engines.tae.state import Counts, TaeState
from tests.engines.hidden import Pair
from tests.engines.playouts import a_choice


def pairs(engine: AnyEngine, rng: random.Random) -> Iterator[Pair[TaeState]]:
    """Pairs at several moments of a random game: another hand, commitment or bag, or other points."""
    seats = rng.choice((2, 3, 4))
    options = {"monuments": rng.random() < 0.5}
    state: TaeState = engine.start(engine.options(options), seats, f"{rng.getrandbits(256):064x}")
    for _ in range(120):
        if rng.random() < (0.3 if state.combat is not None else 0.04):
            yield rng.choice(list(_at(state, rng)))
        seat, action = a_choice(engine, state, rng)
        if isinstance(action, Swap) and rng.random() < 0.7:
            continue
        state = engine.apply(state, seat, action).state
        if state.ending is not None:
            return


def _at(state: TaeState, rng: random.Random) -> Iterator[Pair[TaeState]]:
    everybody: tuple[Seat | None, ...] = (None, *range(state.seats))
    bag = "".join(rng.sample(state.bag, len(state.bag)))
    if bag != state.bag:
        yield Pair(state, replace(state, bag=bag), everybody)
    for seat in range(state.seats):
        others = tuple(viewer for viewer in everybody if viewer != seat)
        tally = state.scores[seat]
        scores = (*state.scores[:seat], (tally[0] + 1, *tally[1:]), *state.scores[seat + 1 :])
        yield Pair(state, replace(state, scores=scores), others)
        turned: Counts = (*state.hands[seat][1:], state.hands[seat][0])
        if turned != state.hands[seat]:
            hands = (*state.hands[:seat], turned, *state.hands[seat + 1 :])
            yield Pair(state, replace(state, hands=hands), others)
        yield from _other_commitment(state, seat, others)


def _other_commitment(
    state: TaeState, seat: Seat, others: tuple[Seat | None, ...]
) -> Iterator[Pair[TaeState]]:
    combat = state.combat
    if combat is None:
        return
    for side in combat.sides:
        if side.seat == seat and side.ships is not None:
            other = replace(side, ships=side.ships + 1)
            sides = tuple(other if one is side else one for one in combat.sides)
            yield Pair(state, replace(state, combat=replace(combat, sides=sides)), others)
