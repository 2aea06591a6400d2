"""A legal action as lists and panels show it, and the panel that puts a choice together from a few parts."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Final, Generic, TypeAlias

from engines.contract.action import ActionT
from engines.wording import shorten

LONGEST_LABEL: Final = 80
LONGEST_NOTE: Final = 100
"""The most characters: of a `Pick`'s label and of an `Offer`'s words, and of a `Pick`'s note."""
END: Final = "end"
"""The group of picks that end a turn or a part of it: a host sets them apart."""
Text: TypeAlias = str | Callable[[], str]
"""Words, or a function that makes them on first access."""


class Pick:
    """One choice on the way to an action: a piece, a target, a direction. Its words may be made lazily."""

    then: str = ""
    """The question after it is picked: ``Soldier d3: where to?``"""

    def __init__(
        self, value: str, label: Text, note: Text = "", *, at: str = "", group: str = "", then: str = ""
    ) -> None:
        self.value = value
        """What tells it from the other picks of its level; short and stable."""
        self.at = at
        """The picked place on the board, by the name under which the game's renderer marks it
        (`Frame.choices`) and with which the label begins; empty for picks off the board."""
        self.group = group
        """Its group where there are too many for buttons: a board, region or kind; or `END`."""
        if then:
            self.then = then
        self._label = label
        self._note = note

    @cached_property
    def label(self) -> str:
        """What the player reads, at most `LONGEST_LABEL`."""
        return shorten(_made(self._label), LONGEST_LABEL)

    @cached_property
    def note(self) -> str:
        """A second line with the effect, at most `LONGEST_NOTE`."""
        return _made(self._note)


Words: TypeAlias = tuple[str, str]
"""The description of an action, and its effect or nothing."""
Paths: TypeAlias = tuple[tuple[Pick, ...], ...]


def joined(words: Words) -> str:
    """Head and effect as one text: ``B2:D4: white coral of 3``."""
    head, effect = words
    return f"{head}: {effect}" if effect else head


class Offer(Generic[ActionT]):
    """A legal action, its words, and the pick paths to it: these are made when they are read."""

    __slots__ = ()

    action: ActionT

    @property
    @abstractmethod
    def notation(self) -> str:
        """The action's canonical notation."""

    @property
    @abstractmethod
    def described(self) -> Words:
        """The action and its effects, in words."""

    @property
    def description(self) -> str:
        """The action in words, without its effects: hundreds of them must take no time."""
        return self.described[0]

    @property
    def words(self) -> str:
        """The action and its effect, at most `LONGEST_LABEL`."""
        return shorten(joined(self.described), LONGEST_LABEL)

    @property
    @abstractmethod
    def paths(self) -> Paths:
        """The ways to point at the action, pick by pick, for panels."""

    @property
    def first(self) -> str:
        """The value with which all its paths begin, where that is known before they are made; else empty."""
        return ""

    @property
    def rank(self) -> float:
        """How likely the pick is wanted: greater values come first where there are too many for buttons."""
        return 0.0


class LazyOffer(Offer[ActionT]):
    """An offer of which each part is given, or a function that makes it on first access."""

    def __init__(
        self,
        action: ActionT,
        notation: Text,
        words: Callable[[], Words] | None = None,
        paths: Callable[[], Paths] | None = None,
        rank: Callable[[], float] | None = None,
        *,
        first: str = "",
    ) -> None:
        self.action = action
        self._notation = notation
        self._words = words
        self._paths = paths
        self._rank = rank
        self._first = first

    @cached_property
    def notation(self) -> str:
        """The notation, made on first access."""
        return _made(self._notation)

    @cached_property
    def described(self) -> Words:
        """Its words; by default the notation, and no effects."""
        return (self.notation, "") if self._words is None else self._words()

    @cached_property
    def paths(self) -> Paths:
        """Its paths; by default one, of the notation itself."""
        return ((Pick(self.notation, self.words),),) if self._paths is None else self._paths()

    @property
    def first(self) -> str:
        """As `Offer.first`; by default unknown."""
        return self._first

    @cached_property
    def rank(self) -> float:
        """Its rank; by default 0."""
        return 0.0 if self._rank is None else self._rank()


def _made(text: Text) -> str:
    return text if isinstance(text, str) else text()
