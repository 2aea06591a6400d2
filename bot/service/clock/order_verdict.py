"""The verdict on a standing order: it waits, is played, or is dropped. Pure.

It depends on the events since the order was made and on the present state. Every surprise drops an order:
another move than it names, a change of the game beside play, an action of its owner.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.service.log.event_types import LEAVE_TYPES, EventType
from engines.contract import Action, AnyEngine, IllegalAction, Seat, Value

GuardKind: TypeAlias = Literal["whatever", "line", "pass"]
"""Play at the owner's next turn; after exactly these actions; at each off-turn prompt before that turn."""
DropReason: TypeAlias = Literal["", "changed", "own", "other", "illegal", "absent"]
"""Why an order is dropped: an undo, a stop or a change of players; its owner has played; others have played
something else; the action is illegal; too many were played without their owner. Empty: it is done, and no
notice is needed."""

IN_A_ROW: Final = 5
"""Orders of a seat that are played in a row without an act of their owner."""
PLAYED: Final = frozenset({EventType.ACTION, EventType.CLOCK})
"""The event types of a line of play."""
_HARMLESS: Final = (
    PLAYED
    | LEAVE_TYPES
    | {
        *(EventType.AUTOMATIC, EventType.BANKS, EventType.ENDING, EventType.OPENED, EventType.PAUSING),
        *(EventType.HERE, EventType.MISSED, EventType.RETIMED, EventType.OUTAGE),
        *(EventType.UNDO_ASKED, EventType.UNDO_AGREED, EventType.UNDO_DECLINED),
    }
)
"""Event types that drop no order; every other type is a surprise."""


class Guard(Value, frozen=True, omit_defaults=True):
    """The condition under which an order is played."""

    kind: GuardKind
    line: tuple[tuple[Seat, str], ...] = ()
    """For a ``line``: the actions before it, each with its seat, as `Codec.encode` writes them."""


class PastEvent(NamedTuple):
    """An event, as far as verdicts depend on it."""

    kind: str
    seat: Seat | None = None
    action: str | None = None
    """As in `Guard.line`; None for anything but an action of the game's own."""
    ordered: bool = False
    """Whether a standing order made it."""


class OrderVerdict(NamedTuple):
    """What happens to an order now."""

    what: Literal["wait", "play", "drop"]
    why: DropReason = ""


WAIT, _PLAY = OrderVerdict("wait"), OrderVerdict("play")


def verdict_on(
    engine: AnyEngine,
    state: Value,
    seat: Seat,
    guard: Guard,
    action: Action | None,
    *,
    since: Sequence[PastEvent],
) -> OrderVerdict:
    """The verdict on an order of this seat, given the events since it was made.

    `action` None: not chosen yet, so the order waits or is dropped.
    """
    if engine.outcome(state) is not None:
        return OrderVerdict("drop")
    if any(event.kind not in _HARMLESS for event in since):
        return OrderVerdict("drop", "changed")
    played = [event for event in since if event.kind in PLAYED and event.action is not None]
    own = [event for event in played if event.seat == seat]
    if guard.kind == "line":
        if [(event.seat, event.action) for event in played] != list(guard.line[: len(played)]):
            return OrderVerdict("drop", "own" if own and not own[-1].ordered else "other")
        if len(played) < len(guard.line):
            return WAIT
    elif guard.kind == "whatever" and not all(event.ordered for event in own):
        return OrderVerdict("drop", "own")
    if action is None or seat not in engine.to_act(state):
        return WAIT
    if len(own) >= IN_A_ROW and all(event.ordered for event in own[-IN_A_ROW:]):
        return OrderVerdict("drop", "absent")
    try:
        engine.apply(state, seat, action)
    except IllegalAction:
        if guard.kind == "pass":
            return OrderVerdict("drop")
        prompted = guard.kind == "whatever" and engine.clock.off_turn_prompt(state) is not None
        # An off-turn prompt comes before the seat's own turn.
        return WAIT if prompted else OrderVerdict("drop", "illegal")
    return _PLAY
