"""What the log of a game tells of its columns: requests, open seats, status, versions."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import takewhile

from msgspec.structs import replace

from bot.column_values import RUNNING, Status
from bot.service.game.open_requests import UndoRequest
from bot.service.log import event_types
from bot.service.log.effective_events import effective_events, has_checkpoint, resigned, shown_actions
from bot.service.log.event_types import Back, Ending, EventType, Opened, Timing
from bot.service.log.replay import ReplayedLog
from bot.service.values.seat_clocks import PauseRequest
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat

_MAYBE_PUBLIC = frozenset({EventType.UNDONE, EventType.FORSAKEN})
_SILENT = frozenset({EventType.COMMITTED, EventType.RULES, EventType.BANKS})
"""Types that change nothing public and no button."""
_ANSWERS = event_types.APPLIED | {EventType.UNDO_DECLINED, EventType.UNDONE}
"""Types that close an open undo request."""
_PAUSES = frozenset({EventType.PAUSING, EventType.PAUSED, EventType.RESUMED})
"""Types that make, change or close a pause request."""


def undo_request_of(engine: AnyEngine, events: Sequence[EventRow]) -> UndoRequest | None:
    """The open undo request according to the log."""
    request: UndoRequest | None = None
    given_up: tuple[Seat, ...] = ()
    for number, event in enumerate(events):
        if event.kind == EventType.UNDO_ASKED and event.seat is not None:
            undo_to = event_types.data_of(event, Back).undo_to
            effective = effective_events(events[:number])
            given_up = resigned(engine, effective[:undo_to])
            request = UndoRequest(
                event.seat,
                undo_to,
                agreed=given_up,
                actions=shown_actions(engine, effective[undo_to:]),
            )
        elif event.kind == EventType.UNDO_AGREED and request is not None and event.seat is not None:
            agreed = tuple(sorted({*request.agreed, event.seat}))
            request = replace(request, agreed=agreed)
        elif request is not None and (change := event_types.replaced_in(event)) is not None:
            agreed = tuple(one for one in request.agreed if one != change.seat or one in given_up)
            request = None if change.seat == request.by else replace(request, agreed=agreed)
        elif event.kind in _ANSWERS or has_checkpoint(event):
            request = None
    return request


def undo_asked_at(events: Sequence[EventRow]) -> datetime | None:
    """When the last undo request was made according to the log."""
    return next((event.at for event in reversed(events) if event.kind == EventType.UNDO_ASKED), None)


def open_seats_of(events: Sequence[EventRow], back: Collection[Seat]) -> tuple[tuple[int, datetime], ...]:
    """The seats open to others according to the log, and from when on.

    A player who acts keeps the seat; one who was absent before must play. `back`: as in `SeatClocks`.
    """
    opened: dict[int, datetime] = {}
    absent, must_play = set[int | None](), set[int | None]()
    for event in events:
        if event.kind == EventType.ABSENT:
            absent.add(event.seat)
        elif event.kind == EventType.RESUMED:
            must_play |= absent & set(back)
            absent = set()
        if event.seat is not None and event.player_id is not None:
            if event.kind in event_types.APPLIED:
                must_play.discard(event.seat)
            if event.seat not in must_play:
                opened.pop(event.seat, None)
        if event.kind == EventType.OPENED:
            opening = event_types.data_of(event, Opened)
            opened[opening.vanished] = opening.at
        elif (change := event_types.replaced_in(event)) is not None:
            absent.discard(change.seat)
            must_play.discard(change.seat)
            opened.pop(change.seat, None)
    return tuple(sorted(opened.items()))


def public_version_of(events: Sequence[EventRow], replayed: ReplayedLog) -> int | None:
    """How many changes of a game everybody may know of; None where a replay does not tell all of them."""
    steps = {event.seq: step for event, step in replayed.steps}
    count = 0
    for event in events:
        if event.kind in event_types.APPLIED:
            if (step := steps.get(event.seq)) is None:
                return None
            count += step.public_notation is not None and not step.marks_only
        elif event.kind in _MAYBE_PUBLIC:
            count += event.public_notation is not None
        else:
            count += event.kind not in _SILENT
    return count


def moment_of(events: Sequence[EventRow], kind: EventType) -> datetime | None:
    """When the log tells the first event of a type."""
    return next((event.at for event in events if event.kind == kind), None)


def hours_of(events: Sequence[EventRow], otherwise: float | None) -> float | None:
    """The length of turns last logged; `otherwise` where none is."""
    hours = [
        event_types.data_of(event, Timing).hours
        for event in events
        if event.kind in {EventType.RETIMED, EventType.OUTAGE}
    ]
    return hours[-1] if hours else otherwise


def pausing_of(events: Sequence[EventRow]) -> PauseRequest | None:
    """The open pause request according to the log."""
    last = next((event for event in reversed(events) if event.kind in _PAUSES), None)
    return event_types.data_of(last, PauseRequest) if last is not None and _asks_to_pause(last) else None


def pause_asked_at(events: Sequence[EventRow]) -> datetime | None:
    """When the open pause request was made according to the log."""
    latest = (event for event in reversed(events) if event.kind in _PAUSES)
    moments = [event.at for event in takewhile(_asks_to_pause, latest)]
    return moments[-1] if moments else None


def waits_for_players(events: Sequence[EventRow]) -> bool:
    """Whether the last pause ends when vacant seats are taken, according to the log."""
    last = next((event for event in reversed(events) if event.kind == EventType.PAUSED), None)
    return last is not None and last.data is not None


def _asks_to_pause(event: EventRow) -> bool:
    """Whether a pause request is open after an event that may close it."""
    return event.kind == EventType.PAUSING and event.data is not None


def ending_of(events: Sequence[EventRow]) -> tuple[Seat, ...] | None:
    """The seats in favour of ending the game according to the log; None where nobody ever was."""
    found = [event for event in events if event.kind in {EventType.ENDING, EventType.CANCELLED}]
    if not found:
        return None
    return event_types.data_of(found[-1], Ending).seats if found[-1].kind == EventType.ENDING else ()


def status_of(events: Sequence[EventRow], *, over: bool) -> Status:
    """The status of a started game by its log; `over`: whether its position is the end of it."""
    status: Status = "lobby"
    for event in events:
        match event.kind:
            case EventType.STARTED | EventType.RESUMED:
                status = "active"
            case EventType.PAUSED:
                status = "paused"
            case EventType.CANCELLED:
                status = "abandoned"
            case EventType.UNDONE if status == "abandoned":
                status = "active"
    return "finished" if over and status in RUNNING else status
