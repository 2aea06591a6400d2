"""Registering application commands."""

from sandbox.core import Core
from sandbox.errors import unknown
from sandbox.rest.api import Api, Reply
from sandbox.rest.call import Call

_COMMANDS = "/applications/{application_id}/commands"


class CommandRoutes:
    """Routes for the bot's commands, which are the same in all servers."""

    def __init__(self, core: Core, api: Api) -> None:
        self._core = core
        api.bot("PUT", _COMMANDS, self.overwrite)

    async def overwrite(self, call: Call) -> Reply:
        """Replace all commands."""
        if call.id("application_id") != self._core.world.application.id:
            raise unknown("Application")
        return self._core.registry.overwrite(await call.body())
