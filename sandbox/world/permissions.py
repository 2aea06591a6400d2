"""Permissions from roles and channel overwrites, in Discord's bits."""

from typing import Final

from sandbox.world.entities import Channel, Guild, Member

ADMINISTRATOR: Final = 1 << 3
MANAGE_GUILD: Final = 1 << 5
VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
MANAGE_MESSAGES: Final = 1 << 13
ATTACH_FILES: Final = 1 << 15
READ_MESSAGE_HISTORY: Final = 1 << 16
MENTION_EVERYONE: Final = 1 << 17
USE_APPLICATION_COMMANDS: Final = 1 << 31
MANAGE_THREADS: Final = 1 << 34
CREATE_PUBLIC_THREADS: Final = 1 << 35
SEND_MESSAGES_IN_THREADS: Final = 1 << 38

ALL: Final = (1 << 53) - 1

IN_DM: Final = VIEW_CHANNEL | SEND_MESSAGES | ATTACH_FILES | READ_MESSAGE_HISTORY | USE_APPLICATION_COMMANDS
EVERYONE: Final = IN_DM | CREATE_PUBLIC_THREADS | SEND_MESSAGES_IN_THREADS
"""The permissions of everybody in a new server, as far as they matter here."""


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
