"""The time of a game in a unit of work: its clock period and deadline, time banks, and vacations.

A deadline covers a clock period (`ClockRules.period`): a new one is set when the next period begins or
somebody is given more time. `deadlines` has the arithmetic.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.clock import HOUR
from bot.service.game import deadlines, seating, summarizing
from bot.service.game.states import GameStates
from bot.service.log.event_types import Banks, EventType
from bot.service.log.game_log import GameLog
from bot.service.values.seat_clocks import LEAST, SeatClocks
from bot.service.values.terms import Terms
from engines.contract import Seat, Value


class Overdue(Exception):  # noqa: N818 -- a state of affairs
    """A deadline has passed and its timeout is still to be processed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
        """The game's code."""


class GameClock:
    """The clock of a game. `run` ends the changes of a unit of work."""

    def __init__(self, states: GameStates, now: datetime, log: GameLog) -> None:
        self._states = states
        self._row = states.row
        self._engine = states.engine
        self._now = now
        self._log = log
        self.seats: SeatClocks = summarizing.seat_clocks_of(states.row)
        """The clock's state of each seat; `store` stores it."""
        self.former_deadline: datetime | None = None
        """After an undo into an earlier clock period: the deadline of that period."""
        self._gives_more_time = False
        self._charged: frozenset[Seat] | None = None
        """Seats whose time banks pay for the time until now; None: those that were to act."""

    @property
    def terms(self) -> Terms:
        """The terms that were agreed when the game was opened."""
        return summarizing.terms_of(self._row)

    @property
    def seconds_per_period(self) -> float | None:
        """Seconds of every clock period; None unless the game itself sets them."""
        return summarizing.seconds_per_period(self._engine, self._row)

    @property
    def length(self) -> timedelta | None:
        """Length of the present clock period; None without a clock."""
        return self.length_in(self._states.present)

    def length_in(self, state: Value) -> timedelta | None:
        """Length of the clock period of a state; None without a clock."""
        if (seconds := self.seconds_per_period) is not None:
            return timedelta(seconds=seconds)
        if self._row.deadline_hours is None:
            return None
        return timedelta(hours=self._row.deadline_hours * self._engine.clock.factor(state))

    @property
    def overdue(self) -> bool:
        """Whether a timeout must be processed before anybody acts."""
        deadline, stopped = self._row.deadline_at, self._row.clock_stopped_at is not None
        return self._row.status == "active" and not stopped and deadline is not None and deadline <= self._now

    def check(self) -> None:
        """Refuse to go on before the timeout of a passed deadline is processed. Raises Overdue."""
        if self.overdue:
            raise Overdue(self._row.code)

    def late(self) -> tuple[Seat, ...]:
        """The seats whose time is up when a deadline passes; never those of computers."""
        computers = seating.computers(self._row)
        pending = tuple(seat for seat in self._engine.to_act(self._states.present) if seat not in computers)
        if self.terms.bank_days is None:
            return pending
        left = self.seats.spent(pending, self._elapsed).left
        return tuple(seat for seat in pending if left[seat] <= 0)

    def expire(self) -> None:
        """Clear a deadline that has passed, and charge the time banks that ran."""
        if self.terms.bank_days is not None:
            pending = self._engine.to_act(self._states.present)
            self._set_banks(self.seats.spent(pending, self._elapsed))
        deadlines.clear(self._row)

    def run(self, *, expired: bool) -> bool:
        """Set, keep or clear the deadline after all changes; whether one for a new clock period was set.

        `expired`: the deadline was processed and is otherwise cleared.
        """
        row, state = self._row, self._states.present
        period = self._engine.clock.period(state)
        begins, starts_period = period != self._states.period_before, False
        if begins:
            self.seats = self.seats.period_begins()
        if self._engine.outcome(state) is not None:
            deadlines.clear(row)
        elif self.terms.bank_days is not None:
            size = timedelta(days=self.terms.bank_days).total_seconds()
            starts_period = self._run_banks(period, size, begins=begins, expired=expired)
        elif self.seats.absent:
            deadlines.clear(row)
        elif begins or self._gives_more_time:
            deadlines.start(row, self._now, self.length)
            if self.former_deadline is not None:
                deadlines.set_remaining(row, self._now, self.former_deadline - self._now)
            starts_period = True
        elif expired:
            deadlines.clear(row)
        self.store()
        self.apply_vacations()
        return starts_period

    def store(self) -> None:
        """Store the clock's state of each seat."""
        self._row.clock = msgspec.json.encode(self.seats).decode()

    # -- other deadlines -------------------------------------------------------------------------------

    def give_more_time(self) -> None:
        """Give the pending players another deadline of the same length."""
        self._gives_more_time = True

    def set_remaining(self, remaining: timedelta) -> None:
        """Set the remaining time of the pending players."""
        if self.terms.bank_days is None:
            deadlines.set_remaining(self._row, self._now, remaining)
            return
        pending = self._engine.to_act(self._states.present)
        spent = self.seats.spent(pending, self._elapsed)
        self._set_banks(spent.holding(pending, remaining.total_seconds()))
        if not self.seats.absent:
            # A game that is paused for an absence has no deadline until it resumes.
            deadlines.start(self._row, self._now, remaining)

    def give_back_after(self, elapsed: timedelta) -> None:
        """After an outage moved the deadline, limit what the running time banks pay.

        `elapsed`: how long they had run when it was moved.
        """
        if self.terms.bank_days is not None and self._row.deadline_at is not None:
            pending, fair = self._engine.to_act(self._states.present), self._row.deadline_at - self._now
            spent = self.seats.spent(pending, elapsed.total_seconds())
            self._set_banks(spent.at_least(pending, fair.total_seconds()))

    def ping(self, seat: Seat, what: str) -> datetime | None:
        """Note that a seat is mentioned for something; return when it last was, if recently."""
        ping = f"{seat} {what}"
        since = self.seats.pinged_at(ping, self._now)
        self.seats = self.seats.pinging(ping, self._now)
        self.store()
        return since

    # -- pauses and vacations --------------------------------------------------------------------------

    def pause_until(self, until: datetime | None) -> None:
        """Set the moment at which the game resumes; None: it does not do so by itself."""
        self.seats = replace(self.seats, paused_until=until)
        self.store()
        if until is not None:
            deadlines.resume_at(self._row, until)

    def resume(self) -> None:
        """Resume after a pause or an end, with a whole deadline if a player was absent."""
        self._gives_more_time |= bool(self.seats.absent)
        self.seats = self.seats.resumed()

    def disarm(self) -> None:
        """Clear the notices and alarms of a game that is not running, except the end of its pause."""
        deadlines.resume_at(self._row, None)
        if self._row.status == "paused":
            self.pause_until(self.seats.paused_until)
        for sitting in self._row.seats:
            sitting.notice_at = None

    def apply_vacations(self) -> None:
        """Stop the clock of a running game while a publicly pending player is on vacation.

        Live games do not wait.
        """
        row = self._row
        if row.status != "active" or row.deadline_at is None or not row.id:
            # A game that is being made from a record has no players yet.
            return
        pending = self._states.view(self._states.present, None).to_act
        away = (one.player.away_at(self._now) for one in row.seats if one.seat in pending)
        leaves = [leave for leave in away if leave is not None]
        if leaves and self.terms.vacation == "stand" and self.seconds_per_period is None:
            # Where a deadline passed meanwhile, the clock was stopped from the vacation's start.
            late = row.deadline_at <= self._now
            since = min(leave.starts_at for leave in leaves) if late else self._now
            deadlines.stop_for_vacation(row, since)
        else:
            deadlines.resume_after_vacation(row, self._now)

    # -- banks of time ---------------------------------------------------------------------------------

    def could_pay(self, seat: Seat) -> bool:
        """Whether a seat's time bank, if it has one, would cover the time that the others' banks ran."""
        return not self.seats.left or self.seats.left[seat] > self._elapsed

    def charge(self, seat: Seat) -> None:
        """Let a seat pay for the time until now: its player goes back into a finished turn."""
        self._charged = frozenset({seat})

    def go_back(self, banks: Banks | None, *, fresh: bool) -> None:
        """Follow play to an earlier state; `fresh`: a new deadline is set in any case.

        `banks`: the time banks of that moment, where the time spent since is given back.
        """
        # All have agreed to it, so it cannot be used to ping somebody repeatedly.
        self.seats = replace(self.seats, pings=())
        self._gives_more_time |= fresh
        if banks is not None:
            # Refunded time is charged to nobody.
            self._charged = frozenset()
            self._set_banks(replace(self.seats, left=banks.left, granted=banks.granted))

    @property
    def _elapsed(self) -> float:
        return deadlines.elapsed(self._row, self._now).total_seconds()

    def _run_banks(self, period: str, most: float, *, begins: bool, expired: bool) -> bool:
        """Charge the banks that ran and start those of the pending seats; whether a period begins.

        `most`: the seconds that a bank can hold.
        """
        state, before = self._states.present, self._states.pending_before
        pending = frozenset(self._engine.to_act(state))
        new = pending if begins else pending - before
        if not (begins or new or self._gives_more_time or expired or pending != before):
            return False
        increment = self.terms.increment_hours * HOUR.total_seconds() * self._engine.clock.factor(state)
        seats = self.seats.filled(len(self._row.seats), most)
        seats = seats.spent(before if self._charged is None else self._charged, self._elapsed)
        seats = seats.refilled(new, period, increment, most=most)
        if self._gives_more_time:
            seats = seats.at_least(pending, max(increment, LEAST))
        self._set_banks(seats)
        nearest = None if seats.absent else seats.nearest(pending)
        if nearest is None:
            deadlines.clear(self._row)
        else:
            deadlines.start(self._row, self._now, nearest)
        return begins or self._gives_more_time

    def _set_banks(self, seats: SeatClocks) -> None:
        """Log the banks' contents, if they change."""
        known, before = set(self.seats.granted), self.seats.left
        self.seats = seats
        if seats.left != before:
            granted = tuple(grant for grant in seats.granted if grant not in known)
            self._log.append(EventType.BANKS, data=Banks(seats.left, granted))
