"""Vacations: their limits, and what happens in a person's games when one begins and ends."""

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from math import ceil
from typing import Final, NamedTuple

from msgspec.structs import replace

from bot.column_values import RUNNING
from bot.service.game.summarizing import person as person_of
from bot.service.log.event_types import EventType, Leave
from bot.service.notices import notifications
from bot.service.people.notice_settings import zone_of
from bot.service.people.persons import ensure_person
from bot.service.usecases import UseCases, retried, succeeds
from bot.service.values.answers import Vacation
from bot.service.values.days import day_words
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.models import VacationRow
from bot.store.unit import Unit
from engines.wording import counted

DAYS_A_YEAR: Final = 30
"""Days of vacation of one person in a calendar year (UTC)."""
SHORTEST: Final = timedelta(days=1)
_CLOCK_CHANGE: Final = timedelta(hours=1)
"""How much shorter or longer a day may be on which clocks change to or from summer time."""
_MOMENT: Final = timedelta(seconds=1)
_AHEAD: Final = timedelta(days=366)
"""How long before its end a vacation is planned at the most."""
_AT_ONCE: Final = 100
"""Vacations that begin or end in one turn of the scheduler, at most."""
_GAMES: Final = 500
"""Games of one person in which a vacation is announced, at most."""


class Dates(NamedTuple):
    """A span of time in which somebody is or was away."""

    start: datetime
    end: datetime


def days_in(year: int, vacations: Iterable[Dates]) -> int:
    """The days of vacation that these spans use: each at least one, and started days count whole.

    A day on which clocks are set back counts as one.
    """
    first, after = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    parts = ((max(dates.start, first), min(dates.end, after)) for dates in vacations)
    return sum(max(1, ceil((end - start - _CLOCK_CHANGE) / SHORTEST)) for start, end in parts if end > start)


def dates_between(first: date | None, last: date, zone: str | None, now: datetime) -> Dates:
    """The time from the beginning of the first day, or from now, to the end of the last one, in a time zone.

    UTC where none is known.
    """
    where, today = zone_of(zone), now.date()
    # There are days so far off that no moment can be computed of them; nearer ones mean the same.
    first, last = max(first or date.min, today - SHORTEST), min(last, today + 2 * _AHEAD)
    start = datetime.combine(first, time(), where).astimezone(UTC)
    end = datetime.combine(last + SHORTEST, time(), where).astimezone(UTC)
    return Dates(max(start, now), end)


def check(dates: Dates, taken: Iterable[Dates], now: datetime, present: Dates | None = None) -> None:
    """Raises Refused for a vacation that is too short, too far ahead, or over the yearly limit.

    `present`: the vacation that it prolongs, which is not among those `taken`.
    """
    if dates.end - dates.start < SHORTEST - _CLOCK_CHANGE:
        raise Refused("short_vacation", "A vacation lasts a day at least: name a later day as its last one.")
    if dates.end > now + _AHEAD:
        raise Refused("far_vacation", "A vacation ends within a year; plan that one later.")
    taken, day = list(taken), "day" if present is None else "more day"
    for year in range(dates.start.year, dates.end.year + 1):
        before = 0 if present is None else days_in(year, [present])
        used, wanted = days_in(year, taken) + before, days_in(year, [dates]) - before
        if used + wanted > DAYS_A_YEAR:
            raise Refused(
                "long_vacation",
                f"That takes {counted(wanted, day)} of {year}, of which you have "
                f"{max(DAYS_A_YEAR - used, 0)} left: you have {DAYS_A_YEAR} a year, and a day that has begun "
                "counts in full.",
            )


def _taken(rows: Iterable[VacationRow]) -> list[Dates]:
    return [Dates(row.starts_at, row.ended_at or row.ends_at) for row in rows]


class Vacations(UseCases):
    """The use cases of vacations."""

    @retried
    async def plan(self, person: Person, last: date, first: date | None = None) -> Vacation:
        """Plan a vacation to the end of a day, in the person's time zone, from now or a given day.

        It is secret until it begins. One that has begun may be made longer. Raises Refused.
        """
        now = self._clock.now()
        async with self._database.transaction() as unit:
            row = await ensure_person(unit, person, now)
            await unit.persons.lock(row.id)
            present = await unit.vacations.present(row.id)
            dates = dates_between(first, last, row.time_zone, now)
            if present is not None:
                await self._prolong(unit, present, dates, now)
            else:
                check(dates, _taken(await unit.vacations.of(row.id)), now)
                unit.add(
                    VacationRow(
                        player_id=row.id,
                        starts_at=dates.start,
                        ends_at=dates.end,
                        due_at=dates.start,
                        created_at=now,
                    )
                )
                unit.set_alarm(dates.start)
        await self._begin_or_end(row.id)
        # Announcing a vacation has made a stranger a person, with an id.
        return await self.of(Person(row.id, row.name))

    async def _prolong(self, unit: Unit, present: VacationRow, dates: Dates, now: datetime) -> None:
        """Move the end of a vacation that has begun, and announce it in the games. Raises Refused.

        It can only be made longer: an end that is moved back and forth would be announced each time, and the
        vacation can be ended at any time anyway.
        """
        if present.starts_at > now or dates.start > now:
            raise Refused("away_already", "You have a vacation that is not over; end it first: `away end`.")
        if dates.end < present.ends_at:
            raise Refused(
                "away_already", "You are away for longer than that; `away end` brings you back at any time."
            )
        if dates.end == present.ends_at:
            return
        earlier = [one for one in await unit.vacations.of(present.player_id) if one.ended_at is not None]
        begun_as = Dates(present.starts_at, present.ends_at)
        check(Dates(present.starts_at, dates.end), _taken(earlier), now, begun_as)
        begun = present.due_at == present.ends_at
        present.ends_at = dates.end
        if begun:
            present.due_at = dates.end
            unit.set_alarm(dates.end)
            await unit.flush()
            await self._note_in_games(unit, present.player_id, present)

    async def end(self, person: Person) -> Vacation:
        """End or cancel a vacation. Raises Refused without one."""
        before = await self.of(person)
        if before.dates is None:
            raise Refused("not_away", "You are not away, and have planned no vacation.")
        await self._begin_or_end(person.id, end=True)
        return replace(await self.of(person), begun=before.begun)

    async def of(self, person: Person) -> Vacation:
        """A person's present or planned vacation, and the remaining days of this year."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            rows = await unit.vacations.of(person.id)
            row = await unit.persons.get(person.id)
        present = next((one for one in rows if one.ended_at is None), None)
        return Vacation(
            None if present is None else (present.starts_at, present.ends_at),
            max(DAYS_A_YEAR - days_in(now.year, _taken(rows)), 0),
            None if row is None else row.time_zone,
            begun=present is not None and present.starts_at <= now,
        )

    async def process_due(self, passed_over: Collection[int | str] = ()) -> Sequence[int]:
        """Begin and end the vacations that are due, except those of people `passed_over`.

        Returns the people whose vacations failed: none of them holds up others. Raises DatabaseUnavailable.
        """
        # Failures are logged without a name: who plans a vacation is secret until it begins.
        return [
            player_id
            for player_id in await self.due(passed_over)
            if not await succeeds(self._begin_or_end(player_id), "vacation_failed")
        ]

    async def due(self, passed_over: Collection[int | str] = ()) -> Sequence[int]:
        """The next people whose vacation is due to begin or to end, without those `passed_over`."""
        async with self._database.reading() as unit:
            due = await unit.vacations.due(self._clock.now(), limit=_AT_ONCE + len(passed_over))
        return [player_id for player_id in due if player_id not in passed_over][:_AT_ONCE]

    async def next_due(self, after: datetime) -> datetime | None:
        """When the next vacation begins or ends."""
        async with self._database.reading() as unit:
            return await unit.vacations.next_due(after)

    @retried
    async def _begin_or_end(self, player_id: int, *, end: bool = False) -> None:
        """Begin or end a person's vacation when it is due, or with `end` end it now; repeating it changes
        nothing.

        It is applied to all of their games in the same transaction.
        """
        now = self._clock.now()
        async with self._database.transaction() as unit:
            row = await unit.vacations.present(player_id)
            if row is None or row.due_at is None or (row.due_at > now and not end):
                return
            begun = row.due_at == row.ends_at
            if end or begun or row.ends_at <= now:
                ended_at = min(now, row.ends_at) if begun else row.starts_at
                row.ended_at, row.due_at = max(ended_at, row.starts_at), None
            else:
                row.due_at = row.ends_at
            unit.set_alarm(row.due_at)
            await unit.flush()
            if begun or row.ended_at is None:
                await self._note_in_games(unit, player_id, row)

    async def _note_in_games(self, unit: Unit, player_id: int, vacation: VacationRow) -> None:
        """Append the beginning or end of a vacation to its owner's games, as an event with a card."""
        codes = await unit.game_lists.codes(statuses=RUNNING, player_id=player_id, limit=_GAMES)
        # Always in the same order, to avoid deadlocks.
        for code in sorted(codes):
            live = await self._lock_if_rules_known(unit, code)
            if live is None or (seat := live.seat_of(player_id)) is None:
                continue
            player, kind, data, words = live.player_in(seat), EventType.BACK, None, "is back"
            if vacation.ended_at is None:
                # The last day, as they named it: the vacation ends at its midnight where they are.
                last = (vacation.ends_at - _MOMENT).astimezone(zone_of(player.time_zone))
                kind, data = EventType.AWAY, Leave(vacation.ends_at)
                words = f"is on vacation until the end of {day_words(last)}"
            line = f"{live.seat_name(seat)} {words}"
            live.note(kind, seat=seat, person=person_of(player), data=data, summary_line=line)
            await notifications.conclude(live)
