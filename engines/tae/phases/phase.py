"""The interface of a turn's phases."""

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
    """A kind of decision that the game waits for: its legal actions, words and effects."""

    actions: tuple[type[Action], ...]
    """The kinds of action that answer it."""
    wrong_phase: str = "Not now"
    """Refuses an action of this phase in another one; what the game waits for follows."""
    off_turn: bool = False
    """Whether players act in it out of their turn."""
    to_act: Callable[[TaeState], tuple[Seat, ...]] = lambda state: (state.active,)
    """The seats that play waits for."""
    prompt: Callable[[TaeState], str]
    """The pending players and their task, in one short sentence without a full stop."""
    notes: Callable[[TaeState, Seat | None], Iterator[str]] = lambda _, __: iter(())
    """What the viewer may know of the decision, in lines of Markdown."""
    legal: Callable[[TaeState, Seat], Iterable[TaeAction]]
    """Every legal action of a seat that is to act, in the order of section 14."""
    refusal: Callable[[TaeState, Seat, TaeAction], IllegalAction | None]
    """Why an action of this phase in its canonical spelling is illegal, or None."""
    apply: Callable[[TurnContext, Seat, TaeAction], None]
    """Apply a legal action, with its consequences."""
    on_timeout: Callable[[TaeState], TaeAction]
    """The timeout of a seat (R28)."""
    resign: Callable[[TurnContext, Seat], None] = _resign
    """A player leaves (R27)."""
