"""Setting the clock of a running game by hand: stop it, let it run on, give it another time.

Each works on a game that a unit of work holds, appends its event, and raises Refused with nothing changed
where it does not fit, or Overdue where a deadline must be settled first. The caller ends the unit of work
with `conclude`, which posts the card; whether somebody may do such a thing is the caller's to know, too.
`person` None: the host itself.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.service import deadlines
from bot.service.event_log import EventType, Timing
from bot.service.live import LiveGame
from bot.service.lobby import check_hours
from bot.service.summaries import Person, Refused

_SHORTEST = timedelta(seconds=20)
"""What a deadline set by hand leaves at least: there must be time to read of it."""
_LONGEST = timedelta(days=366)


def pause(live: LiveGame, person: Person | None = None) -> None:
    """Let a running game stand still, and its clock with what is left."""
    if live.row.status != "active":
        raise Refused("not_running", f"Game {live.row.code} is not running.")
    live.check_clock()
    live.row.status = "paused"
    deadlines.halt(live.row, live.now)
    _log(live, EventType.PAUSED, person, "paused", summary_line="the game is paused")


def resume(live: LiveGame, person: Person | None = None) -> None:
    """Let a paused game go on, with the time that was left."""
    if live.row.status != "paused":
        raise Refused("not_paused", f"Game {live.row.code} is not paused.")
    live.row.status = "active"
    deadlines.run_on(live.row, live.now)
    _log(live, EventType.RESUMED, person, "resumed", summary_line="the game goes on")


def set_remaining(live: LiveGame, remaining: timedelta, person: Person | None = None) -> None:
    """Let the present clock period end so long from now; in a paused game, so long after it goes on."""
    _check_held(live)
    if not _SHORTEST <= remaining <= _LONGEST:
        raise Refused("bad_deadline", "A deadline is at least 20 seconds and at most a year away.")
    deadlines.move(live.row, live.now, remaining)
    summary_line = "the deadline is set anew"
    _log(live, EventType.RETIMED, person, "deadline set", summary_line=summary_line, timing=_timing(live))


def set_deadline(live: LiveGame, deadline: datetime, person: Person | None = None) -> None:
    """Let the present clock period end at this moment."""
    set_remaining(live, deadline - live.now, person)


def extend(live: LiveGame, by: timedelta, person: Person | None = None) -> None:
    """Give the present clock period more time, or with a negative span less."""
    left = deadlines.left(live.row, live.now)
    if left is None:
        raise Refused("no_clock", f"No deadline is running in game {live.row.code}; set one instead.")
    set_remaining(live, left + by, person)


def set_hours(live: LiveGame, hours: float | None, person: Person | None = None) -> None:
    """Give turns this length from now on, None for no clock; the present period begins anew with it."""
    _check_held(live)
    if live.seconds_per_period is not None:
        raise Refused("own_pace", f"The rounds of game {live.row.code} have the length that its options say.")
    live.row.deadline_hours = check_hours(live.engine.info, hours)
    deadlines.start(live.row, live.now, live.length)
    words = "turns have no deadline any more" if hours is None else f"turns have {hours:g} h from now on"
    _log(live, EventType.RETIMED, person, words, summary_line=words, timing=_timing(live))


def _check_held(live: LiveGame) -> None:
    """Only a game that runs or is paused has a clock to set."""
    if live.row.status not in {"active", "paused"}:
        raise Refused("not_running", f"Game {live.row.code} is not running.")
    live.check_clock()


def _timing(live: LiveGame) -> Timing:
    return Timing(live.row.deadline_at, live.row.deadline_hours)


def _log(
    live: LiveGame,
    kind: EventType,
    person: Person | None,
    line: str,
    *,
    summary_line: str,
    timing: Timing | None = None,
) -> None:
    live.append(kind, person=person, notation=line, public_notation=line, data=timing)
    live.summary_lines.append(summary_line)
