"""What the bot may reach: things by their ids, or the refusal that Discord gives."""

from sandbox.errors import ApiError, missing_permissions, unknown
from sandbox.world import entities, permissions
from sandbox.world.entities import Channel, Guild, Member, Message, Thread
from sandbox.world.world import World


class Access:
    """Looks things up for the bot."""

    def __init__(self, world: World) -> None:
        self._world = world

    def guild(self, guild_id: int) -> Guild:
        """A server that the bot is in. Raises ApiError."""
        guild = self._world.guilds.get(guild_id)
        if guild is None or self._world.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    def member(self, guild_id: int, user_id: int) -> Member:
        """A member of a server. Raises ApiError."""
        member = self.guild(guild_id).members.get(user_id)
        if member is None:
            raise unknown("Member" if user_id in self._world.users else "User")
        return member

    def channel(self, channel_id: int) -> Channel:
        """A channel that the bot sees. Raises ApiError."""
        channel = self._world.channels.get(channel_id)
        if channel is None:
            raise unknown("Channel")
        if not self._world.can_see(self._world.bot.id, channel):
            raise ApiError(403, 50001, "Missing Access")
        return channel

    def thread(self, channel_id: int) -> tuple[Channel, Thread]:
        """A thread that the bot sees. Raises ApiError."""
        channel = self.channel(channel_id)
        if channel.thread is None:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return channel, channel.thread

    def writable(self, channel_id: int) -> Channel:
        """A channel that the bot may send to. Raises ApiError."""
        channel = self.channel(channel_id)
        if channel.is_dm:
            self._refuse_closed_dm(channel)
        elif channel.type == entities.FORUM_CHANNEL:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        elif not self._world.can_write(self._world.bot.id, channel):
            raise missing_permissions()
        return channel

    def message(self, channel_id: int, message_id: int) -> tuple[Channel, Message]:
        """A message that the bot sees. Ephemeral ones are out of reach here. Raises ApiError."""
        channel = self.channel(channel_id)
        self.need(channel, permissions.READ_MESSAGE_HISTORY)
        message = self._world.message(channel.id, message_id)
        if message is None or message.ephemeral:
            raise unknown("Message")
        return channel, message

    def own_message(self, channel_id: int, message_id: int) -> tuple[Channel, Message]:
        """A message that the bot wrote. Raises ApiError."""
        channel, message = self.message(channel_id, message_id)
        if message.author_id != self._world.bot.id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        return channel, message

    def need(self, channel: Channel, bit: int) -> None:
        """Raises ApiError 50013 if the bot lacks a permission."""
        if not self._world.may(self._world.bot.id, channel, bit):
            raise missing_permissions()

    def refuse_archived(self, channel: Channel) -> None:
        """Raises ApiError 50083 for an archived thread: it takes nothing but new messages."""
        if channel.thread is not None and channel.thread.archived:
            raise ApiError(400, 50083, "Thread is archived")

    def _refuse_closed_dm(self, channel: Channel) -> None:
        bot_id = self._world.bot.id
        other = next(one for one in channel.recipients if one != bot_id)
        if self._world.users[other].dms_closed or not self._world.share_guild(bot_id, other):
            raise ApiError(403, 50007, "Cannot send messages to this user")
