"""The doors of a person, and the choice of one for what is for that person alone."""

from collections.abc import Collection
from typing import Final, NamedTuple

from bot.service.people.notice_settings import NoticeSettings
from bot.store.unit import Unit

DISCORD: Final = "discord"
"""The kind of identity that is an account on Discord."""
MAIL: Final = "mail"
"""The kind of identity that is a mail address."""


async def open_doors(unit: Unit, person_id: int) -> set[str]:
    """The kinds of a person's doors at which something can be sent now."""
    return {DISCORD, MAIL} & (await unit.persons.doors(person_id)).keys()


class DoorsHere(NamedTuple):
    """The doors by which this process delivers."""

    kinds: Collection[str]
    main: str
    """The door that posts in places."""

    async def door_of(self, unit: Unit, person_id: int, settings: NoticeSettings) -> str:
        """The door for something personal: the preferred or only one of these.

        `main` where the person has several without a preference, or none.
        """
        if len(self.kinds) == 1:
            return self.main
        there = await open_doors(unit, person_id)
        open_here = [kind for kind in self.kinds if kind in there]
        if settings.by in open_here:
            return settings.by
        return self.main if self.main in open_here else next(iter(open_here), self.main)
