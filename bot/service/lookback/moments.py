"""The public points of a game, and what happened since a player last saw it, as they may know it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.service.clock.due_orders import is_planned
from bot.service.game.live import LiveGame
from bot.service.log import replay
from bot.service.log.effective_events import effective_events, first_kept
from bot.service.log.event_types import APPLIED, EventType, flags_of, seated_since, undone_in
from bot.service.values.request import Person
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat, Step, Value


class Moment(NamedTuple):
    """One of a game's public points; the first is its beginning."""

    number: int
    who: str
    """The name of the seat that acted; empty if none did, or if that is secret."""
    line: str
    """The action in notation, as everybody may read it."""


class Mark(NamedTuple):
    """A moment, and how many of the effective events come before it."""

    moment: Moment
    place: int


def marks_of(live: LiveGame, events: Sequence[EventRow]) -> list[Mark]:
    """The public points of a log: one after each request with a public change other than a mark.

    So their number does not tell how often others have acted in secret.
    """
    names = live.engine.info.seat_names(len(live.row.seats))
    effective = effective_events(events)
    marks = [Mark(Moment(0, "", ""), first_kept(effective))]
    request = None
    for place, event in enumerate(effective, start=1):
        flags = flags_of(event)
        if event.kind not in APPLIED or event.public_notation is None or flags.marks_only:
            continue
        if event.first_seq == request:
            # A forced action, or another one of the same request: part of the same point.
            before = marks.pop().moment
            moment = before._replace(line=f"{before.line}, {event.public_notation}")
        else:
            who = "" if flags.anonymous or event.seat is None else names[event.seat]
            moment = Moment(len(marks), who, event.public_notation)
        marks.append(Mark(moment, place))
        request = event.first_seq
    return marks


def last_seen(events: Sequence[EventRow], seat: Seat, person: Person) -> int:
    """The event after which a player last saw a game: their own act, or that by which they took the seat.

    A planned move is none: its owner was not there.
    """
    own = (event for event in events if event.player_id == person.id and event.kind == EventType.ACTION)
    seen = (event.seq for event in own if not is_planned(event))
    return max((seated_since(events, seat, person), *seen))


def lines_since(
    live: LiveGame, events: Sequence[EventRow], effective: Sequence[EventRow], state: Value, seat: Seat | None
) -> tuple[list[str], Value]:
    """These events, except marks, as a seat may know them; and the state to which they lead.

    `effective`: which of them are; `state`: before the first of these. Raises BrokenLog.
    """
    engine, lines, following = live.engine, list[str](), {event.id for event in effective}
    for event in events:
        if event.kind == EventType.UNDONE and event.public_notation is not None:
            line = f"play went {event.public_notation}"
            if event.seat is not None:
                line = f"{live.seat_name(event.seat)} took back {undone_in(event.public_notation)}"
            lines.append(line)
        if event.id in following and event.kind in APPLIED:
            step = replay.step_of(engine, live.row, state, event)
            if not step.marks_only:
                lines += clauses(engine, step, seat)
            state = step.state
        elif event.id in following:
            state = replay.state_after(engine, live.row, state, event)
    return lines, state


def clauses(engine: AnyEngine, step: Step[Any], seat: Seat | None) -> list[str]:
    """What a step brought, as a seat may know it."""
    if step.summary:
        return [step.summary.text]
    own = () if seat is None else (seat,)
    known = (one for one in step.events if one.audience == "public" or getattr(one, "seat", None) in own)
    return [engine.narrate(one) for one in known]
