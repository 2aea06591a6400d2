"""Words of actions and picks have the length that hosts have room for, whatever a game says."""

from random import Random

import pytest

from engines.contract import LazyOffer, Pick
from engines.registry import ENGINES
from engines.roses.actions import Pass
from tests.engines.vectors import states


@pytest.mark.parametrize(("length", "shown"), [(80, "x" * 80), (81, "x" * 79 + "…")])
def test_what_is_too_long_is_cut(length: int, shown: str) -> None:
    assert Pick("x", lambda: "x" * length).label == shown
    offer = LazyOffer(Pass(), "pass", lambda: ("x" * length, ""))
    assert offer.words == shown
    assert offer.described == ("x" * length, "")


def test_an_effect_stands_behind_what_has_it() -> None:
    assert LazyOffer(Pass(), "pass", lambda: ("x" * 77, "y")).words == "x" * 77 + ": y"
    assert LazyOffer(Pass(), "pass", lambda: ("x" * 77, "yy")).words == "x" * 77 + ":…"
    assert LazyOffer(Pass(), "pass").words == "pass"


@pytest.mark.parametrize("key", ["roses", "flicflac", "reef", "tae"])
def test_a_pick_that_leads_on_says_what_is_asked_next(key: str) -> None:
    engine, chance = ENGINES[key], Random(1)
    state = engine.start(engine.options({}), 2, "0" * 64)
    for _ in range(60):
        seat = engine.to_act(state)[0]
        legal = list(engine.legal(state, seat))
        for action in legal:
            for path in engine.offer(state, seat, action).paths:
                assert all(pick.then.endswith("?") for pick in path[:-1]), [pick.label for pick in path]
        state = engine.apply(state, seat, chance.choice(legal)).state
        if engine.outcome(state) is not None:
            return


@pytest.mark.parametrize("key", ENGINES)
def test_in_the_positions_of_the_rules_every_path_leads_to_one_action(key: str) -> None:
    engine, positions = ENGINES[key], states(key)
    for name, state in positions[:: 1 + len(positions) // 25]:
        for seat in engine.to_act(state):
            actions = list(engine.legal(state, seat))
            offers = [engine.offer(state, seat, one) for one in actions[:: 1 + len(actions) // 50]]
            paths = [tuple(pick.value for pick in path) for offer in offers for path in offer.paths]
            assert len(set(paths)) == len(paths), name
            for offer in offers:
                assert offer.first in {"", *(path[0].value for path in offer.paths)}, name
                assert all(not offer.first or path[0].value == offer.first for path in offer.paths), name
                assert engine.parse(state, seat, offer.notation) == offer.action, name
                assert engine.format(offer.action) == offer.notation, name
