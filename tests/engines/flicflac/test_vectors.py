"""All vectors pass, and none passes with a value falsified."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.conformance.vectors import check_file, check_line, vector_types
from tests.engines.flicflac.table import ENGINE

FILE = Path(__file__).parents[2] / "vectors" / "flic-flac.jsonl"
VECTORS: dict[str, dict[str, Any]] = {
    vector["id"]: vector for vector in map(json.loads, FILE.read_text().splitlines())
}

GIVEN = {"id", "kind", "why", "size", "target", "lead", "pieces"}
"""What a vector starts from: another start may by chance lead to the same."""


def failure(vector: object) -> str | None:
    found = check_line(ENGINE, vector_types(ENGINE), json.dumps(vector), 1)
    return None if found is None else str(found)


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_passes(name: str) -> None:
    assert failure(VECTORS[name]) is None


def test_the_file_is_known_by_its_name() -> None:
    assert list(check_file(FILE)) == [None] * len(VECTORS)


# -- falsified vectors -------------------------------------------------------------------------------------


def falsified(value: Any) -> Iterator[Any]:
    """The value with one leaf changed, added or left out, once for each."""
    match value:
        case dict():
            for key, inner in value.items():
                for changed in falsified(inner):
                    yield {**value, key: changed}
                rest = {other: one for other, one in value.items() if other != key}
                if inner not in (0, "home"):
                    yield rest
                yield {**rest, f"{key}~": inner}
        case list():
            for place, inner in enumerate(value):
                for changed in falsified(inner):
                    yield [*value[:place], changed, *value[place + 1 :]]
                yield [*value, inner]
                yield [*value[:place], *value[place + 1 :]]
            if not value:
                yield ["CB"]
        case bool():
            yield not value
        case int():
            yield value + 1
            yield value - 1
        case str():
            yield f"{value}~"
            yield value[:-1]
            yield None
        case None:
            yield "C"
            yield "main"


def expected_parts(vector: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The vector with one expectation falsified."""
    match vector["kind"]:
        case "script":
            for place, step in enumerate(vector["steps"]):
                for changed in falsified({key: value for key, value in step.items() if key != "do"}):
                    steps = list(vector["steps"])
                    steps[place] = {"do": step["do"], **changed}
                    yield {**vector, "steps": steps}
        case "game":
            for place, turn in enumerate(vector["turns"][:4]):
                for changed in falsified({key: value for key, value in turn.items() if key != "do"}):
                    turns = list(vector["turns"][: place + 1])
                    turns[place] = {"do": turn["do"], **changed}
                    yield {**vector, "turns": turns}
        case "reach":
            # Whether a vector tells of flips at all is its own choice.
            for key in ("reach", "flips", "piece"):
                for changed in falsified(vector.get(key, [])):
                    yield {**vector, key: changed}
        case _:
            for changed in falsified({key: vector[key] for key in vector if key not in GIVEN}):
                yield {**{key: vector[key] for key in vector if key in GIVEN}, **changed}


@pytest.mark.parametrize(
    "name",
    ["combat-1", "P001", "P004", "P011", "M005", "M011", "movement-2", "S01", "S02", "S03", "G00", "G01"],
)
def test_a_vector_with_one_value_falsified_fails(name: str) -> None:
    changed = list(expected_parts(VECTORS[name]))
    assert len(changed) > 20
    assert [one for one in changed if failure(one) is None] == []


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("combat-1", "size", 9),
        ("combat-1", "size", 5),
        ("combat-1", "pieces", {"CB": "C1", "CG": "C1"}),
        ("combat-1", "pieces", {"CX": "C1"}),
        ("movement-2", "side", "B"),
        ("movement-2", "flips", ["D3"]),
        ("movement-2", "flips", ["D3", "E2", "E2"]),
        ("movement-2", "piece", "CZ"),
        ("movement-2", "piece", "BO"),
        ("S01", "side", "B"),
        ("S01", "score", [1, 0]),
        ("S01", "steps", []),
        ("G00", "turns", []),
        ("G00", "target", 3),
        ("G00", "target", 5),
        ("G01", "size", 5),
        ("G01", "lead", 3),
    ],
)
def test_a_likely_falsification_fails(name: str, key: str, value: object) -> None:
    assert failure({**VECTORS[name], key: value})


def test_the_flips_of_a_vector_matter_where_they_are_told() -> None:
    assert failure({**VECTORS["movement-2"], "flips": ["D3", "E2"]}) is None
    assert failure({**VECTORS["movement-2"], "flips": []})


@pytest.mark.parametrize("text", ["CB Q9", "BB A8", "CG H6 ", "nonsense", "end"])
def test_a_game_with_another_action_fails(text: str) -> None:
    vector = json.loads(json.dumps(VECTORS["G00"]))
    vector["turns"][0]["do"][2] = text
    assert failure(vector)


def test_a_game_does_not_go_on_after_its_end() -> None:
    vector = VECTORS["G00"]
    assert failure({**vector, "turns": [*vector["turns"], vector["turns"][-1]]})


def test_what_comes_of_an_end_is_told_in_full_and_only_there() -> None:
    script = VECTORS["S03"]
    first, *rest = script["steps"]
    assert failure({**script, "steps": [{**first, "captives": []}, *rest]})
    assert failure({**script, "steps": [{**rest[-1], **first}, *rest]})
    told_less = {key: value for key, value in rest[-1].items() if key in ("do", "ok", "pieces")}
    assert failure({**script, "steps": [first, *rest[:-1], told_less]})


def test_a_vector_with_an_unknown_key_fails() -> None:
    for name in ("combat-1", "movement-2", "S01", "G00"):
        assert failure({**VECTORS[name], "note": ""})
