"""What a seat may undo alone, and what it may redo."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import structlog

from bot.service.game.live import LiveGame
from bot.service.log.effective_events import effective_events, has_checkpoint, of_the_game, undone_events
from bot.service.log.event_types import APPLIED, EventType
from bot.service.log.replay import BrokenLog, Replays
from bot.service.values.answers import UndoRange
from bot.service.values.refused import Refused
from bot.store.models import EventRow
from engines.contract import AnyEngine, Seat, Value

log = structlog.get_logger(__name__)


class Before(NamedTuple):
    """The game before an action."""

    state: Value
    deadline: datetime | None
    """When its clock period would have ended, if it is not the present one."""


class Undoable:
    """Finds what may be undone and redone."""

    def __init__(self) -> None:
        self._replays = Replays()

    async def range_now(self, live: LiveGame, seat: Seat) -> UndoRange | None:
        """How many actions a seat may undo alone, and redo; None if its latest actions do not tell.

        They do if it cannot go back, or if another seat acted last before and nothing was undone of late: the
        rest needs the log. So does redoing what was undone before the newest events (`Extras.undone`), which
        is not offered here.
        """
        if not _undoes(live):
            return UndoRange(0, 0)
        done = [event for event in live.unit.events.added if event.kind in APPLIED]
        migrated = any(map(has_checkpoint, live.unit.events.added))
        if not done or migrated or live.states.before is None:
            return None
        own = _trailing(live.engine, done, seat)
        if not own:
            return UndoRange(0, 0)
        extras = await live.extras()
        if extras.undone or own != [0] or extras.last_kind not in APPLIED:
            return None
        # Only the states before this action and at the end count, so those between need not be known.
        states = [live.states.before, *[live.state] * len(done)]
        times = [extras.last_at, *(event.at for event in done)]
        within = _within_period(live, seat, own, states, times)
        # If the seat acted before these too, that may be undone as well: only the whole log tells.
        return None if within and extras.last_seat in {None, seat} else UndoRange(len(within), 0)

    def range_by_log(self, live: LiveGame, events: Sequence[EventRow], seat: Seat) -> UndoRange:
        """As `range_now`, from all events, which may take long. Raises Refused."""
        if not _undoes(live):
            return UndoRange(0, 0)
        own = self.own_actions(live, effective_events(events), seat)
        return UndoRange(len(own), len(own_undone(live.engine, events, seat)))

    def own_actions(self, live: LiveGame, effective: Sequence[EventRow], seat: Seat) -> dict[int, Before]:
        """The trailing actions that this seat may undo alone: their indices, and the game before each.

        All are its own, lie within the last `ClockRules.period` in which it acted, and follow the last
        reveal. Going back into a finished period gives no extra time: a deadline that has passed stays
        passed. Raises Refused.
        """
        own = _trailing(live.engine, effective, seat)
        if not own:
            return {}
        first = own[-1]
        begun = effective[first - 1].at if first else live.row.started_at
        times = [begun, *(event.at for event in effective[first:])]
        return _within_period(live, seat, own, self.states(live, effective, first), times)

    def states(self, live: LiveGame, effective: Sequence[EventRow], first: int) -> list[Value]:
        """As `Replays.replay`, which may take long. Raises Refused."""
        try:
            return self._replays.replay(live.engine, live.row, effective, first)
        except BrokenLog as broken:
            log.exception("undo_failed", game=live.row.code)
            raise Refused("no_undo", "This game cannot go back; it can only go on from here.") from broken


def _undoes(live: LiveGame) -> bool:
    """Whether a game has undo, and goes on."""
    return live.engine.info.undo != "none" and live.row.status == "active"


def _trailing(engine: AnyEngine, effective: Sequence[EventRow], seat: Seat) -> list[int]:
    """The indices of a seat's own actions after the last event that is another seat's or reveals, newest
    first.
    """
    own: list[int] = []
    for place in reversed(range(len(effective))):
        event = effective[place]
        if event.reveals or event.seat != seat:
            break
        if event.kind == EventType.ACTION and of_the_game(engine, event):
            own.append(place)
        elif event.kind != EventType.AUTOMATIC:
            break
    return own


def _within_period(
    live: LiveGame,
    seat: Seat,
    own: Sequence[int],
    states: Sequence[Value],
    times: Sequence[datetime | None],
) -> dict[int, Before]:
    """Those of a seat's trailing actions that it may undo, and the game before each.

    `states`: before the first of them, and after each effective event since; `times`: when they came about.
    """
    first = own[-1]
    periods = [live.engine.clock.period(state) for state in states]
    last = periods[own[0] - first]
    # Actions of earlier periods stay.
    earlier = (place for place, period in enumerate(periods[: own[0] - first]) if period != last)
    begin = max(earlier, default=-1)
    deadline = None
    if periods[-1] != last:
        began, length = times[begin + 1], live.clock.length_in(states[own[0] - first])
        deadline = None if length is None or began is None else began + length
        over = deadline is not None and deadline <= live.now
        if live.clock.seconds_per_period is not None or over or not live.clock.could_pay(seat):
            return {}
    return {
        place: Before(states[place - first], deadline) for place in reversed(own) if place - first > begin
    }


def own_undone(engine: AnyEngine, events: Sequence[EventRow], seat: Seat) -> list[EventRow]:
    """The actions a seat may redo: its own, up to the first of another seat or the clock."""
    own = []
    for event in undone_events(events):
        if event.kind == EventType.ACTION and event.seat == seat and of_the_game(engine, event):
            own.append(event)
        elif event.kind != EventType.AUTOMATIC:
            break
    return own
