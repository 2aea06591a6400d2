"""Reading files of test vectors (tests/vectors/README.md) and holding an engine against them.

A vector knows every key that it may have, and checks or uses each of them.
"""

import json
import re
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engines.conformance.contract import Vector
from engines.conformance.registry import conformance_of
from engines.contract import AnyEngine, IllegalAction, IllegalOptions
from engines.registry import ENGINES, engine_for


class Failure(NamedTuple):
    """A vector with which an engine does not agree, or a line that is no vector."""

    id: str
    expected: str
    came: str

    def __str__(self) -> str:
        return f"{self.id}: expected {self.expected}, got {self.came}"


def vector_types(engine: AnyEngine) -> Any:
    """The tagged union of a game's kinds of vectors."""
    union: Any = reduce(or_, conformance_of(engine).vectors)
    return union


def game_of(path: Path, lines: list[str]) -> AnyEngine:
    """The game whose vectors a file holds, by its name or else its first line. Raises ValueError."""
    words = path.name.lower()
    for engine in ENGINES.values():
        for name in (engine.info.slug, engine.info.key):
            if re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", words):
                return engine
    fitting = [engine for engine in ENGINES.values() if lines and _fits(engine, lines[0])]
    if len(fitting) != 1:
        raise ValueError(f"cannot tell which game it is for; name one with --game: {', '.join(ENGINES)}")
    return fitting[0]


def check_file(path: Path, game: str | None) -> Iterator[Failure | None]:
    """The result of each vector of a file: None if the engine agrees.

    Raises ValueError if the file cannot be read, is empty or is for an unknown game.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot be read ({error})") from error
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ValueError("holds no vectors")
    try:
        engine = engine_for(game) if game is not None else game_of(path, lines)
    except KeyError as error:
        raise ValueError(str(error.args[0])) from error
    kinds = vector_types(engine)
    for number, line in enumerate(lines, start=1):
        yield check_line(engine, kinds, line, number)


def check_line(engine: AnyEngine, kinds: Any, line: str, number: int) -> Failure | None:
    """Hold the engine against the vector on one line of a file."""
    name = f"line {number}"
    try:
        values = json.loads(line, object_pairs_hook=_object)
        if isinstance(values, dict) and isinstance(values.get("id"), str):
            name = values["id"]
        vector: Vector = msgspec.convert(values, kinds, str_keys=True)
    except (ValueError, msgspec.ValidationError, RecursionError) as error:
        return Failure(name, "a vector of a known kind with known keys", str(error))
    try:
        mismatch = vector.check(engine)
    except (ValueError, IllegalAction, IllegalOptions) as error:
        return Failure(name, "a vector that can be carried out", str(error))
    return None if mismatch is None else Failure(name, *mismatch)


def _fits(engine: AnyEngine, line: str) -> bool:
    try:
        msgspec.convert(json.loads(line), vector_types(engine), str_keys=True)
    except (ValueError, msgspec.ValidationError):
        return False
    return True


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    # A key given twice would hide one of its values from every check.
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
    return found
