"""Applies settings that people choose by name, at any door."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from bot.service.people import notice_settings
from bot.service.people.notice_settings import By, Followed, When, Where
from bot.service.people.preferences import PersonPreferences, PreferenceChanges, check_zone
from bot.service.values.refused import Refused
from bot.service.values.request import Person

_CHOSEN: Final[Mapping[str, Any]] = {"where": Where, "when": When, "followed": Followed, "by": By}
"""Settings with a fixed list of values."""
_TYPED: Final[Mapping[str, Callable[[str], Any]]] = {
    "digest_at": notice_settings.minute_in,
    "reminders": notice_settings.reminders_in,
    "quiet_hours": notice_settings.quiet_hours_in,
    "quiet_days": notice_settings.quiet_days_in,
}
"""Parsers of typed values. Each raises Refused."""


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
        zones = await asyncio.to_thread(notice_settings.zone_names)
        cities = {name.rpartition("/")[2].lower(): name for name in zones}
        names = cities | {name.lower(): name for name in zones}
        zone = names.get(str(zone).strip().replace(" ", "_").lower(), str(zone))
        check_zone(zone)
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
