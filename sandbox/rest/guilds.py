"""Servers, their members, roles and channels."""

from __future__ import annotations

from sandbox import limits
from sandbox.core import Core
from sandbox.errors import FormErrors, missing_permissions
from sandbox.rest.api import Answer, Api, Reply
from sandbox.rest.call import Call
from sandbox.wire import snowflake
from sandbox.world import permissions
from sandbox.world.entities import TEXT_CHANNEL, Channel

_ONE = "/guilds/{guild_id}"


class GuildRoutes:
    """Routes for servers."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        self._world = core.world
        api.bot("GET", _ONE, self.get)
        api.bot("GET", _ONE + "/channels", self.channels)
        api.bot("POST", _ONE + "/channels", self.create_channel)
        api.bot("GET", _ONE + "/threads/active", self.active_threads)
        api.bot("GET", _ONE + "/roles", self.roles)
        api.bot("GET", _ONE + "/members", self.members)
        api.bot("GET", _ONE + "/members/search", self.search_members)
        api.bot("GET", _ONE + "/members/{user_id}", self.member)
        api.bot("DELETE", "/users/@me/guilds/{guild_id}", self.leave)

    async def get(self, call: Call) -> Reply:
        """A server."""
        return self._core.payloads.guild(self._core.access.guild(call.id("guild_id")))

    async def channels(self, call: Call) -> Reply:
        """The channels of a server, without threads."""
        guild = self._core.access.guild(call.id("guild_id"))
        found = [one for one in self._world.channels.values() if one.guild_id == guild.id]
        return [self._core.payloads.channel(one) for one in found if one.thread is None]

    async def create_channel(self, call: Call) -> Reply:
        """Add a text channel."""
        guild = self._core.access.guild(call.id("guild_id"))
        bits = permissions.base_permissions(guild, guild.members[self._world.bot.id])
        if not bits & permissions.MANAGE_CHANNELS:
            raise missing_permissions()
        payload = await call.json()
        errors = FormErrors()
        name = errors.text(("name",), payload.get("name"), limits.CHANNEL_NAME)
        errors.choice(("type",), payload.get("type", TEXT_CHANNEL), (TEXT_CHANNEL,))
        errors.check()
        channel = Channel(
            self._world.ids.next(),
            TEXT_CHANNEL,
            name=name or "",
            guild_id=guild.id,
            topic=payload.get("topic"),
            position=sum(1 for one in self._world.channels.values() if one.guild_id == guild.id),
        )
        self._world.add_channel(channel)
        return Answer(201, self._core.payloads.channel(channel))

    async def active_threads(self, call: Call) -> Reply:
        """The threads of a server that are not archived."""
        guild = self._core.access.guild(call.id("guild_id"))
        bot_id = self._world.bot.id
        found = [
            one
            for one in self._world.threads_of(guild.id)
            if one.thread is not None and not one.thread.archived and self._world.can_see(bot_id, one)
        ]
        joined = [one for one in found if one.thread is not None and bot_id in one.thread.members]
        return {
            "threads": [self._core.payloads.channel(one) for one in found],
            "members": [self._core.payloads.thread_member(one, bot_id) for one in joined],
        }

    async def roles(self, call: Call) -> Reply:
        """The roles of a server."""
        guild = self._core.access.guild(call.id("guild_id"))
        return [self._core.payloads.role(role) for role in guild.roles.values()]

    async def members(self, call: Call) -> Reply:
        """The members of a server: this list needs the members intent."""
        guild = self._core.access.guild(call.id("guild_id"))
        limit = call.number("limit", 1, 1, 1000)
        after = snowflake(call.request.query.get("after")) or 0
        found = sorted(one for one in guild.members if one > after)[:limit]
        return [self._core.payloads.member(guild.members[one]) for one in found]

    async def search_members(self, call: Call) -> Reply:
        """The members whose names begin with a text."""
        guild = self._core.access.guild(call.id("guild_id"))
        query = call.request.query.get("query", "").lower()
        limit = call.number("limit", 1, 1, 1000)
        found = [one for one in guild.members if self._world.users[one].name.lower().startswith(query)]
        return [self._core.payloads.member(guild.members[one]) for one in found[:limit]]

    async def member(self, call: Call) -> Reply:
        """One member of a server."""
        return self._core.payloads.member(self._core.access.member(call.id("guild_id"), call.id("user_id")))

    async def leave(self, call: Call) -> Reply:
        """The bot leaves a server."""
        self._world.leave(self._core.access.guild(call.id("guild_id")), self._world.bot)
        return None
