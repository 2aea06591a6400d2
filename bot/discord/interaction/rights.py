"""Permissions that the bot needs in a channel, and sentences for people where it lacks them."""

from collections.abc import Sequence

import discord

from bot.discord.interaction.context import Request

NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "create_public_threads",
    "send_messages_in_threads",
)
"""Permissions without which cards or threads cannot be posted."""


def missing_rights(request: Request, needed: Sequence[str] = NEEDED) -> str:
    """A line about permissions that the bot lacks here; empty where it has them or they are unknown."""
    rights = request.interaction.app_permissions
    lacking = lacking_rights(rights, needed)
    return lacking_line(lacking) if rights.value and not rights.administrator else ""


def lacking_line(lacking: Sequence[str]) -> str:
    """A line about these permissions; empty without any."""
    if not lacking:
        return ""
    return f"\n⚠️ I lack permissions in that channel, so the game may stay unseen: {', '.join(lacking)}."


def lacking_in(request: Request, channel_id: int, needed: Sequence[str]) -> list[str]:
    """The permissions that the bot is known to lack in a channel of the server."""
    guild, user = request.interaction.guild, request.interaction.client.user
    if guild is None or user is None:
        return []
    channel, me = guild.get_channel(channel_id), guild.get_member(user.id)
    return [] if channel is None or me is None else lacking_rights(channel.permissions_for(me), needed)


def lacking_rights(rights: discord.Permissions, needed: Sequence[str]) -> list[str]:
    """The missing permissions, in words."""
    return [name.replace("_", " ") for name in needed if not getattr(rights, name)]
