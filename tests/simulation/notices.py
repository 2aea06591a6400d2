"""Weeks of notices on virtual time: ``python -m tests.simulation.notices [people] [days] [seed]``.

People of all time zones with wishes at random play several games at once; the rules decide what each is told
and when. What comes is judged by arithmetic of its own: the clock on the wall at every minute that matters.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo, available_timezones

from bot.service.notices.notice_rules import (
    GATHERING_DELAY,
    PRESENCE,
    ClockPeriod,
    Notice,
    Recipient,
)
from bot.service.people.notice_settings import NoticeSettings

BEGIN = datetime(2026, 3, 6, tzinfo=UTC)
"""The first moment; within thirty days most time zones with summer time change to it or from it."""
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NEVER = BEGIN + timedelta(days=3650)


@dataclass
class Table:
    """One game of a person."""

    settings: NoticeSettings
    period: ClockPeriod | None = None
    """The person's clock period; None: somebody else is to act."""
    next: datetime = NEVER
    """The time when the person acts or, if not pending, becomes pending."""
    shown: datetime | None = None
    notice_at: datetime = NEVER
    pings: list[tuple[datetime, str]] = field(default_factory=list)


@dataclass
class Tally:
    """The counts of all results."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def is_quiet(settings: NoticeSettings, zone: ZoneInfo, moment: datetime) -> bool:
    """The same as `Recipient.quiet`, by the minutes of which quiet hours consist."""
    if settings.when == "at_once":
        return False
    local = moment.astimezone(zone)
    if local.weekday() in settings.quiet_days:
        return True
    if settings.quiet_hours is None:
        return False
    first, last = settings.quiet_hours
    length = (last - first) % 1440
    return (local.hour * 60 + local.minute - first) % 1440 < length


def hour_outside(settings: NoticeSettings, zone: ZoneInfo, since: datetime, until: datetime) -> bool:
    """Whether an hour without any quiet minute lies between these moments, looked for in steps."""
    begin = since
    while begin + HOUR <= until:
        if not any(is_quiet(settings, zone, begin + n * 5 * MINUTE) for n in range(13)):
            return True
        begin += 15 * MINUTE
    return False


def some_wishes(rng: Random) -> NoticeSettings:
    """Random settings of all kinds, including the defaults."""
    first = rng.randrange(1440)
    return NoticeSettings(
        where=rng.choices(["thread", "dm", "none"], [5, 5, 1])[0],  # type: ignore[arg-type]
        when=rng.choices(["after_quiet_hours", "digest", "at_once"], [6, 3, 1])[0],  # type: ignore[arg-type]
        digest_at=rng.randrange(1440),
        reminders=rng.choice([None, None, (480, 240, 60), (60,), (0.5,), (1440, 0.125), ()]),
        quiet_hours=rng.choice([None, (first, (first + rng.randrange(30, 1200)) % 1440), (1320, 480)]),
        quiet_days=rng.choice([(), (), (5, 6), (6,), (0, 2, 4), tuple(range(6))]),
    )


class Person:
    """One person's weeks."""

    def __init__(self, rng: Random, zone: ZoneInfo, tally: Tally) -> None:
        self.rng, self.zone, self.tally = rng, zone, tally
        self.active: datetime | None = None
        self.pending: list[tuple[Table, datetime | None, datetime, str]] = []
        self.send_at = NEVER
        self.sent_at: datetime | None = None
        settings = some_wishes(rng)
        self.tables = [Table(settings) for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.2:
            self.tables[0].settings = some_wishes(rng)
        for table in self.tables:
            table.next = BEGIN + rng.random() * timedelta(days=2)

    def live(self, days: int) -> None:
        """Live for some days, from one event to the next."""
        end = BEGIN + timedelta(days=days)
        while True:
            moments = [self.send_at]
            for table in self.tables:
                deadline = table.period.deadline if table.period else None
                moments += [table.next, table.notice_at, deadline or NEVER]
            now = min(moments)
            if now >= end:
                return
            for table in self.tables:
                if table.period and table.period.deadline and table.period.deadline <= now:
                    self.over(table, now, missed=True)
                elif table.next <= now:
                    if table.period is None:
                        self.begin(table, now)
                    else:
                        self.active = now
                        self.over(table, now, missed=False)
                elif table.notice_at <= now:
                    self.plan(table, now)
            if self.send_at <= now:
                self.send(now)

    def begin(self, table: Table, now: datetime) -> None:
        """Make the person pending, and post a card."""
        hours = self.rng.choice([None, 0.5, 2, 6, 12, 24, 48, 72, 168])
        length = None if hours is None else timedelta(hours=hours)
        table.period = ClockPeriod(now, None if length is None else now + length)
        table.shown, table.pings = None, []
        # Some act within minutes, some within the time, some not at all.
        think = self.rng.choice([timedelta(minutes=15), length or timedelta(days=4), timedelta(days=9)])
        table.next = now + self.rng.random() * think
        self.tally.counts["periods"] += 1
        self.plan(table, now, card=True)

    def over(self, table: Table, now: datetime, *, missed: bool) -> None:
        """End the period: the person has acted, or the clock has."""
        period = table.period
        assert period is not None
        turns = [at for at, occasion in table.pings if occasion == "turn"]
        if len(turns) > 1:
            self.fault("told twice", table, now)
        if missed and table.settings.where != "none":
            self.tally.counts["deadlines missed"] += 1
            if not table.pings:
                self.tally.counts["without warning"] += 1
                if hour_outside(table.settings, self.zone, period.since, now):
                    self.fault("no warning", table, now)
        elif now - period.since > timedelta(days=3) and not table.pings and table.settings.where != "none":
            self.tally.counts["three days in silence"] += 1
            # Where only one day of the week is not quiet, a digest may be a week away.
            daily = table.settings.when != "digest" or not table.settings.quiet_days
            if daily and hour_outside(table.settings, self.zone, period.since, now):
                self.fault("never told", table, now)
        table.period, table.shown, table.notice_at = None, None, NEVER
        table.next = now + self.rng.random() * timedelta(days=2)

    def plan(self, table: Table, now: datetime, *, card: bool = False) -> None:
        """Decide as the service does: a due notice goes out, and the next one is noted."""
        assert table.period is not None
        notice = self.decided(table, now, card=card)
        if notice is not None and notice.at <= now:
            before, table.shown = table.shown, now
            if notice.how == "mention":
                self.ping(table, now, notice.occasion, direct=False)
            else:
                until = Recipient(table.settings, self.zone).gathered(table.period, now)
                self.pending.append((table, before, now, notice.occasion))
                self.send_at = min(self.send_at, until)
            notice = self.decided(table, now)
        table.notice_at = NEVER if notice is None else notice.at

    def decided(self, table: Table, now: datetime, *, card: bool = False) -> Notice | None:
        assert table.period is not None
        return Recipient(table.settings, self.zone).next_notice(
            table.period,
            notified_at=table.shown,
            active=self.active,
            now=now,
            card=card,
        )

    def send(self, now: datetime) -> None:
        """Send everything that waits for the person as one message, decided again."""
        waiting, self.pending, self.send_at = self.pending, [], NEVER
        urgent, sent = False, False
        for table, before, result, occasion in waiting:
            if table.period is None or table.shown != result:
                continue
            deadline = table.period.deadline
            if Recipient(table.settings, self.zone).earliest(deadline, active=self.active, now=now) != now:
                table.shown, table.notice_at = before, now
                continue
            urgent |= Recipient(table.settings, self.zone).gathered(table.period, result) == result
            sent = True
            self.ping(table, now, occasion, direct=True)
        if sent:
            self.tally.counts["direct messages"] += 1
            if self.sent_at is not None and now - self.sent_at < GATHERING_DELAY and not urgent:
                self.fault("two messages at once", waiting[0][0], now)
            self.sent_at = now

    def ping(self, table: Table, now: datetime, occasion: str, *, direct: bool) -> None:
        """Note a message that reaches the person."""
        assert table.period is not None
        table.pings.append((now, occasion))
        self.tally.counts[occasion] += 1
        if table.settings.where == "none":
            self.fault("though none is wanted", table, now)
        if is_quiet(table.settings, self.zone, now):
            self.fault("in quiet time", table, now)
        if direct and self.active is not None and now < self.active + PRESENCE:
            # Quiet hours are broken only where waiting would have been too long.
            later, deadline = self.active + PRESENCE, table.period.deadline
            if deadline is None or hour_outside(table.settings, self.zone, later, deadline):
                self.fault("at the table", table, now)

    def fault(self, what: str, table: Table, now: datetime) -> None:
        self.tally.faults.append(f"{what}: {now} {self.zone} {table}")


def simulate(people: int, days: int, seed: int) -> Tally:
    """Simulate the weeks of many people; the same seed gives the same result."""
    rng, tally = Random(seed), Tally()
    zones = sorted(available_timezones())
    for number in range(people):
        Person(Random(rng.random()), ZoneInfo(zones[number % len(zones)]), tally).live(days)
    return tally


if __name__ == "__main__":
    people, days, seed = (int(value) for value in (*sys.argv[1:], *("10000", "30", "1")[len(sys.argv) - 1 :]))
    done = simulate(people, days, seed)
    print(f"{people} people, {days} days, seed {seed}: {dict(done.counts)}")
    print("\n".join([f"{len(done.faults)} faults", *done.faults[:10]]))
    sys.exit(bool(done.faults))
