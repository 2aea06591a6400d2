"""Channels and threads: reading, changing, opening and deleting them."""

from __future__ import annotations

from sandbox import limits
from sandbox.core import Core
from sandbox.errors import ApiError, FormErrors, missing_access, missing_permissions, unknown
from sandbox.rest.api import Answer, Api, Reply
from sandbox.rest.call import Call
from sandbox.wire import Json
from sandbox.world import entities, permissions
from sandbox.world.entities import Channel, Thread
from sandbox.world.threads import start_thread

_ONE = "/channels/{channel_id}"
_MEMBERS = _ONE + "/thread-members"


class ChannelRoutes:
    """Routes for channels of all kinds."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        self._world = core.world
        api.bot("GET", _ONE, self.get)
        api.bot("PATCH", _ONE, self.edit)
        api.bot("DELETE", _ONE, self.delete)
        api.bot("POST", _ONE + "/messages/{message_id}/threads", self.thread_from_message)
        api.bot("POST", _ONE + "/threads", self.thread)
        api.bot("GET", _ONE + "/threads/archived/{kind}", self.archived_threads)
        api.bot("GET", _MEMBERS, self.members)
        api.bot("GET", _MEMBERS + "/{user_id}", self.member)
        api.bot("PUT", _MEMBERS + "/{user_id}", self.add_member)
        api.bot("DELETE", _MEMBERS + "/{user_id}", self.remove_member)

    async def get(self, call: Call) -> Reply:
        """A channel or thread."""
        return self._core.payloads.channel(self._core.access.channel(call.id("channel_id")))

    async def edit(self, call: Call) -> Reply:
        """Change a channel, or archive, lock or rename a thread."""
        payload = await call.json()
        channel = self._core.access.channel(call.id("channel_id"))
        if channel.is_dm:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        if channel.thread is None:
            self._core.access.need(channel, permissions.MANAGE_CHANNELS)
            self._edit_channel(channel, payload)
        else:
            self._edit_thread(channel, channel.thread, payload)
        self._world.channel_edited(channel)
        return self._core.payloads.channel(channel)

    async def delete(self, call: Call) -> Reply:
        """Delete a channel or thread."""
        channel = self._core.access.channel(call.id("channel_id"))
        body = self._core.payloads.channel(channel)
        if not channel.is_dm:
            thread = channel.thread is not None
            bit = permissions.MANAGE_THREADS if thread else permissions.MANAGE_CHANNELS
            self._core.access.need(channel, bit)
            self._world.remove_channel(channel)
        return body

    async def thread_from_message(self, call: Call) -> Reply:
        """Open a thread under a message."""
        channel, message = self._core.access.message(call.id("channel_id"), call.id("message_id"))
        self._need_text_channel(channel)
        self._core.access.need(channel, permissions.CREATE_PUBLIC_THREADS)
        name, minutes = _thread_fields(await call.json())
        if message.thread_id is not None or message.id in self._world.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        thread = start_thread(
            self._world, channel, name, self._world.bot.id, grown_from=message, archive_minutes=minutes
        )
        return Answer(201, self._core.payloads.channel(thread))

    async def thread(self, call: Call) -> Reply:
        """Open a thread by itself."""
        channel = self._core.access.channel(call.id("channel_id"))
        self._need_text_channel(channel)
        payload = await call.json()
        name, minutes = _thread_fields(payload)
        private = payload.get("type", entities.PRIVATE_THREAD) == entities.PRIVATE_THREAD
        self._core.access.need(
            channel, permissions.CREATE_PRIVATE_THREADS if private else permissions.CREATE_PUBLIC_THREADS
        )
        thread = start_thread(
            self._world, channel, name, self._world.bot.id, private=private, archive_minutes=minutes
        )
        return Answer(201, self._core.payloads.channel(thread))

    async def archived_threads(self, call: Call) -> Reply:
        """The archived threads of a channel, the latest first."""
        channel = self._core.access.channel(call.id("channel_id"))
        wanted = entities.PRIVATE_THREAD if call.text("kind") == "private" else entities.PUBLIC_THREAD
        bot_id = self._world.bot.id
        found = [
            thread
            for thread in self._world.threads_of(channel.guild_id or 0)
            if thread.parent_id == channel.id
            and thread.type == wanted
            and thread.thread is not None
            and thread.thread.archived
            and self._world.can_see(bot_id, thread)
        ]
        found.sort(key=lambda one: one.thread.archived_at if one.thread else 0.0, reverse=True)
        return {
            "threads": [self._core.payloads.channel(one) for one in found],
            "members": [
                self._core.payloads.thread_member(one, bot_id)
                for one in found
                if one.thread is not None and bot_id in one.thread.members
            ],
            "has_more": False,
        }

    async def members(self, call: Call) -> Reply:
        """The members of a thread."""
        channel, thread = self._core.access.thread(call.id("channel_id"))
        return [self._core.payloads.thread_member(channel, one) for one in thread.members]

    async def member(self, call: Call) -> Reply:
        """One member of a thread."""
        channel, thread = self._core.access.thread(call.id("channel_id"))
        user_id = self._user_id(call)
        if user_id not in thread.members:
            raise unknown("Member")
        return self._core.payloads.thread_member(channel, user_id)

    async def add_member(self, call: Call) -> Reply:
        """Add a user to a thread, or join it."""
        channel, _ = self._core.access.thread(call.id("channel_id"))
        self._core.access.refuse_archived(channel)
        user_id = self._user_id(call)
        self._core.access.member(channel.guild_id or 0, user_id)
        parent = self._world.channels[channel.parent_id or 0]
        if not self._world.can_see(user_id, parent):
            raise missing_access()
        self._world.thread_members(channel, added=(user_id,))
        return None

    async def remove_member(self, call: Call) -> Reply:
        """Remove a user from a thread, or leave it."""
        channel, _ = self._core.access.thread(call.id("channel_id"))
        self._core.access.refuse_archived(channel)
        user_id = self._user_id(call)
        if user_id != self._world.bot.id:
            self._core.access.need(channel, permissions.MANAGE_THREADS)
        self._world.thread_members(channel, removed=(user_id,))
        return None

    # -- inside ----------------------------------------------------------------------------------------

    def _user_id(self, call: Call) -> int:
        return self._world.bot.id if call.text("user_id") == "@me" else call.id("user_id")

    def _need_text_channel(self, channel: Channel) -> None:
        if channel.type != entities.TEXT_CHANNEL:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")

    def _edit_channel(self, channel: Channel, payload: Json) -> None:
        errors = FormErrors()
        if "name" in payload:
            errors.text(("name",), payload["name"], limits.CHANNEL_NAME)
        topic = payload.get("topic")
        errors.text(("topic",), topic, limits.CHANNEL_TOPIC, low=0, required=False)
        errors.check()
        channel.name = payload.get("name", channel.name)
        channel.topic = payload.get("topic", channel.topic)
        channel.position = payload.get("position", channel.position)

    def _edit_thread(self, channel: Channel, thread: Thread, payload: Json) -> None:
        managing = self._world.may(self._world.bot.id, channel, permissions.MANAGE_THREADS)
        owning = thread.owner_id == self._world.bot.id
        if not managing and not (owning and not thread.locked):
            raise missing_permissions()
        if thread.archived and payload.get("archived", True) and set(payload) - {"archived", "locked"}:
            raise ApiError(400, 50083, "Thread is archived")
        errors = FormErrors()
        if "name" in payload:
            errors.text(("name",), payload["name"], limits.CHANNEL_NAME)
        if payload.get("auto_archive_duration") is not None:
            errors.choice(
                ("auto_archive_duration",), payload["auto_archive_duration"], limits.ARCHIVE_MINUTES
            )
        errors.check()
        if "locked" in payload and not managing:
            raise missing_permissions()
        channel.name = payload.get("name", channel.name)
        thread.archive_minutes = payload.get("auto_archive_duration") or thread.archive_minutes
        thread.locked = bool(payload.get("locked", thread.locked))
        thread.invitable = bool(payload.get("invitable", thread.invitable))
        archived = bool(payload.get("archived", thread.archived))
        if archived != thread.archived:
            thread.archived = archived
            thread.archived_at = self._world.clock.now()


def _thread_fields(payload: Json) -> tuple[str, int]:
    """Name and archive time of a new thread. Raises ApiError 50035."""
    errors = FormErrors()
    name = errors.text(("name",), payload.get("name"), limits.CHANNEL_NAME)
    minutes = payload.get("auto_archive_duration")
    if minutes is not None:
        errors.choice(("auto_archive_duration",), minutes, limits.ARCHIVE_MINUTES)
    errors.check()
    return name or "", minutes or 1440
