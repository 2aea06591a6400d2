"""Phases of the game, and rules of actions.

A phase is in one place: its pending seats, their legal actions, its timeout, how it goes on without a player.
Legal actions follow from the rules of its actions, each with its conditions and its effect. The conditions
are written once, in `Rule.problem`: an action is legal if it has none. A rule of many actions lists them by
the same conditions, evaluated once for all actions that share them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, product, starmap
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from engines.contract import Action, Event, Seat
from engines.reef.actions import ReefAction
from engines.reef.state import ReefState

ActionT = TypeVar("ActionT", bound=Action)

Effect: TypeAlias = tuple[ReefState, tuple[Event, ...]]
"""The state after an action, and its events."""


class Rule(ABC, Generic[ActionT]):
    """When a kind of action is legal, and its effect."""

    action: type[ActionT]
    within_larva_play: ClassVar[bool] = False
    """Whether the action is possible while an open larva play has no tile yet, and leaves the play open."""

    fields: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """What each field of the action may hold, where that is the same in every position."""

    @cached_property
    def listed(self) -> tuple[ActionT, ...]:
        """Every action that `fields` allow, in the order in which they are listed."""
        made: Any = self.action
        return tuple(starmap(made, product(*self.fields)))

    def hindrance(self, state: ReefState, seat: Seat) -> str | None:
        """Why no action of this kind is legal, whatever its fields, or None. It is tested first."""
        return None

    def legal(self, state: ReefState, seat: Seat) -> Iterable[ActionT]:
        """The actions without a problem, in the order in which they are listed, if there is no hindrance."""
        problem = self.problem
        return [action for action in self.listed if problem(state, seat, action) is None]

    def problem(self, state: ReefState, seat: Seat, action: ActionT) -> str | None:
        """Why a well-formed action is not legal: the first code of section 12 that applies."""
        return None

    @abstractmethod
    def apply(self, state: ReefState, seat: Seat, action: ActionT) -> Effect:
        """Do a legal action."""


class Phase:
    """A phase of the game. By default there are no legal actions: the game is over."""

    def __init__(self, *rules: Rule[Any]) -> None:
        """The rules of the actions that may be done in it, in the order in which they are listed."""
        self.rules = {rule.action: rule for rule in rules}

    def legal(self, state: ReefState, seat: Seat) -> Iterator[ReefAction]:
        """Every legal action of a seat that is to act."""
        return chain.from_iterable(self.legal_of(state, seat, kind) for kind in self.rules)

    def legal_of(self, state: ReefState, seat: Seat, kind: type[ReefAction]) -> Iterable[Any]:
        """Every legal action of this kind of a seat that is to act."""
        rule = self.rules[kind]
        return rule.legal(state, seat) if self.hindrance(state, seat, rule) is None else ()

    def may(self, state: ReefState, seat: Seat, kind: type[ReefAction]) -> bool:
        """Whether a seat that is to act has any action of this kind."""
        return any(True for _ in self.legal_of(state, seat, kind))

    def hindrance(self, state: ReefState, seat: Seat, rule: Rule[Any]) -> str | None:
        """Why no action of this kind is legal, or None if one may be."""
        return rule.hindrance(state, seat)

    def problem(self, state: ReefState, seat: Seat, action: ReefAction) -> str | None:
        """Why a seat that is to act cannot do a well-formed action, or None: see `Rule.problem`."""
        rule = self.rules[type(action)]
        return self.hindrance(state, seat, rule) or rule.problem(state, seat, action)

    def apply(self, state: ReefState, seat: Seat, action: ReefAction) -> Effect:
        """Do a legal action."""
        return self.rules[type(action)].apply(state, seat, action)

    def to_act(self, state: ReefState) -> tuple[Seat, ...]:
        """The seats that play waits for."""
        return ()

    def clock_period(self, state: ReefState) -> str:
        """The name of the clock period."""
        return "over"

    def prompt(self, state: ReefState) -> str:
        """What the game waits for, in one sentence without a full stop."""
        return "The game is over"

    def hints(self, state: ReefState, seat: Seat) -> Iterable[str]:
        """What the seat may still do, a line each."""
        return ()

    def not_your_turn(self, state: ReefState) -> str:
        """A sentence that tells other players whose turn it is."""
        return "The game is over."

    def tidy(self, state: ReefState, seat: Seat) -> Effect:
        """Undo what must not remain when a seat's part ends unfinished."""
        return state, ()

    def on_timeout(self, state: ReefState, seat: Seat) -> ReefAction:
        """What the clock does for a late seat, after `tidy`, in the way that harms it least."""
        raise NotImplementedError

    def resign(self, state: ReefState, seat: Seat) -> Effect:
        """Continue without a seat that has just resigned."""
        raise NotImplementedError
