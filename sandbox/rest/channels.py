"""Routes that read channels and threads, and open and change threads."""

from sandbox import limits
from sandbox.compose.files import Upload
from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.errors import ApiError, FormNode, missing_permissions
from sandbox.rest.api import Answer, Api, Reply
from sandbox.rest.call import Call
from sandbox.world import entities, permissions
from sandbox.world.entities import Channel, Message, Thread
from sandbox.world.threads import start_thread

_ONE = "/channels/{channel_id}"


class ChannelRoutes:
    """Routes for channels of all kinds."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        self._world = core.world
        api.bot("GET", _ONE, self.get)
        api.bot("PATCH", _ONE, self.edit)
        api.bot("POST", _ONE + "/messages/{message_id}/threads", self.thread_from_message)
        api.bot("POST", _ONE + "/threads", self.thread)

    async def get(self, call: Call) -> Reply:
        """A channel or thread."""
        return self._core.payloads.channel(self._core.access.channel(call.id("channel_id")))

    async def edit(self, call: Call) -> Reply:
        """Archive, lock or rename a thread."""
        payload = await call.json()
        channel, thread = self._core.access.thread(call.id("channel_id"))
        self._edit_thread(channel, thread, payload)
        self._world.channel_edited(channel)
        return self._core.payloads.channel(channel)

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
        """Open a thread by itself, or a post in a forum with its first message."""
        channel = self._core.access.channel(call.id("channel_id"))
        payload, uploads = await call.form()
        if channel.type == entities.FORUM_CHANNEL:
            return self._post(channel, payload, uploads)
        self._need_text_channel(channel)
        form = FormNode(payload)
        form.choice("type", (entities.PUBLIC_THREAD,))
        form.check()
        name, minutes = _thread_fields(payload)
        self._core.access.need(channel, permissions.CREATE_PUBLIC_THREADS)
        thread = start_thread(self._world, channel, name, self._world.bot.id, archive_minutes=minutes)
        return Answer(201, self._core.payloads.channel(thread))

    # -- inside ----------------------------------------------------------------------------------------

    def _post(self, forum: Channel, payload: Json, uploads: list[Upload]) -> Reply:
        """Open a post: a thread whose first message has its id. A nonce is ignored."""
        name, minutes = _thread_fields(payload)
        self._core.access.need(forum, permissions.SEND_MESSAGES)
        if uploads:
            self._core.access.need(forum, permissions.ATTACH_FILES)
        tags = self._tags(forum, payload)
        message = payload.get("message")
        body = self._core.composer.compose(
            message if isinstance(message, dict) else {}, uploads, forum, path=("message",)
        )
        body.flags &= ~entities.EPHEMERAL
        thread = self._world.open_thread(
            forum, name, self._world.bot.id, applied_tags=tags, archive_minutes=minutes
        )
        first = Message(thread.id, thread.id, self._world.bot.id, self._world.clock.now())
        self._core.composer.apply(body, first)
        self._world.post(first)
        return Answer(
            201,
            {**self._core.payloads.channel(thread), "message": self._core.payloads.message(first)},
        )

    def _tags(self, forum: Channel, payload: Json) -> list[int]:
        """The tags of a new post. Raises ApiError."""
        form = FormNode(payload)
        wanted = form.items("applied_tags")
        form.length("applied_tags", len(wanted), 0, limits.POST_TAGS)
        form.check()
        moderating = self._world.may(self._world.bot.id, forum, permissions.MANAGE_THREADS)
        known = {str(tag.id): tag for tag in forum.tags}
        if not all(str(one) in known for one in wanted):
            raise ApiError(404, 10087, "Unknown tag")
        tags = [known[str(one)] for one in wanted]
        if any(tag.moderated for tag in tags) and not moderating:
            raise missing_permissions()
        if forum.flags & entities.REQUIRE_TAG and not tags:
            if all(tag.moderated for tag in forum.tags) and not moderating:
                raise ApiError(400, 40066, "There are no tags available that can be set by non-moderators")
            raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")
        return [tag.id for tag in tags]

    def _need_text_channel(self, channel: Channel) -> None:
        if channel.type != entities.TEXT_CHANNEL:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")

    def _edit_thread(self, channel: Channel, thread: Thread, payload: Json) -> None:
        managing = self._world.may(self._world.bot.id, channel, permissions.MANAGE_THREADS)
        owning = thread.owner_id == self._world.bot.id
        if not managing and not (owning and not thread.locked):
            raise missing_permissions()
        if thread.archived and payload.get("archived", True) and set(payload) - {"archived", "locked"}:
            raise ApiError(400, 50083, "Thread is archived")
        form = FormNode(payload)
        if "name" in payload:
            form.text("name", limits.CHANNEL_NAME)
        if payload.get("auto_archive_duration") is not None:
            form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES)
        form.check()
        if "locked" in payload and not managing:
            raise missing_permissions()
        channel.name = payload.get("name", channel.name)
        thread.archive_minutes = payload.get("auto_archive_duration") or thread.archive_minutes
        thread.locked = bool(payload.get("locked", thread.locked))
        archived = bool(payload.get("archived", thread.archived))
        if archived != thread.archived:
            thread.archived = archived
            thread.archived_at = self._world.clock.now()


def _thread_fields(payload: Json) -> tuple[str, int]:
    """Name and archive time of a new thread. Raises ApiError 50035."""
    form = FormNode(payload)
    name = form.text("name", limits.CHANNEL_NAME)
    minutes = payload.get("auto_archive_duration")
    if minutes is not None:
        form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES)
    form.check()
    return name or "", minutes or 1440
