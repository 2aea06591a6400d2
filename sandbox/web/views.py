"""The page's JSON for servers, messages and more, for one person (`sandbox/docs/page-protocol.md`)."""

import re
from collections.abc import Container
from typing import Final

from sandbox.compose.layout import texts_of
from sandbox.core import Core
from sandbox.encoding import Json, iso, iso_or_none
from sandbox.faults import Fault
from sandbox.interactions import interaction as kinds
from sandbox.interactions.interaction import Interaction
from sandbox.users.client import UserClient
from sandbox.world import entities
from sandbox.world.entities import Channel, Guild, Message, User
from sandbox.world.payloads import shown_apart

_CHANNEL_KINDS: Final = {
    entities.TEXT_CHANNEL: "text",
    entities.FORUM_CHANNEL: "forum",
    entities.DM_CHANNEL: "dm",
    entities.PUBLIC_THREAD: "thread",
}
_MESSAGE_KINDS: Final = {
    entities.PLAIN_MESSAGE: "default",
    entities.THREAD_CREATED_MESSAGE: "thread_created",
    entities.REPLY_MESSAGE: "reply",
    entities.COMMAND_MESSAGE: "command",
    entities.THREAD_STARTER_MESSAGE: "thread_starter",
}
_INTERACTION_KINDS: Final = {
    kinds.COMMAND: "command",
    kinds.COMPONENT: "component",
    kinds.MODAL_SUBMIT: "modal",
    kinds.AUTOCOMPLETE: "autocomplete",
}
_EXCERPT: Final = 120
_TURN: Final = 0.618033988749895


class Views:
    """Builds the page's JSON as `client`'s person may see it."""

    def __init__(self, core: Core, client: UserClient) -> None:
        self._core = core
        self._world = core.world
        self._client = client
        self._me = client.user.id

    # -- people and places -----------------------------------------------------------------------------

    def server(self, guild: Guild) -> Json:
        """A Server."""
        return {
            "id": str(guild.id),
            "name": guild.name,
            "initials": "".join(word[0] for word in guild.name.split()[:2]).upper(),
            "member_ids": [str(one) for one in guild.members],
            "roles": [{"id": str(one.id), "name": one.name} for one in guild.roles.values()],
        }

    def servers(self) -> list[Json]:
        """The servers that the person is in."""
        return [self.server(one) for one in self._world.guilds.values() if self._me in one.members]

    def channel(self, channel: Channel) -> Json:
        """A Channel."""
        thread = channel.thread
        last = channel.last_message_id
        return {
            "id": str(channel.id),
            "type": _CHANNEL_KINDS[channel.type],
            "name": self._channel_name(channel),
            "topic": channel.topic or "",
            "server_id": None if channel.guild_id is None else str(channel.guild_id),
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "position": channel.position,
            "archived": thread is not None and thread.archived,
            "locked": thread is not None and thread.locked,
            "person_ids": [str(one) for one in channel.recipients],
            "last_message_id": None if last is None else str(last),
            "message_count": thread.messages if thread is not None else 0,
            "can_send": self._world.can_write(self._me, channel),
            "joined": thread is not None and self._me in thread.members,
        }

    def channels(self) -> list[Json]:
        """Everything that the person sees."""
        visible = (one for one in self._world.channels.values() if self._world.can_see(self._me, one))
        return [self.channel(one) for one in visible]

    def commands(self) -> list[Json]:
        """The slash commands that the person could use somewhere, each with its server or None."""
        found: dict[str, Json] = {}
        for channel in self._world.channels.values():
            if channel.thread is None and self._world.can_see(self._me, channel):
                for command in self._core.registry.usable(self._me, channel):
                    found[command["id"]] = command
        shown = ("id", "name", "description", "type", "options")
        by_name = sorted(found.values(), key=lambda one: str(one["name"]))
        return [{field: one[field] for field in shown} for one in by_name]

    # -- messages --------------------------------------------------------------------------------------

    def message(self, message: Message) -> Json:
        """A Message."""
        channel = self._world.channels[message.channel_id]
        thread_created = message.type == entities.THREAD_CREATED_MESSAGE
        thread_id = message.thread_id
        if thread_created and message.reference is not None:
            thread_id = message.reference.channel_id
        return {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "author_id": str(message.author_id),
            "kind": _MESSAGE_KINDS[message.type],
            "content": message.content,
            "timestamp": iso(message.created_at),
            "edited": iso_or_none(message.edited_at),
            "ephemeral": message.ephemeral,
            "loading": bool(message.flags & entities.LOADING),
            "v2": message.is_v2,
            "components": message.components,
            "attachments": [self._attachment(file) for file in shown_apart(message)],
            "mentions": self._mentions(message),
            "pings": self._pings(message, channel),
            "reply_to": None if thread_created else self._reply_to(message),
            "command": self._command(message),
            "thread_id": None if thread_id is None else str(thread_id),
            "mine": message.author_id == self._me,
            "deletable": self._client.may_delete(message),
        }

    def interaction(self, interaction: Interaction) -> Json:
        """An Interaction."""
        return {
            "id": str(interaction.id),
            "kind": _INTERACTION_KINDS[interaction.type],
            "state": interaction.state,
            "channel_id": str(interaction.channel_id),
            "message_id": None if interaction.message_id is None else str(interaction.message_id),
            "custom_id": interaction.custom_id,
            "command": interaction.command,
            "error": interaction.error,
            "modal": interaction.modal if interaction.state == "modal" else None,
        }

    # -- inside ----------------------------------------------------------------------------------------

    def _channel_name(self, channel: Channel) -> str:
        if not channel.is_dm:
            return channel.name
        other = next((one for one in channel.recipients if one != self._me), self._me)
        return self._world.users[other].name

    def _attachment(self, file: entities.Attachment) -> Json:
        return {
            "id": str(file.id),
            "filename": file.filename,
            "url": self._core.payloads.file_url(file),
            "content_type": file.content_type,
            "size": file.size,
            "width": file.width,
            "height": file.height,
            "description": file.description or "",
        }

    def _mentions(self, message: Message) -> Json:
        text = f"{message.content}\n{texts_of(message.components)}"
        users = self._world.users
        channels = self._world.channels
        return {
            "users": {str(one): users[one].name for one in _named(text, r"@!?", users)},
            "channels": {
                str(one): channels[one].name
                for one in _named(text, "#", channels)
                if self._world.can_see(self._me, channels[one])
            },
        }

    def _pings(self, message: Message, channel: Channel) -> bool:
        if message.author_id == self._me:
            return False
        return message.mention_everyone or self._me in message.mentions or channel.is_dm

    def _reply_to(self, message: Message) -> Json | None:
        reference = message.reference
        if reference is None or reference.message_id is None:
            return None
        target = self._world.message(reference.channel_id, reference.message_id)
        if target is None or not self._client.sees(target):
            return {"message_id": str(reference.message_id), "author_id": None, "excerpt": None}
        text = target.content or texts_of(target.components) or "(picture)"
        return {
            "message_id": str(target.id),
            "author_id": str(target.author_id),
            "excerpt": _excerpt(text),
        }

    def _command(self, message: Message) -> Json | None:
        source = message.source
        if source is None or source.command is None or source.followup:
            return None
        return {"person_id": str(source.user_id), "name": source.command}


def person_view(user: User) -> Json:
    """A Person, the same for everybody."""
    return {
        "id": str(user.id),
        "name": user.name,
        "bot": user.bot,
        "initials": user.name[:1].upper(),
        # The golden ratio spreads neighbouring numbers over the circle.
        "hue": round((user.id % 1000) * _TURN % 1.0 * 360) % 360,
        "dms_closed": user.dms_closed,
    }


def fault_view(fault: Fault) -> Json:
    """An order for a fault that is still open."""
    return {
        "kind": fault.kind,
        "times": fault.times - fault.hits,
        "method": fault.method,
        "path": fault.path,
        "status": fault.status,
        "seconds": fault.seconds,
    }


def _named(text: str, sign: str, known: Container[int]) -> list[int]:
    """The known ids among those that a text mentions after a sign."""
    found = (int(number) for number in re.findall(rf"<{sign}(\d{{1,20}})>", text))
    return [number for number in dict.fromkeys(found) if number in known]


def _excerpt(text: str) -> str:
    """The beginning of a text, line by line; no mention or timestamp is cut in two."""
    lines = "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())
    if len(lines) <= _EXCERPT:
        return lines
    return f"{re.sub(r'<[^<>]*$', '', lines[:_EXCERPT]).rstrip()}…"
