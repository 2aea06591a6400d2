"""Discord's client in one person's hands: messages, threads, reactions."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox import limits
from sandbox.compose.files import Upload, attach
from sandbox.compose.mentions import Allowed, find_mentions
from sandbox.core import Core
from sandbox.errors import ApiError, Refusal
from sandbox.rest.messages import set_reaction
from sandbox.users.uploads import Uploads
from sandbox.world import entities, permissions
from sandbox.world.changes import Typing
from sandbox.world.entities import Channel, Message, Reference, User
from sandbox.world.threads import start_thread


class UserClient:
    """One person. Everything raises Refusal where Discord's client or server would say no."""

    def __init__(self, core: Core, uploads: Uploads, user: User) -> None:
        self._core = core
        self._world = core.world
        self._uploads = uploads
        self.user = user

    # -- seeing ----------------------------------------------------------------------------------------

    def channel(self, channel_id: int) -> Channel:
        """A channel that the person sees."""
        channel = self._world.channels.get(channel_id)
        if channel is None or not self._world.can_see(self.user.id, channel):
            raise Refusal("not_found", "There is no such channel for you.")
        return channel

    def message(self, message_id: int) -> Message:
        """A message that the person sees."""
        message = self._world.find_message(message_id)
        if message is None or not self.sees(message):
            raise Refusal("not_found", "That message is not there any more.")
        return message

    def sees(self, message: Message) -> bool:
        """Whether the person sees a message."""
        if message.only_for not in (None, self.user.id):
            return False
        channel = self._world.channels.get(message.channel_id)
        return channel is not None and self._world.can_see(self.user.id, channel)

    # -- writing ---------------------------------------------------------------------------------------

    def send(
        self, channel_id: int, content: str, reply_to: int | None = None, file_ids: Sequence[str] = ()
    ) -> Message:
        """Write a message."""
        channel = self.channel(channel_id)
        self._need_room(channel)
        if len(content) > limits.CONTENT:
            raise Refusal("too_long", f"A message has at most {limits.CONTENT:,} characters.")
        if len(file_ids) > limits.FILES:
            raise Refusal("too_many", f"A message has at most {limits.FILES} files.")
        if not content.strip() and not file_ids:
            raise Refusal("empty", "An empty message cannot be sent.")
        replied_to = None if reply_to is None else self.message(reply_to)
        mentions = find_mentions(self._world, channel, content, self._allowed(channel), replied_to)
        message = Message(
            self._world.ids.next(),
            channel.id,
            self.user.id,
            self._world.clock.now(),
            type=entities.PLAIN_MESSAGE if replied_to is None else entities.REPLY_MESSAGE,
            content=content,
            mentions=list(mentions.users),
            mention_roles=list(mentions.roles),
            mention_everyone=mentions.everyone,
            attachments=[self.attach(file_id) for file_id in file_ids],
            reference=None if replied_to is None else Reference(channel.id, replied_to.id, channel.guild_id),
        )
        self._world.post(message)
        return message

    def edit(self, message_id: int, content: str) -> None:
        """Change a message of one's own."""
        message = self.message(message_id)
        if message.author_id != self.user.id:
            raise Refusal("forbidden", "You can change only your own messages.")
        if not 0 < len(content.strip()) <= len(content) <= limits.CONTENT:
            raise Refusal("too_long", f"A message has 1 to {limits.CONTENT:,} characters.")
        message.content = content
        message.edited_at = self._world.clock.now()
        self._world.edited(message)

    def delete(self, message_id: int) -> None:
        """Delete a message."""
        message = self.message(message_id)
        if not self.may_delete(message):
            raise Refusal("forbidden", "You may not delete this message.")
        self._world.remove_message(message)

    def may_delete(self, message: Message) -> bool:
        """Whether the person may delete a message for everybody."""
        if message.ephemeral:
            return False
        channel = self._world.channels[message.channel_id]
        own = message.author_id == self.user.id
        return own or (
            self._world.may(self.user.id, channel, permissions.MANAGE_MESSAGES) and not channel.is_dm
        )

    def dismiss(self, message_id: int) -> None:
        """Put an ephemeral message away."""
        message = self.message(message_id)
        if not message.ephemeral:
            raise Refusal("forbidden", "Only messages that you alone see can be dismissed.")
        self._world.remove_message(message)

    def react(self, message_id: int, emoji: str, *, on: bool) -> None:
        """Add or take back a reaction."""
        message = self.message(message_id)
        try:
            set_reaction(self._core, message, self.user.id, emoji, on=on)
        except ApiError as error:
            raise Refusal("bad_request", f"{error.message}.") from error

    def typing(self, channel_id: int) -> None:
        """Be seen typing."""
        self._world.changes.publish(Typing(self.channel(channel_id), self.user.id))

    # -- places ----------------------------------------------------------------------------------------

    def open_dm(self, person_id: int) -> Channel:
        """The DM with somebody."""
        if person_id not in self._world.users or person_id == self.user.id:
            raise Refusal("not_found", "There is nobody of that kind to write to.")
        return self._world.open_dm(self.user.id, person_id)

    def create_thread(self, channel_id: int, name: str, message_id: int | None = None) -> Channel:
        """Open a thread, from a message or by itself."""
        channel = self.channel(channel_id)
        allowed = self._world.may(self.user.id, channel, permissions.CREATE_PUBLIC_THREADS)
        if channel.type != entities.TEXT_CHANNEL or not allowed:
            raise Refusal("forbidden", "You cannot open a thread here.")
        if not 0 < len(name.strip()) <= len(name) <= limits.CHANNEL_NAME:
            raise Refusal("too_long", f"A thread's name has 1 to {limits.CHANNEL_NAME} characters.")
        message = None if message_id is None else self.message(message_id)
        if message is not None and message.thread_id is not None:
            raise Refusal("forbidden", "This message has a thread already.")
        return start_thread(self._world, channel, name, self.user.id, grown_from=message)

    def join_thread(self, channel_id: int, *, joined: bool) -> None:
        """Join or leave a thread."""
        channel = self.channel(channel_id)
        if channel.thread is None:
            raise Refusal("bad_request", "That is not a thread.")
        one = (self.user.id,)
        if joined:
            self._world.thread_members(channel, added=one)
        else:
            self._world.thread_members(channel, removed=one)

    def set_dms(self, *, closed: bool) -> None:
        """Close or open one's DMs to the bot."""
        self.user.dms_closed = closed
        self._world.user_edited(self.user)

    def attach(self, file_id: str) -> entities.Attachment:
        """A picked file as an attachment, with its bytes kept."""
        name, data = self._uploads.take(file_id)
        file = attach(Upload(0, name, data), self._world.ids.next())
        self._world.keep_file(file.path, data)
        self._core.records.hash_file(file.path, data)
        return file

    # -- inside ----------------------------------------------------------------------------------------

    def _need_room(self, channel: Channel) -> None:
        if not self._world.can_write(self.user.id, channel):
            raise Refusal("forbidden", "You cannot write here.")

    def _allowed(self, channel: Channel) -> Allowed:
        everyone = self._world.may(self.user.id, channel, permissions.MENTION_EVERYONE)
        return Allowed(everyone=everyone)
