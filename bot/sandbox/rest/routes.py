"""All routes of the REST API."""

from __future__ import annotations

from aiohttp import web

from bot.sandbox.core import Core
from bot.sandbox.rest.api import Api
from bot.sandbox.rest.channels import ChannelRoutes
from bot.sandbox.rest.commands import CommandRoutes
from bot.sandbox.rest.guilds import GuildRoutes
from bot.sandbox.rest.identity import IdentityRoutes
from bot.sandbox.rest.interactions import InteractionRoutes
from bot.sandbox.rest.messages import MessageRoutes


def add_rest(core: Core, router: web.UrlDispatcher) -> None:
    """Serve the bot under ``/api/v10``."""
    api = Api(core, router)
    IdentityRoutes(core, api)
    CommandRoutes(core, api)
    InteractionRoutes(core, api)
    MessageRoutes(core, api)
    ChannelRoutes(core, api)
    GuildRoutes(core, api)
    api.finish()
