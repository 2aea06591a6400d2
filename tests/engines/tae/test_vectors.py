"""The vectors hold, and a vector with a wrong value fails."""

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.engines import vectors

VECTORS = vectors.VECTORS["tae"]
verdict = partial(vectors.failure, "tae")


def named(name: str) -> dict[str, Any]:
    return copy.deepcopy(VECTORS[name])


def wrong_vectors(vector: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The vector with one expectation falsified; what is left out of the last position is not asserted."""
    for expect in vectors.falsified(vector["expect"], told=lambda _: False):
        yield {**vector, "expect": expect}
    for number, step in enumerate(vector["steps"]):
        for key in {"events", "choices", "error"} & step.keys():
            for changed in vectors.falsified(step[key]):
                steps = list(vector["steps"])
                steps[number] = {**step, key: changed}
                yield {**vector, "steps": steps}


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_with_one_value_falsified_fails(name: str) -> None:
    wrong = list(wrong_vectors(VECTORS[name]))
    assert len(wrong) > 5
    assert [one for one in wrong if verdict(one) is None] == []


def test_unknown_keys_fail() -> None:
    for at in ([], ["expect"], ["position"], ["steps", 0], ["steps", 0, "do"], ["hands", "bow"]):
        wrong = named("X1a")
        place: Any = wrong
        for key in at:
            place = place[key]
        place["surplus"] = 1
        assert verdict(wrong) is not None, at


def test_missing_and_surplus_events_fail() -> None:
    missing = named("X1a")
    del missing["steps"][0]["events"]
    assert verdict(missing) is not None
    choices = named("X3a")
    del choices["steps"][0]["choices"]
    assert verdict(choices) is not None


@pytest.mark.parametrize(
    ("player", "do", "error"),
    [
        ("bow", {"op": "dance"}, "UNKNOWN_ACTION"),
        ("bow", {}, "UNKNOWN_ACTION"),
        ("bow", {"op": "leader", "kind": "pirate", "to": [1, 1]}, "UNKNOWN_ACTION"),
        ("bow", {"op": "leader", "kind": "merchant"}, "UNKNOWN_ACTION"),
        ("bow", {"op": "colony", "kind": "scientist", "to": [1]}, "UNKNOWN_ACTION"),
        ("bow", {"op": "colony", "kind": "scientist", "to": [1.5, 2]}, "UNKNOWN_ACTION"),
        ("bow", {"op": "swap", "ships": {"merchant": "two"}}, "UNKNOWN_ACTION"),
        ("bow", {"op": "swap"}, "UNKNOWN_ACTION"),
        ("bow", {"op": "swap", "ships": {"scientist": -1, "merchant": 2}}, "BAD_AMOUNT"),
        ("bow", {"op": "swap", "ships": {"scientist": 7}}, "BAD_AMOUNT"),
        ("bow", {"op": "leader", "kind": "merchant", "to": [-1, 3]}, "OFF_BOARD"),
        ("bow", {"op": "bomb", "to": [0, 11]}, "OFF_BOARD"),
        ("bow", {"op": "choose_combat"}, "WRONG_PHASE"),
        ("pot", {"op": "choose_combat"}, "NOT_YOUR_TURN"),
        ("pot", {"op": "reinforce", "n": 0}, "WRONG_PHASE"),
        ("pot", {"op": "reinforce", "n": None}, "WRONG_PHASE"),
        ("pot", {"op": "reinforce"}, "UNKNOWN_ACTION"),
        ("pot", {"op": "dance"}, "UNKNOWN_ACTION"),
        ("bow", {"op": "leader", "kind": "g", "to": [8, 4]}, "UNKNOWN_ACTION"),
        ("bow", {"op": "withdraw", "kind": "Merchant"}, "UNKNOWN_ACTION"),
        ("bow", {"op": "build_monument", "id": 0}, "UNKNOWN_ACTION"),
        ("bow", {"op": "colony", "kind": "scientist", "cell": [8, 4]}, "UNKNOWN_ACTION"),
        ("bow", "end_turn", "UNKNOWN_ACTION"),
        ("bow", ["end_turn"], "UNKNOWN_ACTION"),
        ("bow", None, "UNKNOWN_ACTION"),
        ("lion", {"op": "end_turn"}, "NOT_YOUR_TURN"),
        ("lion", {"op": "reinforce", "n": 0}, "WRONG_PHASE"),
    ],
)
def test_errors_in_vectors(player: str, do: Any, error: str) -> None:
    vector = named("X1a")
    vector["steps"] = [{"player": player, "do": do, "error": error}]
    vector["expect"] = {"actions_left": 2}
    assert verdict(vector) is None
    vector["steps"][0]["error"] = "NO_BOMBS"
    assert verdict(vector) is not None


@pytest.mark.parametrize("seated", [True, False])
def test_errors_in_combat(seated: bool) -> None:
    """Section 15, errors in combat: the third player may also be no player at all."""
    vector = named("X2a")
    if seated:
        vector["players"].append("lion")
    opening = vector["steps"][0]

    def refused(player: str, error: str, **do: Any) -> dict[str, Any]:
        return {"player": player, "do": do, "error": error}

    vector["steps"] = [
        opening,
        refused("lion", "NOT_INVOLVED", op="reinforce", n=0),
        refused("bow", "NOT_ENOUGH_SHIPS", op="reinforce", n=3),
        refused("bow", "BAD_AMOUNT", op="reinforce", n=-1),
        refused("bow", "BAD_AMOUNT", op="reinforce", n="two"),
        refused("bow", "BAD_AMOUNT", op="reinforce", n=True),
        refused("bow", "BAD_AMOUNT", op="reinforce", n=None),
        refused("bow", "UNKNOWN_ACTION", op="reinforce"),
        refused("bow", "WRONG_PHASE", op="colony", kind="settler", to=[0, 0]),
        refused("pot", "NOT_YOUR_TURN", op="colony", kind="settler", to=[0, 0]),
        {"player": "bow", "do": {"op": "reinforce", "n": 0}},
        refused("bow", "ALREADY_REINFORCED", op="reinforce", n=9),
    ]
    vector["expect"] = {"phase": "reinforce", "actions_left": 1}
    assert verdict(vector) is None
    choosing = named("X3a")
    choosing["steps"] = [
        choosing["steps"][0],
        refused("bow", "NO_SUCH_COMBAT", op="choose_combat", kind="miner"),
        refused("bow", "NO_SUCH_COMBAT", op="choose_combat", kind="pirate"),
        refused("bow", "NO_SUCH_COMBAT", op="choose_combat", kind="g"),
        refused("bow", "NO_SUCH_COMBAT", op="choose_combat"),
        refused("pot", "NOT_YOUR_TURN", op="choose_combat", kind="merchant"),
    ]
    choosing["expect"] = {"phase": "choose_combat"}
    assert verdict(choosing) is None
