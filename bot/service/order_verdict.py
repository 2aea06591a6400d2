"""What becomes of a standing order: it waits, it is played, or it falls. Pure.

An order is judged by what has happened since it was made and by the present state. It falls by every
surprise: another move than it names, a change of the game beside play, an action of its owner's own.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from bot.service.event_log import EventType
from engines.contract import Action, AnyEngine, IllegalAction, Seat, Value

GuardKind: TypeAlias = Literal["whatever", "line", "pass"]
"""Played at its owner's next turn; after these very actions; each time its owner is called out of turn, until
that turn."""
Fall: TypeAlias = Literal["", "changed", "own", "other", "illegal", "absent"]
"""Why an order falls: play was taken back, stopped or changed hands; its owner has played; others have played
something else; the action is not possible; too many were played without their owner. Empty: it has done its
work, and nobody need hear of it."""

IN_A_ROW: Final = 5
"""Orders of a seat that are played one after the other without anything that their owner does."""
PLAYED: Final = frozenset({EventType.ACTION, EventType.CLOCK})
"""The types of events that a line of play consists of."""
_HARMLESS: Final = PLAYED | {
    EventType.AUTOMATIC,
    EventType.AWAY,
    EventType.BACK,
    EventType.BANKS,
    EventType.ENDING,
    EventType.OPENED,
    EventType.PAUSING,
    EventType.HERE,
    EventType.MISSED,
    EventType.RETIMED,
    EventType.OUTAGE,
    EventType.UNDO_ASKED,
    EventType.UNDO_AGREED,
    EventType.UNDO_DECLINED,
}
"""What may happen without an order falling for it; everything else is a surprise."""


class Guard(Value, frozen=True, omit_defaults=True):
    """When an order is to be played."""

    kind: GuardKind
    line: tuple[tuple[Seat, str], ...] = ()
    """Of a ``line``: who does what before, each action as `Codec.encode` writes it."""


class Happened(NamedTuple):
    """An event, as far as orders depend on it."""

    kind: str
    seat: Seat | None = None
    action: str | None = None
    """As in `Guard.line`; None where it is no action of the game's own."""
    ordered: bool = False
    """Whether a standing order of the seat's owner was played."""


class Verdict(NamedTuple):
    """What becomes of an order now."""

    what: Literal["wait", "play", "fall"]
    why: Fall = ""


_WAIT, _PLAY = Verdict("wait"), Verdict("play")


def judge(
    engine: AnyEngine,
    state: Value,
    seat: Seat,
    guard: Guard,
    action: Action | None,
    *,
    since: Sequence[Happened],
) -> Verdict:
    """What becomes of an order of this seat, after what has happened since it was made.

    `action` None: what is to be played is still to be said, so that the order waits or falls.
    """
    if engine.outcome(state) is not None:
        return Verdict("fall")
    if any(event.kind not in _HARMLESS for event in since):
        return Verdict("fall", "changed")
    played = [event for event in since if event.kind in PLAYED and event.action is not None]
    own = [event for event in played if event.seat == seat]
    if guard.kind == "line":
        if [(event.seat, event.action) for event in played] != list(guard.line[: len(played)]):
            return Verdict("fall", "own" if own and not own[-1].ordered else "other")
        if len(played) < len(guard.line):
            return _WAIT
    elif guard.kind == "whatever" and not all(event.ordered for event in own):
        return Verdict("fall", "own")
    if action is None or seat not in engine.to_act(state):
        return _WAIT
    if len(own) >= IN_A_ROW and all(event.ordered for event in own[-IN_A_ROW:]):
        return Verdict("fall", "absent")
    try:
        engine.apply(state, seat, action)
    except IllegalAction:
        if guard.kind == "pass":
            return Verdict("fall")
        called = guard.kind == "whatever" and engine.clock.off_turn_prompt(state) is not None
        # Who is called out of turn has that turn still before them.
        return _WAIT if called else Verdict("fall", "illegal")
    return _PLAY


def read_guard(stored: str) -> Guard:
    """A guard as it is stored. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(stored, type=Guard)
