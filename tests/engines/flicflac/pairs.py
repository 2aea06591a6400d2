"""States of random games that are one to whoever must not know what is staged, or what chance will bring."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import AnyEngine
from engines.flicflac.actions import End
from engines.flicflac.state import FlicFlacState
from tests.engines.hidden import Pair


def pairs(engine: AnyEngine, dice: random.Random) -> Iterator[Pair[FlicFlacState]]:
    """At several phases of a random game: other staged moves, none at all, another seed."""
    options = {"size": dice.choice((5, 6, 7, 8)), "events": dice.choice((0, 50)), "target": 50}
    state: FlicFlacState = engine.start(engine.options(options), 2, f"{dice.getrandbits(256):064x}")
    for _ in range(12):
        others = (1 - state.side, None)
        one, other = _staged(engine, state, dice), _staged(engine, state, dice)
        for first, second in ((one, other), (one, state)):
            if first != second:
                yield Pair(first, second, others)
        seed = Chance(f"{dice.getrandbits(256):064x}", state.chance.drawn)
        yield Pair(one, replace(one, chance=seed), (0, 1, None))
        state = engine.apply(other, other.side, End()).state
        if state.ending is not None:
            return


def _staged(engine: AnyEngine, state: FlicFlacState, dice: random.Random) -> FlicFlacState:
    """The phase under way after some more actions of its mover."""
    for _ in range(dice.randrange(10)):
        actions = [action for action in engine.legal(state, state.side) if not isinstance(action, End)]
        if actions:
            state = engine.apply(state, state.side, dice.choice(actions)).state
    return state
