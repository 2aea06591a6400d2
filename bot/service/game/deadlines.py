"""Arithmetic on the deadline columns of a game's row; no other module writes them.

A clock period (`ClockRules.period`) is counted from `clock_from` to `deadline_at`, when the alarm is due.
While the clock is stopped these columns stay as they are: when it resumes, every moment is shifted by the
time for which it was stopped.

Pure: the caller holds the row, locked, and passes the time.
"""

from datetime import datetime, timedelta
from typing import Final

from bot.store.models import GameRow

POSTING: Final = timedelta(seconds=30)
"""How long a period that is counted in seconds waits for its card to be posted before it runs anyway."""
AFTER_OUTAGE: Final = timedelta(hours=1)
"""What a deadline that fell into an outage has left after it, unless its whole period is shorter."""
UNTOLD: Final = timedelta(days=3)
"""How long the clock is stopped at most while pending players cannot be notified; then the game is paused."""
WEEK: Final = timedelta(days=7)
"""How often at most a quiet thread is unarchived, in periods of at least that length."""


def start(row: GameRow, now: datetime, length: timedelta | None) -> None:
    """Start a period of this length; None: without a clock. A stopped clock stays stopped."""
    row.clock_from = row.deadline_at = row.clock_card_id = None
    if length is not None:
        row.clock_from, row.deadline_at = now, now + length
    if row.clock_stopped_at is not None:
        row.clock_stopped_at = now
    _arm(row)


def clear(row: GameRow) -> None:
    """Remove the clock: it has done its work, or the game is over."""
    row.clock_from = row.deadline_at = row.clock_card_id = row.clock_stopped_at = row.alarm_at = None
    row.away = False


def length(row: GameRow) -> timedelta | None:
    """How long the present period is in all."""
    if row.deadline_at is None or row.clock_from is None:
        return None
    waiting = POSTING if row.clock_card_id is not None else timedelta(0)
    return row.deadline_at - waiting - row.clock_from


def elapsed(row: GameRow, now: datetime) -> timedelta:
    """How long the present period has run; zero without one."""
    if row.clock_from is None:
        return timedelta(0)
    return max((row.clock_stopped_at or now) - row.clock_from, timedelta(0))


def shown(row: GameRow) -> datetime | None:
    """The deadline that players see; None while the clock is stopped.

    Before its card is posted a period shows its earliest possible end, rather than a later one.
    """
    if row.deadline_at is None or row.clock_stopped_at is not None:
        return None
    return row.deadline_at - POSTING if row.clock_card_id is not None else row.deadline_at


def if_released(row: GameRow, now: datetime) -> datetime | None:
    """The deadline that players see if a held clock runs on from now."""
    if row.deadline_at is None or row.clock_stopped_at is None or row.away:
        return shown(row)
    return row.deadline_at + (now - row.clock_stopped_at)


# -- a period whose card is not posted yet -----------------------------------------------------------------


def await_card(row: GameRow, outbox_id: int) -> None:
    """Let the period that has just begun run from the moment when this card is posted; see `POSTING`."""
    if row.deadline_at is not None and row.clock_from is not None:
        row.clock_card_id = outbox_id
        row.deadline_at += POSTING
        _arm(row)


def if_posted(row: GameRow, at: datetime) -> datetime | None:
    """The deadline if the awaited card were posted at this moment."""
    if row.deadline_at is None or row.clock_from is None:
        return None
    return row.deadline_at - POSTING + min(max(at - row.clock_from, timedelta(0)), POSTING)


def run_from_posting(row: GameRow, at: datetime) -> None:
    """Let the period run from this moment, at which the awaited card was posted."""
    if row.deadline_at is None or row.clock_from is None or row.clock_card_id is None:
        return
    whole = length(row)
    row.deadline_at = if_posted(row, at)
    row.clock_card_id = None
    if row.deadline_at is not None and whole is not None:
        row.clock_from = row.deadline_at - whole
    _arm(row)


# -- standing still, and other deadlines -----------------------------------------------------------------


def halt(row: GameRow, now: datetime) -> None:
    """Stop the clock with the time that is left now. It does not wait for a card any more."""
    _stop(row, now)
    row.away = False


def resume_at(row: GameRow, at: datetime | None) -> None:
    """Set when a game that is not running resumes; None: it does not by itself."""
    row.alarm_at = at


def _stop(row: GameRow, now: datetime) -> None:
    run_from_posting(row, now)
    row.clock_stopped_at = row.clock_stopped_at or now
    row.alarm_at = None


def stop_for_vacation(row: GameRow, since: datetime) -> None:
    """Stop the clock of a running game: a pending player is on vacation since then.

    A clock that ran out before stays so; one that is held already is stopped for both reasons.
    """
    if row.deadline_at is None:
        return
    if row.clock_stopped_at is None:
        since = max(since, row.clock_from or since)
        if row.deadline_at <= since:
            return
        _stop(row, since)
    row.away = True


def resume_after_vacation(row: GameRow, now: datetime) -> None:
    """Resume the clock, unless it is held: no pending player is on vacation any more."""
    if row.away and row.alarm_at is None:
        run_on(row, now)
    row.away = False


def hold(row: GameRow, now: datetime) -> None:
    """Stop the clock of a running game until the pending players are notified, at most `UNTOLD`.

    A clock that was held for earlier pending players is held for the full time again.
    """
    if row.deadline_at is not None:
        _stop(row, now)
        row.alarm_at = now + UNTOLD


def release(row: GameRow, now: datetime) -> None:
    """Resume a clock that `hold` stopped: all pending players are notified. Not during a vacation."""
    if row.away:
        row.alarm_at = None
    else:
        run_on(row, now)


def notified_in_vain(row: GameRow, now: datetime) -> bool:
    """Whether the clock of a running game has stood for as long as it may (`hold`)."""
    return row.clock_stopped_at is not None and row.alarm_at is not None and row.alarm_at <= now


def run_on(row: GameRow, now: datetime) -> None:
    """Resume a stopped clock with the time that was left."""
    if row.clock_stopped_at is not None and row.deadline_at is not None:
        stood = now - row.clock_stopped_at
        row.deadline_at += stood
        row.clock_from = None if row.clock_from is None else row.clock_from + stood
    row.clock_stopped_at, row.away = None, False
    _arm(row)


def set_remaining(row: GameRow, now: datetime, remaining: timedelta) -> None:
    """Set the remaining time, also of a stopped clock."""
    run_from_posting(row, now)
    row.deadline_at = (row.clock_stopped_at or now) + remaining
    row.clock_from = row.clock_from or now
    _arm(row)


# -- alarms --------------------------------------------------------------------------------------------


def outlasts_archiving(row: GameRow, now: datetime) -> bool:
    """Whether a period of a week or more runs, in which a thread may be archived."""
    whole = length(row)
    runs = row.clock_stopped_at is None and row.deadline_at is not None and row.deadline_at > now
    return runs and whole is not None and whole >= WEEK


def armed(row: GameRow) -> bool:
    """Whether a running game with a deadline has an alarm, at the deadline at the latest."""
    if row.deadline_at is None or row.alarm_at is None:
        return row.deadline_at is None or row.away
    return row.clock_stopped_at is not None or row.alarm_at <= row.deadline_at


def _arm(row: GameRow) -> None:
    """Set the alarm to the deadline; a stopped clock's alarm is set by whatever stopped it.

    A pause ends at its alarm even if the game has no clock any more; nothing else outlasts the clock.
    """
    if row.clock_stopped_at is None or (row.deadline_at is None and row.status != "paused"):
        row.alarm_at = row.deadline_at


# -- outages -------------------------------------------------------------------------------------------


def after_outage(row: GameRow, since: datetime, now: datetime) -> bool:
    """Compensate an outage; returns whether the deadline changed.

    `since`: the last heartbeat. A deadline within the outage, or so soon after it that the outage took more
    time than is left, moves to at least `AFTER_OUTAGE` from now, or to its whole period where that is
    shorter. Repeating it changes nothing: the period then counts from now. The end of a held clock moves
    likewise, as nobody could be told meanwhile.
    """
    if row.clock_stopped_at is not None:
        fair = now + AFTER_OUTAGE
        if row.alarm_at is not None and _cut_short(row.alarm_at, since, now, fair):
            row.alarm_at = fair
        return False
    if row.deadline_at is None:
        return False
    alive = since if row.clock_from is None else max(since, row.clock_from)
    whole = length(row)
    fair = now + (AFTER_OUTAGE if whole is None else min(AFTER_OUTAGE, whole))
    if not _cut_short(row.deadline_at, alive, now, fair):
        return False
    row.clock_from, row.deadline_at, row.clock_card_id = now, fair, None
    _arm(row)
    return True


def runs_at(row: GameRow, moment: datetime) -> bool:
    """Whether this moment is within the present period."""
    begun, deadline = row.clock_from, row.deadline_at
    return begun is not None and deadline is not None and begun <= moment < deadline


def hold_since(row: GameRow, since: datetime, now: datetime) -> None:
    """Hold a clock that has run out as if it had been held since then, a moment of its period.

    It has at least `AFTER_OUTAGE` left, or the whole period where that is shorter.
    """
    _stop(row, since)
    if row.deadline_at is not None:
        fair = min(AFTER_OUTAGE, length(row) or AFTER_OUTAGE)
        row.deadline_at = max(row.deadline_at, since + fair)
    row.alarm_at = now + UNTOLD


def _cut_short(end: datetime, alive: datetime, now: datetime, fair: datetime) -> bool:
    """Whether an outage since `alive` took more time than is left before this end, and less is left than is
    fair.
    """
    return alive < end < fair and end - now < now - alive
