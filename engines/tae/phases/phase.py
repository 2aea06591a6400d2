"""What every phase of a turn says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from engines.contract import Action, IllegalAction, Seat
from engines.tae.actions import TaeAction
from engines.tae.state import TaeState
from engines.tae.turn import depart, finish
from engines.tae.turn_context import TurnContext


class Phase(ABC):
    """A kind of decision that the game awaits: what may be done, in words, and what comes of it."""

    actions: ClassVar[tuple[type[Action], ...]] = ()
    """The kinds of action that answer it."""
    awaited: ClassVar[str]
    """What is awaited, for who tries something else."""
    wrong_phase: ClassVar[str] = "What is awaited now is {}."
    """Refuses an action of this phase in another one; ``{}`` stands for what is awaited."""
    off_turn: ClassVar[bool] = False
    """Whether players act in it whose turn it is not."""

    def to_act(self, state: TaeState) -> tuple[Seat, ...]:
        """The seats that play waits for."""
        return (state.active,)

    @abstractmethod
    def prompt(self, state: TaeState) -> str:
        """Who is awaited, and for what, in one short sentence without a full stop."""

    def notes(self, state: TaeState, viewer: Seat | None) -> Iterator[str]:  # noqa: ARG002
        """What the viewer may know of the decision, in lines of Markdown."""
        yield from ()

    @abstractmethod
    def legal(self, state: TaeState, seat: Seat) -> Iterator[TaeAction]:
        """Every legal action of a seat that is to act, in the order of section 14."""

    @abstractmethod
    def refusal(self, state: TaeState, seat: Seat, action: TaeAction) -> IllegalAction | None:
        """Why an action of this phase in its canonical spelling is illegal, or None."""

    @abstractmethod
    def apply(self, context: TurnContext, seat: Seat, action: TaeAction) -> None:
        """Do a legal action, and what follows of it."""

    @abstractmethod
    def on_timeout(self, state: TaeState) -> TaeAction:
        """What is done for a seat whose deadline has passed (R28)."""

    def resign(self, context: TurnContext, seat: Seat) -> None:
        """A player leaves (R27)."""
        depart(context, seat)
        if seat == context.state.active:
            finish(context)
