"""The events that each session of the bot gets of a change in the world."""

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

    def of(self, change: Change, session: Session) -> tuple[str, Json] | None:
        """The event that this session gets of a change, its name and data; None: it hears nothing of it."""
        bot_id = self._world.bot.id
        match change:
            case changes.MessagePosted(message) if self._hears(message, session):
                return "MESSAGE_CREATE", self._message(message)
            case changes.MessageEdited(message) if self._hears(message, session):
                return "MESSAGE_UPDATE", self._message(message)
            case changes.MessageRemoved(message, more) if self._hears(message, session):
                return self._removed(message, more)
            case changes.ChannelOpened(channel) if self._sees_in_server(channel, session):
                body = self._payloads.channel(channel)
                if channel.thread is None:
                    return "CHANNEL_CREATE", body
                return "THREAD_CREATE", {**body, "newly_created": True}
            case changes.ChannelEdited(channel) if self._sees_in_server(channel, session):
                name = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
                return name, self._payloads.channel(channel)
            case changes.ChannelRemoved(channel) if not channel.is_dm and _learns(session, channel.guild_id):
                return self._channel_removed(channel)
            # Without the members intent a bot gets only the events about itself.
            case changes.ThreadMembersJoined(channel, user_ids) if bot_id in user_ids:
                return self._thread_joined(channel) if _learns(session, channel.guild_id) else None
            case changes.RoleAdded(guild, role, edited) if session.serves(guild.id):
                name = "GUILD_ROLE_UPDATE" if edited else "GUILD_ROLE_CREATE"
                return name, {"guild_id": str(guild.id), "role": self._payloads.role(role)}
            case changes.MemberEdited(guild, member) if member.user_id == bot_id and session.serves(guild.id):
                body = self._payloads.member(member)
                return "GUILD_MEMBER_UPDATE", {**body, "guild_id": str(guild.id)}
            case changes.MemberLeft(guild, user) if user.id == bot_id and session.serves(guild.id):
                return "GUILD_DELETE", {"id": str(guild.id)}
            case changes.MemberJoined(guild, member) if member.user_id == bot_id:
                return self._guild_created(guild, session)
            case changes.GuildAvailability(guild, available=True):
                return self._guild_created(guild, session)
            case changes.GuildAvailability(guild) if session.serves(guild.id):
                return "GUILD_DELETE", {"id": str(guild.id), "unavailable": True}
        return None

    # -- inside ----------------------------------------------------------------------------------------

    def _removed(self, message: Message, more: tuple[Message, ...]) -> tuple[str, Json]:
        place = {"channel_id": str(message.channel_id), **self._guild_of(message)}
        if more:
            return "MESSAGE_DELETE_BULK", {"ids": [str(one.id) for one in (message, *more)], **place}
        return "MESSAGE_DELETE", {"id": str(message.id), **place}

    def _channel_removed(self, channel: Channel) -> tuple[str, Json]:
        if channel.thread is None:
            return "CHANNEL_DELETE", self._payloads.channel(channel)
        place = {"guild_id": str(channel.guild_id), "parent_id": str(channel.parent_id)}
        return "THREAD_DELETE", {"id": str(channel.id), **place, "type": channel.type}

    def _thread_joined(self, channel: Channel) -> tuple[str, Json] | None:
        if channel.thread is None:
            return None
        return "THREAD_MEMBERS_UPDATE", {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": len(channel.thread.members),
            "added_members": [self._payloads.thread_member(channel, self._world.bot.id)],
            "removed_member_ids": [],
        }

    def _guild_created(self, guild: Guild, session: Session) -> tuple[str, Json] | None:
        return ("GUILD_CREATE", self._payloads.guild_create(guild)) if _learns(session, guild.id) else None

    def _sees_in_server(self, channel: Channel, session: Session) -> bool:
        return not channel.is_dm and self._sees(channel, session, intents.GUILDS)

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


def _learns(session: Session, guild_id: int | None) -> bool:
    """Whether a session learns which servers, channels and threads there are, and serves this server."""
    return session.wants(intents.GUILDS) and session.serves(guild_id)


def readable(world: World, message: Message) -> bool:
    """Whether the bot may read a message: it has no message content intent."""
    channel = world.channels.get(message.channel_id)
    return (
        message.author_id == world.bot.id
        or world.bot.id in message.mentions
        or (channel is not None and channel.is_dm)
    )
