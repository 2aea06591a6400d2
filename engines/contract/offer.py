"""A legal action as lists and panels show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from engines.contract.action import Action

ActionT = TypeVar("ActionT", bound=Action)
Text: TypeAlias = str | Callable[[], str]
"""Words, or what makes them when they are first read."""


class Pick:
    """One choice on the way to an action: a piece, a target, a direction. Its words may be made late."""

    __slots__ = ("_label", "_note", "value")

    def __init__(self, value: str, label: Text, note: Text = "") -> None:
        self.value = value
        """What tells it from the other picks of its level; short and stable."""
        self._label = label
        self._note = note

    @property
    def label(self) -> str:
        """What the player reads, at most 80 characters."""
        if not isinstance(self._label, str):
            self._label = self._label()
        return self._label

    @property
    def note(self) -> str:
        """A second line with the effect, at most 100 characters."""
        if not isinstance(self._note, str):
            self._note = self._note()
        return self._note

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pick) and _shown(self) == _shown(other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Pick{_shown(self)}"


Words: TypeAlias = tuple[str, str]
"""What an action is, and its effect or nothing: together at most 80 characters."""
Paths: TypeAlias = tuple[tuple[Pick, ...], ...]


def joined(words: Words) -> str:
    """Head and effect as one text: ``B2:D4: white coral of 3``."""
    head, effect = words
    return f"{head}: {effect}" if effect else head


class Offer(Generic[ActionT]):
    """A legal action, its words, and the ways to point at it: these are made when they are first read."""

    __slots__ = ("_notation", "_paths", "_words", "action")

    def __init__(
        self,
        action: ActionT,
        notation: Text,
        words: Callable[[], Words] | None = None,
        paths: Callable[[], Paths] | None = None,
    ) -> None:
        self.action = action
        self._notation = notation
        self._words: Callable[[], Words] | Words | None = words
        self._paths: Callable[[], Paths] | Paths | None = paths

    @property
    def notation(self) -> str:
        """The action's canonical notation."""
        if not isinstance(self._notation, str):
            self._notation = self._notation()
        return self._notation

    @property
    def described(self) -> Words:
        """What the action is, in words, and what comes of it; by default the notation and nothing."""
        if not isinstance(self._words, tuple):
            self._words = (self.notation, "") if self._words is None else self._words()
        return self._words

    @property
    def words(self) -> str:
        """The action and its effect, at most 80 characters."""
        return joined(self.described)

    @property
    def paths(self) -> Paths:
        """The ways to point at the action, pick by pick, for panels; by default one, the notation itself."""
        if not isinstance(self._paths, tuple):
            self._paths = ((Pick(self.notation, self.words),),) if self._paths is None else self._paths()
        return self._paths


def _shown(pick: Pick) -> tuple[str, str, str]:
    return pick.value, pick.label, pick.note
