"""Mentions of channels and roles that a server has named, of which some may be deleted by now."""

from collections.abc import Iterable
from typing import TypeGuard

import discord


def channels_left(guild: discord.Guild | None, ids: Iterable[int]) -> list[str]:
    """Mentions of the channels that are still there; of all where the server is not known."""
    return [f"<#{one}>" for one in ids if not _knows(guild) or guild.get_channel(one) is not None]


def roles_left(guild: discord.Guild | None, ids: Iterable[int]) -> list[str]:
    """Mentions of the roles that are still there; of all where the server is not known."""
    return [f"<@&{one}>" for one in ids if not _knows(guild) or guild.get_role(one) is not None]


def _knows(guild: discord.Guild | None) -> TypeGuard[discord.Guild]:
    """Whether the client knows all channels and roles of a server."""
    return guild is not None and not guild.unavailable
