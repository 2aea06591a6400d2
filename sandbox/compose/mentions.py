"""Whom a text mentions, and whom of them it may ping."""

import re
from dataclasses import dataclass

from sandbox.encoding import Json, snowflake
from sandbox.errors import FormErrors, Path
from sandbox.world.entities import Channel, Message
from sandbox.world.world import World

_USER = re.compile(r"<@!?(\d{1,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_MOST = 100


@dataclass(frozen=True)
class Mentions:
    """Whom a message pings."""

    users: tuple[int, ...] = ()
    everyone: bool = False


@dataclass(frozen=True)
class Allowed:
    """The ``allowed_mentions`` of a message: which mentions in its text count. None: all."""

    users: frozenset[int] | None = None
    everyone: bool = True


def check_allowed(value: object, path: Path, errors: FormErrors) -> Allowed:
    """Read ``allowed_mentions``; faults are noted in `errors`."""
    if value is None:
        return Allowed()
    if not isinstance(value, dict):
        errors.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return Allowed()
    parse = value.get("parse") or []
    for index, kind in enumerate(parse):
        errors.choice((*path, "parse", index), kind, ("roles", "users", "everyone"))
    return Allowed(_allowed_users(value, parse, path, errors), "everyone" in parse)


def find_mentions(
    world: World, channel: Channel, text: str, allowed: Allowed, replied_to: Message | None = None
) -> Mentions:
    """Whom a text in a channel pings, and with it the author of the message that it replies to."""
    users = [int(found) for found in _USER.findall(text)]
    kept = [one for one in users if one in world.users and (allowed.users is None or one in allowed.users)]
    if replied_to is not None:
        kept.append(replied_to.author_id)
    guild = world.guilds.get(channel.guild_id or 0)
    return Mentions(
        users=tuple(dict.fromkeys(kept)),
        everyone=guild is not None and allowed.everyone and bool(_EVERYONE.search(text)),
    )


def _allowed_users(value: Json, parse: list[str], path: Path, errors: FormErrors) -> frozenset[int] | None:
    listed = value.get("users") or []
    if "users" in parse:
        if listed:
            errors.add(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                'parse:["users"] and users: [ids...] are mutually exclusive.',
            )
        return None
    errors.length((*path, "users"), len(listed), 0, _MOST)
    numbers = [snowflake(one) for one in listed]
    return frozenset(number for number in numbers if number is not None)
