"""The vectors of the games' rules, and these with a value falsified."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from engines.conformance.vectors import check_line, vector_types
from engines.contract import Seat, Step, Value
from engines.registry import ENGINES

FILES = {
    key: Path(__file__).parents[1] / "vectors" / f"{engine.info.slug}.jsonl"
    for key, engine in ENGINES.items()
}
Vector: TypeAlias = dict[str, Any]
VECTORS: dict[str, dict[str, Vector]] = {
    key: {vector["id"]: vector for vector in map(json.loads, file.read_text("utf-8").splitlines())}
    for key, file in FILES.items()
}
"""The vectors by game and id."""


def failure(game: str, vector: object) -> str | None:
    """How the engine disagrees with a vector; None if it agrees."""
    found = check_line(ENGINES[game], vector_types(ENGINES[game]), json.dumps(vector), 1)
    return None if found is None else str(found)


def states(game: str) -> list[tuple[str, Value]]:
    """The positions in which vectors of a game play something, each with the id of the first such vector."""
    engine, found = ENGINES[game], dict[bytes, tuple[str, Value]]()
    for name, vector in VECTORS[game].items():

        def play(state: Value, seat: Seat, action: Any, of: str = name) -> Step[Any]:
            found.setdefault(engine.codec.encode(state), (of, state))
            return engine.play(state, seat, action)

        check_line(replace(engine, play=play), vector_types(engine), json.dumps(vector), 1)
    return [*found.values()]


def falsified(
    value: Any, others: Sequence[Any] = ("~",), *, told: Callable[[Any], bool] = lambda _: True
) -> Iterator[Any]:
    """The value with one part changed, added or left out, once for each.

    `others`: values to put in the place of an absent one. `told`: whether a value must be given.
    """
    match value:
        case dict():
            for key, inner in value.items():
                for changed in falsified(inner, others, told=told):
                    yield {**value, key: changed}
                if isinstance(inner, dict):
                    yield {**value, key: None}
                rest = {name: one for name, one in value.items() if name != key}
                if told(inner):
                    yield rest
                yield {**rest, f"{key}~": inner}
        case list():
            for place, inner in enumerate(value):
                for changed in falsified(inner, others, told=told):
                    yield [*value[:place], changed, *value[place + 1 :]]
                yield [*value, inner]
                yield [*value[:place], *value[place + 1 :]]
            if not value:
                yield from ([other] for other in others)
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
            yield from others
