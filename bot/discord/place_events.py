"""Discord's events about servers, channels and threads, passed on to the use cases."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
import structlog
from discord.state import AutoShardedConnectionState

from bot.collector import tune_collector
from bot.discord.interaction.context import GameClient, note_place
from bot.service.places import Places

if TYPE_CHECKING:
    # At run time, as the first import from `discord.types`, this would be circular.
    from discord.types.gateway import ReadyEvent

log = structlog.get_logger(__name__)

_MANY_SERVERS = 1_000
"""From so many servers on, a full garbage collection, which walks through their cache, takes too long."""
_ARRIVING = timedelta(seconds=30)
"""How long after `on_ready` a bot in many servers may still learn of some of them."""


class _ConnectionState(AutoShardedConnectionState[Any]):
    """The library's cache, without the servers that removed the bot between two sessions of a shard."""

    def parse_ready(self, data: "ReadyEvent") -> None:
        """Begin a session: drop the servers that READY does not name, as it names all of its shard."""
        shard, named = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        gone = [guild for guild in self.guilds if guild.shard_id == shard and guild.id not in named]
        super().parse_ready(data)
        for guild in gone:
            self.parse_guild_delete({"id": guild.id})


class PlaceEvents(GameClient):
    """A client that notices where posts may work again, and which places are gone."""

    def _get_state(self, **options: Any) -> _ConnectionState:
        return _ConnectionState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    @property
    def _places(self) -> Places:
        return self.context.service.places

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Permissions of a channel, and so of its threads, may have changed."""
        threads = [thread.id for thread in after.guild.threads if thread.parent_id == after.id]
        await note_place(self._places.reachable_again(after.guild.id, after.id, *threads))

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked or unarchived, or archived."""
        await note_place(self._places.reachable_again(payload.guild_id, payload.thread_id))
        if payload.data["thread_metadata"]["archived"]:
            await note_place(self._places.thread_archived(payload.guild_id, payload.thread_id))

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role may have got permissions."""
        await note_place(self._places.reachable_again(after.guild.id))

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot may have got a role."""
        if after == after.guild.me:
            await note_place(self._places.reachable_again(after.guild.id))

    async def on_guild_update(self, _before: discord.Guild, after: discord.Guild) -> None:
        """Rules of a server may have changed."""
        await note_place(self._places.reachable_again(after.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited (again)."""
        await note_place(self._places.available_again(guild.id))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is available again after an outage. At the start, with many such events, `on_ready` asks
        once.
        """
        if self.is_ready():
            await note_place(self._places.available_again(guild.id))

    async def on_ready(self) -> None:
        """Report readiness, and learn which servers have become available, had an outage or removed the bot
        meanwhile: there was no connection by which events about them could come.
        """
        log.info("ready", servers=len(self.guilds), shards=len(self.shards))
        many = len(self.guilds) >= _MANY_SERVERS
        if many:
            tune_collector()
        await note_place(self._places.available([guild.id for guild in self.guilds if not guild.unavailable]))
        if many:
            # The client is ready before the last of its servers are known.
            await self.context.clock.sleep(_ARRIVING)
            if self.is_closed():
                return
        for guild in [guild for guild in self.guilds if guild.unavailable]:
            await self.on_guild_unavailable(guild)
        here = {guild.id for guild in self.guilds}
        await note_place(self._places.only_in(here, self._served_here))
        if joined := {guild.id for guild in self.guilds} - here:
            # Servers joined meanwhile: their absence from `here` may have been noted after their arrival.
            await note_place(self._places.available(joined))

    def _served_here(self, guild_id: int) -> bool:
        """Whether this process would know a server if the bot were in it."""
        return (guild_id >> 22) % (self.shard_count or 1) in self.shards

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note that a server has an outage."""
        await note_place(self._places.unreachable(guild.id))
        if not guild.unavailable:
            # The end of the outage may have been noted before its beginning.
            await note_place(self._places.available_again(guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server."""
        await note_place(self._places.unreachable(guild.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await note_place(self._places.place_gone(payload.guild_id, payload.thread_id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted."""
        await note_place(self._places.place_gone(channel.guild.id, channel.id))

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted, perhaps a card."""
        await note_place(self._places.messages_gone([payload.message_id]))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Handle many deletions at once."""
        await note_place(self._places.messages_gone(payload.message_ids))
