"""Who may do what where: roles and channel overwrites, in Discord's bits."""

from __future__ import annotations

from typing import Final

from sandbox.world.entities import PRIVATE_THREAD, Channel, Guild, Member

ADMINISTRATOR: Final = 1 << 3
MANAGE_CHANNELS: Final = 1 << 4
MANAGE_GUILD: Final = 1 << 5
ADD_REACTIONS: Final = 1 << 6
VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
MANAGE_MESSAGES: Final = 1 << 13
EMBED_LINKS: Final = 1 << 14
ATTACH_FILES: Final = 1 << 15
READ_MESSAGE_HISTORY: Final = 1 << 16
MENTION_EVERYONE: Final = 1 << 17
USE_EXTERNAL_EMOJIS: Final = 1 << 18
USE_APPLICATION_COMMANDS: Final = 1 << 31
MANAGE_THREADS: Final = 1 << 34
CREATE_PUBLIC_THREADS: Final = 1 << 35
CREATE_PRIVATE_THREADS: Final = 1 << 36
SEND_MESSAGES_IN_THREADS: Final = 1 << 38
PIN_MESSAGES: Final = 1 << 51

ALL: Final = (1 << 53) - 1

EVERYONE: Final = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
)
"""What a new server lets everybody do, as far as it matters here."""

IN_DM: Final = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
)


def base_permissions(guild: Guild, member: Member) -> int:
    """The bits that a member has in the whole server."""
    if guild.owner_id == member.user_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        bits |= role.permissions if role else 0
    return ALL if bits & ADMINISTRATOR else bits


def permissions_in(guild: Guild, member: Member, channel: Channel) -> int:
    """The bits that a member has in a channel. For a thread, pass its parent."""
    bits = base_permissions(guild, member)
    if bits & ADMINISTRATOR:
        return ALL
    everyone = channel.overwrites.get(guild.id)
    if everyone:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.roles:
        overwrite = channel.overwrites.get(role_id)
        if overwrite:
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = bits & ~deny | allow
    own = channel.overwrites.get(member.user_id)
    if own:
        bits = bits & ~own.deny | own.allow
    return bits if bits & VIEW_CHANNEL else 0


def may_enter(channel: Channel, user_id: int, bits: int) -> bool:
    """Whether somebody with these bits sees the channel or thread."""
    if not bits & VIEW_CHANNEL:
        return False
    if channel.type == PRIVATE_THREAD and channel.thread is not None:
        return user_id in channel.thread.members or bool(bits & MANAGE_THREADS)
    return True
