"""What the checks need of a game: its positions, its kinds of test vectors and its way of counting."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from engines.contract.engine import AnyEngine
from engines.contract.values import OptionsT, StateT, Value

FormT = TypeVar("FormT")


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


def as_form(position: object, form: type[FormT], title: str) -> FormT:
    """A position as the struct by which its game reads it. Raises ValueError in one sentence."""
    try:
        return msgspec.convert(position, form)
    except msgspec.ValidationError as error:
        raise ValueError(f"That is not a position of {title}: {error}.") from error


def differing(expected: object, came: object) -> Mismatch | None:
    """None if both values are equal, else both as JSON."""
    if expected == came:
        return None
    return Mismatch(_shown(expected), _shown(came))


def _shown(value: object) -> str:
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="deterministic").decode()


@dataclass(frozen=True, kw_only=True)
class Solution:
    """How a small game is solved: tables of all its positions, by name."""

    sha256: Mapping[str, str]
    """The SHA-256 of each table that comes with the game."""
    solve: Callable[[str], bytes]
    """Compute a table. Raises ModuleNotFoundError where a library that it needs is not installed."""


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
    solution: Solution | None = None
    """None: the game is too large to be solved."""


AnyConformance: TypeAlias = Conformance[Any, Any]
