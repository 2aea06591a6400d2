"""Which actions need a confirmation, and what an action would do, as far as its actor may know it."""

from msgspec.structs import replace

from bot.column_values import Confirm
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_position, seat_held
from bot.service.people.persons import private_by_mail
from bot.service.play.requested import match_action, parts_of
from bot.service.values.answers import Preview
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from engines.contract import END, Action, AnyEngine, Draw, Resign, Seat, Step, Value

_HIDDEN = "This reveals something hidden, so it cannot be tried out beforehand."


def to_confirm(
    live: LiveGame,
    person: Person,
    action: Action | str,
    expected_public_version: int | None,
    *,
    pointed: bool,
) -> Preview | Action | str:
    """The preview of an action that needs confirmation; else the action to apply at once: it needs none, or
    it is one of several. Refusals are left to `_act`.
    """
    try:
        seat = seat_held(live, person)
        confirm = live.player_in(seat).confirm
        check_position(live, expected_public_version)
        found, *more = [match_action(live, seat, part) for part in parts_of(live, action)[:2]]
        if more:
            return action
        step = live.step(seat, found)
        if not asks_first(live.engine, live.state, seat, found, step, confirm=confirm, pointed=pointed):
            return found
        return replace(_foreseen(live, seat, found), private_by_mail=private_by_mail(live.row, person.id))
    except Refused:
        return action


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


def _foreseen(live: LiveGame, seat: Seat, action: Action) -> Preview:
    """An action's preview, as far as its actor may know it. Raises Refused if it is illegal."""
    engine, state = live.engine, live.state
    step = live.step(seat, action)
    text = engine.format(action)
    shown = engine.preview.show(state, seat, action) if isinstance(action, engine.action_types) else None
    if shown is not None:
        return Preview(live.summary(), seat, text, text, shown.view, words=shown.text)
    if step.reveals:
        return Preview(live.summary(), seat, text, text, None, words=_HIDDEN)
    summary_lines = tuple(engine.narrate(event) for event in step.events if event.audience == "public")
    words = "" if summary_lines else offered_words(engine, state, seat, action)
    view = engine.view(step.state, seat)
    return Preview(live.summary(), seat, text, step.notation, view, summary_lines or (words,))


def offered_words(engine: AnyEngine, state: Value, seat: Seat, action: Action) -> str:
    """The words of an action's offer; empty where it has none."""
    legal = [one for one in engine.legal(state, seat) if not one.host_only]
    notation = engine.format(action)
    same = action if action in legal else next((one for one in legal if engine.format(one) == notation), None)
    if same is None:
        return ""
    offer = engine.offer(state, seat, same)
    return "" if offer.words == offer.notation else offer.words
