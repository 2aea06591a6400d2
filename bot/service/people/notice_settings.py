"""A person's notice preferences: where, when and quiet times, with overrides for single games."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from bot.service.values.refused import Refused
from bot.service.values.typed import quoted
from engines.contract import Value
from engines.wording import counted, listed

Where: TypeAlias = Literal["thread", "dm", "none"]
"""How notices come: by a mention on the card, by direct message, or never."""
When: TypeAlias = Literal["at_once", "after_quiet_hours", "digest"]
"""When notices come: at once even in quiet hours; at once outside them; in a daily digest."""
By: TypeAlias = Literal["discord", "mail"]
"""The door for direct messages."""
Followed: TypeAlias = Literal["each_card", "digest"]
"""What comes of a followed game: each new card, or a daily digest."""
DAY_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
USUAL_REMINDERS: Final = (0.5, 0.125)
"""A reminder when half of the time is left, and one when an eighth is."""
_MOST_REMINDERS: Final = 6
_LONGEST_LEAD: Final = 30 * 24 * 60
_TIME = re.compile(r"\s*(\d{1,2})(?:[:.h](\d{2}))?\s*")
_LEAD = re.compile(r"\s*(?:(\d{1,5})\s*(d|day|h|hour|m|min|minute)s?|1/(\d{1,2})|(half))\s*")
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+−-])\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_OFFSET_ZONES: Final = {hours: f"Etc/GMT{-hours:+}" if hours else "UTC" for hours in range(-12, 15)}
"""IANA's zones without summer time by their hours ahead of UTC; the signs in their names are reversed."""
_OFFSET_NAMES: Final = {zone: f"UTC{hours:+}" for hours, zone in _OFFSET_ZONES.items() if hours}
_MINUTES: Final = {"d": 1440, "h": 60, "m": 1}
_SHARES: Final = {
    2: "half",
    3: "a third",
    4: "a quarter",
    5: "a fifth",
    6: "a sixth",
    8: "an eighth",
    10: "a tenth",
}


class NoticeSettings(Value, frozen=True):
    """How a person wants to be notified of their turns."""

    where: Where = "thread"
    when: When = "after_quiet_hours"
    digest_at: int = 18 * 60
    """Minutes after midnight in the person's time zone."""
    reminders: tuple[float, ...] | None = None
    """Minutes before a deadline; below 1 a share of the whole period. None: `USUAL_REMINDERS`, but none on a
    quiet server."""
    quiet_hours: tuple[int, int] | None = None
    """Start and end, in minutes after midnight; they may span midnight."""
    quiet_days: tuple[int, ...] = ()
    """Days of the week; 0 is Monday."""
    followed: Followed = "each_card"
    """The choice for followed games."""
    by: By | None = None
    """None: their open door, Discord first."""
    private_by_mail: bool = False
    """Whether hands, plans and private messages may also come by mail."""


@lru_cache(maxsize=1024)
def notice_settings_of(personal: str, of_game: str = "{}") -> NoticeSettings:
    """A person's preferences with a game's overrides; both as JSON of the chosen fields."""
    return msgspec.convert({**msgspec.json.decode(personal), **msgspec.json.decode(of_game)}, NoticeSettings)


def changed(stored: str, changes: Mapping[str, Any]) -> str:
    """The JSON to store with these fields. Raises Refused where no notice could ever come."""
    chosen = {**msgspec.json.decode(stored), **changes}
    settings = msgspec.convert(chosen, NoticeSettings)
    if len(set(settings.quiet_days)) == len(DAY_NAMES):
        raise Refused(
            "always_quiet",
            "Seven quiet days leave no time for any notice: leave a day out, or choose to get none at all.",
        )
    return msgspec.json.encode(chosen).decode()


def without(stored: str, general: Mapping[str, Any]) -> str:
    """The JSON of a game's overrides, without those that would keep a general choice from the game."""
    own = msgspec.json.decode(stored)
    kept = {name: value for name, value in own.items() if general.get(name, value) == value}
    return msgspec.json.encode(kept).decode()


@lru_cache(maxsize=1024)
def zone_of(name: str | None) -> ZoneInfo:
    """A time zone by its IANA name; UTC without a name, or with an unknown one."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """All time zones, in order. The first call reads files."""
    return tuple(sorted(available_timezones()))


# -- typed by people ---------------------------------------------------------------------------------------


def zone_in(text: str) -> str:
    """The name of a time zone: of a city, ``Paris``, ``Europe/Paris``, or a fixed offset, ``UTC+2``. Raises
    Refused. The first call reads files.
    """
    text = text.strip()
    if (fixed := offset_zone_in(text)) is not None:
        return fixed
    cities = {name.rpartition("/")[2].lower(): name for name in zone_names()}
    names = cities | {name.lower(): name for name in zone_names()}
    zone = names.get(text.replace(" ", "_").lower(), text)
    check_zone(zone)
    return zone


def offset_zone_in(text: str) -> str | None:
    """The time zone of a fixed offset, ``UTC+2``, ``-05:00``; None for other text. Raises Refused."""
    found = _OFFSET.fullmatch(text.strip())
    if found is None:
        return None
    hours = int(found[2]) * (1 if found[1] == "+" else -1)
    if int(found[3] or 0) or hours not in _OFFSET_ZONES:
        raise Refused(
            "no_such_zone",
            "A fixed offset has whole hours, from UTC-12 to UTC+14. "
            "For any other name a city, such as Asia/Kolkata.",
        )
    return _OFFSET_ZONES[hours]


def check_zone(name: str) -> None:
    """Raises Refused for a name of no time zone."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise Refused(
            "no_such_zone", "Name a time zone by a city, such as Europe/Paris, or an offset, such as UTC+2."
        ) from None


def minute_in(text: str) -> int:
    """A time of day, ``18:30`` or ``7``, in minutes after midnight. Raises Refused."""
    found = _TIME.fullmatch(text)
    hour, minute = (int(found[1]), int(found[2] or 0)) if found else (24, 0)
    if hour > 23 or minute > 59:
        raise Refused("no_time", f"{quoted(text)} is not a time of day: write it like 18:30.")
    return hour * 60 + minute


def quiet_hours_in(text: str) -> tuple[int, int] | None:
    """Quiet hours, ``22:00-8:00``; None for ``none``. Raises Refused."""
    if text.strip().lower() == "none":
        return None
    first, dash, last = text.replace("–", "-").partition("-")
    if not dash:
        raise Refused(
            "no_hours", f"{quoted(text)} is not a span of hours: write it like 22:00-8:00, or none."
        )
    hours = minute_in(first), minute_in(last)
    if hours[0] == hours[1]:
        raise Refused("no_hours", "Quiet hours must leave some time: choose to get no notices instead.")
    return hours


def quiet_days_in(text: str) -> tuple[int, ...]:
    """Quiet days, ``sat, sun``; none for ``none``. Raises Refused."""
    names = [word[:3] for word in re.split(r"[\s,]+", text.strip().lower()) if word and word != "none"]
    days = {name[:3].lower(): day for day, name in enumerate(DAY_NAMES)}
    if unknown := next((name for name in names if name not in days), None):
        raise Refused("no_day", f"{quoted(unknown)} is not a day of the week: write sat, sun, or none.")
    return tuple(sorted({days[name] for name in names}))


def reminders_in(text: str) -> tuple[float, ...]:
    """A schedule of reminders, ``8 h, 4 h, 1 h`` or ``1/2, 1/8``; none for ``none``. Raises Refused."""
    if text.strip().lower() == "none":
        return ()
    leads = {_lead(part) for part in re.split(r"[,;]|\band\b", text.lower()) if part.strip()}
    if not leads or len(leads) > _MOST_REMINDERS:
        raise Refused("no_schedule", f"Name one to {_MOST_REMINDERS} reminders: 8 h, 4 h, 1 h, or none.")
    return tuple(sorted(leads, reverse=True))


def _lead(text: str) -> float:
    found = _LEAD.fullmatch(text)
    if found is None:
        raise Refused(
            "no_schedule",
            f"{quoted(text.strip())} is not a time before a deadline: write it like 8 h, 30 min, 1/8.",
        )
    if found[1] is None:
        share = int(found[3] or 2)
        lead = 1 / share if share > 1 else 0.0
    else:
        lead = float(int(found[1]) * _MINUTES[found[2][0]])
    if not 0 < lead <= _LONGEST_LEAD:
        raise Refused("no_schedule", "A reminder comes between a minute and 30 days before a deadline.")
    return lead


def is_share(lead: float) -> bool:
    """Whether a lead is a share of the time that is left, rather than minutes before a deadline."""
    return lead < 1


# -- shown to people ---------------------------------------------------------------------------------------


def time_words(minute: int) -> str:
    """A time of day: ``18:05``."""
    return f"{minute // 60:02}:{minute % 60:02}"


def zone_words(name: str | None) -> str:
    """A time zone in a form that `zone_in` reads: ``Europe/Paris``, ``UTC+2``; UTC without a name."""
    zone = name or "UTC"
    return _OFFSET_NAMES.get(zone, zone.replace("_", " "))


def zone_note(name: str | None) -> str:
    """What whoever chose a fixed offset must know of it; empty for other time zones."""
    if name not in _OFFSET_NAMES:
        return ""
    return f"{zone_words(name)} does not follow summer time: name a city instead if your clocks change."


def hours_words(hours: tuple[int, int] | None) -> str:
    """Quiet hours in the form that `quiet_hours_in` reads."""
    return "none" if hours is None else "-".join(map(time_words, hours))


def quiet_words(settings: NoticeSettings) -> str:
    """Quiet times in words: ``from 22:00 to 08:00 and all of Sunday``, ``none``."""
    hours, days = settings.quiet_hours, [DAY_NAMES[day] for day in settings.quiet_days]
    quiet = [f"from {time_words(hours[0])} to {time_words(hours[1])}"] if hours else []
    quiet += [f"all of {listed(days)}"] if days else []
    return " and ".join(quiet) or "none"


def schedule_of(settings: NoticeSettings) -> str:
    """A schedule of reminders in the form that `reminders_in` reads."""
    leads = USUAL_REMINDERS if settings.reminders is None else settings.reminders
    return ", ".join(map(lead_words, leads)) or "none"


def schedule_words(leads: Sequence[float]) -> str:
    """A schedule in words: ``4 hours before a deadline``, ``when half of the time is left``, ``never``."""
    shares = [_SHARES.get(round(1 / lead), lead_words(lead)) for lead in leads if is_share(lead)]
    times = [_counted(lead) for lead in leads if not is_share(lead)]
    parts = [f"{listed(times)} before a deadline"] if times else []
    parts += [f"when {', then '.join(shares)} of the time is left"] if shares else []
    return " and ".join(parts) or "never"


def _counted(lead: float) -> str:
    number, unit = _largest_unit(lead)
    return counted(number, {"d": "day", "h": "hour", "min": "minute"}[unit])


def _largest_unit(lead: float) -> tuple[int, str]:
    """A time before a deadline in the largest unit of which it is a whole number."""
    minutes = round(lead)
    unit, size = next((one for one in (("d", 1440), ("h", 60)) if minutes % one[1] == 0), ("min", 1))
    return minutes // size, unit


def lead_words(lead: float) -> str:
    """A time before a deadline as `reminders_in` takes it."""
    if is_share(lead):
        return f"1/{round(1 / lead)}"
    number, unit = _largest_unit(lead)
    return f"{number} {unit}"
