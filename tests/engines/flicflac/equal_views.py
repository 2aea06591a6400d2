"""Pairs of states that look the same to viewers who must not know staged moves or coming random draws."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import AnyEngine
from engines.flicflac.actions import End
from engines.flicflac.state import FlicFlacState
from tests.engines.hidden import Pair


def pairs(engine: AnyEngine, rng: random.Random) -> Iterator[Pair[FlicFlacState]]:
    """Pairs at several phases of a random game, with other staged moves, none at all, or another seed."""
    options = {"size": rng.choice((5, 6, 7, 8)), "events": rng.choice((0, 50)), "target": 50}
    state: FlicFlacState = engine.start(engine.options(options), 2, f"{rng.getrandbits(256):064x}")
    for _ in range(12):
        others = (1 - state.side, None)
        one, other = _staged(engine, state, rng), _staged(engine, state, rng)
        for first, second in ((one, other), (one, state)):
            if first != second:
                yield Pair(first, second, others)
        seed = Chance(f"{rng.getrandbits(256):064x}", state.chance.drawn)
        yield Pair(one, replace(one, chance=seed), (0, 1, None))
        state = engine.apply(other, other.side, End()).state
        if state.ending is not None:
            return


def _staged(engine: AnyEngine, state: FlicFlacState, rng: random.Random) -> FlicFlacState:
    """The phase under way after some more actions of its mover."""
    for _ in range(rng.randrange(10)):
        actions = [action for action in engine.legal(state, state.side) if not isinstance(action, End)]
        if actions:
            state = engine.apply(state, state.side, rng.choice(actions)).state
    return state
