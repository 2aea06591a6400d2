"""One test vector, and where an engine disagrees with it."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

import msgspec

from engines.contract import AnyEngine, Value


class Mismatch(NamedTuple):
    """Where an engine disagrees with a vector."""

    expected: str
    came: str


class Vector(Value, frozen=True, kw_only=True, tag_field="kind"):
    """One vector. Subclasses name their kind (``tag="perft"``) and type their keys."""

    id: str
    title: str | None = None

    @abstractmethod
    def check(self, engine: AnyEngine) -> Mismatch | None:
        """Drive the engine through its contract; None if it agrees.

        Raises ValueError, IllegalAction or IllegalOptions where the vector cannot be carried out.
        """


def differing(expected: object, came: object) -> Mismatch | None:
    """None if equal, else both as JSON."""
    if expected == came:
        return None
    return Mismatch(_shown(expected), _shown(came))


def _shown(value: object) -> str:
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="deterministic").decode()
