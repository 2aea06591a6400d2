"""Pairs of states that look the same to viewers who must not know the plans of others."""

import random
from collections.abc import Iterator

from engines.contract import Action, AnyEngine, Resign, Seat
from engines.gods.actions import Clear, Ready
from engines.gods.legal_moves import plans
from engines.gods.state import GodsState
from tests.engines.hidden import Pair


def pairs(engine: AnyEngine, rng: random.Random) -> Iterator[Pair[GodsState]]:
    """Pairs at several rounds of a random game, with other plans, and other marks where those are hidden."""
    shown = rng.random() < 0.5
    options = {
        "show_ready": shown,
        "start": rng.choice((8, 20, 60)),
        "afk_out": rng.choice((0, 2)),
        "max_actions": rng.choice((1, 3, 6)),
    }
    state: GodsState = engine.start(engine.options(options), 4, f"{rng.getrandbits(256):064x}")
    for _ in range(6):
        one = _planned(engine, state, rng, state.living)
        hiders = tuple(seat for seat in one.living if rng.random() < 0.5) or one.living[:1]
        other = _planned(engine, one, rng, hiders)
        if shown:
            one, other = _resigning(engine, one, hiders[0]), _resigning(engine, other, hiders[0], leave=True)
        else:
            other = _marked(engine, other, rng, hiders)
        others: list[Seat | None] = [seat for seat in range(4) if seat not in hiders]
        if engine.codec.encode(one) != engine.codec.encode(other):
            yield Pair(one, other, (*others, None))
        state = _settled(engine, rng.choice((one, other)))
        if state.result is not None:
            return


def _planned(engine: AnyEngine, state: GodsState, rng: random.Random, seats: tuple[Seat, ...]) -> GodsState:
    for seat in seats:
        for _ in range(rng.randrange(3)):
            state = engine.apply(state, seat, rng.choice(list(plans(state, seat).values()))).state
        if state.stances[seat].plan is not None and rng.random() < 0.2:
            state = engine.apply(state, seat, Clear()).state
    return state


def _marked(engine: AnyEngine, state: GodsState, rng: random.Random, seats: tuple[Seat, ...]) -> GodsState:
    """The state with random gods ready, resigning or late, but never all: the round must not settle."""
    for seat in seats:
        action = rng.choice((Ready(), Resign(), engine.clock.on_timeout(state, seat)))
        if len(state.pending) > 1 and seat in state.pending:
            state = engine.apply(state, seat, action).state
    return state


def _resigning(engine: AnyEngine, state: GodsState, seat: Seat, *, leave: bool = False) -> GodsState:
    """The state with a god resigning, and ready if ready marks are public: a resignation looks like one."""
    if len(state.pending) == 1:
        return state
    return _applied(engine, state, seat, Resign() if leave else Ready())


def _applied(engine: AnyEngine, state: GodsState, seat: Seat, action: Action) -> GodsState:
    after: GodsState = engine.apply(state, seat, action).state
    return after


def _settled(engine: AnyEngine, state: GodsState) -> GodsState:
    for seat in state.pending:
        state = engine.apply(state, seat, Ready()).state
    return state
