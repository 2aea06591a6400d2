"""Effects of actions: the new state and its events. An action without pending gods settles the round."""

from msgspec import UNSET
from msgspec.structs import replace

from engines.contract import ErrorCode, Event, IllegalAction, Seat, Step, StepSummary
from engines.contract.action import Draw, MetaAction, Resign, TimeUp, format_meta
from engines.gods.actions import Clear, GodsAction, Plan, Ready
from engines.gods.events import (
    DrawAsked,
    DrawDeclined,
    MarkedReady,
    Resigning,
    events_of,
    headline,
    round_in_words,
)
from engines.gods.notation import round_text, write
from engines.gods.rounds import resolve_round
from engines.gods.selection import price, read_selection
from engines.gods.state import GodsState, Result, Stance
from engines.gods.validation import check_part, validate


def apply(state: GodsState, seat: Seat, action: GodsAction) -> Step[GodsState]:
    """Do an action. Raises IllegalAction with the codes of `engines.gods.validation`."""
    sound = validate(state, seat, action)
    stance = state.stances[seat]
    match sound:
        case Plan(actions=text):
            selection = read_selection(text) or ()
            planned = replace(stance, plan=selection, edits=stance.edits + 1)
            priced = f"{text} (price {price(state.options, selection)})"
            return Step(_with(state, seat, planned), priced, public=None)
        case Clear():
            cleared = replace(stance, plan=None, edits=stance.edits + 1)
            return Step(_with(state, seat, cleared), write(sound), public=None)
        case Ready(on=on):
            return _marked(state, seat, replace(stance, ready=on), write(sound), MarkedReady(seat, on))


def apply_meta(state: GodsState, seat: Seat, action: MetaAction) -> Step[GodsState]:
    """Resign, ask for a draw, or miss the deadline. Raises IllegalAction.

    Codes: those of `check_part`, then ``resigned``, ``offer_stands``, ``no_offer``, ``not_here``.
    """
    check_part(state, seat)
    stance = state.stances[seat]
    match action:
        case Resign():
            if stance.resigns:
                raise IllegalAction("resigned", "You have resigned: you are out when this round is settled.")
            # The empty choice must not show: until the round is settled it looks like a ready mark.
            left = replace(stance, ready=True, resigns=True)
            event = None if stance.ready else MarkedReady(seat, on=True)
            step = _marked(state, seat, left, "resign when the round is settled", event, public="ready")
            return replace(step, events=(Resigning(seat), *step.events))
        case TimeUp():
            return _marked(state, seat, replace(stance, late=True), format_meta(action), None)
        case Draw():
            return _draw(state, seat, action)
    raise IllegalAction(
        ErrorCode.NOT_HERE, "Nobody can claim a win on time in this game: at the deadline the round settles."
    )


def _marked(
    state: GodsState, seat: Seat, stance: Stance, text: str, event: Event | None, *, public: str | None = None
) -> Step[GodsState]:
    """A step that may settle the round; it has no preview, which would tell whether it does."""
    after = _with(state, seat, stance)
    happened = (event,) if event is not None and state.options.show_ready else ()
    line = (public or text) if happened else None
    if after.pending:
        return Step(after, text, happened, public=line, reveals=True, marks_only=True)
    late = tuple(one for one in after.living if after.stances[one].late) if state.options.show_ready else ()
    after = resolve_round(after)
    settled = after.history[-1]
    return Step(
        after,
        f"{text}, {round_text(settled)}",
        (*happened, *events_of(settled)),
        public=f"{line}, {round_text(settled)}" if line else round_text(settled),
        reveals=True,
        anonymous=line is None,
        summary=StepSummary(headline(settled), round_in_words(settled, late)),
    )


def _draw(state: GodsState, seat: Seat, draw: Draw) -> Step[GodsState]:
    """Ruling 15: a draw needs all living gods to ask for it in the same round.

    A god that resigns lives until the round is settled and must agree too, so that its resignation does not
    show. One that declines is not asked again in this round; it may still ask for a draw itself.
    """
    stance = state.stances[seat]
    match draw.answer:
        case "offer" | "accept" if stance.asks_draw:
            raise IllegalAction(ErrorCode.OFFER_STANDS, "You are already asking for a draw.")
        case "accept" | "decline" if not state.asking:
            raise IllegalAction(ErrorCode.NO_OFFER, "Nobody is asking for a draw; you may ask for one.")
        case "decline" if stance.asks_draw:
            raise IllegalAction(ErrorCode.OFFER_STANDS, "You are asking for a draw yourself: take that back.")
        case "accept" | "decline" if stance.declines_draw:
            raise IllegalAction(
                ErrorCode.NO_OFFER, "You have declined; you may still ask for a draw yourself."
            )
        case "withdraw" if not stance.asks_draw:
            raise IllegalAction(ErrorCode.NO_OFFER, "You have not asked for a draw.")
        case "decline":
            declined = _with(state, seat, replace(stance, declines_draw=True))
            return Step(declined, format_meta(draw), (DrawDeclined(seat),))
        case _:
            asks = draw.answer != "withdraw"
    after = _with(state, seat, replace(stance, asks_draw=asks, declines_draw=UNSET))
    if after.asking == after.living:
        after = replace(after, result=Result("consent", after.living))
    event = DrawAsked(seat, asks, len(after.asking), len(after.living))
    return Step(after, format_meta(draw), (event,))


def _with(state: GodsState, seat: Seat, stance: Stance) -> GodsState:
    stances = (*state.stances[:seat], stance, *state.stances[seat + 1 :])
    return replace(state, stances=stances)
