"""Discord's client in one person's hands: messages and DMs."""

from collections.abc import Sequence

from sandbox import limits
from sandbox.compose.files import Upload, attach
from sandbox.compose.mentions import Allowed, find_mentions
from sandbox.core import Core
from sandbox.errors import Refusal
from sandbox.users.uploads import Uploads
from sandbox.world import entities, permissions
from sandbox.world.entities import Channel, Message, Reference, User


class UserClient:
    """One person's client. All methods raise Refusal where Discord's client or server would refuse."""

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
        if not self._world.can_write(self.user.id, channel):
            raise Refusal("forbidden", "You cannot write here.")
        if len(content) > limits.CONTENT:
            raise Refusal("too_long", f"A message has at most {limits.CONTENT:,} characters.")
        if len(file_ids) > limits.FILES:
            raise Refusal("too_many", f"A message has at most {limits.FILES} files.")
        if not content.strip() and not file_ids:
            raise Refusal("empty", "An empty message cannot be sent.")
        replied_to = None if reply_to is None else self.message(reply_to)
        everyone = self._world.may(self.user.id, channel, permissions.MENTION_EVERYONE)
        allowed = Allowed(everyone=everyone)
        mentions = find_mentions(self._world, channel, content, allowed, replied_to)
        message = Message(
            self._world.ids.next(),
            channel.id,
            self.user.id,
            self._world.clock.now(),
            type=entities.PLAIN_MESSAGE if replied_to is None else entities.REPLY_MESSAGE,
            content=content,
            mentions=list(mentions.users),
            mention_everyone=mentions.everyone,
            attachments=[self.attach(file_id) for file_id in file_ids],
            reference=None if replied_to is None else Reference(channel.id, replied_to.id, channel.guild_id),
        )
        self._world.post(message)
        return message

    def edit(self, message_id: int, content: str) -> None:
        """Change a message of the person's own."""
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
        """Dismiss an ephemeral message."""
        message = self.message(message_id)
        if not message.ephemeral:
            raise Refusal("forbidden", "Only messages that you alone see can be dismissed.")
        self._world.remove_message(message)

    # -- places ----------------------------------------------------------------------------------------

    def open_dm(self) -> Channel:
        """The DM with the bot."""
        return self._world.open_dm(self.user.id, self._world.bot.id)

    def set_dms(self, *, closed: bool) -> None:
        """Close or open the person's DMs to the bot."""
        self.user.dms_closed = closed
        self._world.user_edited(self.user)

    def attach(self, file_id: str) -> entities.Attachment:
        """An uploaded file as an attachment; its bytes are kept."""
        name, data = self._uploads.take(file_id)
        file = attach(Upload(0, name, data), self._world.ids.next())
        self._world.keep_file(file.path, data)
        self._core.records.hash_file(file.path, data)
        return file
