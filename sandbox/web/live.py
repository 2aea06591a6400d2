"""The page's WebSocket: answers to its actions, and events about everything that its person sees."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final

import msgspec
import structlog
from aiohttp import WSMsgType, web

from sandbox import limits
from sandbox.core import Core
from sandbox.encoding import Json
from sandbox.errors import Refusal
from sandbox.interactions.interaction import AUTOCOMPLETE
from sandbox.web.actions import Actions
from sandbox.web.views import fault_view, person_view
from sandbox.world import changes
from sandbox.world.changes import Change
from sandbox.world.entities import Channel

_MOST_WAITING: Final = 2000
_MOST_AT_ONCE: Final = 32
_TRY_AGAIN_LATER: Final = 1013

_log = structlog.get_logger(__name__)


class LiveConnection:
    """The connection of one tab."""

    def __init__(self, core: Core, actions: Actions, socket: web.WebSocketResponse) -> None:
        self._core = core
        self._actions = actions
        self._views = actions.views
        self._me = actions.client.user
        self._socket = socket
        self._outbox: asyncio.Queue[Json | None] = asyncio.Queue()
        self._seen_channels: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the tab until it disconnects."""
        self._put(self.hello())
        stop = self._core.world.changes.listen(self._changed)
        writer = asyncio.create_task(self._write(), name="sandbox-page-writer")
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._take(message.data)
        finally:
            stop()
            for task in (writer, *self._tasks):
                task.cancel()
            await asyncio.gather(writer, *self._tasks, return_exceptions=True)

    def hello(self) -> Json:
        """The first event: everything that this person sees."""
        world = self._core.world
        self._seen_channels = {one.id for one in world.channels.values() if world.can_see(self._me.id, one)}
        return {
            "event": "hello",
            "me": person_view(self._me),
            "people": self._people(),
            "servers": self._views.servers(),
            "channels": self._views.channels(),
            "commands": self._views.commands(),
            "bot": {"person_id": str(world.bot.id), "online": self._core.gateway.online},
            "limits": {"message": limits.CONTENT, "file": limits.FILE_BYTES, "files": limits.FILES},
            "interactions": [
                self._views.interaction(one)
                for one in self._core.interactions.of(self._me.id)
                if one.type != AUTOCOMPLETE
            ],
            "faults": self._faults(),
            "mailbox": self._actions.mails.mailbox(),
        }

    # -- actions ---------------------------------------------------------------------------------------

    def _take(self, data: str) -> None:
        try:
            frame = msgspec.json.decode(data)
        except msgspec.DecodeError:
            frame = None
        if not isinstance(frame, dict):
            self._put(_refused(None, Refusal("bad_request", "That is not a JSON object.")))
            return
        if len(self._tasks) >= _MOST_AT_ONCE:
            self._put(_refused(frame.get("id"), Refusal("too_many", "Too much at once.")))
            return
        task = asyncio.create_task(self._answer(frame), name="sandbox-page-action")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, frame: Json) -> None:
        """Carry out an action, and send its result or error."""
        number = frame.get("id")
        try:
            self._put({"id": number, "ok": True, "result": await self._actions.apply(frame)})
        except Refusal as refusal:
            self._put(_refused(number, refusal))
        except Exception:
            _log.exception("a page action failed", action=str(frame.get("do")))
            self._put(_refused(number, Refusal("bad_request", "That did not work; the log says why.")))

    # -- events ----------------------------------------------------------------------------------------

    def _put(self, frame: Json) -> None:
        if self._outbox.qsize() < _MOST_WAITING:
            self._outbox.put_nowait(frame)
        elif self._outbox.qsize() == _MOST_WAITING:
            # The tab does not keep up: end the connection; the next one begins with a new hello.
            self._outbox.put_nowait(None)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while (frame := await self._outbox.get()) is not None:
                await self._socket.send_str(msgspec.json.encode(frame).decode())
            await self._socket.close(code=_TRY_AGAIN_LATER)

    def _changed(self, change: Change) -> None:
        for event in self._events(change):
            self._put(event)

    def _events(self, change: Change) -> Iterator[Json]:
        match change:
            case changes.MessagePosted(message) | changes.MessageEdited(message):
                if self._actions.client.sees(message):
                    posted = isinstance(change, changes.MessagePosted)
                    event = "message_create" if posted else "message_update"
                    yield {"event": event, "message": self._views.message(message)}
            case changes.MessageRemoved(message, more):
                for one in filter(self._actions.client.sees, (message, *more)):
                    ids = {"channel_id": str(one.channel_id), "message_id": str(one.id)}
                    yield {"event": "message_delete", **ids}
            case changes.ChannelOpened(channel) | changes.ThreadMembersJoined(channel):
                yield from self._channel(channel)
            case changes.ChannelEdited(channel):
                yield from self._channel(channel)
                if channel.thread is None:
                    yield from self._channels_again()
            case changes.ChannelRemoved(channel):
                if channel.id in self._seen_channels:
                    self._seen_channels.discard(channel.id)
                    yield {"event": "channel_delete", "channel_id": str(channel.id)}
            case changes.MemberJoined() | changes.MemberLeft() | changes.MemberEdited():
                yield {"event": "people", "people": self._people()}
                yield {"event": "servers", "servers": self._views.servers()}
                yield from self._channels_again()
            case changes.RoleAdded():
                yield {"event": "servers", "servers": self._views.servers()}
            case changes.UserEdited():
                yield {"event": "people", "people": self._people()}
            case changes.InteractionChanged(number, self._me.id):
                found = self._core.interactions.get(number)
                if found is not None and found.type != AUTOCOMPLETE:
                    yield {"event": "interaction", "interaction": self._views.interaction(found)}
            case changes.CommandsChanged():
                yield {"event": "commands", "commands": self._views.commands()}
            case changes.BotPresence(online):
                yield {"event": "bot", "person_id": str(self._core.world.bot.id), "online": online}
            case changes.FaultsChanged():
                yield {"event": "faults", "faults": self._faults()}
            case changes.MailChanged(mail) if mail.person_id == self._me.id:
                yield {"event": "mail", "mail": self._actions.mails.summary(mail)}

    # -- inside ----------------------------------------------------------------------------------------

    def _people(self) -> list[Json]:
        return [person_view(user) for user in self._core.world.users.values()]

    def _faults(self) -> list[Json]:
        return [fault_view(fault) for fault in self._core.faults.orders]

    def _channel(self, channel: Channel) -> Iterator[Json]:
        """The event that tells this person that a channel has appeared, changed or gone, if there is one."""
        known = channel.id in self._seen_channels
        if self._core.world.can_see(self._me.id, channel):
            self._seen_channels.add(channel.id)
            event = "channel_update" if known else "channel_create"
            yield {"event": event, "channel": self._views.channel(channel)}
        elif known:
            self._seen_channels.discard(channel.id)
            yield {"event": "channel_delete", "channel_id": str(channel.id)}

    def _channels_again(self) -> Iterator[Json]:
        """The events for channels that the person has begun or ceased to see, after permissions changed."""
        for channel in self._core.world.channels.values():
            visible = self._core.world.can_see(self._me.id, channel)
            if visible != (channel.id in self._seen_channels):
                yield from self._channel(channel)


def _refused(number: object, refusal: Refusal) -> Json:
    error: Json = {"code": refusal.code, "message": refusal.sentence}
    if refusal.option is not None:
        error["option"] = refusal.option
    return {"id": number, "ok": False, "error": error}
