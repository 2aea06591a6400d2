"""Routes about the bot, its gateway, people and servers."""

from sandbox.core import Core
from sandbox.errors import unknown
from sandbox.rest.api import Api, Reply
from sandbox.rest.call import Call, checked_id


class IdentityRoutes:
    """Routes about the bot itself, users and servers."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        api.public("GET", "/gateway", self.gateway)
        api.bot("GET", "/gateway/bot", self.gateway_bot)
        api.bot("GET", "/users/@me", self.me)
        api.bot("POST", "/users/@me/channels", self.open_dm)
        api.bot("GET", "/users/{user_id}", self.user)
        api.bot("GET", "/guilds/{guild_id}", self.guild)
        api.bot("GET", "/guilds/{guild_id}/members/{user_id}", self.member)
        api.bot("GET", "/guilds/{guild_id}/threads/active", self.threads)
        api.bot("GET", "/oauth2/applications/@me", self.application)

    async def gateway(self, _: Call) -> Reply:
        """The address of the gateway."""
        return {"url": self._core.gateway.address}

    async def gateway_bot(self, _: Call) -> Reply:
        """The address of the gateway, the number of shards, and how many sessions may be started."""
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 16}
        shards = self._core.options.shards
        return {"url": self._core.gateway.address, "shards": shards, "session_start_limit": limit}

    async def me(self, _: Call) -> Reply:
        """The bot's own user."""
        return self._core.payloads.self_user()

    async def open_dm(self, call: Call) -> Reply:
        """A DM with a user: this succeeds even if the user takes no DMs."""
        world = self._core.world
        user_id = checked_id((await call.json()).get("recipient_id"), "recipient_id")
        if user_id not in world.users or user_id == world.bot.id:
            raise unknown("User")
        return self._core.payloads.channel(world.open_dm(world.bot.id, user_id))

    async def user(self, call: Call) -> Reply:
        """A user."""
        user = self._core.world.users.get(call.id("user_id"))
        if user is None:
            raise unknown("User")
        return self._core.payloads.user(user)

    async def guild(self, call: Call) -> Reply:
        """A server that the bot is in."""
        return self._core.payloads.guild(self._core.access.guild(call.id("guild_id")))

    async def member(self, call: Call) -> Reply:
        """One member of a server."""
        return self._core.payloads.member(self._core.access.member(call.id("guild_id"), call.id("user_id")))

    async def threads(self, call: Call) -> Reply:
        """The open threads of a server."""
        guild = self._core.access.guild(call.id("guild_id"))
        return {"threads": self._core.payloads.open_threads(guild), "members": []}

    async def application(self, _: Call) -> Reply:
        """The bot's application."""
        return self._core.payloads.application()
