"""All vectors pass, and none passes with a value falsified."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.engines import vectors

VECTORS = vectors.VECTORS["gods"]
failure = partial(vectors.failure, "gods")
GIVEN = {
    "id",
    "kind",
    "preset",
    "overrides",
    "ep",
    "alive",
    "quiet",
    "actions",
    "sender",
    "text",
    "me",
    "limit",
}
"""What a vector starts from: another start may by chance lead to the same."""
falsified = partial(vectors.falsified, others=("r", "x", {"winners": ["r"], "how": "last_standing"}))


def wrong_vectors(vector: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The vector with one expectation falsified; of a game, in its first rounds."""
    checked = {key: value for key, value in vector.items() if key not in GIVEN}
    for place, one in enumerate(checked.pop("rounds", [])[:4]):
        for changed in falsified({key: value for key, value in one.items() if key != "actions"}):
            rounds = list(vector["rounds"])
            rounds[place] = {"actions": one["actions"], **changed}
            yield {**vector, "rounds": rounds}
    for changed in falsified(checked):
        yield {**{key: value for key, value in vector.items() if key not in checked}, **changed}


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_with_one_value_falsified_fails(name: str) -> None:
    wrong = list(wrong_vectors(VECTORS[name]))
    assert len(wrong) >= 3
    assert [one for one in wrong if failure(one) is None] == []


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("round-000", "preset", "uniform1"),
        ("round-000", "preset", "nobody"),
        ("round-000", "overrides", {"damage": 4}),
        ("round-000", "overrides", {"damage": 21}),
        ("round-000", "overrides", {"speed": 1}),
        ("round-000", "alive", "rbgo"),
        ("round-000", "alive", "rrb"),
        ("round-000", "actions", {"r": ["Ab", "Do"], "b": ["Dr"]}),
        ("round-000", "actions", {"r": ["Ar"], "b": ["Dr"], "o": []}),
        ("round-023", "quiet", 4),
        ("game-000", "rounds", []),
        ("game-000", "preset", "server"),
        ("talk-001", "sender", "b"),
        ("talk-001", "text", "secret"),
        ("selection-000", "me", "b"),
        ("selection-000", "me", "x"),
        ("selection-000", "limit", "price"),
        ("selection-000", "alive", "r"),
        ("selection-000", "actions", ["Ab", "g"]),
        ("selection-000", "actions", ["none"]),
        ("selection-000", "actions", ["Ab Ag"]),
    ],
)
def test_a_likely_falsification_fails(name: str, key: str, value: object) -> None:
    assert failure({**VECTORS[name], key: value})


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"me": "x"}, "not_in_game"),
        ({"me": "o"}, "eliminated"),
        ({"alive": "r", "me": "o"}, "game_over"),
        ({"me": "b", "actions": ["Ar", "Ag", "Dr"]}, "not_enough_ep"),
        ({"me": "b", "actions": ["Ar", "Dr"], "limit": "cost"}, "not_enough_ep"),
        ({"me": "g", "actions": ["Dr"], "limit": "cost"}, None),
        ({"me": "g", "actions": []}, None),
    ],
)
def test_other_selections(change: dict[str, Any], error: str | None) -> None:
    assert failure({**VECTORS["selection-000"], **change, "error": error}) is None


def test_a_game_does_not_go_on_after_its_end() -> None:
    vector = VECTORS["game-000"]
    assert failure({**vector, "rounds": [*vector["rounds"], vector["rounds"][-1]]})
    assert failure({**vector, "rounds": vector["rounds"][:-1]})
    assert failure({**vector, "rounds": vector["rounds"][:-1], "result": None}) is None


def test_a_vector_with_an_unknown_key_fails() -> None:
    for name in ("round-000", "game-000", "talk-000", "selection-000"):
        assert failure({**VECTORS[name], "note": ""})
