"""What the bot hears of a change in the world, session by session."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatchmethod

from sandbox.gateway import intents
from sandbox.gateway.session import Session
from sandbox.wire import Json, iso
from sandbox.world import changes
from sandbox.world.changes import Change
from sandbox.world.entities import Channel, Message
from sandbox.world.payloads import Payloads
from sandbox.world.world import World


class Events:
    """Translates changes into gateway events, by Discord's rules for intents."""

    def __init__(self, world: World, payloads: Payloads) -> None:
        self._world = world
        self._payloads = payloads

    def of(self, change: Change, session: Session) -> Iterator[tuple[str, Json]]:
        """The events that this session gets of a change: names and data."""
        yield from self._events(change, session)

    @singledispatchmethod
    def _events(self, change: Change, session: Session) -> Iterator[tuple[str, Json]]:  # noqa: ARG002
        return iter(())

    @_events.register
    def _posted(self, change: changes.MessagePosted, session: Session) -> Iterator[tuple[str, Json]]:
        if self._hears(change.message, session):
            yield "MESSAGE_CREATE", self._message(change.message, session)

    @_events.register
    def _edited(self, change: changes.MessageEdited, session: Session) -> Iterator[tuple[str, Json]]:
        if self._hears(change.message, session):
            yield "MESSAGE_UPDATE", self._message(change.message, session)

    @_events.register
    def _removed(self, change: changes.MessageRemoved, session: Session) -> Iterator[tuple[str, Json]]:
        message = change.message
        if self._hears(message, session):
            yield (
                "MESSAGE_DELETE",
                {"id": str(message.id), "channel_id": str(message.channel_id), **self._guild_of(message)},
            )

    @_events.register
    def _reaction(self, change: changes.ReactionChanged, session: Session) -> Iterator[tuple[str, Json]]:
        message = change.message
        channel = self._world.channels[message.channel_id]
        intent = intents.DIRECT_MESSAGE_REACTIONS if channel.is_dm else intents.GUILD_MESSAGE_REACTIONS
        if not self._sees(channel, session, intent):
            return
        data: Json = {
            "user_id": str(change.user_id),
            "channel_id": str(channel.id),
            "message_id": str(message.id),
            "emoji": {"id": None, "name": change.emoji},
            "burst": False,
            "type": 0,
            **self._guild_of(message),
        }
        guild = self._world.guilds.get(channel.guild_id or 0)
        if change.added:
            data["message_author_id"] = str(message.author_id)
            if guild is not None and change.user_id in guild.members:
                data["member"] = self._payloads.member(guild.members[change.user_id])
        yield "MESSAGE_REACTION_ADD" if change.added else "MESSAGE_REACTION_REMOVE", data

    @_events.register
    def _opened(self, change: changes.ChannelOpened, session: Session) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        if channel.is_dm or not self._sees(channel, session, intents.GUILDS):
            return
        body = self._payloads.channel(channel)
        if channel.thread is None:
            yield "CHANNEL_CREATE", body
        else:
            yield "THREAD_CREATE", {**body, "newly_created": True}

    @_events.register
    def _channel_edited(self, change: changes.ChannelEdited, session: Session) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        if not channel.is_dm and self._sees(channel, session, intents.GUILDS):
            name = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
            yield name, self._payloads.channel(channel)

    @_events.register
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

    @_events.register
    def _thread_members(
        self, change: changes.ThreadMembersChanged, session: Session
    ) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        bot_id = self._world.bot.id
        concerns_bot = bot_id in change.added or bot_id in change.removed
        everybody = session.wants(intents.GUILD_MEMBERS)
        if not session.wants(intents.GUILDS) or not session.serves(channel.guild_id):
            return
        if not (everybody or concerns_bot) or channel.thread is None:
            return
        # Without the members intent a bot hears of itself alone.
        added = [one for one in change.added if everybody or one == bot_id]
        removed = [one for one in change.removed if everybody or one == bot_id]
        yield (
            "THREAD_MEMBERS_UPDATE",
            {
                "id": str(channel.id),
                "guild_id": str(channel.guild_id),
                "member_count": len(channel.thread.members),
                "added_members": [self._payloads.thread_member(channel, one) for one in added],
                "removed_member_ids": [str(one) for one in removed],
            },
        )

    @_events.register
    def _pins(self, change: changes.PinsChanged, session: Session) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        if self._sees(channel, session, 0 if channel.is_dm else intents.GUILDS):
            data: Json = {"channel_id": str(channel.id), "last_pin_timestamp": iso(self._world.clock.now())}
            if channel.guild_id is not None:
                data["guild_id"] = str(channel.guild_id)
            yield "CHANNEL_PINS_UPDATE", data

    @_events.register
    def _joined(self, change: changes.MemberJoined, session: Session) -> Iterator[tuple[str, Json]]:
        if session.wants(intents.GUILD_MEMBERS) and session.serves(change.guild.id):
            yield (
                "GUILD_MEMBER_ADD",
                {**self._payloads.member(change.member), "guild_id": str(change.guild.id)},
            )

    @_events.register
    def _member_edited(self, change: changes.MemberEdited, session: Session) -> Iterator[tuple[str, Json]]:
        own = change.member.user_id == self._world.bot.id
        if (own or session.wants(intents.GUILD_MEMBERS)) and session.serves(change.guild.id):
            yield (
                "GUILD_MEMBER_UPDATE",
                {**self._payloads.member(change.member), "guild_id": str(change.guild.id)},
            )

    @_events.register
    def _left(self, change: changes.MemberLeft, session: Session) -> Iterator[tuple[str, Json]]:
        if not session.serves(change.guild.id):
            return
        if change.user.id == self._world.bot.id:
            yield "GUILD_DELETE", {"id": str(change.guild.id)}
        elif session.wants(intents.GUILD_MEMBERS):
            yield (
                "GUILD_MEMBER_REMOVE",
                {"guild_id": str(change.guild.id), "user": self._payloads.user(change.user)},
            )

    @_events.register
    def _typing(self, change: changes.Typing, session: Session) -> Iterator[tuple[str, Json]]:
        channel = change.channel
        intent = intents.DIRECT_MESSAGE_TYPING if channel.is_dm else intents.GUILD_MESSAGE_TYPING
        if self._sees(channel, session, intent):
            yield (
                "TYPING_START",
                {
                    "channel_id": str(channel.id),
                    "user_id": str(change.user_id),
                    "timestamp": int(self._world.clock.now()),
                    **({} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}),
                },
            )

    # -- inside ----------------------------------------------------------------------------------------

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
            # They go to the one person and to their author, outside of the server.
            return session.wants(intents.DIRECT_MESSAGES) and session.serves(None)
        intent = intents.DIRECT_MESSAGES if channel.is_dm else intents.GUILD_MESSAGES
        return self._sees(channel, session, intent)

    def _message(self, message: Message, session: Session) -> Json:
        readable = session.reads_content or readable_without_intent(self._world, message)
        body = self._payloads.message(message, readable=readable) | self._guild_of(message)
        guild = self._world.guilds.get(self._world.channels[message.channel_id].guild_id or 0)
        if guild is not None and not message.ephemeral and message.author_id in guild.members:
            body["member"] = self._payloads.member(guild.members[message.author_id], with_user=False)
        return body

    def _guild_of(self, message: Message) -> Json:
        channel = self._world.channels.get(message.channel_id)
        if channel is None or channel.guild_id is None or message.ephemeral:
            return {}
        return {"guild_id": str(channel.guild_id)}


def readable_without_intent(world: World, message: Message) -> bool:
    """Whether the bot may read a message without the message content intent."""
    channel = world.channels.get(message.channel_id)
    return (
        message.author_id == world.bot.id
        or world.bot.id in message.mentions
        or (channel is not None and channel.is_dm)
    )
