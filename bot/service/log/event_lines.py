"""Checks the history lines of events that are not actions against the rest of the log."""

from collections.abc import Collection, Sequence

from bot.service.log.event_types import (
    APPLIED,
    LINES,
    EventType,
    Timing,
    data_of,
    replaced_in,
    timing_line,
    undo_line,
)
from bot.service.log.replay import ReplayedLog
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine

_REPOSTED = ("an admin posts the card again", "the card is posted again")
_CALLED_OFF = (
    *("called off by an admin", "called off: its seats stayed vacant"),
    *("called off by agreement", "called off: only computers play"),
)
_MAY_BE_SILENT = frozenset({EventType.CANCELLED, EventType.FORSAKEN})
"""Types with or without a line."""


def first_wrong(
    engine: AnyEngine, game: GameRow, events: Sequence[EventRow], replayed: ReplayedLog
) -> int | None:
    """The seq of the first event whose line does not fit the log; None where all fit."""
    undone = {event.seq: actions for event, actions in replayed.backs}
    names = engine.info.seat_names(len(game.seats))
    for event, following in zip(events, (*events[1:], None), strict=True):
        lines_of_event = event.notation, event.public_notation
        if event.kind in APPLIED:
            continue
        if event.action is not None or event.reveals:
            return event.seq
        if event.kind == EventType.UNDONE and event.seat is not None:
            # Before a checkpoint the undone actions are unknown.
            actions = undone.get(event.seq)
            if actions is not None and lines_of_event != (
                undo_line([one.notation for one in actions]) or "undo",
                undo_line([one.public_notation for one in actions]),
            ):
                return event.seq
        elif lines_of_event[0] != lines_of_event[1] or not _may_be(
            lines_of_event[0], _known(event, following, names), event
        ):
            return event.seq
    return None


def _may_be(line: str | None, known: Collection[str], event: EventRow) -> bool:
    if event.kind == EventType.UNDONE:
        # The rules say what a turn is called, and other rules may call it otherwise.
        return line is not None and line.startswith("back to ")
    if line is None:
        return not known or event.kind in _MAY_BE_SILENT
    return line in known


def _known(event: EventRow, following: EventRow | None, names: Sequence[str]) -> Collection[str]:
    """The lines that an event may have; empty: it has no line."""
    if event.kind == EventType.RETIMED:
        timing = data_of(event, Timing)
        return [timing_line(timing, length=length) for length in (True, False)]
    if event.kind == EventType.CANCELLED:
        return _CALLED_OFF
    if event.kind == EventType.ADMIN:
        return _of_admin(event, following, names)
    line = LINES.get(EventType(event.kind))
    return [] if line is None else [line]


def _of_admin(event: EventRow, following: EventRow | None, names: Sequence[str]) -> Collection[str]:
    if event.data is not None:
        change = replaced_in(event)
        return ["moved by an admin"] if change is None else [f"{names[change.seat]} goes to another player"]
    after = None if following is None or following.player_id not in {event.player_id, None} else following
    name = "" if after is None or after.seat is None else names[after.seat]
    match None if after is None else after.kind:
        case EventType.ACTION:
            return [*_REPOSTED, f"an admin plays for {name}"]
        case EventType.CLOCK:
            return [*_REPOSTED, "an admin lets the time run out", f"an admin lets the time of {name} run out"]
        case EventType.UNDONE:
            return [*_REPOSTED, "an admin rolls the game back"]
        case _:
            return _REPOSTED
