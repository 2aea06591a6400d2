"""What happened since a player last saw their game, as they may know it."""

from collections.abc import Sequence
from typing import Any

from bot.service.clock.due_orders import is_planned
from bot.service.game.live import LiveGame
from bot.service.log import replay
from bot.service.log.event_types import APPLIED, EventType, seated_since, undone_in
from bot.service.values.request import Person
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat, Step, Value


def last_seen(events: Sequence[EventRow], seat: Seat, person: Person) -> int:
    """The event after which a player last saw a game: their own act, such as what they took back, or that by
    which they took the seat.

    A planned move is none: its owner was not there.
    """
    acts = {EventType.ACTION, EventType.UNDONE}
    own = (event for event in events if event.player_id == person.id and event.kind in acts)
    seen = (event.seq for event in own if not is_planned(event))
    return max((seated_since(events, seat, person), *seen))


def lines_since(
    live: LiveGame, events: Sequence[EventRow], effective: Sequence[EventRow], state: Value, seat: Seat | None
) -> tuple[list[str], Value]:
    """These events, except marks, as a seat may know them; and the state to which they lead.

    `effective`: those of them that count; `state`: the state before the first of those. Raises BrokenLog.
    """
    engine, lines, following = live.engine, list[str](), {event.id for event in effective}
    for event in events:
        if event.kind == EventType.UNDONE and event.public_notation is not None:
            undone = _undone(live, event.seat, event.public_notation)
            # Whoever plays and takes back the same several times is told of once.
            if lines[-1:] != [undone]:
                lines.append(undone)
        if event.id in following and event.kind in APPLIED:
            step = replay.step_of(engine, live.row, state, event)
            if not step.marks_only:
                lines += clauses(engine, step, seat)
            state = step.state
        elif event.id in following:
            state = replay.state_after(engine, live.row, state, event)
    return lines, state


def clauses(engine: AnyEngine, step: Step[Any], seat: Seat | None) -> list[str]:
    """The effects of a step, a clause each, as a seat may know them."""
    if step.summary:
        return [step.summary.text]
    own = () if seat is None else (seat,)
    known = (one for one in step.events if one.audience == "public" or getattr(one, "seat", None) in own)
    return [engine.narrate(one) for one in known]


def _undone(live: LiveGame, seat: Seat | None, notation: str) -> str:
    if seat is None:
        return f"play went {notation}"
    return f"{live.seat_name(seat)} took back {undone_in(notation)}"
