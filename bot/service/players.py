"""People and their preferences."""

from __future__ import annotations

from typing import Literal, cast
from zoneinfo import ZoneInfo

from bot.service.persons import remember
from bot.service.summaries import Person, Preferences, Refused
from bot.service.usecases import UseCases, retried


class Players(UseCases):
    """The use cases about people."""

    async def preferences(self, person: Person) -> Preferences:
        """What a person prefers; the defaults for a stranger."""
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
        if row is None:
            return Preferences()
        theme = cast("Literal['dark', 'light']", row.theme)
        return Preferences(theme, row.dm_turns, row.dm_reminders, row.dm_hands, row.time_zone, row.locale)

    @retried
    async def set_preferences(
        self,
        person: Person,
        *,
        theme: Literal["dark", "light"] | None = None,
        dm_turns: bool | None = None,
        dm_reminders: bool | None = None,
        dm_hands: bool | None = None,
        time_zone: str | None = None,
        locale: str | None = None,
    ) -> Preferences:
        """Change those that are given; what holds then. Who asks for direct messages is sent them again.

        Raises Refused.
        """
        if time_zone is not None:
            try:
                ZoneInfo(time_zone)
            except (KeyError, ValueError, OSError):
                raise Refused("no_such_zone", "Name a time zone such as Europe/Paris or UTC.") from None
        wishes = {
            "theme": theme,
            "dm_turns": dm_turns,
            "dm_reminders": dm_reminders,
            "dm_hands": dm_hands,
            "time_zone": time_zone,
            "locale": locale,
        }
        chosen: dict[str, object] = {key: value for key, value in wishes.items() if value is not None}
        if dm_turns or dm_reminders or dm_hands:
            chosen["dms_closed_at"] = None
        async with self._database.transaction() as unit:
            person = await remember(unit, person, self._clock.now())
            await unit.persons.prefer(person.id, chosen)
        return await self.preferences(person)
