"""The doors of a person, and which of them gets what is for that person alone."""

from collections.abc import Collection
from typing import Final

from bot.service.people.notice_settings import NoticeSettings
from bot.store.unit import Unit

DISCORD: Final = "discord"
"""The kind of identity that is an account on Discord."""
MAIL: Final = "mail"
"""The kind of identity that is a mail address."""


async def open_doors(unit: Unit, person_id: int) -> set[str]:
    """The kinds of a person's doors at which something can be sent now."""
    return {DISCORD, MAIL} & (await unit.persons.doors(person_id)).keys()


async def door_of(
    unit: Unit, person_id: int, settings: NoticeSettings, kept: Collection[str], main: str
) -> str:
    """The door for something personal: the preferred or only one of those `kept` here.

    `main` where the person has several without a preference, or none.
    """
    if len(kept) == 1:
        return main
    open_here = [kind for kind in kept if kind in await open_doors(unit, person_id)]
    if settings.by in open_here:
        return settings.by
    return main if main in open_here else next(iter(open_here), main)
