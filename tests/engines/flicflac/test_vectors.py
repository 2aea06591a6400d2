"""All vectors pass, and none passes with a value falsified."""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.engines import vectors

VECTORS = vectors.VECTORS["flicflac"]
failure = partial(vectors.failure, "flicflac")

GIVEN = {"id", "kind", "why", "size", "target", "lead", "pieces"}
"""What a vector starts from: another start may by chance lead to the same."""
falsified = partial(
    vectors.falsified, others=("C", "main", "CB"), told=lambda value: value not in (0, "home")
)


# -- falsified vectors -------------------------------------------------------------------------------------


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
