"""What Discord's JSON looks like: objects, ids as strings, times as ISO 8601."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object of Discord's API."""


def iso(timestamp: float) -> str:
    """Seconds since 1970 as Discord writes times: ``2026-01-31T12:00:00.000000+00:00``."""
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="microseconds")


def iso_or_none(timestamp: float | None) -> str | None:
    """A time as `iso` writes it; None if it is missing."""
    return None if timestamp is None else iso(timestamp)


def snowflake(value: object) -> int | None:
    """The id that a string or number stands for, or None if it is not one."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if 0 <= value < 1 << 64 else None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        return int(value)
    return None


def without_none(fields: Mapping[str, Any]) -> Json:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}
