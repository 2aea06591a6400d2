"""What people prefer: pictures, confirmations, and how they are notified."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Final, TypedDict, Unpack, get_args

import msgspec

from bot.column_values import Confirm, Theme
from bot.service.people import notice_settings
from bot.service.people.doors import MAIL
from bot.service.people.notice_settings import (
    By,
    Followed,
    NoticeSettings,
    When,
    Where,
    changed,
    notice_settings_of,
    without,
    zone_of,
)
from bot.service.people.persons import touch_person
from bot.service.usecases import UseCases, retried
from bot.service.values.answers import Preferences
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.models import PersonRow, SeatRow
from bot.store.repositories.partitions import followed_partition
from bot.store.unit import Unit
from engines.contract import GameInfo, Value

_CHOSEN: Final[Mapping[str, Any]] = {"where": Where, "when": When, "followed": Followed, "by": By}
"""Settings with a fixed list of values."""
_TYPED: Final[Mapping[str, Callable[[str], Any]]] = {
    "digest_at": notice_settings.minute_in,
    "reminders": notice_settings.reminders_in,
    "quiet_hours": notice_settings.quiet_hours_in,
    "quiet_days": notice_settings.quiet_days_in,
}
"""Parsers of typed values. Each raises Refused."""


class PreferenceChanges(TypedDict, total=False):
    """`Preferences` to be changed; None leaves one as it is."""

    theme: Theme | None
    dm_hands: bool | None
    time_zone: str | None
    confirm: Confirm | None


class NoticeSettingsFor(Value, frozen=True):
    """A person's notice settings, in all games or in one."""

    settings: NoticeSettings
    time_zone: str | None
    closed: bool
    """Whether a direct message to them was refused, so that none is sent."""
    own: bool
    """Whether these settings are the game's own."""


class PersonPreferences(UseCases):
    """The use cases of what people prefer."""

    async def of(self, person: Person) -> Preferences:
        """What a person prefers; the defaults for a stranger."""
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
        return Preferences() if row is None else preferences_of(row)

    async def today(self, person: Person) -> date:
        """The day that it is in a person's time zone; in UTC where none is known."""
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
        zone = None if row is None else row.time_zone
        return self._clock.now().astimezone(zone_of(zone)).date()

    @retried
    async def first_turn(self, person: Person, code: str, *, mark: bool = True) -> GameInfo | None:
        """The facts of a game that a person plays for the first time, once.

        None for everybody else. `mark` False: do not record that they were shown. Raises Refused.
        """
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
            info = self._engine((await self._row(unit, code)).key).info
            if row is None or info.key in row.guided.split():
                return None
            if not mark:
                return None if await _has_finished(unit, person, info) else info
        async with self._database.transaction() as unit:
            await unit.persons.lock(person.id)
            row = await unit.persons.get(person.id)
            if row is None or info.key in (known := row.guided.split()):
                return None
            await unit.persons.prefer(person.id, {"guided": " ".join((*known, info.key))})
            return None if await _has_finished(unit, person, info) else info

    @retried
    async def change(self, person: Person, **chosen: Unpack[PreferenceChanges]) -> Preferences:
        """Change the given preferences; returns the result. Direct messages are attempted again after a
        change to them.

        Raises Refused.
        """
        changes: dict[str, object] = {key: value for key, value in chosen.items() if value is not None}
        if (time_zone := chosen.get("time_zone")) is not None:
            notice_settings.check_zone(time_zone)
        if chosen.get("dm_hands"):
            changes["dms_closed_at"] = None
        async with self._database.transaction() as unit:
            now = self._clock.now()
            person = await touch_person(unit, person, now)
            if chosen.get("dm_hands"):
                await unit.persons.open_dms(person.id)
            await unit.persons.prefer(person.id, changes)
            if time_zone is not None:
                await _decide_anew(unit, person.id, now)
        return await self.of(person)

    async def has_door(self, person: Person, kind: By) -> bool:
        """Whether something can be sent to a person at this door."""
        async with self._database.reading() as unit:
            return kind in await unit.persons.doors(person.id)

    async def notice_settings(self, person: Person, code: str | None = None) -> NoticeSettingsFor:
        """A person's notice settings, in all games or in one. Raises Refused where they do not play."""
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
            personal = "{}" if row is None else row.notices
            of_game = "{}" if code is None else (await self._sitting(unit, person, code)).notices
        closed = row is not None and row.dms_closed_at is not None
        zone = None if row is None else row.time_zone
        return NoticeSettingsFor(notice_settings_of(personal, of_game), zone, closed, own=of_game != "{}")

    @retried
    async def set_notice_settings(
        self,
        person: Person,
        changes: Mapping[str, Any] | None,
        code: str | None = None,
        *,
        everywhere: bool = False,
    ) -> NoticeSettingsFor:
        """Change fields of `NoticeSettings`, for all games or for one; None: use the general setting for that
        one. `everywhere`: also in games for which the person has chosen something else.

        Direct messages are attempted again after a change to them. Raises Refused.
        """
        async with self._database.transaction() as unit:
            now = self._clock.now()
            # Of two changes at once each keeps what the other has changed.
            await unit.persons.lock(person.id)
            person = await touch_person(unit, person, now)
            row = await unit.persons.get(person.id)
            assert row is not None  # noqa: S101 -- stored above
            if (by := (changes or {}).get("by")) is not None:
                await _check_door(unit, person.id, by)
            if code is None:
                row.notices = changed(row.notices, changes or {})
                for sitting in await unit.games.seats_with_settings(person.id) if everywhere else ():
                    sitting.notices = without(sitting.notices, changes or {})
            else:
                sitting = await self._sitting(unit, person, code)
                sitting.notices = "{}" if changes is None else changed(sitting.notices, changes)
                # Together they may leave no time for any notice.
                changed(row.notices, msgspec.json.decode(sitting.notices))
            if changes:
                await unit.flush()
                await unit.persons.open_dms(person.id)
            if "followed" in (changes or {}):
                await unit.outbox.bring_forward(followed_partition(person.id), now)
            await unit.flush()
            await _decide_anew(unit, person.id, now)
        return await self.notice_settings(person, code)

    async def _sitting(self, unit: Unit, person: Person, code: str) -> SeatRow:
        game = await self._row(unit, code)
        sitting = await unit.games.seat(game.id, person.id)
        if sitting is None:
            raise Refused(
                "not_in_game", f"You do not play in game {game.code}, so it has no notices for you."
            )
        return sitting


async def change_settings(
    preferences: PersonPreferences, person: Person, code: str | None, given: Mapping[str, Any]
) -> None:
    """Store the given settings, for all games or for one. Raises Refused."""
    chosen = {name: _TYPED[name](str(given[name])) for name in _TYPED if name in given}
    chosen |= {name: str(given[name]).replace(" ", "_") for name in _CHOSEN if name in given}
    if unknown := next(
        (name for name in _CHOSEN if name in given and chosen[name] not in get_args(_CHOSEN[name])), None
    ):
        raise Refused("unknown_button", f"Choose one of the values that {unknown} has.")
    if code is not None and "followed" in given:
        raise Refused(
            "not_of_a_game", "How you follow games is one choice for all of them: leave `game:` out."
        )
    if "private_by_mail" in given:
        chosen["private_by_mail"] = given["private_by_mail"] not in {False, "off"}
    zone = given.get("time_zone")
    if zone is not None:
        zone = await asyncio.to_thread(notice_settings.zone_in, str(zone))
    hands = given.get("hand_messages")
    changes: PreferenceChanges = {
        "theme": given.get("theme"),
        "confirm": given.get("confirm"),
        "dm_hands": hands == "on" if isinstance(hands, str) else hands,
        "time_zone": zone,
    }
    # What may be refused comes first, so that nothing is changed beside it.
    if chosen:
        await preferences.set_notice_settings(person, chosen, code)
    if any(value is not None for value in changes.values()):
        await preferences.change(person, **changes)


def preferences_of(row: PersonRow) -> Preferences:
    """A person's preferences, as stored."""
    return Preferences(row.theme, row.dm_hands, row.time_zone, row.confirm)


async def _check_door(unit: Unit, person_id: int, kind: By) -> None:
    """Raises Refused for a door at which the person is not known."""
    if await unit.persons.identity(person_id, kind) is None:
        what = "address" if kind == MAIL else "account"
        how = "link one first, by /mail link on Discord"
        raise Refused("no_such_door", f"No {what} of yours is known here: {how}.")


async def _has_finished(unit: Unit, person: Person, info: GameInfo) -> bool:
    return bool(await unit.game_lists.count(("finished",), player_id=person.id, key=info.key))


async def _decide_anew(unit: Unit, person_id: int, now: datetime) -> None:
    """Decide the person's next notices again, by the new settings."""
    await unit.games.decide_notices_of(person_id, now)
    unit.set_alarm(now)
