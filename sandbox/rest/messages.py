"""Messages in channels, threads and DMs."""

from __future__ import annotations

from sandbox import limits
from sandbox.compose.composer import check_nonce
from sandbox.core import Core
from sandbox.errors import ApiError, FormErrors, missing_permissions, unknown
from sandbox.gateway.events import readable_without_intent
from sandbox.gateway.intents import MESSAGE_CONTENT
from sandbox.rest.api import Api, Reply
from sandbox.rest.call import Call, checked_id
from sandbox.wire import Json, iso, snowflake
from sandbox.world import entities, permissions
from sandbox.world.changes import Typing
from sandbox.world.entities import Channel, Message, Reaction, Reference

_ROOM = "/channels/{channel_id}/messages"
_ONE = _ROOM + "/{message_id}"
_REACTION = _ONE + "/reactions/{emoji}"


class MessageRoutes:
    """Routes for messages, their reactions and pins."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        self._world = core.world
        api.bot("GET", _ROOM + "/pins", self.pins)
        api.bot("PUT", _ROOM + "/pins/{message_id}", self.pin)
        api.bot("DELETE", _ROOM + "/pins/{message_id}", self.unpin)
        api.bot("POST", _ROOM + "/bulk-delete", self.bulk_delete)
        api.bot("POST", _ROOM, self.post)
        api.bot("GET", _ROOM, self.history)
        api.bot("GET", _ONE, self.get)
        api.bot("PATCH", _ONE, self.edit)
        api.bot("DELETE", _ONE, self.delete)
        api.bot("PUT", _REACTION + "/@me", self.react)
        api.bot("DELETE", _REACTION + "/@me", self.unreact)
        api.bot("POST", "/channels/{channel_id}/typing", self.typing)

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
        replied_to = self._replied_to(channel, payload)
        body = self._core.composer.compose(payload, uploads, channel, replied_to=replied_to)
        body.flags &= ~entities.EPHEMERAL
        message = Message(
            self._world.ids.next(),
            channel.id,
            self._world.bot.id,
            self._world.clock.now(),
            type=entities.PLAIN_MESSAGE if replied_to is None else entities.REPLY_MESSAGE,
            nonce=nonce,
            reference=None if replied_to is None else Reference(channel.id, replied_to.id, channel.guild_id),
        )
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
        if "around" in query:
            middle = checked_id(query["around"], "around")
            nearest = sorted(messages, key=lambda one: abs(one.id - middle))[:limit]
            messages = sorted(nearest, key=lambda one: one.id)
        elif "after" in query:
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

    async def bulk_delete(self, call: Call) -> Reply:
        """Delete 2 to 100 messages."""
        channel = self._core.access.channel(call.id("channel_id"))
        self._core.access.need(channel, permissions.MANAGE_MESSAGES)
        numbers = (await call.json()).get("messages") or []
        errors = FormErrors()
        errors.length(("messages",), len(numbers), 2, 100)
        errors.check()
        for number in numbers:
            message = self._world.message(channel.id, snowflake(number) or 0)
            if message is not None and not message.ephemeral:
                self._world.remove_message(message)
        return None

    async def typing(self, call: Call) -> Reply:
        """Say that the bot is typing."""
        channel = self._core.access.writable(call.id("channel_id"))
        self._world.changes.publish(Typing(channel, self._world.bot.id))
        return None

    async def react(self, call: Call) -> Reply:
        """Add a reaction of the bot."""
        channel, message = self._message(call)
        self._core.access.need(channel, permissions.ADD_REACTIONS)
        self._core.access.refuse_archived(channel)
        set_reaction(self._core, message, self._world.bot.id, call.text("emoji"), on=True)
        return None

    async def unreact(self, call: Call) -> Reply:
        """Take back a reaction of the bot."""
        _, message = self._message(call)
        set_reaction(self._core, message, self._world.bot.id, call.text("emoji"), on=False)
        return None

    async def pins(self, call: Call) -> Reply:
        """The pinned messages of a channel."""
        channel = self._core.access.channel(call.id("channel_id"))
        pinned = [one for one in self._world.history(channel.id) if one.pinned]
        items = [
            {"pinned_at": iso(one.edited_at or one.created_at), "message": self._payload(one)}
            for one in reversed(pinned)
        ]
        return {"items": items, "has_more": False}

    async def pin(self, call: Call) -> Reply:
        """Pin a message."""
        channel, message = self._pinnable(call)
        if not message.pinned:
            if sum(1 for one in self._world.history(channel.id) if one.pinned) >= limits.PINS:
                raise ApiError(400, 30003, f"Maximum number of pins reached ({limits.PINS})")
            message.pinned = True
            self._world.pins_changed(channel, message)
            self._world.post(
                Message(
                    self._world.ids.next(),
                    channel.id,
                    self._world.bot.id,
                    self._world.clock.now(),
                    type=entities.PIN_MESSAGE,
                    reference=Reference(channel.id, message.id, channel.guild_id),
                )
            )
        return None

    async def unpin(self, call: Call) -> Reply:
        """Unpin a message."""
        channel, message = self._pinnable(call)
        if message.pinned:
            message.pinned = False
            self._world.pins_changed(channel, message)
        return None

    # -- inside ----------------------------------------------------------------------------------------

    def _message(self, call: Call) -> tuple[Channel, Message]:
        return self._core.access.message(call.id("channel_id"), call.id("message_id"))

    def _pinnable(self, call: Call) -> tuple[Channel, Message]:
        channel, message = self._message(call)
        either = permissions.PIN_MESSAGES | permissions.MANAGE_MESSAGES
        if not channel.is_dm and not self._world.may(self._world.bot.id, channel, either):
            raise missing_permissions()
        return channel, message

    def _payload(self, message: Message) -> Json:
        granted = self._core.options.granted_intents & MESSAGE_CONTENT
        readable = bool(granted) or readable_without_intent(self._world, message)
        return self._core.payloads.message(message, readable=readable)

    def _sent_before(self, channel: Channel, nonce: str | int) -> Message | None:
        since = self._world.clock.now() - limits.NONCE_SECONDS
        for message in reversed(self._world.history(channel.id)):
            if message.created_at < since:
                return None
            if message.nonce == nonce and message.author_id == self._world.bot.id:
                return message
        return None

    def _replied_to(self, channel: Channel, payload: Json) -> Message | None:
        reference = payload.get("message_reference")
        if not isinstance(reference, dict):
            return None
        message = self._world.message(channel.id, snowflake(reference.get("message_id")) or 0)
        if message is not None and not message.ephemeral:
            return message
        if reference.get("fail_if_not_exists", True):
            errors = FormErrors()
            errors.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            errors.check()
        return None


def set_reaction(core: Core, message: Message, user_id: int, emoji: str, *, on: bool) -> None:
    """Add or take back somebody's reaction. Raises ApiError 10014 or 30010."""
    if not emoji or emoji.isascii() or len(emoji) > 32:
        raise unknown("Emoji")
    reaction = next((one for one in message.reactions if one.emoji == emoji), None)
    if on:
        if reaction is None:
            if len(message.reactions) >= limits.REACTIONS:
                raise ApiError(400, 30010, f"Maximum number of reactions reached ({limits.REACTIONS})")
            reaction = Reaction(emoji, [])
            message.reactions.append(reaction)
        if user_id in reaction.users:
            return
        reaction.users.append(user_id)
    elif reaction is None or user_id not in reaction.users:
        return
    else:
        reaction.users.remove(user_id)
        if not reaction.users:
            message.reactions.remove(reaction)
    core.world.react(message, user_id, emoji, added=on)
