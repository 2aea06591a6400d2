"""All vectors pass, and none passes with a value falsified."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.engines import vectors

VECTORS = vectors.VECTORS["reef"]
failure = partial(vectors.failure, "reef")


def falsified(value: Any) -> Iterator[Any]:
    """The value with one leaf changed or added, once for each; what is left out is not asserted."""
    match value:
        case dict():
            for key, inner in value.items():
                for changed in falsified(inner):
                    yield {**value, key: changed}
                yield {**{other: one for other, one in value.items() if other != key}, f"{key}~": inner}
        case list():
            for place, inner in enumerate(value):
                for changed in falsified(inner):
                    yield [*value[:place], changed, *value[place + 1 :]]
            yield [*value, "purple"]
        case bool():
            yield not value
        case int():
            yield value + 1
            yield value - 1
        case str():
            yield f"{value}W"
            yield f"{value}~"
        case None:
            yield "W"


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_with_one_value_falsified_fails(name: str) -> None:
    vector = VECTORS[name]
    changed = [{**vector, "expect": expect} for expect in falsified(vector["expect"])]
    assert changed
    assert [one["expect"] for one in changed if failure(one) is None] == []


@pytest.mark.parametrize("name", VECTORS)
def test_a_vector_with_an_unknown_key_fails(name: str) -> None:
    vector = VECTORS[name]
    assert failure({**vector, "note": ""})
    assert failure({**vector, "position": {**vector["position"], "note": ""}})
    assert failure({**vector, "expect": {**vector["expect"], "note": ""}})
    for number, action in enumerate(vector["actions"]):
        actions = [*vector["actions"][:number], {**action, "note": ""}, *vector["actions"][number + 1 :]]
        assert failure({**vector, "actions": actions})


def test_a_refusal_that_is_not_told_fails() -> None:
    vector = VECTORS["E03"]
    assert failure({**vector, "expect": {}})
    assert failure({**vector, "expect": {"error": "ATTACK_NOT_STRONGER"}})
    assert failure({**vector, "expect": {"error": "ATTACK_TOO_SMALL", "at": 1}})


def test_locks_list_what_is_asserted() -> None:
    vector = VECTORS["E21"]

    def holds(locked: dict[str, str | None]) -> bool:
        return failure({**vector, "expect": {"locked": locked}}) is None

    assert holds({"GY": "blue"})
    assert not holds({"GY": None})
    assert not holds({"GY": "red"})
    assert not holds({})
    one = {**VECTORS["E19"], "expect": {**VECTORS["E19"]["expect"], "locked": {"OG": None}}}
    assert failure(one) is None
    assert failure({**VECTORS["E18"], "expect": {"locked": {}}}) is None
