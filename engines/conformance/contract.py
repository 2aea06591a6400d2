"""What the examiners need of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from engines.conformance.vector import Vector
from engines.contract import Value

StateT = TypeVar("StateT", bound=Value)
OptionsT = TypeVar("OptionsT", bound=Value)


@dataclass(frozen=True, kw_only=True)
class Conformance(Generic[StateT, OptionsT]):
    """A game's positions in the form of its rules, its kinds of test vectors and its way of counting."""

    write_position: Callable[[StateT], Any]
    """The whole position, hidden parts included, as JSON-ready data in the form of the rules."""
    read_position: Callable[[object, OptionsT], StateT]
    """A state from a position, as if the game began there. Raises ValueError with a clear sentence."""
    vectors: tuple[type[Vector], ...]
    """The kinds of test vectors that the rules give."""
    rules_code: Callable[[str], str] = str
    """What the text of the rules calls an error code of the engine."""
    perft: Callable[[StateT, int], int] | None = None
    """A faster count of action sequences than `engines.conformance.perft`; None: there is none."""


AnyConformance: TypeAlias = Conformance[Any, Any]
