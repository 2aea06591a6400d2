"""The board turned by half, colours exchanged, is the same game (section 2 of the rules)."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Seat
from engines.roses.actions import RosesAction, Translate
from engines.roses.board import HALF_TURN, OPPOSITE
from engines.roses.state import RosesState
from tests.engines.roses.table import ENGINE, start
from tests.examples import examples


def turned_action(action: RosesAction) -> RosesAction:
    if isinstance(action, Translate):
        first, second = sorted((HALF_TURN[action.first], HALF_TURN[action.second]))
        return Translate(first, second, OPPOSITE[action.direction])
    cells = [HALF_TURN[getattr(action, name)] for name in action.__struct_fields__]
    return type(action)(*cells)


@given(st.integers(0, 1 << 32), st.booleans(), st.booleans())
@settings(max_examples=examples(40))
def test_the_half_turn_keeps_the_rules(seed: int, long_phalanx: bool, contiguous: bool) -> None:
    rng = random.Random(seed)
    kept = start(first="white", long_phalanx=long_phalanx, support_contiguous=contiguous)
    turned = start(first="black", long_phalanx=long_phalanx, support_contiguous=contiguous)
    while kept.ending is None:
        actions = list(ENGINE.legal(kept, kept.turn))
        assert {turned_action(action) for action in actions} == set(ENGINE.legal(turned, turned.turn))
        action = rng.choice(actions)
        kept, turned = after(kept, action), after(turned, turned_action(action))
        assert turned.turn == 1 - kept.turn
    assert turned.ending is not None
    assert turned.ending.why == kept.ending.why
    assert turned.ending.winner == other(kept.ending.winner)


def after(state: RosesState, action: RosesAction) -> RosesState:
    return ENGINE.apply(state, state.turn, action).state


def other(seat: Seat | None) -> Seat | None:
    return None if seat is None else 1 - seat
