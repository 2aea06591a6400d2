"""How the clock of a game runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias

from engines.contract.action import ActionT, MetaAction, TimeUp
from engines.contract.values import OptionsT, Seat, StateT

AtZero: TypeAlias = Literal["rules", "wait", "lose"]
"""What becomes of a seat whose time is up: what `ClockRules.on_timeout` says, nothing but that everybody is
told, or it gives the game up (`Resign`)."""


@dataclass(frozen=True, kw_only=True)
class ClockRules(Generic[StateT, ActionT, OptionsT]):
    """What one deadline covers, how long it is, and what happens when it passes."""

    period: Callable[[StateT], str]
    """Names the clock period that one deadline covers; it changes when a fresh one begins: the ply, ``turn
    7``, ``turn 7 combat 2``. ``GameInfo.undo`` ``turn`` goes back to the first state of the present period
    at most."""
    factor: Callable[[StateT], float] = lambda _: 1.0
    """The share of the game's deadline that the present period gets: extra phases get less."""
    seconds: Callable[[OptionsT], float | None] = lambda _: None
    """Seconds of every period where the game itself sets them, at least 20. None: whoever opens the game
    chooses the deadline, in hours. A game of seconds has no other deadline, and each period runs from the
    moment when its card is posted."""
    on_timeout: Callable[[StateT, Seat], ActionT | MetaAction] = lambda _, __: TimeUp()
    """What the clock does for a seat whose deadline has passed. By default it only says so (`TimeUp`)."""
    tells_timeout: bool = False
    """Whether what the game narrates of a `TimeUp` says whose time was up, so that the host need not."""
    off_turn_prompt: Callable[[StateT], str | None] = lambda _: None
    """What the button says that calls those who are awaited, where play comes to seats out of their turn:
    ``Commit ships``, at most 40 characters. Each of them gets a direct message with that button, whether
    or not they asked to be told of their turns. None: play is not out of turn."""
    at_zero: tuple[AtZero, ...] = ("rules",)
    """Among what a table may choose when it opens the game; the first is usual."""
    on_timeout_words: str = "play waits"
    """What ``rules`` means among them, as a clause: ``the turn ends``."""
    banks: bool = True
    """Whether a table may choose banks of time, of which each seat has one. What a bank has left tells when
    its seat acted: not where that is a secret."""
    absent_after: Callable[[OptionsT], int] = lambda _: 0
    """After how many deadlines missed in a row the rules themselves do something about a seat (it is out, or
    may be claimed against), so that the host leaves it to them; 0: they say nothing of absence."""
