"""Registering application commands."""

from __future__ import annotations

from sandbox.core import Core
from sandbox.errors import unknown
from sandbox.rest.api import Answer, Api, Reply
from sandbox.rest.call import Call

_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


class CommandRoutes:
    """Routes for global commands and for those of one server."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        for base in (_GLOBAL, _GUILD):
            api.bot("GET", base, self.list_all)
            api.bot("PUT", base, self.overwrite)
            api.bot("POST", base, self.create)
            api.bot("GET", f"{base}/{{command_id}}", self.get)
            api.bot("PATCH", f"{base}/{{command_id}}", self.edit)
            api.bot("DELETE", f"{base}/{{command_id}}", self.delete)

    async def list_all(self, call: Call) -> Reply:
        """All commands of the scope."""
        return self._core.world.commands_of(self._scope(call))

    async def overwrite(self, call: Call) -> Reply:
        """Replace all commands of the scope."""
        return self._core.registry.overwrite(self._scope(call), await call.body())

    async def create(self, call: Call) -> Reply:
        """Add a command, or replace the one of that name."""
        command, fresh = self._core.registry.create(self._scope(call), await call.body())
        return Answer(201 if fresh else 200, command)

    async def get(self, call: Call) -> Reply:
        """One command."""
        return self._core.registry.get(self._scope(call), call.id("command_id"))

    async def edit(self, call: Call) -> Reply:
        """Change parts of a command."""
        return self._core.registry.edit(self._scope(call), call.id("command_id"), await call.body())

    async def delete(self, call: Call) -> Reply:
        """Take a command away."""
        self._core.registry.delete(self._scope(call), call.id("command_id"))
        return None

    def _scope(self, call: Call) -> int | None:
        if call.id("application_id") != self._core.world.application.id:
            raise unknown("Application")
        if "guild_id" not in call.request.match_info:
            return None
        return self._core.access.guild(call.id("guild_id")).id
