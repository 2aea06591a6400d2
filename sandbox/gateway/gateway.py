"""The gateway: sessions of the bot, and the connections on which they live."""

import asyncio
import contextlib
from typing import Any, Final

import msgspec
from aiohttp import WSMsgType, web

from sandbox.encoding import Json
from sandbox.gateway import intents
from sandbox.gateway import session as protocol
from sandbox.gateway.events import Events
from sandbox.gateway.session import Close, Session
from sandbox.interactions.interaction import Interaction
from sandbox.interactions.payloads import InteractionPayloads
from sandbox.world import changes
from sandbox.world.changes import Change
from sandbox.world.payloads import Payloads
from sandbox.world.world import World

UNKNOWN_OPCODE: Final = 4001
DECODE_ERROR: Final = 4002
NOT_AUTHENTICATED: Final = 4003
AUTHENTICATION_FAILED: Final = 4004
ALREADY_AUTHENTICATED: Final = 4005
SESSION_TIMED_OUT: Final = 4009
INVALID_SHARD: Final = 4010
INVALID_VERSION: Final = 4012
INVALID_INTENTS: Final = 4013
DISALLOWED_INTENTS: Final = 4014

_ROUND_TRIP = 0.1
"""Seconds to an acknowledgement: a client that has not noted its heartbeat yet would take it for late."""


class _Ended(Exception):  # noqa: N818 -- a way out, not a fault
    """The connection is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Gateway:
    """The sessions of the bot, and the events that they get."""

    def __init__(
        self,
        world: World,
        payloads: Payloads,
        *,
        token: str,
        heartbeat: float,
        heartbeats_missed: float,
    ) -> None:
        self._world = world
        self._payloads = payloads
        self._events = Events(world, payloads)
        self._interactions = InteractionPayloads(world, payloads)
        self._token = token
        self.heartbeat = heartbeat
        """Seconds between the client's heartbeats."""
        self.patience = heartbeat * heartbeats_missed
        """Seconds after which a connection without heartbeats is cut off."""
        self.address = world.address.replace("http", "ws", 1) + "/gateway"
        """The address to which clients connect."""
        self.sessions: dict[str, Session] = {}
        world.changes.listen(self._changed)

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return any(session.connected for session in self.sessions.values())

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot; a bot that is away gets it when it resumes."""
        guild_id = self._world.channels[interaction.channel_id].guild_id
        body = self._interactions.created(interaction)
        for session in self.sessions.values():
            if session.serves(guild_id):
                session.push("INTERACTION_CREATE", body)

    # -- faults ----------------------------------------------------------------------------------------

    def drop(self) -> None:
        """Cut the connection without a close frame; the session can be resumed."""
        self._order(Close(None))

    def close_with(self, code: int) -> None:
        """Close the connection with a close code."""
        self._order(Close(code))

    def ask_to_reconnect(self) -> None:
        """Send RECONNECT."""
        self._order({"op": protocol.RECONNECT, "d": None})

    def invalidate(self) -> None:
        """Send INVALID_SESSION and forget the session."""
        self._order({"op": protocol.INVALID_SESSION, "d": False})
        self.sessions = {key: one for key, one in self.sessions.items() if not one.connected}

    def _order(self, what: Json | Close) -> None:
        for session in tuple(self.sessions.values()):
            session.order(what)

    # -- connections -----------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from its beginning to its end."""
        socket = web.WebSocketResponse(max_msg_size=1 << 16, autoclose=False, timeout=1.0)
        await socket.prepare(request)
        connection = _Connection(self, request, socket)
        if request.query.get("v", "10") not in ("9", "10"):
            await socket.close(code=INVALID_VERSION)
            return socket
        await connection.run()
        return socket

    def identify(self, data: Json) -> Session:
        """A new session. Raises _Ended for an IDENTIFY that Discord refuses."""
        self._authenticate(data)
        wanted = data.get("intents")
        if not isinstance(wanted, int) or wanted & ~intents.KNOWN:
            raise _Ended(INVALID_INTENTS)
        if wanted & intents.PRIVILEGED:
            raise _Ended(DISALLOWED_INTENTS)
        shard = data.get("shard") or [0, 1]
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            raise _Ended(INVALID_SHARD)
        session = Session(wanted, (shard[0], shard[1]))
        self.sessions = {
            key: one for key, one in self.sessions.items() if one.connected or one.shard != session.shard
        }
        self.sessions[session.id] = session
        return session

    def resume(self, data: Json) -> tuple[Session, list[bytes]] | None:
        """A session with the events it missed, or None if it cannot be resumed. Raises _Ended."""
        self._authenticate(data)
        session = self.sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int):
            return None
        missed = session.missed(sequence)
        return None if missed is None else (session, missed)

    def welcome(self, session: Session) -> None:
        """Send READY, and then the servers one by one."""
        world = self._world
        guilds = [
            guild
            for guild in world.guilds.values()
            if world.bot.id in guild.members and session.serves(guild.id)
        ]
        session.push(
            "READY",
            {
                "v": 10,
                "user": self._payloads.self_user(),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.address,
                "shard": list(session.shard),
                "application": {"id": str(world.application.id), "flags": 0},
            },
        )
        if session.wants(intents.GUILDS):
            for guild in guilds:
                session.push("GUILD_CREATE", self._payloads.guild_create(guild))

    def presence(self) -> None:
        """Publish whether the bot is connected."""
        self._world.changes.publish(changes.BotPresence(self.online))

    def _authenticate(self, data: Json) -> None:
        if str(data.get("token", "")).removeprefix("Bot ") != self._token:
            raise _Ended(AUTHENTICATION_FAILED)

    def _changed(self, change: Change) -> None:
        for session in self.sessions.values():
            if (event := self._events.of(change, session)) is not None:
                session.push(*event)


class _Connection:
    """A WebSocket of the bot."""

    def __init__(self, gateway: Gateway, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._gateway = gateway
        self._request = request
        self._socket = socket
        self._outbox: asyncio.Queue[bytes | Close] = asyncio.Queue()
        self._session: Session | None = None

    async def run(self) -> None:
        """Serve the connection until it ends; the session stays for a while."""
        interval = int(self._gateway.heartbeat * 1000)
        self._put({"op": protocol.HELLO, "d": {"heartbeat_interval": interval}})
        writer = asyncio.create_task(self._write(), name="sandbox-gateway-writer")
        try:
            await self._read()
        except _Ended as ended:
            self._outbox.put_nowait(Close(ended.code))
            with contextlib.suppress(ConnectionError):
                await writer
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer
            self._leave()

    def _leave(self) -> None:
        if self._session is not None and self._session.outbox is self._outbox:
            self._session.outbox = None
            self._gateway.presence()

    def _put(self, what: Json) -> None:
        self._outbox.put_nowait(msgspec.json.encode(what))

    async def _write(self) -> None:
        while True:
            frame = await self._outbox.get()
            if isinstance(frame, Close):
                await self._end(frame)
                return
            await self._socket.send_str(frame.decode())

    async def _end(self, close: Close) -> None:
        if close.code is not None:
            await self._socket.close(code=close.code)
            return
        if self._request.transport is not None:
            self._request.transport.abort()

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        patience = self._gateway.patience
        last_beat = loop.time()
        while True:
            left = last_beat + patience - loop.time()
            if left <= 0:
                raise _Ended(SESSION_TIMED_OUT)
            try:
                message = await self._socket.receive(timeout=left)
            except TimeoutError:
                raise _Ended(SESSION_TIMED_OUT) from None
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            body = _read_frame(message.data)
            if body["op"] == protocol.HEARTBEAT:
                last_beat = loop.time()
                loop.call_later(_ROUND_TRIP, self._put, {"op": protocol.HEARTBEAT_ACK})
            else:
                self._take(body["op"], body.get("d"))

    def _take(self, opcode: Any, data: Any) -> None:
        details = data if isinstance(data, dict) else {}
        if opcode == protocol.IDENTIFY:
            self._refuse_second()
            self._begin(self._gateway.identify(details), [])
        elif opcode == protocol.RESUME:
            self._refuse_second()
            resumed = self._gateway.resume(details)
            if resumed is None:
                self._put({"op": protocol.INVALID_SESSION, "d": False})
                return
            session, missed = resumed
            self._begin(session, missed)
        elif self._session is None:
            raise _Ended(NOT_AUTHENTICATED)
        elif opcode not in (protocol.PRESENCE, protocol.VOICE_STATE):
            raise _Ended(UNKNOWN_OPCODE)

    def _refuse_second(self) -> None:
        if self._session is not None:
            raise _Ended(ALREADY_AUTHENTICATED)

    def _begin(self, session: Session, missed: list[bytes]) -> None:
        self._session = session
        resumed = session.sequence > 0
        session.outbox = self._outbox
        for frame in missed:
            self._outbox.put_nowait(frame)
        if resumed:
            session.push("RESUMED", {})
        else:
            self._gateway.welcome(session)
        self._gateway.presence()


def _read_frame(data: str | bytes) -> Json:
    try:
        body = msgspec.json.decode(data)
    except msgspec.DecodeError:
        raise _Ended(DECODE_ERROR) from None
    if not isinstance(body, dict) or "op" not in body:
        raise _Ended(DECODE_ERROR)
    return body
