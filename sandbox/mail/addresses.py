"""The addresses of people's mailboxes and of the bot."""

import re
from typing import Final

from sandbox.world.entities import User
from sandbox.world.world import World

DOMAIN: Final = "sandbox.example"
"""The domain of the mailboxes, and the name by which this mail server signs what it has checked."""
BOT_ADDRESS: Final = "turn@turnpost.example"
"""The address under which the bot is told to play. Every mail to its domain goes to the bot."""


def address_of(user: User) -> str:
    """The address of a person: ``ann@sandbox.example``."""
    name = re.sub(r"[^a-z0-9]+", "-", user.name.lower()).strip("-")
    return f"{name or user.id}@{DOMAIN}"


def person_at(world: World, address: str) -> User | None:
    """The person whose address it is, or None; a ``+`` and the text after it are ignored."""
    local, _, domain = address.lower().partition("@")
    wanted = f"{local.partition('+')[0]}@{domain}"
    return next((user for user in world.people() if address_of(user) == wanted), None)


def is_bots(address: str) -> bool:
    """Whether a mail to this address goes to the bot."""
    return address.lower().rpartition("@")[2] == BOT_ADDRESS.rpartition("@")[2]
