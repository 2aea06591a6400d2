"""Messages in channels, threads and DMs."""

from sandbox import limits
from sandbox.compose.composer import check_nonce
from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.errors import ApiError
from sandbox.gateway.events import readable
from sandbox.rest.api import Api, Reply
from sandbox.rest.call import Call, checked_id
from sandbox.world import entities, permissions
from sandbox.world.entities import Channel, Message

_ROOM = "/channels/{channel_id}/messages"
_ONE = _ROOM + "/{message_id}"


class MessageRoutes:
    """Routes for messages."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        self._world = core.world
        api.bot("POST", _ROOM, self.post)
        api.bot("GET", _ROOM, self.history)
        api.bot("GET", _ONE, self.get)
        api.bot("PATCH", _ONE, self.edit)
        api.bot("DELETE", _ONE, self.delete)

    async def post(self, call: Call) -> Reply:
        """Send a message; one with an enforced nonce only once."""
        payload, uploads = await call.form()
        channel = self._core.access.writable(call.id("channel_id"))
        if uploads:
            self._core.access.need(channel, permissions.ATTACH_FILES)
        nonce = check_nonce(payload)
        if nonce is not None and payload.get("enforce_nonce"):
            sent = self._sent_before(channel, nonce)
            if sent is not None:
                return self._payload(sent)
        body = self._core.composer.compose(payload, uploads, channel)
        body.flags &= ~entities.EPHEMERAL
        world = self._world
        message = Message(world.ids.next(), channel.id, world.bot.id, world.clock.now(), nonce=nonce)
        self._core.composer.apply(body, message)
        self._world.post(message)
        return self._payload(message)

    async def history(self, call: Call) -> Reply:
        """Messages of a channel, the newest first."""
        channel = self._core.access.channel(call.id("channel_id"))
        self._core.access.need(channel, permissions.READ_MESSAGE_HISTORY)
        limit = call.number("limit", 50, 1, 100)
        query = call.request.query
        messages = [one for one in self._world.history(channel.id) if not one.ephemeral]
        if "after" in query:
            after = checked_id(query["after"], "after")
            messages = [one for one in messages if one.id > after][:limit]
        elif "before" in query:
            before = checked_id(query["before"], "before")
            messages = [one for one in messages if one.id < before]
        return [self._payload(one) for one in reversed(messages[-limit:])]

    async def get(self, call: Call) -> Reply:
        """One message."""
        return self._payload(self._message(call)[1])

    async def edit(self, call: Call) -> Reply:
        """Change a message of the bot's own."""
        payload, uploads = await call.form()
        channel, message = self._core.access.own_message(call.id("channel_id"), call.id("message_id"))
        self._core.access.refuse_archived(channel)
        body = self._core.composer.compose(payload, uploads, channel, base=message)
        self._core.composer.apply(body, message)
        message.edited_at = self._world.clock.now()
        self._world.edited(message)
        return self._payload(message)

    async def delete(self, call: Call) -> Reply:
        """Delete a message."""
        channel, message = self._message(call)
        if message.author_id != self._world.bot.id:
            if channel.is_dm:
                raise ApiError(403, 50003, "Cannot execute action on a DM channel")
            self._core.access.need(channel, permissions.MANAGE_MESSAGES)
        self._core.access.refuse_archived(channel)
        self._world.remove_message(message)
        return None

    # -- inside ----------------------------------------------------------------------------------------

    def _message(self, call: Call) -> tuple[Channel, Message]:
        return self._core.access.message(call.id("channel_id"), call.id("message_id"))

    def _payload(self, message: Message) -> Json:
        return self._core.payloads.message(message, readable=readable(self._world, message))

    def _sent_before(self, channel: Channel, nonce: str | int) -> Message | None:
        since = self._world.clock.now() - limits.NONCE_SECONDS
        for message in reversed(self._world.history(channel.id)):
            if message.created_at < since:
                return None
            if message.nonce == nonce and message.author_id == self._world.bot.id:
                return message
        return None
