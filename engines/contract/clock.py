"""How the clock of a game runs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias

from engines.contract.action import ActionT, MetaAction, TimeUp
from engines.contract.values import OptionsT, Seat, StateT

AtZero: TypeAlias = Literal["rules", "wait", "lose"]
"""The timeout of a seat: the action of `ClockRules.on_timeout`, only a notification, or `Resign`."""


@dataclass(frozen=True, kw_only=True)
class ClockRules(Generic[StateT, ActionT, OptionsT]):
    """What one deadline covers, its length, and what happens when it passes."""

    period: Callable[[StateT], str]
    """The name of the clock period of a state; it changes when a new deadline begins: the ply, ``turn 7``,
    ``turn 7 combat 2``. ``GameInfo.undo`` ``turn`` goes back to the first state of the present period at
    most."""
    factor: Callable[[StateT], float] = lambda _: 1.0
    """The share of the game's deadline that the present period gets: extra phases get less."""
    seconds: Callable[[OptionsT], float | None] = lambda _: None
    """Seconds of every period where the game itself sets them, at least 20. None: the host of the game
    chooses the deadline, in hours. A live game has no other deadline, and each period runs from the moment
    when its card is posted."""
    on_timeout: Callable[[StateT, Seat], ActionT | MetaAction] = lambda _, __: TimeUp()
    """The action for a seat whose deadline has passed. By default `TimeUp`, whose effect
    `Engine.play_meta` decides."""
    tells_timeout: bool = False
    """Whether the game's narration of a `TimeUp` names the seat, so that the host need not."""
    off_turn_prompt: Callable[[StateT], str | None] = lambda _: None
    """The label of the button that prompts pending seats out of their turn: ``Commit ships``, at most 40
    characters. Each of them gets a direct message with that button, whatever their notice settings. None:
    there is no play out of turn."""
    pass_action: ActionT | None = None
    """The action by which a seat that is prompted out of its turn passes; never one that may be legal in a
    turn of its own. None: the game has none."""
    at_zero: tuple[AtZero, ...] = ("rules",)
    """The timeouts among which a table may choose when it opens the game, the default first."""
    on_timeout_words: str = "play waits"
    """What the timeout ``rules`` does, as a clause: ``the turn ends``."""
    banks: bool = True
    """Whether a table may choose a bank of time for each seat. False where the moment at which a seat acts is
    secret: the time left in its bank would tell it."""
    absent_after: Callable[[OptionsT], int] = lambda _: 0
    """The number of missed deadlines in a row after which the rules themselves react to a seat (it is out, or
    may be claimed against), so that the host does not; 0: the rules ignore absence."""
