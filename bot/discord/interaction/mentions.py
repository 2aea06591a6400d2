"""Mentions of channels and roles that a server has named, of which some may be deleted by now."""

from collections.abc import Iterable

import discord


def channels_left(guild: discord.Guild | None, ids: Iterable[int]) -> list[str]:
    """Mentions of the channels that are still there; of all where the server is not known."""
    return [f"<#{one}>" for one in ids if guild is None or guild.unavailable or guild.get_channel(one)]


def roles_left(guild: discord.Guild | None, ids: Iterable[int]) -> list[str]:
    """Mentions of the roles that are still there; of all where the server is not known."""
    return [f"<@&{one}>" for one in ids if guild is None or guild.unavailable or guild.get_role(one)]
