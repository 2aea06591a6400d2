"""Who belongs to a server, who manages it and who sees its channels.

The client keeps no members, so each is requested from Discord.
"""

from typing import Any

import discord
import structlog

from bot.discord.api.error_codes import ErrorCode
from bot.discord.api.retries import FAULTS
from bot.service.values.refused import Refused

log = structlog.get_logger(__name__)

_NO_MEMBER = {
    ErrorCode.UNKNOWN_GUILD,
    ErrorCode.UNKNOWN_MEMBER,
    ErrorCode.UNKNOWN_USER,
    ErrorCode.MISSING_ACCESS,
}


async def member_of(client: discord.Client, guild_id: int, user_id: int) -> discord.Member | None:
    """A member of a server; None for everybody else, and for all users if the bot is not in that server.

    Raises one of `FAULTS` where Discord gives no answer.
    """
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        return await guild.fetch_member(user_id)
    except discord.HTTPException as error:
        if error.code not in _NO_MEMBER:
            raise
        return None


async def asked_member(client: discord.Client, guild_id: int, user_id: int) -> discord.Member | None:
    """As `member_of`, for a command whose user waits. Raises Refused where Discord does not answer."""
    try:
        return await member_of(client, guild_id, user_id)
    except FAULTS as error:
        why = "Discord does not say at this moment who belongs to that server; please try again in a minute."
        raise Refused("not_checked", why) from error


async def check_member(client: discord.Client, guild_id: int, user_id: int, refusal: str) -> discord.Member:
    """A member of a server. Raises Refused with `refusal` for others, or where Discord does not answer."""
    member = await asked_member(client, guild_id, user_id)
    if member is None:
        raise Refused("no_member", refusal)
    return member


async def check_joined(interaction: discord.Interaction, guild_id: int) -> None:
    """Raises Refused unless the user of the interaction is a member of the server where a game is played."""
    refusal = "You are not a member of the server in which this game is played; join it first."
    await check_member(interaction.client, guild_id, interaction.user.id, refusal)


async def is_in_thread(thread: discord.Thread, member: discord.Member) -> bool:
    """Whether a member who sees the channel of a thread sees the thread: a private one only if added to it.

    True where Discord gives no answer.
    """
    try:
        if thread.is_private():
            await thread.fetch_member(member.id)
    except discord.NotFound:
        return False
    except FAULTS as error:
        log.info("thread_member_unknown", thread=thread.id, reason=str(error))
    return True


def sees(member: Any, guild: discord.Guild | None, channel_id: int | None) -> bool:
    """Whether a member sees a channel or thread of their server, as far as the client knows both.

    The client does not know the members of private threads, so a thread counts as its channel.
    """
    if guild is None or channel_id is None:
        return True
    thread = guild.get_thread(channel_id)
    channel = guild.get_channel(channel_id if thread is None else thread.parent_id)
    return channel is None or channel.permissions_for(member).view_channel


def may_manage(member: discord.Member) -> bool:
    """Whether a member may manage their server, as `/admin` requires."""
    return member.guild_permissions.manage_guild or member.guild_permissions.administrator
