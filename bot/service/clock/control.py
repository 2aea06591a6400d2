"""Control of a running game: pause, resume, abandon, another deadline, another length of turns.

Each function changes a `LiveGame` and appends an event. It raises Refused with nothing changed, or Overdue
where a timeout must be processed first. The caller checks permissions and ends the unit of work with
`conclude`, which posts the card. `person` None: the command line.
"""

from datetime import datetime, timedelta

from bot.clock import HOUR
from bot.column_values import RUNNING
from bot.service.game import deadlines
from bot.service.game.insiders import drop_identity_hashes
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType, Timing, Waiting, timing_line
from bot.service.seats.new_games import check_hours
from bot.service.values.refused import Refused, not_running
from bot.service.values.request import Person

_SHORTEST = timedelta(seconds=20)
"""The least remaining time that can be set by hand, so that players can notice it."""
_LONGEST = timedelta(days=366)


def pause(
    live: LiveGame,
    person: Person | None = None,
    *,
    waiting: Waiting | None = None,
    until: datetime | None = None,
    why: str | None = None,
) -> None:
    """Stop a running game and its clock; `waiting`: until these seats are taken; `until`: the end.

    The card always says that it is paused. `person`: the admin who paused it, which the card also says;
    `why`: another clause of the card about it.
    """
    if live.row.status != "active":
        raise not_running(live.row.code)
    live.clock.check()
    live.row.status, live.row.waits_for_players = "paused", waiting is not None
    live.requests.pausing = None
    deadlines.halt(live.row, live.now)
    live.clock.pause_until(until)
    line = why if person is None else "an admin pauses the game"
    if waiting is not None:
        line = "the game waits until its seats are taken"
    live.note(EventType.PAUSED, person=person, data=waiting, summary_line=line)


def resume(live: LiveGame, person: Person | None = None, *, why: str = "the game goes on") -> None:
    """Resume a paused game with the remaining time. `why`: the clause of the card that tells it."""
    if live.row.status != "paused":
        raise Refused("not_paused", f"Game {live.row.code} is not paused.")
    live.row.status = "active"
    live.requests.pausing = None
    live.clock.pause_until(None)
    deadlines.run_on(live.row, live.now)
    live.clock.resume()
    live.note(EventType.RESUMED, person=person, summary_line=why)


async def abandon(live: LiveGame, line: str, summary_line: str, person: Person | None = None) -> None:
    """End a game without a result; a started one reveals its secrets."""
    live.row.status, live.row.finished_at = "abandoned", live.now
    deadlines.clear(live.row)
    live.requests.ending = ()
    await drop_identity_hashes(live)
    live.note(EventType.CANCELLED, line, person=person, summary_line=summary_line)


def set_remaining(live: LiveGame, hours: float, person: Person | None = None) -> None:
    """Set the remaining time of the present clock period, from now or from the end of a pause."""
    _check_held(live)
    if not _SHORTEST / HOUR <= hours <= _LONGEST / HOUR:
        raise Refused("bad_deadline", "A deadline is at least 20 seconds and at most a year away.")
    live.clock.set_remaining(timedelta(hours=hours))
    _retimed(live, person, "the deadline is set anew")


def set_hours(live: LiveGame, hours: float | None, person: Person | None = None) -> None:
    """Set the length of turns, None for no clock, and restart the present period."""
    _check_held(live)
    if live.clock.seconds_per_period is not None:
        raise Refused("own_pace", f"The rounds of game {live.row.code} have the length that its options say.")
    if live.clock.terms.bank_days is not None:
        raise Refused(
            "own_pace", f"In game {live.row.code} each seat has a bank of time, not a time for a turn."
        )
    live.row.deadline_hours = check_hours(live.engine.info, hours)
    deadlines.start(live.row, live.now, live.clock.length)
    _retimed(live, person)


def _check_held(live: LiveGame) -> None:
    """Raises Refused for games that are neither running nor paused, and Overdue."""
    if live.row.status not in RUNNING:
        raise not_running(live.row.code)
    live.clock.check()


def _retimed(live: LiveGame, person: Person | None, summary_line: str = "") -> None:
    timing = Timing(live.row.deadline_at, live.row.deadline_hours)
    line = timing_line(timing, length=not summary_line)
    live.note(EventType.RETIMED, line, person=person, data=timing, summary_line=summary_line or line)
