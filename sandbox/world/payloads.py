"""The things of the world as Discord's API describes them to the bot."""

from sandbox.encoding import Json, iso, iso_or_none, without_none
from sandbox.world import entities
from sandbox.world.entities import Attachment, Channel, Guild, Member, Message, Role, User
from sandbox.world.world import World


class Payloads:
    """Builds the JSON of Discord's API objects."""

    def __init__(self, world: World) -> None:
        self._world = world

    # -- people ----------------------------------------------------------------------------------------

    def user(self, user: User) -> Json:
        """A user object."""
        return {
            "id": str(user.id),
            "username": user.name.lower() if not user.bot else user.name,
            "global_name": None if user.bot else user.name,
            "discriminator": "0001" if user.bot else "0",
            "avatar": None,
            "bot": user.bot,
            "system": False,
            "public_flags": 0,
        }

    def self_user(self) -> Json:
        """The bot's own user object."""
        return {
            **self.user(self._world.bot),
            "verified": True,
            "mfa_enabled": True,
            "locale": "en-US",
            "flags": 0,
        }

    def member(self, member: Member, *, with_user: bool = True) -> Json:
        """A guild member object."""
        body: Json = {
            "nick": None,
            "avatar": None,
            "roles": [str(role_id) for role_id in member.roles],
            "joined_at": iso(member.joined_at),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }
        if with_user:
            body["user"] = self.user(self._world.users[member.user_id])
        return body

    def member_in(self, channel: Channel, member: Member, *, with_user: bool = True) -> Json:
        """A guild member object with the member's permissions in a channel."""
        bits = self._world.permissions(member.user_id, channel)
        return {**self.member(member, with_user=with_user), "permissions": str(bits)}

    def role(self, role: Role) -> Json:
        """A role object."""
        return {
            "id": str(role.id),
            "name": role.name,
            "permissions": str(role.permissions),
            "position": role.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": role.managed,
            "mentionable": False,
            "flags": 0,
        }

    # -- places ----------------------------------------------------------------------------------------

    def guild(self, guild: Guild) -> Json:
        """A guild object."""
        return {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "owner_id": str(guild.owner_id),
            "roles": [self.role(role) for role in guild.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "afk_timeout": 300,
            "system_channel_flags": 0,
            "approximate_member_count": len(guild.members),
        }

    def guild_create(self, guild: Guild) -> Json:
        """The GUILD_CREATE event: the server with its channels and threads, and the bot's own membership."""
        bot_id = self._world.bot.id
        visible = [one for one in self._world.channels.values() if one.guild_id == guild.id]
        return {
            **self.guild(guild),
            "unavailable": False,
            "large": False,
            "joined_at": iso(guild.members[bot_id].joined_at),
            "member_count": len(guild.members),
            "members": [self.member(guild.members[bot_id])],
            "channels": [self.channel(one) for one in visible if one.thread is None],
            "threads": self.open_threads(guild),
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def open_threads(self, guild: Guild) -> list[Json]:
        """The open threads and posts of a server that the bot sees."""
        threads = [one for one in self._world.channels.values() if one.guild_id == guild.id]
        return [self.channel(one) for one in threads if self._is_open_thread(one, self._world.bot.id)]

    def channel(self, channel: Channel) -> Json:
        """A channel object: text channel, thread or DM."""
        common: Json = {
            "id": str(channel.id),
            "type": channel.type,
            "last_message_id": None if channel.last_message_id is None else str(channel.last_message_id),
            "flags": channel.flags,
        }
        if channel.is_dm:
            others = [user_id for user_id in channel.recipients if user_id != self._world.bot.id]
            return {**common, "recipients": [self.user(self._world.users[one]) for one in others]}
        common |= {
            "guild_id": str(channel.guild_id),
            "name": channel.name,
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "rate_limit_per_user": 0,
        }
        if channel.thread is not None:
            return {**common, **self._thread_fields(channel, channel.thread)}
        if channel.type == entities.FORUM_CHANNEL:
            common |= {
                "available_tags": [self._tag(one) for one in channel.tags],
                "default_reaction_emoji": None,
                "default_sort_order": None,
                "default_forum_layout": 0,
            }
        return {
            **common,
            "topic": channel.topic,
            "position": channel.position,
            "nsfw": False,
            "permission_overwrites": [
                {"id": str(one.id), "type": one.kind, "allow": str(one.allow), "deny": str(one.deny)}
                for one in channel.overwrites.values()
            ],
        }

    def _tag(self, tag: entities.Tag) -> Json:
        return {
            "id": str(tag.id),
            "name": tag.name,
            "moderated": tag.moderated,
            "emoji_id": None,
            "emoji_name": None,
        }

    def partial_channel(self, channel: Channel, user_id: int) -> Json:
        """A channel as interactions carry it, with the user's permissions."""
        body = self.channel(channel)
        body.pop("recipients", None)
        body.pop("permission_overwrites", None)
        return {**body, "permissions": str(self._world.permissions(user_id, channel))}

    def thread_member(self, channel: Channel, user_id: int) -> Json:
        """A thread member object."""
        joined = channel.thread.members[user_id] if channel.thread else channel.id
        return {"id": str(channel.id), "user_id": str(user_id), "join_timestamp": iso(joined), "flags": 1}

    # -- messages --------------------------------------------------------------------------------------

    def message(self, message: Message, *, readable: bool = True, deep: bool = True) -> Json:
        """A message object as the bot sees it.

        `readable` is false where the bot lacks the message content intent: then what was written is left out.
        `deep`: whether the message replied to comes along.
        """
        world = self._world
        body: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "type": message.type,
            "author": self.user(world.users[message.author_id]),
            "content": message.content if readable else "",
            "timestamp": iso(message.created_at),
            "edited_timestamp": iso_or_none(message.edited_at),
            "tts": False,
            "mention_everyone": message.mention_everyone,
            "mentions": [self.user(world.users[one]) for one in message.mentions if one in world.users],
            "mention_roles": [],
            "attachments": [self.attachment(one) for one in shown_apart(message)] if readable else [],
            "embeds": [],
            "components": message.components if readable else [],
            "pinned": False,
            "flags": message.flags,
        }
        if message.nonce is not None:
            body["nonce"] = message.nonce
        if message.source is not None:
            body |= self._source(message, message.source)
        if message.reference is not None:
            body |= self._reference(message, deep=deep)
        if message.thread_id is not None and message.thread_id in world.channels:
            body["thread"] = self.channel(world.channels[message.thread_id])
        return body

    def attachment(self, file: Attachment) -> Json:
        """An attachment object."""
        url = self.file_url(file)
        return without_none(
            {
                "id": str(file.id),
                "filename": file.filename,
                "size": file.size,
                "url": url,
                "proxy_url": url,
                "content_type": file.content_type,
                "width": file.width,
                "height": file.height,
                "description": file.description,
            }
        )

    def file_url(self, file: Attachment) -> str:
        """The address at which a file is served."""
        return f"{self._world.address}/attachments/{file.path}"

    def application(self) -> Json:
        """The bot's application object."""
        application = self._world.application
        owner = self.user(self._world.users[application.owner_id])
        return {
            "id": str(application.id),
            "name": application.name,
            "icon": None,
            "description": "Turnpost in the sandbox",
            "bot_public": False,
            "bot_require_code_grant": False,
            "owner": owner,
            "team": None,
            "verify_key": "0" * 64,
            "flags": 0,
            "summary": "",
            "rpc_origins": [],
            "tags": [],
            "approximate_guild_count": len(self._world.guilds),
            "bot": self.user(self._world.bot),
        }

    def _is_open_thread(self, channel: Channel, user_id: int) -> bool:
        thread = channel.thread
        return thread is not None and not thread.archived and self._world.can_see(user_id, channel)

    def _thread_fields(self, channel: Channel, thread: entities.Thread) -> Json:
        fields: Json = {
            "owner_id": str(thread.owner_id),
            "message_count": thread.messages,
            "total_message_sent": thread.messages,
            "member_count": len(thread.members),
            "applied_tags": [str(one) for one in thread.applied_tags],
            "thread_metadata": {
                "archived": thread.archived,
                "auto_archive_duration": thread.archive_minutes,
                "archive_timestamp": iso(thread.archived_at),
                "locked": thread.locked,
                "invitable": True,
                "create_timestamp": iso(thread.created_at),
            },
        }
        if self._world.bot.id in thread.members:
            fields["member"] = self.thread_member(channel, self._world.bot.id)
        return fields

    def _source(self, message: Message, source: entities.Source) -> Json:
        application_id = str(self._world.application.id)
        user = self.user(self._world.users[source.user_id])
        metadata: Json = {
            "id": str(source.interaction_id),
            "type": source.type,
            "user": user,
            "authorizing_integration_owners": {"0": self._installed_in(message)},
        }
        if source.message_id is not None:
            metadata["interacted_message_id"] = str(source.message_id)
        if source.command is not None:
            metadata["name"] = source.command
        body: Json = {
            "application_id": application_id,
            "webhook_id": application_id,
            "interaction_metadata": metadata,
        }
        if source.command is not None and not source.followup:
            body["interaction"] = {
                "id": str(source.interaction_id),
                "type": source.type,
                "name": source.command,
                "user": user,
            }
        return body

    def _installed_in(self, message: Message) -> str:
        channel = self._world.channels.get(message.channel_id)
        return "0" if channel is None or channel.guild_id is None else str(channel.guild_id)

    def _reference(self, message: Message, *, deep: bool) -> Json:
        reference = message.reference
        if reference is None:
            return {}
        body: Json = {
            "message_reference": without_none(
                {
                    "type": 0,
                    "channel_id": str(reference.channel_id),
                    "message_id": None if reference.message_id is None else str(reference.message_id),
                    "guild_id": None if reference.guild_id is None else str(reference.guild_id),
                }
            )
        }
        if deep and reference.message_id is not None:
            found = self._world.message(reference.channel_id, reference.message_id)
            body["referenced_message"] = None if found is None else self.message(found, deep=False)
        return body


def shown_apart(message: Message) -> list[Attachment]:
    """The files of a message that none of its components shows: only these are its `attachments`."""
    used = repr(message.components)
    return [file for file in message.attachments if file.path not in used]
