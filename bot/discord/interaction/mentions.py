"""Mentions of the channels and roles in a server's settings, some of which may have been deleted."""

from collections.abc import Iterable

import discord


def channels_left(guild: discord.Guild | None, ids: Iterable[int]) -> list[str]:
    """Mentions of the channels that still exist; of all if the server is not known."""
    return [f"<#{one}>" for one in ids if guild is None or guild.unavailable or guild.get_channel(one)]


def roles_left(guild: discord.Guild | None, ids: Iterable[int]) -> list[str]:
    """Mentions of the roles that still exist; of all if the server is not known."""
    return [f"<@&{one}>" for one in ids if guild is None or guild.unavailable or guild.get_role(one)]
