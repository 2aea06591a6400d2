"""What a seat must not know makes no difference to anything that it is shown."""

import random
from collections.abc import Callable
from dataclasses import replace as with_parts
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.conformance.registry import conformance_of
from engines.contract import Action, AnyEngine, Engine, IllegalAction, Seat, Step
from engines.gods.events import MarkedReady
from engines.registry import ENGINES, engine_for
from tests.engines.hidden import Pair, StateT, check_pair
from tests.engines.hidden_games import PAIRS
from tests.engines.playouts import a_walk
from tests.engines.test_contract import EXAMPLES


def test_every_game_that_hides_something_brings_pairs() -> None:
    assert set(PAIRS) == {key for key, engine in ENGINES.items() if engine.info.hidden}


@pytest.mark.parametrize(
    "number", [*range(4), *(pytest.param(number, marks=pytest.mark.slow) for number in range(4, 12))]
)
@pytest.mark.parametrize("key", PAIRS)
def test_hidden_parts_make_no_difference(key: str, number: int) -> None:
    pairs = list(PAIRS[key](ENGINES[key], random.Random(number)))
    assert pairs, "there is something to compare"
    for pair in pairs:
        # Not of what is imagined: of TaE a viewer does not see how many combats a turn has had.
        period = ENGINES[key].clock.period
        assert period(pair.one) == period(pair.other)
        check_pair(ENGINES[key], pair)


@pytest.mark.parametrize("key", [key for key in PAIRS if ENGINES[key].imagine is not None])
@given(data=st.data())
@settings(max_examples=2 * EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
def test_what_a_viewer_could_take_for_the_true_state_makes_no_difference(
    key: str, data: st.DataObject
) -> None:
    engine = ENGINES[key]
    assert engine.imagine is not None
    walk = a_walk(engine, data)
    rng = random.Random(data.draw(st.integers(0, 1 << 32)))
    for state in filter(engine.to_act, walk.states[-5:]):
        viewer = rng.choice((None, *range(walk.seats)))
        imagined = engine.imagine(engine.view(state, viewer), rng)
        if imagined != state:
            check_pair(engine, Pair(state, imagined, (viewer,)))


def _refusal(engine: Engine[StateT, Any, Any, Any], state: StateT, seat: Seat, action: Any) -> Any:
    """Code and sentence of a refusal, and whether it is public; None for a legal action."""
    try:
        engine.apply(state, seat, action)
    except IllegalAction as illegal:
        return illegal.code, illegal.sentence, illegal.public
    return None


def check_refusals(engine: AnyEngine, pairs: list[Pair[Any]]) -> None:
    """One's own refusals tell nothing of what others hide, and public ones nothing that anybody hides."""
    drawn, seats = random.Random(1), range(len(engine.info.seats))
    states = [state for pair in pairs for state in (pair.one, pair.other)]
    tried = {action for state in states for seat in seats for action in engine.legal(state, seat)}
    actions = sorted(tried, key=repr)
    for pair in (one for one in pairs if None in one.viewers):
        for seat, action in product(seats, drawn.sample(actions, min(len(actions), 40))):
            one, other = (_refusal(engine, state, seat, action) for state in (pair.one, pair.other))
            # Who has resigned in secret plans nothing more: that a plan is taken tells as much.
            if "resigned" in {one and one[0], other and other[0]}:
                continue
            if seat in pair.viewers or (one and one[2]) or (other and other[2]):
                assert one == other


@pytest.mark.parametrize("key", PAIRS)
def test_refusals_do_not_depend_on_what_is_hidden(key: str) -> None:
    engine = ENGINES[key]
    check_refusals(
        engine, [pair for number in range(3) for pair in PAIRS[key](engine, random.Random(number))]
    )


def test_the_check_itself_tells_a_leak_from_none() -> None:
    engine = engine_for("roses")
    state = conformance_of(engine).read_position("B/.bb./...../..www/..../W w 00", engine.options({}))
    # Who was first is in no view; how many plies it was, is.
    other = replace(state, options=replace(state.options, first="black"))
    check_pair(engine, Pair(state, other, (0, 1, None)))
    with pytest.raises(AssertionError):
        check_pair(engine, Pair(state, replace(state, ply=1), (None,)))


def _refusing_by_plans(state: Any, _seat: Seat, _action: Action) -> Step[Any]:
    raise IllegalAction("not_now", f"The plans are {[stance.plan for stance in state.stances]}.")


def _in_an_event(step: Step[Any]) -> Step[Any]:
    return replace(step, public="plans", events=(*step.events, MarkedReady(len(step.notation) % 4, on=True)))


@pytest.mark.parametrize("tell", [lambda step: replace(step, public=step.notation), _in_an_event])
def test_the_check_tells_a_step_that_says_what_is_hidden(tell: Callable[[Step[Any]], Step[Any]]) -> None:
    engine = ENGINES["gods"]
    leaky = with_parts(engine, play=lambda state, seat, action: tell(engine.play(state, seat, action)))
    pair = next(PAIRS["gods"](engine, random.Random(0)))
    check_pair(engine, pair)
    with pytest.raises(AssertionError):
        check_pair(leaky, pair)


def test_the_check_tells_a_refusal_that_says_what_others_hide() -> None:
    engine = ENGINES["gods"]
    pairs = list(PAIRS["gods"](engine, random.Random(0)))
    check_refusals(engine, pairs)
    with pytest.raises(AssertionError):
        check_refusals(with_parts(engine, play=_refusing_by_plans), pairs)
