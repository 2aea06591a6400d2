"""How a computer plays a game: from its seat's view, a level and a random source, and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Generic, NamedTuple

from engines.contract.action import ActionT
from engines.contract.values import Seat, StateT
from engines.contract.view import ViewT


class Level(IntEnum):
    """How well a computer plays, by how much it looks at: nodes, not seconds, so that every machine finds the
    same. A whole turn takes about 0.05, 0.5 and 5 seconds of one core.
    """

    GENTLE = 1
    STEADY = 2
    STRONG = 3

    @property
    def word(self) -> str:
        """What players call it: ``gentle``."""
        return self.name.lower()


class Verdict(NamedTuple):
    """The result of a position with best play by everybody."""

    winner: Seat | None
    """The winner's seat; None for a draw."""
    plies: int | None
    """The plies to the end if the winner hurries and the loser delays."""


@dataclass(frozen=True, kw_only=True)
class ComputerPlayer(Generic[StateT, ActionT, ViewT]):
    """A game's computer player. The results of its functions depend on their arguments alone, on every
    machine and version of Python: no clock, no order of a set of strings.
    """

    choose: Callable[[ViewT, Seat, Level, Random], ActionT]
    """``choose(view, seat, level, rng)``: the whole player. A legal action of a seat that is to act, from
    the view of that seat."""
    sample: Callable[[StateT, Seat, Random], ActionT]
    """One legal action of a seat that is to act, without listing all of them."""
    evaluate: Callable[[StateT], tuple[float, ...]]
    """What share of a win each seat may expect, 0 to 1, together 1."""
    reviewer: Level = Level.STEADY
    """The level that reviews games that are over: one that does not err on purpose."""
    exact_verdict: Callable[[StateT], Verdict] | None = None
    """The verdict on a position of a running game, where the game is solved."""
    plan: Callable[[ViewT, Seat, Level, Random], Sequence[ActionT]] | None = None
    """As `choose`, with the actions that are to follow in the same turn, where they are found together: each
    is legal after those before it, whatever the seat does not know."""

    def planned(self, view: ViewT, seat: Seat, level: Level, rng: Random) -> Sequence[ActionT]:
        """The next action, and those planned to follow it in the same turn; without `plan` one action."""
        if self.plan is None:
            return (self.choose(view, seat, level, rng),)
        return self.plan(view, seat, level, rng)
