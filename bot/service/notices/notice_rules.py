"""When and how a person is notified next: pure, from preferences, clock, earlier notices and the time.

Each clock period has one notice, followed by reminders of its deadline. Nothing comes in quiet time: a moment
within it moves to its end or, where that is too close to the deadline, to an hour before its start. Where the
rest of a period is quiet, nothing comes.
"""

from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from bot.service.people.notice_settings import USUAL_REMINDERS, NoticeSettings, is_share
from engines.contract import Value

GATHERING_DELAY: Final = timedelta(minutes=2)
"""How long a notice waits to be gathered into one message with those of other games."""
CHAT_GATHERING_DELAY: Final = timedelta(minutes=5)
"""How long a public message waits to be gathered into one mail with others."""
PRESENCE: Final = timedelta(minutes=10)
"""How long a person who acts anywhere counts as present, and needs no direct message."""
NO_REMINDERS: Final = timedelta(minutes=10)
"""Shorter clock periods have no reminders, which nobody could read in time."""
_URGENT: Final = timedelta(hours=1)
"""In periods up to this length notices do not wait for other games."""
_ROOM: Final = timedelta(hours=1)
"""The time that a moved notice leaves before the deadline; at most an eighth of the period."""
_MINUTE: Final = timedelta(minutes=1)
_MIDNIGHT: Final = 0
"""As a minute of the day."""
_FORTNIGHT: Final = timedelta(days=14)


class ClockPeriod(Value, frozen=True):
    """A clock period in which a person is to act."""

    since: datetime
    deadline: datetime | None
    """None: without a clock, or while it is stopped."""

    @property
    def urgent(self) -> bool:
        """Whether it is so short that a notice comes at once or never."""
        return self.deadline is not None and self.deadline - self.since <= _URGENT


class Notice(Value, frozen=True):
    """A person's next notice of a clock period."""

    at: datetime
    """Now, if it is due."""
    how: Literal["mention", "dm"]
    occasion: Literal["turn", "reminder"]


class Recipient(NamedTuple):
    """A recipient of notices: their preferences, and the time zone in which they live."""

    settings: NoticeSettings
    zone: ZoneInfo

    def next_notice(
        self,
        period: ClockPeriod,
        *,
        notified_at: datetime | None,
        active: datetime | None,
        now: datetime,
        card: bool,
    ) -> Notice | None:
        """The next notice; None if there is none.

        `notified_at`: when the person was last notified of this period. `active`: when they last acted
        anywhere. `card`: whether a card is posted now, which can mention them.
        """
        if self.settings.where == "none":
            return None
        if notified_at is None:
            if card and self.mentions(now):
                return Notice(now, "mention", "turn")
            at = self.earliest(period.deadline, active=active, now=now)
            if self.settings.when == "digest":
                at = self._in_digest(period, now) or at
            return None if at is None else Notice(at, "dm", "turn")
        for moment in self.reminders(period):
            if moment > notified_at:
                at = self.earliest(period.deadline, active=active, now=max(moment, now))
                return None if at is None else Notice(at, "dm", "reminder")
        return None

    def mentions(self, now: datetime) -> bool:
        """Whether a card that is posted now mentions the person."""
        return self.settings.where == "thread" and self.settings.when != "digest" and not self.quiet(now)

    def earliest(
        self, deadline: datetime | None, *, active: datetime | None, now: datetime
    ) -> datetime | None:
        """The moment from which a direct message may come; None if not before the deadline.

        It waits while the person is present, unless it would come too late then.
        """
        for begin in (now if active is None else max(now, active + PRESENCE), now):
            at = self.quiet_until(begin)
            if at is not None and (deadline is None or at < deadline):
                return at
        return None

    def gathered(self, period: ClockPeriod, now: datetime, wait: timedelta | None = None) -> datetime:
        """The moment until which a due direct message waits to be gathered with others."""
        until = now + (GATHERING_DELAY if wait is None else wait)
        too_late = period.deadline is not None and period.deadline <= until + GATHERING_DELAY
        return now if period.urgent or too_late or self.quiet(until) else until

    def reminders(self, period: ClockPeriod) -> list[datetime]:
        """The reminders of a period's deadline, in order and outside quiet time."""
        if period.deadline is None or period.deadline - period.since < NO_REMINDERS:
            return []
        whole = period.deadline - period.since
        leads = USUAL_REMINDERS if self.settings.reminders is None else self.settings.reminders
        moments = (period.deadline - lead * (whole if is_share(lead) else _MINUTE) for lead in leads)
        moved = (self._moved(period, moment) for moment in moments if moment > period.since)
        return sorted({moment for moment in moved if moment is not None})

    def _moved(self, period: ClockPeriod, moment: datetime) -> datetime | None:
        """A moment before the deadline, moved out of quiet time; None where the period has none left."""
        assert period.deadline is not None  # noqa: S101 -- there are moments only before one
        room = min(_ROOM, (period.deadline - period.since) / 8)
        later = self.quiet_until(moment)
        if later == moment or (later is not None and later <= period.deadline - room):
            return later
        before = self._quiet_before(moment)
        if before is not None and before > period.since:
            in_time = self.quiet_until(before - _ROOM) or before
            # In a period that begins so late, the first notice is also the reminder.
            return in_time if in_time > period.since else None
        return later if later is not None and later < period.deadline else None

    def next_digest(self, now: datetime) -> datetime:
        """The next moment of a person's digest, quiet time aside."""
        today = now.astimezone(self.zone).date()
        moments = (
            _moment(self.zone, today + timedelta(days=day), self.settings.digest_at) for day in count()
        )
        return next(at for at in moments if at > now)

    def _in_digest(self, period: ClockPeriod, now: datetime) -> datetime | None:
        """The first digest in a period, if it is still ahead and leaves enough time before the deadline."""
        at = self.quiet_until(self.next_digest(period.since))
        if at is None or at <= now or (period.deadline is not None and at > period.deadline - _ROOM):
            return None
        return at

    # -- quiet time ------------------------------------------------------------------------------------

    def quiet(self, moment: datetime) -> bool:
        """Whether the person wants no notices at this moment."""
        return self._block(moment) is not None

    def quiet_until(self, moment: datetime) -> datetime | None:
        """The first moment from this one on that is not quiet; None if there is none within a fortnight."""
        limit = moment + _FORTNIGHT
        while (block := self._block(moment)) is not None:
            moment = max(_moment(self.zone, *block[1], after=moment), moment + _MINUTE)
            if moment > limit:
                return None
        return moment

    def _quiet_before(self, moment: datetime) -> datetime | None:
        """The last moment up to this one that is not quiet, to a minute; None if none within a fortnight."""
        limit = moment - _FORTNIGHT
        while (block := self._block(moment)) is not None:
            moment = min(_moment(self.zone, *block[0]), moment) - _MINUTE
            if moment < limit:
                return None
        return moment

    def _block(self, moment: datetime) -> tuple[tuple[date, int], tuple[date, int]] | None:
        """The quiet spans around a moment, as days and minutes of local time."""
        if self.settings.when == "at_once" or not (self.settings.quiet_days or self.settings.quiet_hours):
            return None
        local = moment.astimezone(self.zone)
        today, minute = local.date(), local.hour * 60 + local.minute
        if local.weekday() in self.settings.quiet_days:
            return (today, _MIDNIGHT), (today + timedelta(days=1), _MIDNIGHT)
        if self.settings.quiet_hours is None:
            return None
        first, last = self.settings.quiet_hours
        if first < last:
            return ((today, first), (today, last)) if first <= minute < last else None
        if minute >= first:
            return (today, first), (today + timedelta(days=1), last)
        return ((today - timedelta(days=1), first), (today, last)) if minute < last else None


def _moment(zone: ZoneInfo, day: date, minute: int, after: datetime | None = None) -> datetime:
    """The moment of a local time; if it occurs twice, the first one later than `after`.

    A time that a change to summer time skips is as much later.
    """
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    at = shown.astimezone(UTC)
    return shown.replace(fold=1).astimezone(UTC) if after is not None and at <= after else at
