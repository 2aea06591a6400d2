"""The interface of a turn's phases."""

from collections.abc import Iterable
from typing import ClassVar

from engines.contract import Action, IllegalAction, Seat
from engines.tae.actions import TaeAction
from engines.tae.state import TaeState
from engines.tae.turn import depart, finish
from engines.tae.turn_context import TurnContext


class Phase:
    """A kind of decision that the game waits for: its legal actions, words and effects. By default there is
    nothing to decide: the game is over.
    """

    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that decide."""
    wrong_phase: ClassVar[str] = "Not now"
    """How the refusal of an action of this phase in another one begins; what the game waits for follows."""
    off_turn: ClassVar[bool] = False
    """Whether players act in it out of their turn."""

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        """The seats that play waits for."""
        return ()

    def prompt(self, state: TaeState) -> str:
        """The pending players and their task, in one short sentence without a full stop."""
        return "The game is over"

    def notes(self, state: TaeState, viewer: Seat | None) -> Iterable[str]:
        """What the viewer may know of the decision, in lines of Markdown."""
        return ()

    def legal(self, state: TaeState, seat: Seat) -> Iterable[TaeAction]:
        """Every legal action of a seat that is to act, in the order of section 14."""
        return ()

    def beginnings(self, state: TaeState, seat: Seat) -> Iterable[TaeAction]:
        """The legal actions, or of hundreds that begin alike at least the first."""
        return self.legal(state, seat)

    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        """Why an action of this phase in its canonical spelling is illegal, or None."""
        raise NotImplementedError

    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:
        """Apply a legal action, with its consequences."""
        raise NotImplementedError

    def on_timeout(self, state: TaeState) -> TaeAction:
        """The timeout of a seat (R28)."""
        raise NotImplementedError

    def resign(self, context: TurnContext, seat: Seat) -> None:
        """A player leaves (R27)."""
        depart(context, seat)
        if seat == context.state.active:
            finish(context)
