"""What a driver finds in a running sandbox: places by name, and messages; and waiting for a condition."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from sandbox.core import Core
from sandbox.driver.seen_message import SeenMessage
from sandbox.users.uploads import Uploads
from sandbox.world.entities import Channel, Message

Found = TypeVar("Found")

_PATIENCE: Final = 120.0
"""The most seconds to wait."""

Where: TypeAlias = str | int | Channel | SeenMessage
"""A channel or thread: by its name (``games``, ``Second Table/table``), id, or the thread of a message."""


@dataclass(frozen=True)
class Lookup:
    """Finds things in a sandbox."""

    core: Core
    uploads: Uploads

    def channel(self, where: Where) -> Channel:
        """A channel or thread by name (``games``, ``Second Table/table``), id, or a message's thread.

        Of several threads with one name the newest. Raises LookupError.
        """
        if isinstance(where, Channel):
            return where
        if isinstance(where, SeenMessage):
            where = where.thread_id or where.channel_id
        if isinstance(where, int):
            if where in self.core.world.channels:
                return self.core.world.channels[where]
            raise LookupError(f"there is no channel {where}")
        server, _, name = where.rpartition("/")
        for channel in reversed(self.core.world.channels.values()):
            guild = self.core.world.guilds.get(channel.guild_id or 0)
            if channel.name == name and guild is not None and server in ("", guild.name):
                return channel
        raise LookupError(f"there is no channel {where!r}")

    def messages(self, where: Where, sees: Callable[[Message], bool]) -> list[SeenMessage]:
        """The messages of a channel for which `sees` holds, the oldest first."""
        history = self.core.world.history(self.channel(where).id)
        return [SeenMessage(self.core, message) for message in history if sees(message)]

    async def wait_for(self, condition: Callable[[], Found | None], *, what: str = "it") -> Found:
        """Wait until `condition` returns something true; it is asked after every change, and now and then.

        Raises AssertionError when the patience ends.
        """
        try:
            return await self.core.world.changes.until(condition, _PATIENCE)
        except TimeoutError:
            raise AssertionError(f"waited {_PATIENCE:g} s in vain for {what}") from None
