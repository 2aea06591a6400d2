"""Which actions need a confirmation, with a preview, before they are applied."""

from bot.column_values import Confirm
from engines.contract import END, Action, AnyEngine, Draw, Resign, Seat, Step, Value


def asks_first(
    engine: AnyEngine,
    state: Value,
    seat: Seat,
    action: Action,
    step: Step[Value],
    *,
    confirm: Confirm,
    pointed: bool,
) -> bool:
    """Whether an actor with this preference confirms an action first, after its preview.

    `step`: the action's. `pointed`: it was put together from buttons, where a slip is easier than in text;
    then it is confirmed unless the action stays secret or can be undone freely, and in any case if it only
    ends the turn. Offering a draw, and ending the game by a claim or an answer, is always confirmed.
    """
    if not isinstance(action, engine.action_types):
        # Whoever resigns was asked in any case.
        offers = isinstance(action, Draw) and action.answer == "offer"
        return offers or (not isinstance(action, Resign) and engine.outcome(step.state) is not None)
    if confirm == "always":
        return True
    weighs = confirm == "weighty" and engine.preview.needs_confirmation(state, seat, action)
    if not pointed or weighs:
        return weighs
    steps = [step, *engine.forced_steps(step.state)]
    after, period = steps[-1].state, engine.clock.period
    goes_on = seat in engine.to_act(after) and period(after) == period(state)
    if not goes_on and any(path[-1].group == END for path in engine.offer(state, seat, action).paths):
        return True
    undoable = goes_on and engine.info.undo == "turn" and not any(one.reveals for one in steps)
    public = step.public_notation
    secret = public is None or (public != step.notation and engine.format(action) not in public)
    return confirm == "weighty" and not undoable and not secret
