"""What every phase of a turn says of itself."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engines.contract import Action, IllegalAction, Seat
from engines.tae.actions import TaeAction
from engines.tae.state import TaeState
from engines.tae.turn import depart, finish
from engines.tae.turn_context import TurnContext


def _resign(context: TurnContext, seat: Seat) -> None:
    depart(context, seat)
    if seat == context.state.active:
        finish(context)


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A kind of decision that the game awaits: what may be done, in words, and what comes of it."""

    actions: tuple[type[Action], ...]
    """The kinds of action that answer it."""
    wrong_phase: str = "Not now"
    """Refuses an action of this phase in another one; who is awaited there, and for what, follows."""
    off_turn: bool = False
    """Whether players act in it whose turn it is not."""
    to_act: Callable[[TaeState], tuple[Seat, ...]] = lambda state: (state.active,)
    """The seats that play waits for."""
    prompt: Callable[[TaeState], str]
    """Who is awaited, and for what, in one short sentence without a full stop."""
    notes: Callable[[TaeState, Seat | None], Iterator[str]] = lambda _, __: iter(())
    """What the viewer may know of the decision, in lines of Markdown."""
    legal: Callable[[TaeState, Seat], Iterable[TaeAction]]
    """Every legal action of a seat that is to act, in the order of section 14."""
    refusal: Callable[[TaeState, Seat, TaeAction], IllegalAction | None]
    """Why an action of this phase in its canonical spelling is illegal, or None."""
    apply: Callable[[TurnContext, Seat, TaeAction], None]
    """Do a legal action, and what follows of it."""
    on_timeout: Callable[[TaeState], TaeAction]
    """What is done for a seat whose deadline has passed (R28)."""
    resign: Callable[[TurnContext, Seat], None] = _resign
    """A player leaves (R27)."""
