"""The public points of a game."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.service.game.live import LiveGame
from bot.service.log.effective_events import effective_events, first_kept
from bot.service.log.event_types import APPLIED, flags_of
from bot.store.models import EventRow


class Point(NamedTuple):
    """One of a game's public points; the first is its beginning."""

    number: int
    who: str
    """The name of the seat that acted; empty if none did, or if that is secret."""
    line: str
    """The action in notation, as everybody may read it."""


class PointInLog(NamedTuple):
    """A point, and how many of the effective events come before it."""

    point: Point
    place: int


def points_in(live: LiveGame, events: Sequence[EventRow]) -> list[PointInLog]:
    """The public points of a log: one after each request with a public change other than a mark.

    So their number does not tell how often others have acted in secret.
    """
    names = live.engine.info.seat_names(len(live.row.seats))
    effective = effective_events(events)
    points = [PointInLog(Point(0, "", ""), first_kept(effective))]
    request = None
    for place, event in enumerate(effective, start=1):
        flags = flags_of(event)
        if event.kind not in APPLIED or event.public_notation is None or flags.marks_only:
            continue
        if event.first_seq == request:
            # A forced action, or another one of the same request: part of the same point.
            before = points.pop().point
            point = before._replace(line=f"{before.line}, {event.public_notation}")
        else:
            who = "" if flags.anonymous or event.seat is None else names[event.seat]
            point = Point(len(points), who, event.public_notation)
        points.append(PointInLog(point, place))
        request = event.first_seq
    return points
