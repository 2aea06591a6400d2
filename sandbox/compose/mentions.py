"""The users that a text mentions, and which of them it may ping; and everyone."""

import re
from dataclasses import dataclass
from typing import Any

from sandbox.encoding import snowflake
from sandbox.errors import FormNode
from sandbox.world.entities import Channel, Message
from sandbox.world.world import World

_USER = re.compile(r"<@!?(\d{1,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_MOST = 100


@dataclass(frozen=True)
class Mentions:
    """The users that a message pings, and whether it pings everyone."""

    users: tuple[int, ...] = ()
    everyone: bool = False


@dataclass(frozen=True)
class Allowed:
    """The ``allowed_mentions`` of a message: which mentions in its text count. None: all."""

    users: frozenset[int] | None = None
    everyone: bool = True


def check_allowed(form: FormNode) -> Allowed:
    """Read the ``allowed_mentions`` of a message; faults are noted in `form`."""
    value = form.get("allowed_mentions")
    if value is None:
        return Allowed()
    if not isinstance(value, dict):
        form.add("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType", "allowed_mentions")
        return Allowed()
    allowed = form.child(value, "allowed_mentions")
    parse = allowed.items("parse")
    kinds = allowed.child({str(index): kind for index, kind in enumerate(parse)}, "parse")
    for index in kinds.json:
        kinds.choice(index, ("roles", "users", "everyone"))
    return Allowed(_allowed_users(allowed, parse), "everyone" in parse)


def find_mentions(
    world: World, channel: Channel, text: str, allowed: Allowed, replied_to: Message | None = None
) -> Mentions:
    """Whom a text in a channel pings, including the author of the message that it replies to."""
    users = [int(found) for found in _USER.findall(text)]
    kept = [one for one in users if one in world.users and (allowed.users is None or one in allowed.users)]
    if replied_to is not None:
        kept.append(replied_to.author_id)
    guild = world.guilds.get(channel.guild_id or 0)
    return Mentions(
        users=tuple(dict.fromkeys(kept)),
        everyone=guild is not None and allowed.everyone and bool(_EVERYONE.search(text)),
    )


def _allowed_users(allowed: FormNode, parse: list[Any]) -> frozenset[int] | None:
    listed = allowed.items("users")
    if "users" in parse:
        if listed:
            allowed.add(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                'parse:["users"] and users: [ids...] are mutually exclusive.',
            )
        return None
    allowed.length("users", len(listed), 0, _MOST)
    numbers = [snowflake(one) for one in listed]
    return frozenset(number for number in numbers if number is not None)
