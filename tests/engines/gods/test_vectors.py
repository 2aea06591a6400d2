"""All vectors pass, and none passes with a value falsified."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.conformance.vectors import check_file, check_line, vector_types
from tests.engines.gods.table import ENGINE

FILE = Path(__file__).parents[2] / "vectors" / "four-gods.jsonl"
VECTORS: dict[str, dict[str, Any]] = {
    vector["id"]: vector for vector in map(json.loads, FILE.read_text().splitlines())
}
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


def failure(vector: object) -> str | None:
    found = check_line(ENGINE, vector_types(ENGINE), json.dumps(vector), 1)
    return None if found is None else str(found)


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_passes(name: str) -> None:
    assert failure(VECTORS[name]) is None


def test_the_file_is_known_by_its_name() -> None:
    assert list(check_file(FILE)) == [None] * len(VECTORS)


def falsified(value: Any) -> Iterator[Any]:
    """The value with one leaf changed, added or left out, once for each."""
    match value:
        case dict():
            for key, inner in value.items():
                for changed in falsified(inner):
                    yield {**value, key: changed}
                rest = {other: one for other, one in value.items() if other != key}
                yield rest
                yield {**rest, f"{key}~": inner}
            yield None
        case list():
            for place, inner in enumerate(value):
                for changed in falsified(inner):
                    yield [*value[:place], changed, *value[place + 1 :]]
                yield [*value, inner]
                yield [*value[:place], *value[place + 1 :]]
            if not value:
                yield ["r"]
        case int():
            yield value + 1
            yield value - 1
        case str():
            yield f"{value}~"
            yield value[:-1]
            yield None
        case None:
            yield "x"
            yield {"winners": ["r"], "how": "last_standing"}


def wrong_vectors(vector: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The vector with one expectation falsified; of a game, in its first rounds."""
    checked = {key: value for key, value in vector.items() if key not in GIVEN}
    for place, one in enumerate(checked.pop("rounds", [])[:4]):
        for changed in falsified({key: value for key, value in one.items() if key != "actions"}):
            rounds = list(vector["rounds"])
            rounds[place] = changed and {"actions": one["actions"], **changed}
            yield {**vector, "rounds": rounds}
    for changed in falsified(checked):
        if changed is not None:
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
