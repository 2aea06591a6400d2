"""The world: everything that exists in the sandbox, and the only code that changes it.

Every change is written to the storage and told to those who listen. The world trusts its callers: what a bot
or a person may do is checked before (`sandbox.rest`, `sandbox.users`).
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from sandbox.clock import Clock
from sandbox.encoding import Json
from sandbox.world import changes, defaults, permissions
from sandbox.world.changes import Changes
from sandbox.world.entities import (
    DM_CHANNEL,
    FORUM_CHANNEL,
    HAS_THREAD,
    PUBLIC_THREAD,
    THREAD_STARTER_MESSAGE,
    Channel,
    Guild,
    Mail,
    Member,
    Message,
    Role,
    Thread,
    User,
)
from sandbox.world.snowflakes import Snowflakes
from sandbox.world.storage import SqliteStorage, Storage

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Capacity:
    """How much the world keeps before it forgets the oldest."""

    messages: int = 2000
    """Messages in each channel."""
    mails: int = 200
    """Mails in each mailbox."""
    file_bytes: int = 256 * 1024 * 1024
    """Bytes of all files together."""


class Origin(msgspec.Struct):
    """What is stored besides the entities."""

    capability: str
    """The key to the page."""
    address: str
    """The sandbox's address at that time, which is part of the addresses of pictures in messages."""


class World:
    """Everything that exists in the sandbox; its methods store every change and tell the listeners."""

    def __init__(self, clock: Clock, address: str, capacity: Capacity | None = None) -> None:
        """`address`: that of the sandbox, without a path."""
        self.clock = clock
        self.address = address
        self.storage = Storage()
        self.changes = Changes()
        self.ids = Snowflakes(clock)
        self.application = defaults.APPLICATION
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, dict[int, Message]] = {}
        """The messages by channel, in the order of their ids."""
        self.mails: dict[int, Mail] = {}
        """The mails of all mailboxes, in the order of their ids."""
        self.commands: dict[int, Json] = {}
        """The bot's slash commands as Discord returns them, by id."""
        self.capability = secrets.token_urlsafe(24)
        self._capacity = capacity or Capacity()
        self._files: dict[str, int] = {}

    # -- beginning -------------------------------------------------------------------------------------

    def populate(self) -> None:
        """Make the servers, channels and people of a new sandbox."""
        for user in defaults.users():
            self.users[user.id] = user
            self.storage.put("user", user.id, user)
        for guild in defaults.guilds(self.clock.now()):
            self.guilds[guild.id] = guild
            self.storage.put("guild", guild.id, guild)
        for channel in defaults.channels():
            self._keep_channel(channel)
        self._save_origin()

    async def restore(self, storage: SqliteStorage) -> None:
        """Load the world from the storage; an empty storage gives a new world."""
        self.storage = storage
        found = await storage.load()
        if not found:
            self.populate()
            return
        self.users = {user.id: user for user in _decoded(found, "user", User)}
        self.guilds = {guild.id: guild for guild in _decoded(found, "guild", Guild)}
        self.channels = {channel.id: channel for channel in _decoded(found, "channel", Channel)}
        self.commands = {int(known["id"]): known for known in _decoded(found, "slash_command", dict)}
        moved_from = None
        for kept in _decoded(found, "keepsake", Origin):
            self.capability = kept.capability
            moved_from = kept.address
        if moved_from not in (None, self.address):
            self._move(found, moved_from)
        for message in _decoded(found, "message", Message):
            self.messages.setdefault(message.channel_id, {})[message.id] = message
            self.ids.reserve(message.id)
            self._files.update((file.path, file.size) for file in message.attachments)
        self.mails = {mail.id: mail for mail in _decoded(found, "mail", Mail)}
        self.ids.reserve(max([*self.channels, *self.commands, *self.mails], default=0))

    # -- looking ---------------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """The bot's user."""
        return self.users[self.application.bot_id]

    def people(self) -> list[User]:
        """All users except the bot."""
        return [user for user in self.users.values() if not user.bot]

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """A message of a channel."""
        return self.messages.get(channel_id, {}).get(message_id)

    def find_message(self, message_id: int) -> Message | None:
        """A message in any channel."""
        return next((room[message_id] for room in self.messages.values() if message_id in room), None)

    def history(self, channel_id: int) -> list[Message]:
        """All messages of a channel, the oldest first, ephemeral ones included."""
        return list(self.messages.get(channel_id, {}).values())

    def permissions(self, user_id: int, channel: Channel) -> int:
        """A user's permissions in a channel, in Discord's bits; 0 for users who are not in it."""
        if channel.is_dm:
            return permissions.IN_DM if user_id in channel.recipients else 0
        guild = self.guilds[channel.guild_id or 0]
        member = guild.members.get(user_id)
        if member is None:
            return 0
        parent = self.channels.get(channel.parent_id or 0) if channel.thread is not None else channel
        return permissions.permissions_in(guild, member, parent or channel)

    def may(self, user_id: int, channel: Channel, bit: int) -> bool:
        """Whether somebody has a permission in a channel."""
        return bool(self.permissions(user_id, channel) & bit)

    def can_see(self, user_id: int, channel: Channel) -> bool:
        """Whether somebody sees a channel."""
        return self.may(user_id, channel, permissions.VIEW_CHANNEL)

    def can_write(self, user_id: int, channel: Channel) -> bool:
        """Whether somebody may send messages to a channel or thread."""
        if channel.type == FORUM_CHANNEL:
            return False
        if channel.thread is None:
            return self.may(user_id, channel, permissions.SEND_MESSAGES)
        if channel.thread.locked and not self.may(user_id, channel, permissions.MANAGE_THREADS):
            return False
        return self.may(user_id, channel, permissions.SEND_MESSAGES_IN_THREADS)

    def share_guild(self, one: int, other: int) -> bool:
        """Whether two users are in some server together."""
        return any(one in guild.members and other in guild.members for guild in self.guilds.values())

    # -- messages --------------------------------------------------------------------------------------

    def post(self, message: Message) -> None:
        """Add a message to its channel."""
        channel = self.channels[message.channel_id]
        room = self.messages.setdefault(channel.id, {})
        room[message.id] = message
        self._save_message(message)
        if not message.ephemeral:
            channel.last_message_id = message.id
            if channel.thread is not None:
                self._note_in_thread(channel, message)
            self._save_channel(channel)
        self.changes.publish(changes.MessagePosted(message))
        self._forget_oldest(room)

    def edited(self, message: Message) -> None:
        """Store a message whose fields have changed, and tell the listeners."""
        self._save_message(message)
        self.changes.publish(changes.MessageEdited(message))

    def remove_message(self, message: Message, *more: Message) -> None:
        """Delete a message with its files, or several of a channel at once."""
        for one in (message, *more):
            self._forget(one)
        self.changes.publish(changes.MessageRemoved(message, more))

    # -- mail ------------------------------------------------------------------------------------------

    def mailbox(self, person_id: int) -> list[Mail]:
        """Somebody's mails, the oldest first."""
        return [mail for mail in self.mails.values() if mail.person_id == person_id]

    def put_mail(self, mail: Mail) -> None:
        """Add a mail to its mailbox, or store a changed one; the oldest goes when the mailbox is full."""
        self.mails[mail.id] = mail
        self.storage.put("mail", mail.id, mail)
        self.changes.publish(changes.MailChanged(mail))
        for old in self.mailbox(mail.person_id)[: -self._capacity.mails]:
            del self.mails[old.id]
            self.storage.drop("mail", old.id)

    # -- channels and threads --------------------------------------------------------------------------

    def open_dm(self, one: int, other: int) -> Channel:
        """The private conversation of two users, opened if need be."""
        pair = {one, other}
        for channel in self.channels.values():
            if channel.is_dm and set(channel.recipients) == pair:
                return channel
        channel = Channel(self.ids.next(), DM_CHANNEL, recipients=[one, other])
        self._keep_channel(channel)
        self.changes.publish(changes.ChannelOpened(channel))
        return channel

    def open_thread(
        self,
        parent: Channel,
        name: str,
        owner_id: int,
        *,
        grown_from: Message | None = None,
        applied_tags: Sequence[int] = (),
        archive_minutes: int = 1440,
    ) -> Channel:
        """Start a thread, from a message or by itself, or as a post of a forum."""
        now = self.clock.now()
        channel = Channel(
            grown_from.id if grown_from else self.ids.next(),
            PUBLIC_THREAD,
            name=name,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            thread=Thread(
                owner_id,
                now,
                now,
                {owner_id: now},
                archive_minutes=archive_minutes,
                applied_tags=list(applied_tags),
            ),
        )
        self._keep_channel(channel)
        self.changes.publish(changes.ChannelOpened(channel))
        return channel

    def add_guild(self, guild: Guild) -> None:
        """Add a server; a bot in it hears of it when its next session begins."""
        self.guilds[guild.id] = guild
        self.storage.put("guild", guild.id, guild)

    def add_channel(self, channel: Channel) -> None:
        """Add a text channel or forum to its server."""
        self._keep_channel(channel)
        self.changes.publish(changes.ChannelOpened(channel))

    def channel_edited(self, channel: Channel) -> None:
        """Store a channel or thread whose fields have changed, and tell the listeners."""
        self._save_channel(channel)
        self.changes.publish(changes.ChannelEdited(channel))

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with everything in it."""
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self._drop_channel(thread)
        self._drop_channel(channel)
        self.changes.publish(changes.ChannelRemoved(channel))
        grown_from = self.message(channel.parent_id or 0, channel.id)
        if grown_from is not None:
            grown_from.thread_id = None
            grown_from.flags &= ~HAS_THREAD
            self.edited(grown_from)

    # -- people ----------------------------------------------------------------------------------------

    def user_edited(self, user: User) -> None:
        """Store a user whose fields have changed, and tell the listeners."""
        self.storage.put("user", user.id, user)
        self.changes.publish(changes.UserEdited(user))

    def add_user(self, user: User) -> None:
        """Add somebody who is in no server yet."""
        self.users[user.id] = user
        self.user_edited(user)

    def join(self, guild: Guild, user: User) -> None:
        """Let a user come into a server."""
        if user.id not in guild.members:
            member = guild.members[user.id] = Member(user.id, self.clock.now())
            self.storage.put("guild", guild.id, guild)
            self.changes.publish(changes.MemberJoined(guild, member))

    def leave(self, guild: Guild, user: User) -> None:
        """Let a user leave a server."""
        if guild.members.pop(user.id, None):
            self.storage.put("guild", guild.id, guild)
            self.changes.publish(changes.MemberLeft(guild, user))

    def add_role(self, guild: Guild, role: Role) -> None:
        """Give a server a role, in place of one with the same id."""
        edited = role.id in guild.roles
        guild.roles[role.id] = role
        self.storage.put("guild", guild.id, guild)
        self.changes.publish(changes.RoleAdded(guild, role, edited))

    def member_edited(self, guild: Guild, member: Member) -> None:
        """Store a server with a changed member or changed roles, and tell the listeners."""
        self.storage.put("guild", guild.id, guild)
        self.changes.publish(changes.MemberEdited(guild, member))

    # -- commands --------------------------------------------------------------------------------------

    def set_commands(self, commands: list[Json]) -> None:
        """Replace the bot's commands."""
        for number in self.commands:
            self.storage.drop("slash_command", number)
        self.commands = {int(command["id"]): command for command in commands}
        for number, command in self.commands.items():
            self.storage.put("slash_command", number, command)
        self.changes.publish(changes.CommandsChanged())

    # -- keeping ---------------------------------------------------------------------------------------

    def keep_file(self, path: str, data: bytes) -> None:
        """Keep a file's bytes; the oldest go when there is no room."""
        self._files[path] = len(data)
        self.storage.put_file(path, data)
        while sum(self._files.values()) > self._capacity.file_bytes and len(self._files) > 1:
            self.drop_file(next(iter(self._files)))

    def drop_file(self, path: str) -> None:
        """Delete a file's bytes."""
        self._files.pop(path, None)
        self.storage.drop_file(path)

    def _note_in_thread(self, channel: Channel, message: Message) -> None:
        thread = channel.thread
        if thread is None:
            return
        if message.type != THREAD_STARTER_MESSAGE:
            thread.messages += 1
        if thread.archived:
            thread.archived = False
            thread.archived_at = self.clock.now()
            self.changes.publish(changes.ChannelEdited(channel))
        guild = self.guilds[channel.guild_id or 0]
        named = dict.fromkeys((message.author_id, *message.mentions))
        joining = tuple(one for one in named if one in guild.members and one not in thread.members)
        if joining:
            thread.members.update(dict.fromkeys(joining, self.clock.now()))
            self._save_channel(channel)
            self.changes.publish(changes.ThreadMembersJoined(channel, joining))

    def _forget_oldest(self, room: dict[int, Message]) -> None:
        while len(room) > self._capacity.messages:
            self._forget(next(iter(room.values())))

    def _forget(self, message: Message) -> None:
        self.messages[message.channel_id].pop(message.id, None)
        self.storage.drop("message", message.id)
        for file in message.attachments:
            self.drop_file(file.path)

    def _drop_channel(self, channel: Channel) -> None:
        for message in self.history(channel.id):
            self._forget(message)
        self.messages.pop(channel.id, None)
        self.channels.pop(channel.id, None)
        self.storage.drop("channel", channel.id)

    def _move(self, found: dict[str, list[bytes]], moved_from: str | None) -> None:
        """Put the sandbox's present address in place of the old one into the messages' pictures."""
        before, after = (f"{address}/attachments/".encode() for address in (moved_from, self.address))
        found["message"] = [body.replace(before, after) for body in found.get("message", ())]
        for message in _decoded(found, "message", Message):
            self._save_message(message)
        self._save_origin()

    def _save_origin(self) -> None:
        self.storage.put("keepsake", 1, Origin(self.capability, self.address))

    def _keep_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self._save_channel(channel)

    def _save_channel(self, channel: Channel) -> None:
        self.storage.put("channel", channel.id, channel)

    def _save_message(self, message: Message) -> None:
        if not message.ephemeral:
            self.storage.put("message", message.id, message)


def _decoded(found: dict[str, list[bytes]], kind: str, form: type[Thing]) -> Iterator[Thing]:
    return (msgspec.json.decode(body, type=form) for body in found.get(kind, ()))
