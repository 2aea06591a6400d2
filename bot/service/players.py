"""People and their preferences."""

from typing import Literal, TypedDict, Unpack, cast
from zoneinfo import ZoneInfo

from bot.service.persons import remember
from bot.service.summaries import Confirm, Person, Preferences, Refused
from bot.service.usecases import UseCases, retried
from engines.contract import GameInfo


class PreferenceChanges(TypedDict, total=False):
    """`Preferences` to be changed; None leaves one as it is."""

    theme: Literal["dark", "light"] | None
    dm_turns: bool | None
    dm_reminders: bool | None
    dm_hands: bool | None
    time_zone: str | None
    locale: str | None
    confirm: Confirm | None


class Players(UseCases):
    """The use cases about people."""

    async def preferences(self, person: Person) -> Preferences:
        """What a person prefers; the defaults for a stranger."""
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
        if row is None:
            return Preferences()
        theme = cast("Literal['dark', 'light']", row.theme)
        return Preferences(
            theme,
            row.dm_turns,
            row.dm_reminders,
            row.dm_hands,
            row.time_zone,
            row.locale,
            cast("Confirm", row.confirm),
        )

    @retried
    async def first_turn(self, person: Person, code: str) -> GameInfo | None:
        """The facts of a game of which a person has played none before, the first time this is asked.

        None for everybody else. Raises Refused.
        """
        async with self._database.reading() as unit:
            row = await unit.persons.get(person.id)
            info = self._engine((await self._row(unit, code)).key).info
            if row is None or info.key in row.guided.split():
                return None
        async with self._database.transaction() as unit:
            await unit.persons.lock(person.id)
            row = await unit.persons.get(person.id)
            if row is None or info.key in (known := row.guided.split()):
                return None
            await unit.persons.prefer(person.id, {"guided": " ".join((*known, info.key))})
            return None if await unit.games.count_played(("finished",), person.id, key=info.key) else info

    @retried
    async def set_preferences(self, person: Person, **wished: Unpack[PreferenceChanges]) -> Preferences:
        """Change those that are given; what holds then. Who asks for direct messages is sent them again.

        Raises Refused.
        """
        changes: dict[str, object] = {key: value for key, value in wished.items() if value is not None}
        if (time_zone := wished.get("time_zone")) is not None:
            try:
                ZoneInfo(time_zone)
            except (KeyError, ValueError, OSError):
                raise Refused("no_such_zone", "Name a time zone such as Europe/Paris or UTC.") from None
        if "dm_reminders" in changes:
            changes["reminders_chosen"] = True
        if any(changes.get(kind) for kind in ("dm_turns", "dm_reminders", "dm_hands")):
            changes["dms_closed_at"] = None
        async with self._database.transaction() as unit:
            person = await remember(unit, person, self._clock.now())
            await unit.persons.prefer(person.id, changes)
        return await self.preferences(person)
