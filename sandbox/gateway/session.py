"""A bot's session: its numbered events, kept for a while so that a lost connection can be resumed."""

import asyncio
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Final

import msgspec

from sandbox.encoding import Json

DISPATCH: Final = 0
HEARTBEAT: Final = 1
IDENTIFY: Final = 2
PRESENCE: Final = 3
VOICE_STATE: Final = 4
RESUME: Final = 6
RECONNECT: Final = 7
INVALID_SESSION: Final = 9
HELLO: Final = 10
HEARTBEAT_ACK: Final = 11

_KEPT: Final = 5000


@dataclass(frozen=True)
class Close:
    """An order to end the connection: with a close code, or (None) by cutting it."""

    code: int | None


@dataclass
class Session:
    """What the bot gave when it identified itself, and the events that it was sent."""

    intents: int
    shard: tuple[int, int] = (0, 1)
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    sent: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    outbox: asyncio.Queue[bytes | Close] | None = None
    """Where frames go while the bot is connected."""

    @property
    def connected(self) -> bool:
        """Whether the bot is connected with this session now."""
        return self.outbox is not None

    def wants(self, intent: int) -> bool:
        """Whether the bot asked for an intent."""
        return bool(self.intents & intent)

    def serves(self, guild_id: int | None) -> bool:
        """Whether a server (or, with None, direct messages) belongs to this shard."""
        number, count = self.shard
        return ((guild_id or 0) >> 22) % count == number

    def push(self, name: str, data: Json) -> None:
        """Number an event, keep it and send it."""
        self.sequence += 1
        frame = msgspec.json.encode({"op": DISPATCH, "s": self.sequence, "t": name, "d": data})
        self.sent.append((self.sequence, frame))
        self._send(frame)

    def order(self, what: Json | Close) -> None:
        """Send something that is not an event, or end the connection."""
        self._send(what if isinstance(what, Close) else msgspec.json.encode(what))

    def missed(self, sequence: int) -> list[bytes] | None:
        """The events after `sequence`, or None if they are not all known any more."""
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        if sequence > self.sequence or sequence < oldest - 1:
            return None
        return [frame for number, frame in self.sent if number > sequence]

    def _send(self, frame: bytes | Close) -> None:
        if self.outbox is not None:
            self.outbox.put_nowait(frame)
