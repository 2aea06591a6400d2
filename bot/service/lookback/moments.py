"""The public points of a game."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.service.game.live import LiveGame
from bot.service.log.effective_events import effective_events, first_kept
from bot.service.log.event_types import APPLIED, flags_of
from bot.store.models import EventRow


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
