"""Changes in the world as values, and the hub that passes them to all listeners."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from sandbox.world.entities import Channel, Guild, Mail, Member, Message, Role, User

Value = TypeVar("Value")

_NOW_AND_THEN: Final = 0.02


class Change:
    """Something that happened in the world."""


@dataclass(frozen=True)
class MessagePosted(Change):
    """A new message."""

    message: Message


@dataclass(frozen=True)
class MessageEdited(Change):
    """A message has another content, or a thread."""

    message: Message


@dataclass(frozen=True)
class MessageRemoved(Change):
    """A message is gone, and with it `more` messages of its channel."""

    message: Message
    more: tuple[Message, ...] = ()


@dataclass(frozen=True)
class ChannelOpened(Change):
    """A new channel, thread or DM."""

    channel: Channel


@dataclass(frozen=True)
class ChannelEdited(Change):
    """A channel or thread has another name, topic or state."""

    channel: Channel


@dataclass(frozen=True)
class ChannelRemoved(Change):
    """A channel or thread is gone, with everything in it."""

    channel: Channel


@dataclass(frozen=True)
class ThreadMembersJoined(Change):
    """Users joined a thread."""

    channel: Channel
    user_ids: tuple[int, ...]


@dataclass(frozen=True)
class MemberJoined(Change):
    """A user came into a server."""

    guild: Guild
    member: Member


@dataclass(frozen=True)
class RoleAdded(Change):
    """A server has a new role, or one with other permissions."""

    guild: Guild
    role: Role
    edited: bool = False


@dataclass(frozen=True)
class MemberEdited(Change):
    """A member has other roles or another name."""

    guild: Guild
    member: Member


@dataclass(frozen=True)
class MemberLeft(Change):
    """A user left a server."""

    guild: Guild
    user: User


@dataclass(frozen=True)
class GuildAvailability(Change):
    """A server has an outage, or its end."""

    guild: Guild
    available: bool


@dataclass(frozen=True)
class UserEdited(Change):
    """A user opened or closed their DMs."""

    user: User


class CommandsChanged(Change):
    """The bot registered other commands."""


@dataclass(frozen=True)
class BotPresence(Change):
    """The bot came or went."""

    online: bool


@dataclass(frozen=True)
class InteractionChanged(Change):
    """An interaction was opened, acknowledged, answered or has failed."""

    interaction_id: int
    user_id: int


class FaultsChanged(Change):
    """Faults were ordered, used up or taken back."""


@dataclass(frozen=True)
class MailChanged(Change):
    """A mail came into a mailbox, was read, or got on its way."""

    mail: Mail


Listener: TypeAlias = Callable[[Change], None]


class Changes:
    """Passes every change on to all listeners, at once and in order."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._waiting: list[Callable[[], None]] = []
        self._stirred = False

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every change from now on; the returned function ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, change: Change) -> None:
        """Call all listeners with a change, and let `until` look again."""
        for listener in tuple(self._listeners):
            listener(change)
        self.stir()

    def stir(self) -> None:
        """Let every `until` look again, once for all changes of one turn of the event loop."""
        if self._waiting and not self._stirred:
            self._stirred = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._stirred = False
        for look in tuple(self._waiting):
            look()

    async def until(self, condition: Callable[[], Value | None], within: float | None = None) -> Value:
        """Wait until `condition` gives something true, looking again after every change.

        It is also looked at now and then without one, for what lies outside of the sandbox. Raises
        TimeoutError after `within` seconds, if they are given.
        """
        if found := condition():
            return found
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Value] = loop.create_future()

        def look() -> None:
            if future.done():
                return
            try:
                result = condition()
            except Exception as error:
                future.set_exception(error)
                return
            if result:
                future.set_result(result)

        async def look_now_and_then() -> None:
            while True:
                await asyncio.sleep(_NOW_AND_THEN)
                look()

        self._waiting.append(look)
        looking = asyncio.create_task(look_now_and_then(), name="sandbox-look")
        try:
            return await asyncio.wait_for(future, within)
        finally:
            looking.cancel()
            self._waiting.remove(look)
