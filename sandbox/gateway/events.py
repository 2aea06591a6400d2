"""The events that each session of the bot gets of a change in the world."""

from collections.abc import Iterator
from functools import singledispatchmethod

from sandbox.encoding import Json
from sandbox.gateway import intents
from sandbox.gateway.session import Session
from sandbox.world import changes
from sandbox.world.changes import Change
from sandbox.world.entities import Channel, Guild, Message
from sandbox.world.payloads import Payloads
from sandbox.world.world import World


class Events:
    """Translates changes into gateway events, by Discord's rules for intents."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._world = world
        self._payloads = payloads

    @singledispatchmethod
    def of(self, _change: Change, _session: Session) -> Iterator[tuple[str, Json]]:
        """The events that this session gets of a change: names and data."""
        return iter(())

    @of.register
    def _posted(self, change: changes.MessagePosted, session: Session) -> Iterator[tuple[str, Json]]:
        if self._hears(change.message, session):
            yield "MESSAGE_CREATE", self._message(change.message)

    @of.register
    def _edited(self, change: changes.MessageEdited, session: Session) -> Iterator[tuple[str, Json]]:
        if self._hears(change.message, session):
            yield "MESSAGE_UPDATE", self._message(change.message)

    @of.register
    def _removed(self, change: changes.MessageRemoved, session: Session) -> Iterator[tuple[str, Json]]:
        message = change.message
        if not self._hears(message, session):
            return
        place = {"channel_id": str(message.channel_id), **self._guild_of(message)}
        if change.more:
            ids = [str(one.id) for one in (message, *change.more)]
            yield "MESSAGE_DELETE_BULK", {"ids": ids, **place}
        else:
            yield "MESSAGE_DELETE", {"id": str(message.id), **place}

    @of.register
    def _opened(self, change: changes.ChannelOpened, session: Session) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        if channel.is_dm or not self._sees(channel, session, intents.GUILDS):
            return
        body = self._payloads.channel(channel)
        if channel.thread is None:
            yield "CHANNEL_CREATE", body
        else:
            yield "THREAD_CREATE", {**body, "newly_created": True}

    @of.register
    def _channel_edited(self, change: changes.ChannelEdited, session: Session) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        if not channel.is_dm and self._sees(channel, session, intents.GUILDS):
            name = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
            yield name, self._payloads.channel(channel)

    @of.register
    def _channel_removed(
        self, change: changes.ChannelRemoved, session: Session
    ) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        if channel.is_dm or not session.wants(intents.GUILDS) or not session.serves(channel.guild_id):
            return
        if channel.thread is None:
            yield "CHANNEL_DELETE", self._payloads.channel(channel)
        else:
            yield (
                "THREAD_DELETE",
                {
                    "id": str(channel.id),
                    "guild_id": str(channel.guild_id),
                    "parent_id": str(channel.parent_id),
                    "type": channel.type,
                },
            )

    @of.register
    def _thread_members(
        self, change: changes.ThreadMembersJoined, session: Session
    ) -> Iterator[tuple[str, Json]]:
        channel, bot_id = change.channel, self._world.bot.id
        # Without the members intent a bot gets only the events about itself.
        if channel.thread is None or bot_id not in change.user_ids:
            return
        if not session.wants(intents.GUILDS) or not session.serves(channel.guild_id):
            return
        yield (
            "THREAD_MEMBERS_UPDATE",
            {
                "id": str(channel.id),
                "guild_id": str(channel.guild_id),
                "member_count": len(channel.thread.members),
                "added_members": [self._payloads.thread_member(channel, bot_id)],
                "removed_member_ids": [],
            },
        )

    @of.register
    def _role_added(self, change: changes.RoleAdded, session: Session) -> Iterator[tuple[str, Json]]:
        if session.serves(change.guild.id):
            role = self._payloads.role(change.role)
            name = "GUILD_ROLE_UPDATE" if change.edited else "GUILD_ROLE_CREATE"
            yield name, {"guild_id": str(change.guild.id), "role": role}

    @of.register
    def _member_edited(self, change: changes.MemberEdited, session: Session) -> Iterator[tuple[str, Json]]:
        if change.member.user_id == self._world.bot.id and session.serves(change.guild.id):
            yield (
                "GUILD_MEMBER_UPDATE",
                {**self._payloads.member(change.member), "guild_id": str(change.guild.id)},
            )

    @of.register
    def _left(self, change: changes.MemberLeft, session: Session) -> Iterator[tuple[str, Json]]:
        if change.user.id == self._world.bot.id and session.serves(change.guild.id):
            yield "GUILD_DELETE", {"id": str(change.guild.id)}

    @of.register
    def _joined(self, change: changes.MemberJoined, session: Session) -> Iterator[tuple[str, Json]]:
        if change.member.user_id == self._world.bot.id:
            yield from self._created(change.guild, session)

    @of.register
    def _availability(
        self, change: changes.GuildAvailability, session: Session
    ) -> Iterator[tuple[str, Json]]:
        if change.available:
            yield from self._created(change.guild, session)
        elif session.serves(change.guild.id):
            yield "GUILD_DELETE", {"id": str(change.guild.id), "unavailable": True}

    # -- inside ----------------------------------------------------------------------------------------

    def _created(self, guild: Guild, session: Session) -> Iterator[tuple[str, Json]]:
        if session.wants(intents.GUILDS) and session.serves(guild.id):
            yield "GUILD_CREATE", self._payloads.guild_create(guild)

    def _sees(self, channel: Channel, session: Session, intent: int) -> bool:
        return (
            session.wants(intent)
            and session.serves(channel.guild_id)
            and self._world.can_see(self._world.bot.id, channel)
        )

    def _hears(self, message: Message, session: Session) -> bool:
        channel = self._world.channels.get(message.channel_id)
        if channel is None:
            return False
        if message.ephemeral:
            # Ephemeral messages go only to one person and their author, outside of the server.
            return session.wants(intents.DIRECT_MESSAGES) and session.serves(None)
        intent = intents.DIRECT_MESSAGES if channel.is_dm else intents.GUILD_MESSAGES
        return self._sees(channel, session, intent)

    def _message(self, message: Message) -> Json:
        body = self._payloads.message(message, readable=readable(self._world, message))
        body |= self._guild_of(message)
        guild = self._world.guilds.get(self._world.channels[message.channel_id].guild_id or 0)
        if guild is not None and not message.ephemeral and message.author_id in guild.members:
            body["member"] = self._payloads.member(guild.members[message.author_id], with_user=False)
        return body

    def _guild_of(self, message: Message) -> Json:
        channel = self._world.channels.get(message.channel_id)
        if channel is None or channel.guild_id is None or message.ephemeral:
            return {}
        return {"guild_id": str(channel.guild_id)}


def readable(world: World, message: Message) -> bool:
    """Whether the bot may read a message: it has no message content intent."""
    channel = world.channels.get(message.channel_id)
    return (
        message.author_id == world.bot.id
        or world.bot.id in message.mentions
        or (channel is not None and channel.is_dm)
    )
