"""The sandbox as a server on 127.0.0.1."""

import socket
from pathlib import Path
from typing import Final

from aiohttp import web

from sandbox.clock import Clock
from sandbox.core import Core, Options
from sandbox.rest.routes import add_rest
from sandbox.users.uploads import Uploads
from sandbox.web.files import add_files
from sandbox.web.guard import Guard
from sandbox.web.page import Page
from sandbox.world.storage import SqliteStorage
from sandbox.world.world import World

HOST: Final = "127.0.0.1"
_LARGEST_BODY: Final = 128 * 1024 * 1024
"""The most bytes of a body: more than ten of Discord's largest files, so that Discord's limits come first."""


class Server:
    """Listens on loopback, and nowhere else. Start it, use `core`, close it."""

    def __init__(self, core: Core, uploads: Uploads, port: int) -> None:
        self.core = core
        self.uploads = uploads
        self.port = port
        self.address = core.world.address
        """``http://127.0.0.1:PORT``."""
        self.api_base = f"{self.address}/api/v10"
        """What a bot gets as DISCORD_API_BASE."""
        self.page = f"{self.address}/?key={core.world.capability}"
        """The address of the page, with the capability that opens it."""
        guard = Guard(port, core.world.capability)
        self._page = Page(core, uploads, guard)
        application = web.Application(middlewares=[guard.middleware()], client_max_size=_LARGEST_BODY)
        add_rest(core, application.router)
        application.router.add_get("/gateway", core.gateway.handle)
        add_files(core, application.router)
        self._page.add_to(application.router)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.2, handle_signals=False)

    async def serve(self, listener: socket.socket) -> None:
        """Begin to answer. Raises OSError."""
        if self.core.mail is not None:
            await self.core.mail.start()
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    async def close(self) -> None:
        """Cut all connections, and write what is left of the world."""
        self.core.gateway.drop()
        self.core.close()
        await self._page.close()
        await self._runner.cleanup()
        if self.core.mail is not None:
            await self.core.mail.close()
        await self.core.world.storage.close()


async def start_server(
    options: Options, clock: Clock | None = None, *, port: int, world_path: Path | None
) -> Server:
    """A running server. Port 0: any that is free. Without `world_path` the world lives in memory.

    Raises OSError if the port is taken or the file cannot be written.
    """
    listener = socket.create_server((HOST, port))
    port = listener.getsockname()[1]
    world = World(clock or Clock(), f"http://{HOST}:{port}")
    try:
        if world_path is None:
            world.populate()
        else:
            await _restore(world, world_path)
        server = Server(Core(world, options), Uploads(), port)
        await server.serve(listener)
    except BaseException:
        listener.close()
        await world.storage.close()
        raise
    return server


async def _restore(world: World, path: Path) -> None:
    world.storage = storage = SqliteStorage(path)
    await storage.open()
    await world.restore(storage)
    await storage.flush()
