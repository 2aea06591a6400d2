"""Doing an action: the new state and what happened."""

from engines.contract import ErrorCode, IllegalAction, MetaAction, Resign, Seat, Step, TimeUp, format_meta
from engines.tae.actions import End, TaeAction
from engines.tae.events import Resigned
from engines.tae.legal_moves import phase_of
from engines.tae.notation import effects, write_public, written
from engines.tae.outcome import final_summary
from engines.tae.state import TaeState
from engines.tae.turn import depart, end_game
from engines.tae.turn_context import TurnContext
from engines.tae.validation import validate
from engines.tae.view import LastView


def advance(state: TaeState, seat: Seat, action: TaeAction) -> TaeState:
    """The position after a legal action in its canonical spelling, without a word about it: for searches."""
    context = TurnContext(state, None)
    phase_of(state).apply(context, seat, action)
    return context.state


def apply(state: TaeState, seat: Seat, action: TaeAction) -> Step[TaeState]:
    """Do an action of this game. Raises IllegalAction: codes of docs/rules/tae.md section 14."""
    return _play(state, seat, validate(state, seat, action))


def apply_meta(state: TaeState, seat: Seat, action: MetaAction) -> Step[TaeState]:
    """Resign (R27), or let the clock act (R28). Raises IllegalAction: not seated, not here."""
    if isinstance(action, TimeUp):
        return _play(state, seat, phase_of(state).on_timeout(state), late=True)
    if seat not in state.playing:
        raise IllegalAction(ErrorCode.NOT_SEATED, "You are not, or no longer, in this game.")
    if not isinstance(action, Resign):
        raise IllegalAction(
            ErrorCode.NOT_HERE, "There are no draw offers and claims in this game; you may resign."
        )
    context = TurnContext(state, LastView(seat=seat, text="resign"))
    context.tell(Resigned(seat))
    context.change(leaving=(*state.leaving, seat))
    if len(context.state.playing) > 1:
        phase_of(state).resign(context, seat)
    else:
        for leaver in context.state.leaving:
            depart(context, leaver)
        end_game(context, "resignation")
    return _step(context, "resign", "resign")


def _play(state: TaeState, seat: Seat, action: TaeAction, *, late: bool = False) -> Step[TaeState]:
    lead = f"{format_meta(TimeUp())}, " if late else ""
    public = lead + write_public(action)
    ended_by_clock = late and isinstance(action, End)
    context = TurnContext(state, LastView(seat=seat, text=public), ended_by_clock=ended_by_clock)
    phase_of(state).apply(context, seat, action)
    return _step(context, lead + written(action), public)


def _step(context: TurnContext, text: str, public: str) -> Step[TaeState]:
    context.change(last=context.last)
    events = tuple(context.events)
    effects_text, ending = effects(events), context.state.ending
    return Step(
        state=context.state,
        notation=f"{text}: {effects_text}" if effects_text else text,
        events=events,
        public=f"{public}: {effects_text}" if effects_text else public,
        reveals=context.reveals,
        marks_only=context.marks_only,
        summary=None if ending is None else final_summary(context.state, ending, events),
    )
