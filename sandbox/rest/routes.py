"""All routes of the REST API."""

from aiohttp import web

from sandbox.core import Core
from sandbox.rest.api import Api
from sandbox.rest.channels import ChannelRoutes
from sandbox.rest.commands import CommandRoutes
from sandbox.rest.identity import IdentityRoutes
from sandbox.rest.interactions import InteractionRoutes
from sandbox.rest.messages import MessageRoutes


def add_rest(core: Core, router: web.UrlDispatcher) -> None:
    """Serve the bot under ``/api/v10``."""
    api = Api(core, router)
    IdentityRoutes(core, api)
    CommandRoutes(core, api)
    InteractionRoutes(core, api)
    MessageRoutes(core, api)
    ChannelRoutes(core, api)
    api.finish()
